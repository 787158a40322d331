"""The plan to import the items of an importer: they are read and checked first, and written once all files are checked."""

from __future__ import annotations

import datetime as dt
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from kg.errors import BudgetExceeded, InvalidInput
from kg.knowledge import (
    FactImport,
    ImportedEntity,
    ImportedFact,
    check_imported_entity,
    check_imported_fact,
    import_entities,
)
from kg.language import name_key
from kg.llm import UsageLedger, check_usage
from kg.memories import MAX_ENTRY_CHARS, ImportedMemory, MemoryImport, MemoryRecord, check_text
from kg.people import ImportedPerson, ImportedTie, PeopleImport, check_imported_person
from kg.transfer.event_spool import EventSpool
from kg.transfer.import_target import Advance, CoreCapacity, ImportTarget, append_events
from kg.transfer.importers.items import CoreItem, ImportItem, RecordItem, SkippedItem, note_item, split_text
from kg.transfer.left_out import LeftOut
from kg.types import FileImportResult, TokenUsage

_NOTES = 200
_ENTITIES = 200
_MAX_SHORT_CHARS = 2_000
_LONGEST = {"diary": MAX_ENTRY_CHARS, "journal": MAX_ENTRY_CHARS, "episode": MAX_ENTRY_CHARS}
_LONGEST |= {"learning": _MAX_SHORT_CHARS, "reflection": _MAX_SHORT_CHARS}
# Working memory and procedures are one record each.
_WHOLE = ("working", "procedure")
# The names of kinds in reports.
_NAMES = {
    "longterm": "notes", "diary": "diary", "procedure": "procedures", "learning": "learnings", "reflection": "reflections",
    "journal": "journal", "episode": "episodes", "working": "working",
}  # fmt: skip


class ItemsPlan:
    """The plan for the items of an importer: events, core memory entries, and all other records."""

    def __init__(
        self,
        summary: FileImportResult,
        items: Iterable[ImportItem],
        into: ImportTarget,
        capacity: Callable[[], CoreCapacity],
    ) -> None:
        """Check and sort the items; invalid ones are left out and reported."""
        self._into, self._capacity = into, capacity
        self._events = EventSpool()
        self._left_out = LeftOut()
        self._core: list[CoreItem] = []
        self._people: list[ImportedPerson] = []
        self._ties: list[ImportedTie] = []
        self._entities: list[ImportedEntity] = []
        self._facts: list[ImportedFact] = []
        self._usage: list[TokenUsage] = []
        self._memories: list[tuple[ImportedMemory, MemoryRecord]] = []
        self._memory_import = MemoryImport(into.runtime)
        self._counts: Counter[str] = Counter()
        try:
            for item in items:
                self._add(item)
        except BaseException:
            self.close()
            raise
        self.summary = self._summarise(summary)

    @property
    def total(self) -> int:
        """The number of events and other records."""
        records = (self._core, self._people, self._ties, self._entities, self._facts, self._usage, self._memories)
        return len(self._events) + sum(len(each) for each in records)

    def close(self) -> None:
        """Delete the temporary file."""
        self._events.close()

    def _summarise(self, summary: FileImportResult) -> FileImportResult:
        counts = Counter(self._counts)
        core, archived, notes, diary = (counts.pop(name, 0) for name in ("core", "archived", "notes", "diary"))
        return replace(
            summary, events=len(self._events), core=core, archived=archived, notes=notes, diary=diary,
            skipped=self._left_out.reasons(), records=dict(sorted(counts.items())),
        )  # fmt: skip

    def _add(self, item: ImportItem) -> None:
        if isinstance(item, SkippedItem):
            self._left_out.add(item.where, item.why)
            return
        try:
            event = None if isinstance(item, CoreItem) else item.event
            events = self._check_event(event) if event else []
            if isinstance(item, CoreItem):
                self._add_core(item)
            elif isinstance(item, RecordItem):
                self._add_record(item, [each["id"] for each, _ in events])
        except InvalidInput as error:
            self._left_out.add(item.where, str(error).removeprefix("events[0]."))
            return
        for each, at in events:
            self._events.add(each, at)

    def _check_event(self, event: dict[str, Any]) -> list[tuple[dict[str, Any], dt.datetime]]:
        """Check an event and return it with its time; a text that is too long is split into several events."""
        text, longest = event["text"], self._into.settings.max_text_chars
        texts = list(split_text(text, longest)) if isinstance(text, str) and text.strip() else [text]
        events = [event] if len(texts) == 1 else [
            {**event, "text": part, "id": f"{event['id']}~{number}" if number else event["id"]}
            for number, part in enumerate(texts)
        ]  # fmt: skip
        return [(each, self._into.check(each)) for each in events]

    def _add_core(self, item: CoreItem) -> None:
        longest = self._into.settings.max_text_chars
        for part in list(split_text(item.text, longest)) or [item.text]:
            entry = replace(item, text=check_text("text", part, longest))
            fits = self._capacity().reserve(entry.section, entry.text, entry.audience)
            self._counts["core" if fits else "archived"] += 1
            self._core.append(entry)

    def _add_record(self, item: RecordItem, events: Sequence[str]) -> None:
        record = item.record
        if isinstance(record, ImportedMemory):
            self._add_memory(record, events)
        elif isinstance(record, ImportedPerson):
            self._people.append(check_imported_person(record))
            self._counts["people"] += 1
        elif isinstance(record, ImportedTie):
            self._ties.append(record)
            self._counts["ties"] += 1
        elif isinstance(record, ImportedEntity):
            self._entities.append(check_imported_entity(record))
            self._counts["entities"] += 1
        elif isinstance(record, ImportedFact):
            self._facts.append(replace(check_imported_fact(record), number=len(self._facts)))
            self._counts["facts"] += 1
        else:
            self._usage.append(check_usage(record))
            self._counts["usage"] += 1

    def _add_memory(self, memory: ImportedMemory, events: Sequence[str]) -> None:
        longest = min(self._into.settings.max_text_chars, _LONGEST.get(memory.kind, self._into.settings.max_text_chars))
        texts = [memory.text] if memory.kind in _WHOLE else list(split_text(memory.text, longest)) or [memory.text]
        parts = [replace(memory, text=text, sources=(*memory.sources, *events)) for text in texts]
        records = [self._memory_import.check(part) for part in parts]
        self._memories += zip(parts, records, strict=True)
        self._counts[_NAMES[memory.kind]] += len(parts)

    def write(self, advance: Advance) -> FileImportResult:
        """Write people, events, entities, facts, memories, core memory, ties and usage, in this order.

        People without times follow the events, which have the times when they were there.
        """
        missing = LeftOut()
        people = PeopleImport(self._into.runtime)
        dated = [each for each in self._people if each.first_seen or each.last_seen]
        self._write_people(people, dated, advance, missing)
        lost = append_events(self._into, iter(self._events), advance)
        for event, why in lost.items():
            missing.add(f"event {event}", why)
        self._write_people(people, [each for each in self._people if each not in dated], advance, missing)
        names = self._write_entities(advance)
        self._write_facts(advance, missing)
        self._write_memories(names, advance)
        self._write_core(advance)
        for tie in self._ties:
            for why in people.connect(tie):
                missing.add(f"tie {tie.one} – {tie.other}", why)
            advance(1)
        UsageLedger(self._into.runtime).add_imported(self._usage, self.summary.form)
        advance(len(self._usage))
        self.close()
        skipped = {**(self.summary.skipped or {}), **(missing.reasons() or {})}
        return replace(self.summary, events=self.summary.events - len(lost), skipped=skipped or None)

    def _write_people(
        self, target: PeopleImport, people: Iterable[ImportedPerson], advance: Advance, missing: LeftOut
    ) -> None:
        for person in people:
            for why in target.write(person):
                missing.add(f"person {person.name or person.accounts[0]}", why)
            advance(1)

    def _write_entities(self, advance: Advance) -> dict[str, str]:
        """Write the entities; return folded names → ids."""
        names: dict[str, str] = {}
        for batch in _batches(self._entities, _ENTITIES):
            for entity, name in zip(batch, import_entities(self._into.runtime, batch), strict=True):
                for spelling in (entity.name, *entity.aliases):
                    names.setdefault(name_key(spelling), name)
            advance(len(batch))
        return names

    def _write_facts(self, advance: Advance, missing: LeftOut) -> None:
        facts = FactImport(self._into.runtime)
        for batch in _batches(self._facts, facts.batch_size):
            for fact in facts.write(batch):
                missing.add(fact.origin, f"it states nothing: {fact.subject!r} {fact.predicate} {fact.object!r}")
            advance(len(batch))

    def _write_memories(self, names: dict[str, str], advance: Advance) -> None:
        ids = {memory.key: record.id for memory, record in self._memories if memory.key}
        for batch in _batches(self._memories, _NOTES):
            records = [
                replace(
                    record,
                    about=[names[key] for name in memory.about if (key := name_key(name)) in names],
                    sources=[ids.get(source, source) for source in memory.sources],
                )
                for memory, record in batch
            ]
            self._memory_import.write(records)
            advance(len(batch))
        self._memory_import.supersede(
            [
                (ids[memory.replaced_by], record.id)
                for memory, record in self._memories
                if ids.get(memory.replaced_by, record.id) != record.id
            ]
        )

    def _write_core(self, advance: Advance) -> None:
        notes = []
        for item in self._core:
            try:
                self._into.core.add(item.text, item.section, importance=item.importance, audience=item.audience)
            except BudgetExceeded:
                note = note_item(item.where, item.text, item.at, item.importance, audience=item.audience).record
                if isinstance(note, ImportedMemory):
                    notes.append(self._memory_import.check(note))
            advance(1)
        for batch in _batches(notes, _NOTES):
            self._memory_import.write(batch)


def _batches(items: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    for start in itertools.count(0, size):
        if not (batch := items[start : start + size]):
            return
        yield batch
