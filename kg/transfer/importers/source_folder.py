"""The source of an import: a file, a folder, or a zip archive read like a folder. Archives are never unpacked to disk."""

from __future__ import annotations

import datetime as dt
import json
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Any

from kg.errors import InvalidInput
from kg.transfer.bounded_lines import MAX_LINE_BYTES, iter_lines

_HEAD_BYTES = 65_536
_BOM = b"\xef\xbb\xbf"
_MEGABYTE = 1_000_000
# A text is read several times its size into memory.
_MAX_TEXT_MEGABYTES = 50
_TEXT_LIMIT = f"a text of at most {_MAX_TEXT_MEGABYTES} MB, since it is read as a whole; split it"
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
        self._names: list[str] | None = None

    @property
    def name(self) -> str:
        """The name of the file, folder or archive."""
        return self.path.name

    def has_ending(self, *endings: str) -> bool:
        """Return whether it is a file with one of these endings, such as ".json"; others are not read as a whole."""
        return not self.is_folder and self.path.suffix.lower() in endings

    def close(self) -> None:
        """Close the archive."""
        if self._zip is not None:
            self._zip.close()
        self._json.clear()

    def file_names(self) -> list[str]:
        """Return the sorted paths of the files inside; an empty list for a plain file."""
        if self._names is None:
            self._names = sorted(self._list_names())
        return self._names

    def _list_names(self) -> Iterator[str]:
        if self._zip is not None:
            yield from (name for name in self._zip.namelist() if not name.endswith("/"))
        elif self.path.is_dir():
            yield from (each.relative_to(self.path).as_posix() for each in _files_below(self.path))

    def links(self) -> list[str]:
        """Return the paths of the symbolic links inside a folder, which are not followed."""
        if self._zip is not None or not self.path.is_dir():
            return []
        return sorted(each.relative_to(self.path).as_posix() for each in _links_below(self.path))

    def file_path(self, name: str = "") -> Path | None:
        """Return the path of a file inside, or of the source itself; None for a file in an archive."""
        if self._zip is not None:
            return None
        return self.path / name if name else self.path

    def has_file(self, name: str, ending: str) -> bool:
        """Return whether there is a file with this name and ending, which is no symbolic link."""
        if self._zip is not None:
            return name + ending in self.file_names()
        path = self.path.with_name(self.path.name + ending) if not name else self.path / (name + ending)
        return path.is_file() and not path.is_symlink()

    def modified(self, name: str = "") -> dt.datetime | None:
        """Return when a file inside, or the source itself, was changed; None where it is not known."""
        try:
            if self._zip is not None and name:
                return dt.datetime(*self._zip.getinfo(name).date_time, tzinfo=dt.UTC)
            path = self.path / name if name else self.path
            return dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC)
        except (KeyError, OSError, OverflowError, ValueError):
            return None

    def open_file(self, name: str = "", ending: str = "") -> IO[bytes]:
        """Open a file inside, or the source itself, for reading.

        Raises:
            InvalidInput: the file is too large, or is in an archive and damaged.
        """
        whole = name + ending
        if self._zip is not None and whole:
            self._check_member(self._zip, whole)
            try:
                return self._zip.open(whole)
            except _ZIP_ERRORS as error:
                raise self._damaged(whole, error) from None
        path = self.path / whole if name else self.path.with_name(self.path.name + ending)
        return path.open("rb")

    def copy_file(self, target: Path, name: str = "", ending: str = "") -> None:
        """Copy a file inside, or the source itself.

        Raises:
            InvalidInput: the file is too large, or is in an archive and damaged.
        """
        with self.open_file(name, ending) as file, target.open("wb") as copy:
            left = self._max_megabytes * _MEGABYTE
            try:
                while part := file.read(_HEAD_BYTES):
                    left -= len(part)
                    if left < 0:
                        raise self._too_large(name or self.name, self._max_megabytes * _MEGABYTE)
                    copy.write(part)
            except _ZIP_ERRORS as error:
                raise self._damaged(name, error) from None

    def read_rows(self, name: str = "") -> Iterator[tuple[int, dict[str, Any] | str]]:
        """Yield the number of each line of a file of JSON lines that is not blank, and its object or what is wrong with it.

        Raises:
            InvalidInput: the file is in an archive and damaged.
        """
        with self.open_file(name) as file:
            try:
                for number, (raw, length) in enumerate(iter_lines(file), start=1):
                    if raw is None:
                        yield number, f"{length:,} bytes, more than {MAX_LINE_BYTES:,}"
                    elif line := raw.removeprefix(_BOM).strip():
                        yield number, _parse_row(line)
            except _ZIP_ERRORS as error:
                raise self._damaged(name, error) from None

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
            raise self._too_large(name or self.name, size)
        return path.read_bytes()

    def _too_large(self, name: str, size: int) -> InvalidInput:
        allowed = f"a file of at most {self._max_megabytes} MB; raise KG_IMPORT_MB to read more"
        return InvalidInput(name, f"{size / _MEGABYTE:.0f} MB", allowed)

    def _read_member(self, archive: zipfile.ZipFile, name: str) -> bytes:
        """Return a file of an archive."""
        self._check_member(archive, name)
        try:
            return archive.read(name)
        except _ZIP_ERRORS as error:
            raise self._damaged(name, error) from None

    def _check_member(self, archive: zipfile.ZipFile, name: str) -> None:
        """Refuse a file that is too large; zipfile never unpacks more than the size that the archive declares."""
        info = archive.getinfo(name)
        self._sizes[name] = info.file_size
        if sum(self._sizes.values()) > self._max_megabytes * _MEGABYTE:
            allowed = f"in an archive of at most {self._max_megabytes} MB uncompressed; raise KG_IMPORT_MB to read more"
            raise InvalidInput(f"{self.name}, {name}", info.file_size, allowed)
        if info.file_size > max(_ALWAYS_ALLOWED_BYTES, _MAX_COMPRESSION * info.compress_size):
            allowed = f"a file that is compressed to no less than a {_MAX_COMPRESSION}th of its size"
            raise InvalidInput(f"{self.name}, {name}", info.file_size, allowed)

    def _damaged(self, name: str, error: Exception) -> InvalidInput:
        return InvalidInput(f"{self.name}, {name}", str(error), "in a complete archive without encryption")

    def read_head(self, name: str = "") -> bytes:
        """Return the first bytes of a file inside, or of the source itself; nothing for a folder."""
        if self.is_folder and not name:
            return b""
        with self.open_file(name) as file:
            return file.read(_HEAD_BYTES)

    def read_text(self, name: str = "") -> str:
        """Return a file inside, or the source itself, as text.

        Raises:
            InvalidInput: the file is too large, or not in UTF-8.
        """
        path = self.file_path(name)
        if path is not None and (size := path.stat().st_size) > _MAX_TEXT_MEGABYTES * _MEGABYTE:
            raise InvalidInput(name or self.name, f"{size / _MEGABYTE:.0f} MB", _TEXT_LIMIT)
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


def _parse_row(line: bytes) -> dict[str, Any] | str:
    """Return the object of a line of JSON lines, or what is wrong with it."""
    try:
        value = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        return "no text in UTF-8"
    except (ValueError, RecursionError) as error:
        return f"no JSON ({error})"
    return value if isinstance(value, dict) else "no JSON object"


def _links_below(folder: Path) -> Iterator[Path]:
    for each in folder.iterdir():
        if each.is_symlink():
            yield each
        elif each.is_dir():
            yield from _links_below(each)


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
