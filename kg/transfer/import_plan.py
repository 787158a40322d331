"""Import plans, one per file: a plan reads and checks its file, and writes it once all files are checked."""

from __future__ import annotations

import datetime as dt
import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, Self

from kg.errors import BudgetExceeded, InvalidInput
from kg.events import append_new_events, validate_events
from kg.memories import MAX_ENTRY_CHARS, CoreMemory, Diary, LongTermMemory, check_text, render_core_line
from kg.runtime import Runtime
from kg.settings import Settings
from kg.transfer.graph_import import GraphImport
from kg.transfer.importers.event_lines import EventFile
from kg.transfer.importers.items import CoreItem, DatedItem, EventItem, ImportItem, SkippedItem, split_text
from kg.types import FileImportResult, Note

_BATCH = 500
_NOTES = 200
Advance = Callable[[int], None]
"""Called with the number of items written since the last call."""


@dataclass(frozen=True)
class ImportTarget:
    """The stores and limits of an import.

    Attributes:
        log: appends a batch of events, and returns the ids of those that it left out since other events have these ids.
        check: validates an event and returns its time, or raises InvalidInput.
        core: core memory.
        longterm: long-term memory.
        diary: the diary.
        count: counts the tokens of a text.
        settings: the limits.
    """

    log: Callable[[list[dict[str, Any]]], list[str]]
    check: Callable[[dict[str, Any]], dt.datetime]
    core: CoreMemory
    longterm: LongTermMemory
    diary: Diary
    count: Callable[[str], int]
    settings: Settings

    @classmethod
    def from_runtime(cls, runtime: Runtime) -> Self:
        """Return the stores and limits of a scope."""

        def event_time(event: dict[str, Any]) -> dt.datetime:
            scope, now = runtime.graph.scope, runtime.clock.now()
            return validate_events([event], scope=scope, now=now, settings=runtime.settings)[0].at

        return cls(
            functools.partial(append_new_events, runtime),
            event_time,
            CoreMemory(runtime),
            LongTermMemory(runtime),
            Diary(runtime),
            runtime.tokens.count,
            runtime.settings,
        )


class ImportPlan(Protocol):
    """The plan to import one file or folder."""

    @property
    def summary(self) -> FileImportResult:
        """What will be written, as far as known in advance."""
        ...

    @property
    def total(self) -> int:
        """The number of items to write."""
        ...

    def write(self, advance: Advance) -> FileImportResult:
        """Write the items and return what was written."""
        ...


class CoreCapacity:
    """The free capacity of core memory, which a dry run uses to predict which entries are archived."""

    def __init__(self, into: ImportTarget) -> None:
        self._into = into
        self._used = {section: list(usage) for section, usage in into.core.usage().items()}
        self._entries = {(entry.section, entry.text) for entry in into.core.list()}

    def reserve(self, section: str, text: str) -> bool:
        """Reserve room for an entry; return whether there was enough."""
        if (section, text) in self._entries:
            return True
        tokens = self._into.count(render_core_line(text))
        used, limit = self._used[section]
        total = sum(each for each, _ in self._used.values())
        if used + tokens > limit or total + tokens > self._into.settings.core_tokens:
            return False
        self._used[section][0] += tokens
        self._entries.add((section, text))
        return True


@dataclass(frozen=True)
class EventLinesPlan:
    """The plan for JSON lines of events, which are read again during the write."""

    summary: FileImportResult
    lines: EventFile
    into: ImportTarget

    @property
    def total(self) -> int:
        """The number of events."""
        return self.lines.count

    def write(self, advance: Advance) -> FileImportResult:
        """Append the events in batches, oldest first."""
        return _with_left_out(self.summary, _append(self.into, self.lines, advance))


class ItemsPlan:
    """The plan for the items of an importer: events, core entries, diary entries and notes."""

    def __init__(
        self,
        summary: FileImportResult,
        items: Iterable[ImportItem],
        into: ImportTarget,
        capacity: Callable[[], CoreCapacity],
    ) -> None:
        """Check and sort the items; invalid ones are skipped and reported."""
        self._into = into
        self._events: list[tuple[dt.datetime, dict[str, Any]]] = []
        self._entries: list[CoreItem | DatedItem] = []
        skipped: dict[str, str] = {}
        counts: Counter[str] = Counter()
        for item in items:
            if isinstance(item, SkippedItem):
                skipped[_unique_location(item.where, skipped)] = item.why
                continue
            event = None if isinstance(item, CoreItem) else item.event
            try:
                events = _check_event(event, into) if event else []
                entries = [] if isinstance(item, EventItem) else _clean_entry(item, into.settings.max_text_chars)
            except InvalidInput as error:
                skipped[_unique_location(item.where, skipped)] = str(error)
                continue
            self._events += events
            self._entries += entries
            counts.update(_predicted_kind(each, capacity) for each in entries)
        self._events.sort(key=lambda pair: pair[0])
        self.summary = _with_counts(replace(summary, events=len(self._events), skipped=skipped), counts)

    @property
    def total(self) -> int:
        """The number of events, entries and notes."""
        return len(self._events) + len(self._entries)

    def write(self, advance: Advance) -> FileImportResult:
        """Append the events and store the entries."""
        left_out = _append(self._into, (event for _, event in self._events), advance)
        written: Counter[str] = Counter()
        notes: list[Note] = []
        for item in self._entries:
            kind = self._store(item)
            written[kind] += 1
            if kind in ("notes", "archived"):
                notes.append(Note("", item.text, item.importance, item.at if isinstance(item, DatedItem) else None))
            else:
                advance(1)
        for start in range(0, len(notes), _NOTES):
            self._into.longterm.add_new(notes[start : start + _NOTES])
            advance(len(notes[start : start + _NOTES]))
        return _with_counts(_with_left_out(self.summary, left_out), written)

    def _store(self, item: CoreItem | DatedItem) -> str:
        """Store an entry and return the kind it is counted as; the caller stores notes, in batches."""
        into = self._into
        if isinstance(item, CoreItem):
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
class GraphPlan:
    """The plan for an export of kg."""

    graph_import: GraphImport

    @property
    def summary(self) -> FileImportResult:
        """The numbers of nodes and edges in the file."""
        return self.graph_import.summary

    @property
    def total(self) -> int:
        """The number of nodes and edges that are not written yet."""
        return self.graph_import.remaining

    def write(self, advance: Advance) -> FileImportResult:
        """Write the remaining nodes and edges."""
        self.graph_import.write(advance)
        return self.summary


def _check_event(event: dict[str, Any], into: ImportTarget) -> list[tuple[dt.datetime, dict[str, Any]]]:
    """Check an event and return it with its time; a text that is too long is split into several events."""
    text = event["text"]
    texts = list(split_text(text, into.settings.max_text_chars)) if isinstance(text, str) and text.strip() else [text]
    events = [event] if len(texts) == 1 else [
        {**event, "text": part, "id": f"{event['id']}~{number}" if number else event["id"]}
        for number, part in enumerate(texts)
    ]  # fmt: skip
    return [(into.check(each), each) for each in events]


def _with_counts(summary: FileImportResult, counts: Counter[str]) -> FileImportResult:
    return replace(
        summary, core=counts["core"], archived=counts["archived"], notes=counts["notes"], diary=counts["diary"]
    )


def _append(into: ImportTarget, events: Iterable[dict[str, Any]], advance: Advance) -> dict[str, str]:
    """Append events in batches; return those that were left out, by id, with the reason."""
    left_out: dict[str, str] = {}
    remaining = iter(events)
    while batch := list(itertools.islice(remaining, _BATCH)):
        left_out |= dict.fromkeys(into.log(batch), "another event has this id, with other content or another speaker")
        advance(len(batch))
    return left_out


def _with_left_out(summary: FileImportResult, left_out: Mapping[str, str]) -> FileImportResult:
    skipped = {**(summary.skipped or {}), **{f"event {name}": why for name, why in left_out.items()}}
    return replace(summary, events=summary.events - len(left_out), skipped=skipped) if left_out else summary


def _predicted_kind(item: CoreItem | DatedItem, capacity: Callable[[], CoreCapacity]) -> str:
    if isinstance(item, CoreItem):
        return "core" if capacity().reserve(item.section, item.text) else "archived"
    return "diary" if item.kind == "diary" else "notes"


def _clean_entry(item: CoreItem | DatedItem, max_chars: int) -> list[CoreItem | DatedItem]:
    """Return an entry with cleaned text; a text that is too long is split into several entries.

    Raises:
        InvalidInput: the cleaned text is blank.
    """
    entry_chars = min(MAX_ENTRY_CHARS, max_chars) if isinstance(item, DatedItem) and item.kind == "diary" else max_chars
    texts = list(split_text(item.text, entry_chars)) or [item.text]
    return [replace(item, text=check_text("text", text, max_chars)) for text in texts]


def _unique_location(where: str, before: Mapping[str, str]) -> str:
    """Return a key for a location that is not used yet."""
    return where if where not in before else f"{where} ({len(before) + 1})"
