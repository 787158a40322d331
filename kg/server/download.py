"""One file from a Maven repository: resumed, verified, and what can go wrong told with its way out."""

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
class Wanted:
    """A file to be had.

    Attributes:
        path: its path in the repository.
        sha256: the checksum that it must have, in hexadecimal.
        size: its length in bytes.
    """

    path: str
    sha256: str
    size: int


@dataclass(frozen=True)
class Source:
    """Where files come from.

    Attributes:
        client: the HTTP client of all threads; it respects the environment's proxies and certificates.
        url: the repository's address, without a slash at its end.
        stopped: set when the others need not go on.
    """

    client: httpx.Client
    url: str
    stopped: threading.Event = field(default_factory=threading.Event)


class _PassingError(Exception):
    """A failure that another attempt may mend."""


def sha256_of(file: Path) -> str:
    """The checksum of a file, in hexadecimal."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def download(source: Source, wanted: Wanted, part: Path, report: Callable[[int], None]) -> Path:
    """Brings one file to `part`, going on where an earlier attempt ended, and verifies it.

    Args:
        source: where from.
        wanted: what.
        part: where to; what is there already is taken for the beginning of the file.
        report: told how many bytes of it are here.

    Raises:
        ServerError: the file is not to be had, or is another one, or the disk is full.
    """
    url = f"{source.url}/{wanted.path}"
    reason: Exception | None = None
    for attempt in range(_ATTEMPTS):
        if attempt:
            source.stopped.wait(_FIRST_WAIT_S * 2 ** (attempt - 1))
        if source.stopped.is_set():
            break
        try:
            _resume(source, url, part, wanted.size, report)
            _verify(part, wanted)
        except (_PassingError, httpx.TransportError) as error:
            reason = error
        except OSError as error:
            raise disk_error(part, error) from error
        else:
            return part
    raise ServerError(f"{url} cannot be fetched: {_tell(reason)}. {_MIRROR}") from reason


def _tell(reason: Exception | None) -> str:
    if isinstance(reason, httpx.TransportError):
        return f"{reason or type(reason).__name__} (is there a network?)"
    return str(reason or "another file failed")


def disk_error(file: Path, error: OSError) -> ServerError:
    """The error to raise where a file of the cache cannot be written."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return ServerError(
            f"The disk is full: the server's jars do not fit into {file.parent}. Free 300 MB, or set "
            "KG_CACHE_DIR to a folder on another disk, and try again; what was fetched is kept."
        )
    return ServerError(f"{file} cannot be written: {error}. KG_CACHE_DIR says where the server's jars are kept.")


def _resume(source: Source, url: str, part: Path, size: int, report: Callable[[int], None]) -> None:
    """Adds to `part` what is missing of the file."""
    have = part.stat().st_size if part.exists() else 0
    if have == size:
        return
    if have > size:
        part.unlink()
        have = 0
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={have}-"} if have else {})
    with source.client.stream("GET", url, headers=headers) as response:
        _check_answer(url, response, have)
        # A server that knows no ranges sends the whole file.
        resumed = response.status_code == httpx.codes.PARTIAL_CONTENT
        received = have if resumed else 0
        with part.open("ab" if resumed else "wb") as opened:
            for chunk in response.iter_raw(_CHUNK):
                opened.write(chunk)
                received += len(chunk)
                report(min(received, size))
                if received > size or source.stopped.is_set():
                    return


def _check_answer(url: str, response: httpx.Response, have: int) -> None:
    status = response.status_code
    begins = response.headers.get("Content-Range", "").startswith(f"bytes {have}-")
    if status == httpx.codes.OK or (status == httpx.codes.PARTIAL_CONTENT and begins):
        return
    if status == httpx.codes.NOT_FOUND:
        raise ServerError(f"{url} does not exist (404). Is KG_MAVEN_URL a full mirror of Maven Central?")
    if status == httpx.codes.TOO_MANY_REQUESTS or status >= httpx.codes.INTERNAL_SERVER_ERROR:
        raise _PassingError(f"the server answered {status}")
    raise ServerError(f"{url} cannot be fetched: the server answered {status}. {_MIRROR}")


def _verify(part: Path, wanted: Wanted) -> None:
    found = part.stat().st_size
    if found < wanted.size:
        raise _PassingError(f"only {found} of {wanted.size} bytes came")
    if sha256_of(part) != wanted.sha256:
        part.unlink()
        raise _PassingError("what came is not the file that kg was made with (its SHA-256 differs)")
