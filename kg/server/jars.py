"""The jars of the local server: the lock file that lists them, and their verified download into the user's cache."""

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
from kg.server.download import MavenRepository, RemoteFile, disk_error, download_file, sha256_of
from kg.settings import Settings

LOCK_FILE = Path(__file__).with_name("jars.lock")
"""The lock file of this version of kg; `python -m kg.server.write_jar_lock` writes it."""

_THREADS = 8
_FIELDS = 3


class DownloadProgress(Protocol):
    """A callback for the progress of the download. Called from several threads, one at a time."""

    def __call__(self, done: int, total: int) -> None:
        """Report that `done` of `total` bytes are downloaded."""
        ...


@dataclass(frozen=True)
class Jar(RemoteFile):
    """A jar of the server, by its path in a Maven repository."""

    @property
    def name(self) -> str:
        """The file name."""
        return PurePosixPath(self.path).name


@dataclass(frozen=True)
class JarLock:
    """The jars of one version of the server.

    Attributes:
        version: the version of Neo4j.
        jars: every jar, sorted by path.
        digest: a checksum of the above, part of the name of the folder with the jars.
    """

    version: str
    jars: tuple[Jar, ...]
    digest: str

    @property
    def size(self) -> int:
        """The total size of all jars, in bytes."""
        return sum(jar.size for jar in self.jars)

    def folder(self, cache_dir: Path) -> Path:
        """Return the folder of exactly these jars: all files in it are on the class path."""
        return cache_dir.expanduser().absolute() / "neo4j" / f"{self.version}-{self.digest[:8]}"


def read_lock(file: Path = LOCK_FILE) -> JarLock:
    """Read a lock file: `neo4j VERSION`, then one `SHA256 SIZE PATH` per line; `#` begins a comment.

    Raises:
        ServerError: the file does not have that format.
    """
    content = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    lines = [line.split() for line in content]
    lengths = [len(line) for line in lines]
    if lengths[:1] != [2] or lines[0][0] != "neo4j" or set(lengths[1:]) - {_FIELDS}:
        raise ServerError(f"{file} is not a lock file of the server's jars; reinstall kg.")
    jars = tuple(Jar(path, sha256, int(size)) for sha256, size, path in lines[1:])
    return JarLock(lines[0][1], jars, hashlib.sha256("\n".join(content).encode()).hexdigest())


def fetch_jars(settings: Settings, *, progress: DownloadProgress | None = None, lock: JarLock | None = None) -> Path:
    """Return the folder with all jars of the server, and download missing ones.

    Once verified, later calls check only names and sizes, which takes milliseconds; hashing 173 MB would take most of a second
    at every start. A jar that is damaged later without a change of its size is therefore not detected: remove the file
    `verified` next to the folder to verify all jars again.

    Args:
        settings: `cache_dir` and `maven_url`.
        progress: called during the download; not called if nothing is downloaded.
        lock: the jars; None: those of the lock file of this version.

    Raises:
        ServerError: a jar cannot be downloaded or differs from the lock file, or the disk is full.
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
                _download_jars(settings.maven_url, missing, folder, _ProgressMeter(progress, lock.size, missing))
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


class _ProgressMeter:
    """Adds up the progress of all threads and reports it to the caller."""

    def __init__(self, progress: DownloadProgress | None, total: int, missing: list[Jar]) -> None:
        self._progress = progress
        self._total = total
        self._before = total - sum(jar.size for jar in missing)
        self._received: dict[Jar, int] = {}
        self._lock = threading.Lock()

    def report(self, jar: Jar, received: int) -> None:
        """Record that `received` bytes of a jar are downloaded."""
        if self._progress is None:
            return
        with self._lock:
            self._received[jar] = received
            self._progress(self._before + sum(self._received.values()), self._total)


def _download_jars(maven_url: str, jars: list[Jar], folder: Path, meter: _ProgressMeter) -> None:
    parts = folder / "parts"
    parts.mkdir(exist_ok=True)
    limits = httpx.Limits(max_connections=_THREADS)
    with httpx.Client(limits=limits, timeout=httpx.Timeout(30.0, pool=None), follow_redirects=True) as client:
        source = MavenRepository(client, maven_url.rstrip("/"))

        def download_one(jar: Jar) -> None:
            part = download_file(source, jar, parts / f"{jar.name}.part", lambda received: meter.report(jar, received))
            part.replace(folder / "lib" / jar.name)
            meter.report(jar, jar.size)

        pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="kg-fetch")
        try:
            # The largest first, so that no large file is left when the others are done.
            tasks = [pool.submit(download_one, jar) for jar in sorted(jars, key=lambda jar: -jar.size)]
            for task in as_completed(tasks):
                task.result()
        finally:
            source.stopped.set()
            pool.shutdown(wait=True, cancel_futures=True)
