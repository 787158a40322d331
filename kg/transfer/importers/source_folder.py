"""Where an importer reads: a file, a folder, or a zip as if it were a folder. Nothing is ever unpacked to the disk."""

from __future__ import annotations

import json
import lzma
import struct
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import Any

from kg.errors import InvalidInput

_HEAD = 65_536
_MEGABYTE = 1_000_000
# A chat as JSON is packed to a tenth or a thirtieth; what is packed much denser was made to be so.
_DENSEST = 250
_SMALL = 10 * _MEGABYTE
# What reading a zip raises that is cut off, changed, encrypted or packed in a way that Python lacks.
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(EOFError, NotImplementedError, RuntimeError, ValueError, OSError),
)


class Place:
    """A file, a folder or a zip.

    Attributes:
        path: where it is.
        folder: whether it holds files: a folder, or a zip.
    """

    def __init__(self, path: Path, most: int) -> None:
        """Look what it is.

        Args:
            path: where it is.
            most: megabytes that what is read of a zip may have unpacked.

        Raises:
            InvalidInput: a zip that cannot be read.
        """
        self.path = path
        self._zip = _opened(path) if path.is_file() and zipfile.is_zipfile(path) else None
        self.folder = self._zip is not None or path.is_dir()
        self._most = most
        self._unpacked: dict[str, int] = {}
        self._read: dict[str, Any] = {}

    @property
    def name(self) -> str:
        """The name of the file or folder itself."""
        return self.path.name

    def close(self) -> None:
        """Let go of a zip."""
        if self._zip is not None:
            self._zip.close()
        self._read.clear()

    def names(self) -> list[str]:
        """The files inside, by their path, sorted; none of a plain file."""
        if self._zip is not None:
            return sorted(name for name in self._zip.namelist() if not name.endswith("/"))
        if self.path.is_dir():
            return sorted(each.relative_to(self.path).as_posix() for each in self.path.rglob("*") if each.is_file())
        return []

    def find(self, name: str) -> str | None:
        """The path of the file of that name, wherever inside; the outermost where there are several."""
        found = [each for each in self.names() if PurePosixPath(each).name == name]
        return min(found, key=lambda each: (each.count("/"), each), default=None)

    def raw(self, name: str = "") -> bytes:
        """The bytes of a file inside, or of the file itself.

        Raises:
            InvalidInput: it is in a zip, and broken, or unpacked larger than what may be read.
        """
        if self._zip is not None and name:
            return self._inside(self._zip, name)
        return (self.path / name if name else self.path).read_bytes()

    def _inside(self, packed: zipfile.ZipFile, name: str) -> bytes:
        """A file of a zip; of no more than its size as the zip tells it does the reader ever unpack."""
        told = packed.getinfo(name)
        self._unpacked[name] = told.file_size
        if sum(self._unpacked.values()) > self._most * _MEGABYTE:
            allowed = f"a zip of which at most {self._most} MB unpacked are read (KG_IMPORT_MB)"
            raise InvalidInput(f"{self.name}, {name}", told.file_size, allowed)
        if told.file_size > max(_SMALL, _DENSEST * told.compress_size):
            allowed = f"a file that is packed to no less than a {_DENSEST}th of its size"
            raise InvalidInput(f"{self.name}, {name}", told.file_size, allowed)
        try:
            return packed.read(name)
        except _BROKEN as error:
            raise InvalidInput(f"{self.name}, {name}", str(error), "in a zip that is whole and not encrypted") from None

    def head(self) -> bytes:
        """How the file begins; nothing of a folder."""
        if self.folder:
            return b""
        with self.path.open("rb") as file:
            return file.read(_HEAD)

    def text(self, name: str = "") -> str:
        """A file inside, or the file itself, as text.

        Raises:
            InvalidInput: it is not in UTF-8.
        """
        try:
            return self.raw(name).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InvalidInput(name or self.name, error.object[error.start : error.end], "a file in UTF-8") from None

    def json(self, name: str = "") -> Any:
        """A file inside, or the file itself, as JSON, read once; None where it is none."""
        if name not in self._read:
            raw = self.raw(name)
            try:
                self._read[name] = json.loads(raw.decode("utf-8-sig"))
            except (ValueError, RecursionError):
                self._read[name] = None
        return self._read[name]


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except _BROKEN as error:
        raise InvalidInput(path.name, str(error), "a zip that is whole") from None
