"""Where an importer reads: a file, a folder, or a zip as if it were a folder. Nothing is ever unpacked to the disk."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any

from kg.errors import InvalidInput

_HEAD = 65_536


class Place:
    """A file, a folder or a zip.

    Attributes:
        path: where it is.
        folder: whether it holds files: a folder, or a zip.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._zip = zipfile.ZipFile(path) if path.is_file() and zipfile.is_zipfile(path) else None
        self.folder = self._zip is not None or path.is_dir()
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
        """The bytes of a file inside, or of the file itself."""
        if self._zip is not None and name:
            return self._zip.read(name)
        return (self.path / name if name else self.path).read_bytes()

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
            try:
                self._read[name] = json.loads(self.text(name))
            except (ValueError, RecursionError):
                self._read[name] = None
        return self._read[name]
