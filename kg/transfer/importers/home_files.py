"""The files of a data home: found by the end of their path, whatever the folder or archive begins with, and each reported."""

from __future__ import annotations

import datetime as dt
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePosixPath

from kg.errors import InvalidInput
from kg.transfer.importers.items import ImportContext, ImportItem, SkippedItem
from kg.transfer.importers.source_folder import ImportSource

MALFORMED = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError, sqlite3.Error)
"""Errors that reading a file with unexpected content raises."""
_DAY = re.compile(r"(\d{4}-\d\d-\d\d)")
_REASONS = (
    (re.compile(r"\.(?:bak|backup|old|tmp|orig)$|\.bak\b|~$"), "a second copy"),
    (
        re.compile(r"(?:^|/)(?:AGENTS|TOOLS|HEARTBEAT|BOOTSTRAP|README|SKILL|CLAUDE)\.md$"),
        "instructions of the program, no memory",
    ),
    (re.compile(r"(?:^|/)(?:config|settings|\.env)[^/]*$|\.(?:toml|ya?ml|ini|env|lock)$"), "settings of the program"),
    (re.compile(r"-(?:wal|shm|journal)$"), "a part of the database next to it"),
    (
        re.compile(r"(?:^|/)(?:length|link_lists|data_level0|header)\.bin$|\.pickle$"),
        "vectors, which are computed again",
    ),
    (re.compile(r"\.(?:py|js|ts|sh|pyc|log|png|jpe?g|gif|webp|mp3|ogg|wav|mp4|pdf|bin)$"), "no memory"),
)


class HomeFiles:
    """The files of a home, and which of them were read."""

    def __init__(self, source: ImportSource, form: str) -> None:
        self.source = source
        self._form = form
        self._names = source.file_names()
        self._read: set[str] = set()

    def take(self, pattern: str) -> list[str]:
        """Return the paths whose end matches a pattern, from the beginning of a folder's or file's name; they count as read."""
        matcher = re.compile(rf"(?:.*/)?(?:{pattern})")
        found = [name for name in self._names if name not in self._read and matcher.fullmatch(name)]
        self._read.update(found)
        return found

    def take_file(self, name: str) -> bool:
        """Count a file as read; return whether it was not read before."""
        is_new = name not in self._read
        self._read.add(name)
        return is_new

    def read(self, pattern: str, read_file: Callable[[str], Iterator[ImportItem]]) -> Iterator[ImportItem]:
        """Read the files whose end matches a pattern; they count as read."""
        yield from self.read_each(self.take(pattern), read_file)

    def read_each(self, names: Iterable[str], read_file: Callable[[str], Iterator[ImportItem]]) -> Iterator[ImportItem]:
        """Read files one by one; one that cannot be read is left out from there on, and the others are read."""
        for name in names:
            try:
                yield from read_file(name)
            except InvalidInput as error:
                yield SkippedItem(name, str(error))
            except MALFORMED as error:
                yield SkippedItem(name, f"no complete file of its form ({type(error).__name__}: {error})")

    def find(self, names: Iterable[str], search: Callable[[str], str | None]) -> str | None:
        """Return the first thing that a search finds in the texts of files; one that is no text has nothing."""
        for name in names:
            try:
                if found := search(self.source.read_text(name)):
                    return found
            except InvalidInput:
                # It is reported when it is read.
                continue
        return None

    def has(self, pattern: str) -> bool:
        """Return whether the end of a path matches a pattern."""
        matcher = re.compile(rf"(?:.*/)?(?:{pattern})")
        return any(matcher.fullmatch(name) for name in self._names)

    def left(self) -> Iterator[SkippedItem]:
        """Yield the files that were not read, with the reason, and symbolic links."""
        for name in self._names:
            if name not in self._read:
                default = f"no file of {self._form} that is known"
                yield SkippedItem(name, next((why for pattern, why in _REASONS if pattern.search(name)), default))
        yield from (SkippedItem(name, "symbolic link") for name in self.source.links())


def stem(name: str) -> str:
    """Return the name of a file without its folders and ending."""
    return PurePosixPath(name).stem


def day_of(name: str, context: ImportContext) -> dt.datetime | None:
    """Return the beginning of the day that the name of a file, or of its folder, begins with; None where it has none."""
    for part in reversed(PurePosixPath(name).parts):
        if match := _DAY.match(part):
            return context.parse_time(match[1])
    return None
