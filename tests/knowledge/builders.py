"""Events whose meaning is told, and the graph that they leave, told in a way that does not depend on how it came about."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kg import Event
from kg.extraction import Scripted
from kg.protocols import Found, Mention, Statement
from tests.support import T0

Look = Callable[..., list[Any]]


def said(
    subject: str,
    predicate: str,
    thing: str,
    *,
    no: bool = False,
    since: str | None = None,
    until: str | None = None,
    sure: float = 0.8,
    start: int = 0,
) -> Statement:
    return Statement(subject, predicate, thing, not no, since, until, start, start + 1, sure)


class Story:
    """A chat that is told line by line, with what each line states and names."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.found: dict[str, Found] = {}

    def tell(
        self,
        speaker: str,
        *statements: Statement,
        names: Sequence[tuple[str, str]] = (),
        topics: Mapping[str, float] | None = None,
        session: str = "cli:1",
        at: dt.datetime | None = None,
        audience: str | None = None,
    ) -> str:
        """One more line; returns its id."""
        number = len(self.events)
        text = f"This is line number {number}: " + ", ".join(name for name, _ in names)
        mentions = []
        for name, label in names:
            start = text.index(name, len("This is line number"))
            mentions.append(Mention(name, label, start, start + len(name)))
        self.found[text] = Found(tuple(statements), tuple(mentions), topics)
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
    def extractor(self) -> Scripted:
        return Scripted(self.found)


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
# When it was written, and not what was said.
_WRITTEN = {"recorded_at", "created_at"}
# The scope is another in each of two graphs that are compared.
_SCOPE = re.compile(r"^s\d+ ")


def dump(look: Look) -> dict[str, list[str]]:
    """All that a scope knows, sorted: two graphs that know the same have the same."""

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


def facts(look: Look) -> dict[str, dict[str, Any]]:
    """The facts by their text."""
    return {row["f"]["text"]: dict(row["f"]) for row in look("MATCH (f:Fact {scope: $scope}) RETURN f")}


def again(look: Look) -> None:
    """Everything is to be digested once more."""
    look("MATCH (e:Event {scope: $scope}) SET e.status = 'pending'")
