"""The server's jars: which ones (the lock file), and how they come here, verified, once for each user."""

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
from kg.server.download import Source, Wanted, disk_error, download, sha256_of
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
class Jar(Wanted):
    """One jar of the server, by its path in a Maven repository."""

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
        """Where these jars are kept, and no others: all that is there goes onto the class path."""
        return cache_dir.expanduser().absolute() / "neo4j" / f"{self.version}-{self.digest[:8]}"


def read_lock(file: Path = LOCK_FILE) -> Lock:
    """Reads a lock file: `neo4j VERSION`, then `SHA256 SIZE PATH` a line; `#` opens a comment.

    Raises:
        ServerError: the file is not of that form.
    """
    said = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    lines = [line.split() for line in said]
    lengths = [len(line) for line in lines]
    if lengths[:1] != [2] or lines[0][0] != "neo4j" or set(lengths[1:]) - {_FIELDS}:
        raise ServerError(f"{file} is not a lock file of the server's jars; reinstall kg.")
    jars = tuple(Jar(path, sha256, int(size)) for sha256, size, path in lines[1:])
    return Lock(lines[0][1], jars, hashlib.sha256("\n".join(said).encode()).hexdigest())


def fetch_jars(settings: Settings, *, progress: Progress | None = None, lock: Lock | None = None) -> Path:
    """The folder with all jars of the server, fetched where they are not there yet.

    A later call looks only at names and sizes, which takes milliseconds, where hashing 173 MB takes most of
    a second at every start. The price: a jar that was verified once, and was damaged since without a change
    of its length, is not noticed. Remove the file `verified` beside the folder to have all verified again.

    Args:
        settings: `cache_dir` and `maven_url`.
        progress: told how far it is; not called where nothing is fetched.
        lock: which jars; none: those of the lock file that ships.

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
        raise disk_error(lib, error) from error
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
        self._before = total - sum(jar.size for jar in missing)
        self._here: dict[Jar, int] = {}
        self._lock = threading.Lock()

    def report(self, jar: Jar, here: int) -> None:
        """`here` bytes of that jar are here."""
        if self._progress is None:
            return
        with self._lock:
            self._here[jar] = here
            self._progress(self._before + sum(self._here.values()), self._total)


def _fetch(maven_url: str, jars: list[Jar], folder: Path, meter: _Meter) -> None:
    parts = folder / "parts"
    parts.mkdir(exist_ok=True)
    limits = httpx.Limits(max_connections=_THREADS)
    with httpx.Client(limits=limits, timeout=httpx.Timeout(30.0, pool=None), follow_redirects=True) as client:
        source = Source(client, maven_url.rstrip("/"))

        def fetch_one(jar: Jar) -> None:
            part = download(source, jar, parts / f"{jar.name}.part", lambda here: meter.report(jar, here))
            part.replace(folder / "lib" / jar.name)
            meter.report(jar, jar.size)

        pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="kg-fetch")
        try:
            # The longest first, so that none of them is still on its way when the rest is done.
            tasks = [pool.submit(fetch_one, jar) for jar in sorted(jars, key=lambda jar: -jar.size)]
            for task in as_completed(tasks):
                task.result()
        finally:
            source.stopped.set()
            pool.shutdown(wait=True, cancel_futures=True)
