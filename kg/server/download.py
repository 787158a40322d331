"""One file from a Maven repository: resumed, verified, and each thing that can go wrong told with its way out."""

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
_FIRST_WAIT_S = 0.5
_CHUNK = 1 << 16
_MIRROR = "Set KG_MAVEN_URL to a mirror of Maven Central if this machine must use one."


@dataclass(frozen=True)
class Source:
    """Where files come from.

    Attributes:
        client: the HTTP client, shared by all threads; it respects the environment's proxies and certificates.
        url: the repository's address, without a slash at its end.
        stopped: set when the others need not go on.
    """

    client: httpx.Client
    url: str
    stopped: threading.Event = field(default_factory=threading.Event)


class _Passing(Exception):  # noqa: N818 - never leaves this module
    """A failure that another attempt may mend."""


def sha256_of(file: Path) -> str:
    """The checksum of a file, in hexadecimal."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def download(
    source: Source, path: str, part: Path, sha256: str, size: int, report: Callable[[int], None]
) -> Path:
    """Brings one file to `part`, going on where an earlier attempt ended, and verifies it.

    Args:
        source: where from.
        path: the file's path in the repository.
        part: where to; what is there already is the beginning of the file.
        sha256: the checksum that it must have.
        size: its length in bytes.
        report: told how many bytes came; a negative number when bytes that were reported are fetched anew.

    Raises:
        ServerError: the file is not to be had, or is another one, or the disk is full.
    """
    url = f"{source.url}/{path}"
    reason: Exception | None = None
    for attempt in range(_ATTEMPTS):
        if attempt:
            source.stopped.wait(_FIRST_WAIT_S * 2 ** (attempt - 1))
        if source.stopped.is_set():
            raise ServerError(f"Fetching {url} was given up, since another file failed.")
        try:
            _resume(source, url, part, size, report)
            _verify(url, part, sha256, size, report)
        except (_Passing, httpx.TransportError) as error:
            reason = error
        except OSError as error:
            raise _disk_error(part, error) from error
        else:
            return part
    raise ServerError(f"{url} cannot be fetched: {_tell(reason)}. Is there a network? {_MIRROR}") from reason


def _tell(error: Exception | None) -> str:
    return str(error) or type(error).__name__


def _disk_error(part: Path, error: OSError) -> ServerError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return ServerError(
            f"The disk is full: the server's jars do not fit into {part.parent}. "
            "Free some space (200 MB will do) or set KG_CACHE_DIR to a folder on another disk, and try again."
        )
    return ServerError(f"{part} cannot be written: {error}.")


def _resume(source: Source, url: str, part: Path, size: int, report: Callable[[int], None]) -> None:
    """Adds to `part` what is missing of the file."""
    have = part.stat().st_size if part.exists() else 0
    if have > size:
        part.unlink()
        have = 0
    if have == size:
        report(have)
        return
    headers = {"Range": f"bytes={have}-"} if have else {}
    with source.client.stream("GET", url, headers=headers) as response:
        _check_answer(url, response, have)
        # A server that knows no ranges sends the whole file.
        resumed = response.status_code == httpx.codes.PARTIAL_CONTENT
        if resumed:
            report(have)
        with part.open("ab" if resumed else "wb") as opened:
            received = have if resumed else 0
            try:
                for chunk in response.iter_raw(_CHUNK):
                    if source.stopped.is_set():
                        raise _Passing("stopped")
                    opened.write(chunk)
                    received += len(chunk)
                    report(len(chunk))
            except (httpx.TransportError, _Passing):
                report(-received)
                raise


def _check_answer(url: str, response: httpx.Response, have: int) -> None:
    status = response.status_code
    if status == httpx.codes.OK:
        return
    if status == httpx.codes.PARTIAL_CONTENT and response.headers.get("Content-Range", "").startswith(f"bytes {have}-"):
        return
    if status == httpx.codes.NOT_FOUND:
        raise ServerError(f"{url} does not exist there (404). Is KG_MAVEN_URL a full mirror of Maven Central?")
    if status == httpx.codes.TOO_MANY_REQUESTS or status >= httpx.codes.INTERNAL_SERVER_ERROR:
        raise _Passing(f"the server answered {status}")
    raise ServerError(f"{url} cannot be fetched: the server answered {status}. {_MIRROR}")


def _verify(url: str, part: Path, sha256: str, size: int, report: Callable[[int], None]) -> None:
    found = part.stat().st_size
    if found < size:
        report(-found)
        raise _Passing(f"{found} of {size} bytes came")
    if sha256_of(part) != sha256:
        report(-found)
        part.unlink()
        raise _Passing("its checksum is not the one of the lock file")
