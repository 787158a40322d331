"""The server's jars: which ones (the lock file), and how they come here, verified, once for every user folder."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Protocol

import httpx
from filelock import FileLock

from kg.errors import ServerError
from kg.server.download import Source, download, sha256_of
from kg.settings import Settings

LOCK_FILE = Path(__file__).with_name("jars.lock")
"""The lock file that ships; `python -m kg.server.lock` writes it."""

_THREADS = 8
_FIELDS = 3


class Progress(Protocol):
    """Told how far the fetching of jars is. Called from several threads, one at a time."""

    def __call__(self, done: int, total: int) -> None:
        """`done` of `total` bytes are here."""
        ...


@dataclass(frozen=True)
class Jar:
    """One jar of the server.

    Attributes:
        path: where it is in a Maven repository.
        sha256: its checksum, in hexadecimal.
        size: its length in bytes.
    """

    path: str
    sha256: str
    size: int

    @property
    def name(self) -> str:
        """Its file name."""
        return PurePosixPath(self.path).name


@dataclass(frozen=True)
class Lock:
    """The jars of one version of the server.

    Attributes:
        version: the version of Neo4j.
        jars: every jar, sorted by path.
        digest: a checksum over all of that, which names the folder the jars are kept in.
    """

    version: str
    jars: tuple[Jar, ...]
    digest: str

    @property
    def size(self) -> int:
        """The length of all jars together, in bytes."""
        return sum(jar.size for jar in self.jars)

    def folder(self, cache_dir: Path) -> Path:
        """Where these jars are kept. Never shared with other jars: everything in it is on the class path."""
        return cache_dir / "neo4j" / f"{self.version}-{self.digest[:8]}"


def read_lock(file: Path = LOCK_FILE) -> Lock:
    """Reads a lock file: `neo4j VERSION`, then `SHA256 SIZE PATH` a line; `#` opens a comment.

    Raises:
        ServerError: the file is not of that form.
    """
    text = file.read_text(encoding="utf-8")
    lines = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if not lines or lines[0][:1] != ["neo4j"] or any(len(line) != _FIELDS for line in lines[1:]):
        raise ServerError(f"{file} is not a lock file of the server's jars; reinstall kg.")
    jars = tuple(Jar(path, sha256, int(size)) for sha256, size, path in lines[1:])
    return Lock(lines[0][1], jars, hashlib.sha256(text.encode()).hexdigest())


def fetch_jars(settings: Settings, *, progress: Progress | None = None, lock: Lock | None = None) -> Path:
    """The folder with all jars of the server, fetched where they are not there yet.

    A later call looks only at names and sizes, which takes milliseconds, where hashing 166 MB takes most of a second
    at every start: a jar that was verified once and later damaged without changing its length is not noticed. To have
    all of them verified again, delete the file `verified` beside the folder.

    Raises:
        ServerError: a jar cannot be had or is not the one of the lock file, or the disk is full.
    """
    lock = lock or read_lock()
    folder = lock.folder(settings.cache_dir)
    stamp, lib = folder / "verified", folder / "lib"
    if stamp.exists() and not _missing(lock.jars, lib):
        return lib
    try:
        lib.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / "fetch.lock"):
            if not stamp.exists():
                _remove_damaged(lock.jars, lib)
            if missing := _missing(lock.jars, lib):
                _fetch(settings.maven_url, missing, folder, _Meter(progress, lock.size, missing))
            stamp.touch()
    except OSError as error:
        raise ServerError(f"The server's jars cannot be kept in {folder} (KG_CACHE_DIR): {error}.") from error
    return lib


def _missing(jars: Iterable[Jar], lib: Path) -> list[Jar]:
    sizes = {file.name: file.stat().st_size for file in lib.glob("*.jar")}
    return [jar for jar in jars if sizes.get(jar.name) != jar.size]


def _remove_damaged(jars: Iterable[Jar], lib: Path) -> None:
    for jar in jars:
        file = lib / jar.name
        if file.exists() and sha256_of(file) != jar.sha256:
            file.unlink()


class _Meter:
    """Adds up what the threads have fetched, and tells the caller."""

    def __init__(self, progress: Progress | None, total: int, missing: list[Jar]) -> None:
        self._progress = progress
        self._total = total
        self._done = total - sum(jar.size for jar in missing)
        self._lock = threading.Lock()

    def add(self, size: int) -> None:
        """`size` more bytes are here; fewer, if a file must be fetched anew."""
        with self._lock:
            self._done += size
            if self._progress is not None:
                self._progress(self._done, self._total)


def _fetch(maven_url: str, jars: list[Jar], folder: Path, meter: _Meter) -> None:
    parts = folder / "parts"
    parts.mkdir(exist_ok=True)
    limits = httpx.Limits(max_connections=_THREADS)
    timeout = httpx.Timeout(30.0, pool=None)
    with httpx.Client(limits=limits, timeout=timeout, follow_redirects=True) as client:
        source = Source(client, maven_url.rstrip("/"))
        pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="kg-fetch")
        try:
            # The longest first, so that none of them is still on its way when the rest is done.
            longest_first = sorted(jars, key=lambda jar: -jar.size)
            tasks = [
                pool.submit(download, source, jar.path, parts / f"{jar.name}.part", jar.sha256, jar.size, meter.add)
                for jar in longest_first
            ]
            names = dict(zip(tasks, longest_first, strict=True))
            for task in as_completed(tasks):
                task.result().replace(folder / "lib" / names[task].name)
        finally:
            source.stopped.set()
            pool.shutdown(wait=True, cancel_futures=True)
    parts.rmdir()
