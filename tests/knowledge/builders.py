"""Scripted texts and chats with their statements, and dumps of the resulting graph that are independent of how it was built."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput
from kg.extraction import ScriptedExtractor
from kg.protocols import ExtractedStatement, Mention, TextExtraction
from tests.support import T0

Look = Callable[..., list[Any]]
DAY = dt.timedelta(days=1)


def make_statement(
    subject: str,
    predicate: str,
    obj: str,
    *,
    negated: bool = False,
    valid_from: str | None = None,
    valid_to: str | None = None,
    confidence: float = 0.8,
    start: int = 0,
    **observed: Any,
) -> ExtractedStatement:
    return ExtractedStatement(
        subject, predicate, obj, not negated, valid_from, valid_to, start, start + 1, confidence, **observed
    )


def make_visit(date: str, *, worth: float = 0.5) -> ExtractedStatement:
    """Return the observation that Ann visited her aunt on a date."""
    return make_statement(
        "Ann",
        "visit",
        "her aunt",
        template=f"On {date} {{s}} visited her aunt",
        kind="event",
        worth=worth,
        roles=(("time", date),),
    )


def check_refused(memory: Memory, field: str, call: Callable[[Memory], Any]) -> None:
    """Check that a call raises InvalidInput for a field and writes nothing."""
    memory.facts.add("Ann", "likes", "jam")
    before = snapshot(memory, "Ann")
    with pytest.raises(InvalidInput) as caught:
        call(memory)
    assert caught.value.field == field
    assert snapshot(memory, "Ann") == before


def digest_in_order(memory: Memory, chat: ScriptedChat, look: Look, order: Sequence[int]) -> None:
    """Log a chat, and digest its messages one by one in another order."""
    memory.log(chat.events)
    look("MATCH (e:Event {scope: $scope}) SET e.status = 'waiting'")
    for number in order:
        look("MATCH (e:Event {scope: $scope, id: $id}) SET e.status = 'pending'", id=chat.events[number].id)
        memory.digest()


class ScriptedChat:
    """A chat that is built message by message, with what each message states and names."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.scripted: dict[str, TextExtraction] = {}

    def add_message(
        self,
        speaker: str,
        *statements: ExtractedStatement,
        names: Sequence[tuple[str, str]] = (),
        topics: Mapping[str, float] | None = None,
        session: str = "cli:1",
        at: dt.datetime | None = None,
        audience: str | None = None,
    ) -> str:
        """Add one message; return its id."""
        number = len(self.events)
        text = f"This is line number {number}: " + ", ".join(name for name, _ in names)
        mentions = []
        for name, label in names:
            start = text.index(name, len("This is line number"))
            mentions.append(Mention(name, label, start, start + len(name)))
        self.scripted[text] = TextExtraction(tuple(statements), tuple(mentions), topics)
        self.events.append(
            Event(
                text,
                id=f"e{number:03d}",
                speaker=f"cli:{speaker.lower()}",
                speaker_name=speaker,
                session=session,
                at=at or T0 + dt.timedelta(minutes=number),
                audience=audience,
            )
        )
        return f"e{number:03d}"

    @property
    def extractor(self) -> ScriptedExtractor:
        return ScriptedExtractor(self.scripted)


ENTITIES = """
MATCH (n:Entity {scope: $scope})
RETURN n.id AS id, labels(n) AS labels, n.name AS name, n.type AS type, n.aliases AS aliases, n.text AS text, n.strong AS strong,
  n.votes AS votes, n.audience AS audience, n.terms AS terms, n.mention_count AS mentions, n.first_seen AS first,
  n.last_seen AS last, n.last_session AS session, n.embedding IS NOT NULL OR n:Person AS embedded,
  COLLECT { MATCH (alias:Alias)-[:NAMES]->(n) RETURN alias.key ORDER BY alias.key } AS keys
"""
FACTS = """
MATCH (f:Fact {scope: $scope})
RETURN f.id AS id, f.subject AS subject, f.predicate AS predicate, f.object AS object, f.object_key AS object_key,
  f.text AS text, f.polarity AS polarity, f.slot AS slot, f.status AS status, f.current AS current, f.confidence AS confidence,
  f.strength AS strength, f.base AS base, f.valid_from AS valid_from, f.valid_to AS valid_to, f.spells_from AS spells_from,
  f.spells_to AS spells_to, f.at AS at, f.superseded_at AS superseded_at, f.audience AS audience, f.terms AS terms,
  f.domain AS domain, f.category AS category, f.key AS key, f.embedding IS NOT NULL AS embedded
"""
EDGES = """
MATCH (a {scope: $scope})-[r]->(b)
WHERE type(r) IN ['MENTIONS', 'ON', 'SUBJECT', 'OBJECT', 'EVIDENCE', 'ASSERTED_BY', 'SUPERSEDES', 'RELATES_TO', 'SAME_AS']
RETURN type(r) AS type, coalesce(a.id, a.name) AS one, coalesce(b.id, b.name) AS other, properties(r) AS properties
"""
# Times of writing differ between graphs with the same content.
_WRITTEN = {"recorded_at", "created_at"}
# The two graphs that are compared have different scopes.
_SCOPE = re.compile(r"^s\d+ ")


def dump_graph(look: Look) -> dict[str, list[str]]:
    """Return the content of a scope, sorted: two graphs with the same knowledge have equal dumps."""

    def rows(query: str) -> list[str]:
        return sorted(repr({key: _plain(value) for key, value in row.items()}) for row in look(query))

    return {"entities": rows(ENTITIES), "facts": rows(FACTS), "topics": rows(TOPICS), "edges": rows(EDGES)}


TOPICS = """
MATCH (t:Topic {scope: $scope}) RETURN t.id AS id, t.name AS name, t.event_count AS events, t.audience AS audience
"""


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in sorted(value.items()) if key not in _WRITTEN}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, str):
        return _SCOPE.sub("", value)
    return value.iso_format() if hasattr(value, "iso_format") else value


def facts_by_text(look: Look) -> dict[str, dict[str, Any]]:
    """Return the facts by their text."""
    return {row["f"]["text"]: dict(row["f"]) for row in look("MATCH (f:Fact {scope: $scope}) RETURN f")}


def requeue_all(look: Look) -> None:
    """Set all events to pending, so that they are digested again."""
    look("MATCH (e:Event {scope: $scope}) SET e.status = 'pending'")


def date(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)


def scripted(subject: str, predicate: str, obj: str, *, valid_from: str | None = None) -> TextExtraction:
    """Return what a text states: just this."""
    kinds = {"lives_in": "place", "works_at": "org"}
    names = [(subject, "person"), *([(obj, kinds[predicate])] if predicate in kinds else [])]
    mentions = tuple(Mention(name, label, number, number + 1) for number, (name, label) in enumerate(names))
    return TextExtraction(
        (ExtractedStatement(subject, predicate, obj, True, valid_from, None, 0, 1, 0.9),),
        mentions,
        {obj.casefold(): 0.8},
    )


def fact_triples(facts: Any) -> list[tuple[str, str, str]]:
    return sorted((fact.subject, fact.predicate, fact.object) for fact in facts)


def snapshot(memory: Memory, *names: str) -> Any:
    """Return all that a caller can see of these entities and of all facts."""
    facts = sorted(memory.facts.list(status=None, limit=1000), key=lambda fact: fact.id)
    entities = [memory.entities.get(name) for name in names]
    relations = [sorted(memory.relations.list(name, min_strength=0), key=str) for name in names]
    return entities, facts, relations
