"""What an import is going to write, file by file: read and checked first, written when all files are."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from kg.errors import BudgetExceeded, InvalidInput
from kg.memories.core import Core, line
from kg.memories.diary import LONGEST, Diary
from kg.memories.input_checks import text_of
from kg.memories.long_term import LongTerm
from kg.settings import Settings
from kg.transfer.graph_import import Restoration
from kg.transfer.importers.event_lines import Lines
from kg.transfer.importers.items import Dated, Item, Left, Line, Told, parts
from kg.types import Imported, Note

_BATCH = 500
_NOTES = 200
Advance = Callable[[int], None]
"""Called with how many more are done."""


@dataclass(frozen=True)
class Into:
    """What an import writes to.

    Attributes:
        log: appends a batch of events, whole.
        check: takes an event and tells its time, or raises InvalidInput.
        core: core memory.
        longterm: long-term memory.
        diary: the diary.
        count: counts the tokens of a text.
        settings: limits.
    """

    log: Callable[[list[dict[str, Any]]], object]
    check: Callable[[dict[str, Any]], dt.datetime]
    core: Core
    longterm: LongTerm
    diary: Diary
    count: Callable[[str], int]
    settings: Settings


class Plan(Protocol):
    """What will become of one file or folder."""

    @property
    def told(self) -> Imported:
        """What will be written, as far as it can be known before."""
        ...

    @property
    def total(self) -> int:
        """How many are to be written."""
        ...

    def write(self, advance: Advance) -> Imported:
        """Write them; returns what was written."""
        ...


class Room:
    """How full core memory is, and will be: what a dry run tells of its overflow."""

    def __init__(self, into: Into) -> None:
        self._into = into
        self._used = {section: list(usage) for section, usage in into.core.usage().items()}
        self._there = {(entry.section, entry.text) for entry in into.core.list()}

    def take(self, section: str, text: str) -> bool:
        """Whether there is room for an entry; where there is, it is taken."""
        if (section, text) in self._there:
            return True
        tokens = self._into.count(line(text))
        used, limit = self._used[section]
        whole = sum(each for each, _ in self._used.values())
        if used + tokens > limit or whole + tokens > self._into.settings.core_tokens:
            return False
        self._used[section][0] += tokens
        self._there.add((section, text))
        return True


@dataclass(frozen=True)
class OfLines:
    """Events as JSON lines, read again while they are written."""

    told: Imported
    lines: Lines
    into: Into

    @property
    def total(self) -> int:
        """How many events there are."""
        return self.lines.count

    def write(self, advance: Advance) -> Imported:
        """Append them, oldest first, in batches."""
        _append(self.into, self.lines, advance)
        return self.told


class OfItems:
    """What an importer read; events, entries, notes."""

    def __init__(self, told: Imported, items: Iterable[Item], into: Into, room: Callable[[], Room]) -> None:
        """Check and sort what was read; what is refused is left out, and told."""
        self._into = into
        self._events: list[tuple[dt.datetime, dict[str, Any]]] = []
        self._kept: list[Line | Dated] = []
        skipped: dict[str, str] = {}
        found: Counter[str] = Counter()
        for item in items:
            if isinstance(item, Left):
                skipped[_where(item.where, skipped)] = item.why
                continue
            event = None if isinstance(item, Line) else item.event
            try:
                events = _checked(event, into) if event else []
                kept = [] if isinstance(item, Told) else _cleaned(item, into.settings.max_text_chars)
            except InvalidInput as error:
                skipped[_where(item.where, skipped)] = str(error)
                continue
            self._events += events
            self._kept += kept
            found.update(_becomes(each, room) for each in kept)
        self._events.sort(key=lambda pair: pair[0])
        self.told = _counted(replace(told, events=len(self._events), skipped=skipped), found)

    @property
    def total(self) -> int:
        """How many events, entries and notes there are."""
        return len(self._events) + len(self._kept)

    def write(self, advance: Advance) -> Imported:
        """Append the events, and keep the rest."""
        _append(self._into, (event for _, event in self._events), advance)
        written: Counter[str] = Counter()
        notes: list[Note] = []
        for item in self._kept:
            becomes = self._keep(item)
            written[becomes] += 1
            if becomes in ("notes", "archived"):
                notes.append(Note("", item.text, item.importance, item.at if isinstance(item, Dated) else None))
            else:
                advance(1)
        for start in range(0, len(notes), _NOTES):
            self._into.longterm.add_new(notes[start : start + _NOTES])
            advance(len(notes[start : start + _NOTES]))
        return _counted(self.told, written)

    def _keep(self, item: Line | Dated) -> str:
        """Keep an entry where it belongs; returns what it is counted as. Notes are kept later, many at once."""
        into = self._into
        if isinstance(item, Line):
            try:
                into.core.add(item.text, item.section, importance=item.importance)
            except BudgetExceeded:
                return "archived"
            return "core"
        if item.kind == "diary":
            into.diary.add(item.text, at=item.at, sources=[item.event["id"]] if item.event else ())
            return "diary"
        return "notes"


@dataclass(frozen=True)
class OfGraph:
    """An export."""

    restoration: Restoration

    @property
    def told(self) -> Imported:
        """The nodes and edges of the file."""
        return self.restoration.told

    @property
    def total(self) -> int:
        """How many nodes and edges are not written yet."""
        return self.restoration.left

    def write(self, advance: Advance) -> Imported:
        """Write what is left of it."""
        self.restoration.write(advance)
        return self.told


def _checked(event: dict[str, Any], into: Into) -> list[tuple[dt.datetime, dict[str, Any]]]:
    """An event, or several where its text is longer than that of one may be."""
    told = event["text"]
    texts = list(parts(told, into.settings.max_text_chars)) if isinstance(told, str) and told.strip() else [told]
    found = [event] if len(texts) == 1 else [
        {**event, "text": text, "id": f"{event['id']}~{number}" if number else event["id"]}
        for number, text in enumerate(texts)
    ]  # fmt: skip
    return [(into.check(each), each) for each in found]


def _counted(told: Imported, found: Counter[str]) -> Imported:
    return replace(told, core=found["core"], archived=found["archived"], notes=found["notes"], diary=found["diary"])


def _append(into: Into, events: Iterable[dict[str, Any]], advance: Advance) -> None:
    batch: list[dict[str, Any]] = []
    for event in events:
        batch.append(event)
        if len(batch) == _BATCH:
            into.log(batch)
            advance(len(batch))
            batch = []
    if batch:
        into.log(batch)
        advance(len(batch))


def _becomes(item: Line | Dated, room: Callable[[], Room]) -> str:
    if isinstance(item, Line):
        return "core" if room().take(item.section, item.text) else "archived"
    return "diary" if item.kind == "diary" else "notes"


def _cleaned(item: Line | Dated, longest: int) -> list[Line | Dated]:
    """An entry as it is going to be kept, or several where it is longer than one may be.

    Raises:
        InvalidInput: nothing of it would be seen.
    """
    most = min(LONGEST, longest) if isinstance(item, Dated) and item.kind == "diary" else longest
    texts = list(parts(item.text, most)) or [item.text]
    return [replace(item, text=text_of("text", text, longest)) for text in texts]


def _where(where: str, before: Mapping[str, str]) -> str:
    """A place that nothing was told of before."""
    return where if where not in before else f"{where} ({len(before) + 1})"
