"""The files of a data home: found by the end of their path, whatever the folder or archive begins with, and each reported."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from kg.transfer.importers.items import ImportContext, SkippedItem
from kg.transfer.importers.source_folder import ImportSource

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
        "vectors, which are computed anew",
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
