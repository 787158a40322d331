"""The source of an import: a file, a folder, or a zip archive read like a folder. Archives are never unpacked to disk."""

from __future__ import annotations

import json
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from kg.errors import InvalidInput

_HEAD_BYTES = 65_536
_MEGABYTE = 1_000_000
# Chats as JSON compress to a tenth or a thirtieth of their size; a much higher ratio indicates a zip bomb.
_MAX_COMPRESSION = 250
_ALWAYS_ALLOWED_BYTES = 10 * _MEGABYTE
# Raised for archives that are truncated, damaged, encrypted, or compressed with an unsupported method.
_ZIP_ERRORS = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(EOFError, NotImplementedError, RuntimeError, ValueError, OSError),
)


class ImportSource:
    """A file, a folder or a zip archive.

    Attributes:
        path: its path.
        is_folder: whether it contains files: a folder or an archive.
    """

    def __init__(self, path: Path, max_megabytes: int) -> None:
        """Open the source.

        Args:
            path: its path.
            max_megabytes: the limit for the size of a file that is read as a whole, and for the uncompressed size of all files
                read from an archive.

        Raises:
            InvalidInput: the archive cannot be read.
        """
        self.path = path
        self._zip = _open_zip(path) if path.is_file() and zipfile.is_zipfile(path) else None
        self.is_folder = self._zip is not None or path.is_dir()
        self._max_megabytes = max_megabytes
        self._sizes: dict[str, int] = {}
        self._json: dict[str, Any] = {}

    @property
    def name(self) -> str:
        """The name of the file, folder or archive."""
        return self.path.name

    def close(self) -> None:
        """Close the archive."""
        if self._zip is not None:
            self._zip.close()
        self._json.clear()

    def file_names(self) -> list[str]:
        """Return the sorted paths of the files inside; an empty list for a plain file."""
        if self._zip is not None:
            return sorted(name for name in self._zip.namelist() if not name.endswith("/"))
        if self.path.is_dir():
            return sorted(each.relative_to(self.path).as_posix() for each in _files_below(self.path))
        return []

    def find_file(self, name: str) -> str | None:
        """Return the path of a file inside by its name; the outermost if there are several, None if there is none."""
        matches = [each for each in self.file_names() if PurePosixPath(each).name == name]
        return min(matches, key=lambda each: (each.count("/"), each), default=None)

    def read_bytes(self, name: str = "") -> bytes:
        """Return the bytes of a file inside, or of the source itself.

        Raises:
            InvalidInput: the file is too large, or is in an archive and damaged.
        """
        if self._zip is not None and name:
            return self._read_member(self._zip, name)
        path = self.path / name if name else self.path
        size = path.stat().st_size
        if size > self._max_megabytes * _MEGABYTE:
            allowed = f"a file of at most {self._max_megabytes} MB; raise KG_IMPORT_MB to read more"
            raise InvalidInput(name or self.name, f"{size / _MEGABYTE:.0f} MB", allowed)
        return path.read_bytes()

    def _read_member(self, archive: zipfile.ZipFile, name: str) -> bytes:
        """Return a file of an archive; zipfile never unpacks more than the size that the archive declares."""
        info = archive.getinfo(name)
        self._sizes[name] = info.file_size
        if sum(self._sizes.values()) > self._max_megabytes * _MEGABYTE:
            allowed = f"in an archive of at most {self._max_megabytes} MB uncompressed; raise KG_IMPORT_MB to read more"
            raise InvalidInput(f"{self.name}, {name}", info.file_size, allowed)
        if info.file_size > max(_ALWAYS_ALLOWED_BYTES, _MAX_COMPRESSION * info.compress_size):
            allowed = f"a file that is compressed to no less than a {_MAX_COMPRESSION}th of its size"
            raise InvalidInput(f"{self.name}, {name}", info.file_size, allowed)
        try:
            return archive.read(name)
        except _ZIP_ERRORS as error:
            raise InvalidInput(f"{self.name}, {name}", str(error), "in a complete archive without encryption") from None

    def read_head(self) -> bytes:
        """Return the first bytes of the file; nothing for a folder."""
        if self.is_folder:
            return b""
        with self.path.open("rb") as file:
            return file.read(_HEAD_BYTES)

    def read_text(self, name: str = "") -> str:
        """Return a file inside, or the source itself, as text.

        Raises:
            InvalidInput: the file is not in UTF-8.
        """
        try:
            return self.read_bytes(name).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InvalidInput(name or self.name, error.object[error.start : error.end], "a file in UTF-8") from None

    def read_json(self, name: str = "") -> Any:
        """Return a file inside, or the source itself, as cached JSON; None if it is not JSON."""
        if name not in self._json:
            raw = self.read_bytes(name)
            try:
                self._json[name] = json.loads(raw.decode("utf-8-sig"))
            except (ValueError, RecursionError):
                self._json[name] = None
        return self._json[name]


def _files_below(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder and its folders; symbolic links, which may lead out of it, are left out."""
    for each in folder.iterdir():
        if each.is_symlink():
            continue
        if each.is_dir():
            yield from _files_below(each)
        elif each.is_file():
            yield each


def _open_zip(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except _ZIP_ERRORS as error:
        raise InvalidInput(path.name, str(error), "a complete zip archive") from None
