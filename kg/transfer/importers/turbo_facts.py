"""The graph of a Turbo home: entities, edges and facts, and which of the facts are over."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kg.knowledge import PREDICATES, ImportedEntity, ImportedFact
from kg.language import fold_text
from kg.transfer.importers.items import ImportContext, ImportItem, RecordItem, SkippedItem
from kg.transfer.importers.keyed_facts import closed_predicate, predicate_name
from kg.transfer.importers.outdated_texts import OutdatedTexts
from kg.transfer.importers.sqlite_file import DatabaseFile
from kg.transfer.importers.turbo_events import SourceEvent, event_id, read_ids
from kg.transfer.importers.turbo_people import TurboPeople
from kg.transfer.importers.values import entity_type, read_count, read_mapping, read_names, read_share, read_text

_KINDS = {
    "attribute": "trait", "trait": "trait", "preference": "preference", "state": "state", "event": "event", "metric": "state",
    "relation": "relation", "plan": "plan", "goal": "plan", "opinion": "opinion", "possession": "possession", "task": "task",
}  # fmt: skip
# Kinds of which one value follows another.
_CHANGING = frozenset(["trait", "state", "preference"])
_SAME_MOMENT = 1.0
Sources = Mapping[str, SourceEvent]


@dataclass(kw_only=True)
class _FactRow:
    """A fact of the database."""

    where: str
    subject: str
    subject_id: str
    predicate: str
    words: str
    object: str
    object_id: str
    kind: str
    start: dt.datetime | None
    end: dt.datetime | None
    at: dt.datetime
    confidence: float
    sources: list[str]
    details: Mapping[str, Any]
    is_over: bool = False
    aspect: str = ""


def read_graph(
    database: DatabaseFile, name: str, people: TurboPeople, sources: Sources, context: ImportContext
) -> Generator[ImportItem, None, OutdatedTexts]:
    """Read entities, topics, facts and edges; return a check for texts that repeat facts that are over."""
    yield from _read_entities(people, context)
    yield from _read_topics(database, name, context)
    skipped: list[SkippedItem] = []
    rows = _read_facts(database, name, people, skipped, context)
    _find_ends(rows)
    stated = {(row.subject_id or fold_text(row.subject), row.predicate, fold_text(row.object)) for row in rows}
    rows += _read_edges(database, name, people, stated, skipped, context)
    outdated = OutdatedTexts()
    for row in rows:
        known = [sources[each] for each in row.sources if each in sources]
        if known and all(each.is_agents for each in known):
            yield SkippedItem(row.where, "the agent's own words are all that it rests on")
            continue
        outdated.add(row.subject, row.predicate, row.object, is_over=row.is_over)
        yield RecordItem(row.where, _fact(row, people, sources))
    yield from skipped
    return outdated


def _read_entities(people: TurboPeople, context: ImportContext) -> Iterator[ImportItem]:
    for key, row in people.entities.items():
        account = people.accounts.get(key)
        entity = ImportedEntity(
            name=people.name(key),
            type="person" if account else entity_type(row.get("entity_type") or row.get("type")),
            aliases=read_names(row.get("aliases")),
            description=people.description(key),
            mention_count=read_count(row.get("event_count") or row.get("mention_count")),
            first_seen=context.parse_time(row.get("first_seen")),
            last_seen=context.parse_time(row.get("last_seen")),
            account=account,
        )
        yield RecordItem(f"entity {key}", entity)


def _read_topics(database: DatabaseFile, name: str, context: ImportContext) -> Iterator[ImportItem]:
    faults: list[str] = []
    for row in database.rows("topics", faults) if database.has_columns("topics", "name") else ():
        topic = ImportedEntity(
            name=read_text(row["name"]).strip(),
            type="concept",
            description=read_text(row.get("description")).strip(),
            mention_count=len(read_ids(row.get("event_ids"))),
            first_seen=context.parse_time(row.get("first_seen")),
            last_seen=context.parse_time(row.get("last_seen")),
        )
        yield RecordItem(f"{name}, topic {row.get('id')}", topic)
    yield from (SkippedItem(f"{name}, topics", fault) for fault in faults)


def _read_facts(
    database: DatabaseFile, name: str, people: TurboPeople, skipped: list[SkippedItem], context: ImportContext
) -> list[_FactRow]:
    faults: list[str] = []
    rows: list[_FactRow] = []
    for number, row in enumerate(database.rows("facts", faults) if "facts" in database.tables else (), start=1):
        fact = _read_fact(f"{name}, fact {row.get('id', number)}", row, people, context)
        if fact.subject and fact.words and fact.object:
            rows.append(fact)
        else:
            why = "its subject is no entity" if fact.words and fact.object else "no predicate or no object"
            skipped.append(SkippedItem(fact.where, why))
    skipped += [SkippedItem(f"{name}, facts", fault) for fault in faults]
    return rows


def _read_fact(where: str, row: Mapping[str, Any], people: TurboPeople, context: ImportContext) -> _FactRow:
    subject_id = _first_text(row, "subject_entity_id", "subject_id")
    object_id = _first_text(row, "object_entity_id")
    is_entity = object_id in people.entities
    words = _words(row, "predicate")
    start, end = (
        context.parse_time(row.get("valid_from") or row.get("first_seen")),
        context.parse_time(row.get("valid_to")),
    )
    seen = context.parse_time(_first_text(row, "last_seen", "created_at", "updated_at"))
    return _FactRow(
        where=where,
        subject=people.name(subject_id)
        if subject_id in people.entities
        else _first_text(row, "subject_text", "subject"),
        subject_id=subject_id,
        predicate=closed_predicate(words) or predicate_name(words),
        words=words,
        object=_first_text(row, "object_text", "object_value", "object")
        or (people.name(object_id) if is_entity else ""),
        object_id=object_id if is_entity else "",
        kind=_KINDS.get(_first_text(row, "fact_type").casefold(), "state"),
        start=start,
        end=end,
        at=start or seen or end or context.now,
        confidence=read_share(row.get("confidence"), 0.8),
        sources=read_ids(row.get("source_event_ids")),
        details=_details(row, "fact_type"),
    )


def _first_text(row: Mapping[str, Any], *columns: str) -> str:
    return next((text for column in columns if (text := read_text(row.get(column)).strip())), "")


def _words(row: Mapping[str, Any], *columns: str) -> str:
    return " ".join(_first_text(row, *columns).replace("_", " ").split())


def _details(row: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """Return the columns that a fact has no place for."""
    own = {"turbo_id": row.get("id"), kind: row.get(kind), "strength": row.get("strength")}
    return {**own, **read_mapping(row.get("metadata"))}


def _find_ends(rows: list[_FactRow]) -> None:
    """Find the facts that are over: another value of the same follows. An end alone may mean that it was mentioned again."""
    slots: dict[tuple[str, str], list[_FactRow]] = defaultdict(list)
    for row in rows:
        slots[row.subject_id or fold_text(row.subject), row.predicate].append(row)
    for (_, predicate), group in slots.items():
        known = PREDICATES.get(predicate)
        for row in group:
            others = [each for each in group if fold_text(each.object) != fold_text(row.object)]
            if row.end is None:
                continue
            if known is not None and known.is_single_valued:
                row.is_over = any(each.at > row.at for each in others)
                continue
            following = [
                each for each in others if each.start and abs((each.start - row.end).total_seconds()) <= _SAME_MOMENT
            ]
            if following and row.kind in _CHANGING and known is None:
                row.is_over = True
                for each in (row, *following):
                    each.aspect = predicate.replace("_", " ")


def _read_edges(
    database: DatabaseFile,
    name: str,
    people: TurboPeople,
    stated: set[tuple[str, str, str]],
    skipped: list[SkippedItem],
    context: ImportContext,
) -> list[_FactRow]:
    """Read the edges that no fact states, too."""
    faults: list[str] = []
    rows: list[_FactRow] = []
    copies = 0
    for number, row in enumerate(database.rows("edges", faults) if "edges" in database.tables else (), start=1):
        where = f"{name}, edge {row.get('id', number)}"
        source = _first_text(row, "source_entity_id", "source_id")
        target = _first_text(row, "target_entity_id", "target_id")
        words = _words(row, "relation", "relation_type")
        if source not in people.entities or target not in people.entities or not words:
            skipped.append(SkippedItem(where, "one of its ends is no entity" if words else "no relation"))
            continue
        predicate = closed_predicate(words) or predicate_name(words)
        if (source, predicate, fold_text(people.name(target))) in stated:
            copies += 1
            continue
        start = context.parse_time(row.get("first_seen") or row.get("created_at"))
        edge = _FactRow(
            where=where,
            subject=people.name(source),
            subject_id=source,
            predicate=predicate,
            words=words,
            object=people.name(target),
            object_id=target,
            kind="relation",
            start=start,
            end=None,
            at=start or context.parse_time(_first_text(row, "last_seen", "last_updated")) or context.now,
            confidence=read_share(row.get("confidence") or row.get("strength"), 0.8),
            sources=read_ids(row.get("source_event_ids")),
            details=_details(row, "relation_type"),
        )
        rows.append(edge)
    if copies:
        skipped.append(SkippedItem(f"{name}, edges", f"{copies} edges that facts state, too"))
    skipped += [SkippedItem(f"{name}, edges", fault) for fault in faults]
    return rows


def _fact(row: _FactRow, people: TurboPeople, sources: Sources) -> ImportedFact:
    known = [each for each in row.sources if each in sources]
    speakers = {sources[each].speaker for each in known if not sources[each].is_agents}
    is_closed = row.predicate in PREDICATES
    words = row.words.replace("{", "(").replace("}", ")")
    details = dict(row.details)
    if row.end:
        # The fact that follows ends it here, too; without one it still holds.
        details["valid_to"] = row.end.isoformat()
    target = people.entities.get(row.object_id, {})
    return ImportedFact(
        origin=f"turbo: {row.where}",
        subject=row.subject,
        predicate=row.predicate,
        object=row.object,
        at=row.at,
        subject_account=people.accounts.get(row.subject_id),
        object_account=people.accounts.get(row.object_id),
        subject_type=_type(people.entities.get(row.subject_id, {})),
        object_type=_type(target),
        template="" if is_closed else f"{{s}} {words} {{o}}",
        kind=row.kind,
        aspect=row.aspect,
        valid_from=None if row.start is None else row.start.isoformat(),
        confidence=row.confidence,
        sources=[event_id(each) for each in known],
        speaker=next(iter(speakers)) if len(speakers) == 1 else None,
        details=details,
    )


def _type(row: Mapping[str, Any]) -> str | None:
    return entity_type(row.get("entity_type") or row.get("type")) if row else None
