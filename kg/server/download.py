"""Download of one file from a Maven repository, with resumption, verification and errors that name a remedy."""

from __future__ import annotations

import errno
import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from kg.errors import ServerError

_ATTEMPTS = 4
_FIRST_WAIT_S = 0.25
_CHUNK = 1 << 16
_MIRROR = "Set KG_MAVEN_URL to a mirror of Maven Central if this machine must use one."


@dataclass(frozen=True)
class RemoteFile:
    """A file in a Maven repository.

    Attributes:
        path: its path in the repository.
        sha256: its expected checksum, in hexadecimal.
        size: its length in bytes.
    """

    path: str
    sha256: str
    size: int


@dataclass(frozen=True)
class MavenRepository:
    """A Maven repository.

    Attributes:
        client: the HTTP client of all threads; it uses the proxies and certificates of the environment.
        url: the address of the repository, without a trailing slash.
        stopped: set when the downloads of all threads should stop.
    """

    client: httpx.Client
    url: str
    stopped: threading.Event = field(default_factory=threading.Event)


class _TransientError(Exception):
    """A failure after which another attempt may succeed."""


def sha256_of(file: Path) -> str:
    """Return the SHA-256 checksum of a file, in hexadecimal."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def download_file(repository: MavenRepository, file: RemoteFile, part: Path, report: Callable[[int], None]) -> Path:
    """Download a file to `part`, resuming an earlier attempt, and verify it.

    Args:
        repository: the repository.
        file: the file.
        part: the local file; existing content is taken as the beginning of the file.
        report: called with the number of bytes received so far.

    Raises:
        ServerError: the file cannot be downloaded, has another checksum, or the disk is full.
    """
    url = f"{repository.url}/{file.path}"
    reason: Exception | None = None
    for attempt in range(_ATTEMPTS):
        if attempt:
            repository.stopped.wait(_FIRST_WAIT_S * 2 ** (attempt - 1))
        if repository.stopped.is_set():
            break
        try:
            _resume(repository, url, part, file.size, report)
            _verify(part, file)
        except (_TransientError, httpx.TransportError) as error:
            reason = error
        except OSError as error:
            raise disk_error(part, error) from error
        else:
            return part
    raise ServerError(f"{url} cannot be downloaded: {_describe_error(reason)}. {_MIRROR}") from reason


def _describe_error(reason: Exception | None) -> str:
    if isinstance(reason, httpx.TransportError):
        return f"{reason or type(reason).__name__} (is the network available?)"
    return str(reason or "the download of another file failed")


def disk_error(file: Path, error: OSError) -> ServerError:
    """Return the error for a file of the cache that cannot be written."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return ServerError(
            f"The disk is full: the server's jars do not fit into {file.parent}. Free 300 MB, or set "
            "KG_CACHE_DIR to a folder on another disk, and try again; completed downloads are reused."
        )
    return ServerError(
        f"{file} cannot be written: {error}. Set KG_CACHE_DIR to a writable folder for the server's jars."
    )


def _resume(repository: MavenRepository, url: str, part: Path, size: int, report: Callable[[int], None]) -> None:
    """Append the missing rest of the file to `part`."""
    present = part.stat().st_size if part.exists() else 0
    if present == size:
        return
    if present > size:
        part.unlink()
        present = 0
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={present}-"} if present else {})
    with repository.client.stream("GET", url, headers=headers) as response:
        _check_answer(url, response, present)
        # A server without support for ranges sends the whole file.
        resumed = response.status_code == httpx.codes.PARTIAL_CONTENT
        received = present if resumed else 0
        with part.open("ab" if resumed else "wb") as opened:
            for chunk in response.iter_raw(_CHUNK):
                opened.write(chunk)
                received += len(chunk)
                report(min(received, size))
                if received > size or repository.stopped.is_set():
                    return


def _check_answer(url: str, response: httpx.Response, present: int) -> None:
    status = response.status_code
    begins = response.headers.get("Content-Range", "").startswith(f"bytes {present}-")
    if status == httpx.codes.OK or (status == httpx.codes.PARTIAL_CONTENT and begins):
        return
    if status == httpx.codes.NOT_FOUND:
        raise ServerError(f"{url} does not exist (404). Is KG_MAVEN_URL a full mirror of Maven Central?")
    if status == httpx.codes.TOO_MANY_REQUESTS or status >= httpx.codes.INTERNAL_SERVER_ERROR:
        raise _TransientError(f"the server answered {status}")
    raise ServerError(f"{url} cannot be downloaded: the server answered {status}. {_MIRROR}")


def _verify(part: Path, file: RemoteFile) -> None:
    size = part.stat().st_size
    if size < file.size:
        raise _TransientError(f"only {size} of {file.size} bytes were received")
    if sha256_of(part) != file.sha256:
        part.unlink()
        raise _TransientError("the file differs from the expected one (its SHA-256 differs)")
