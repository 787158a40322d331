"""Which entity a caller means by a name or an id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kg.errors import InvalidInput, NotFound
from kg.graph import Graph
from kg.graph.driver_values import as_datetime
from kg.graph.full_text import term
from kg.knowledge.entity_resolution import Known, Wanted, meant, words_of
from kg.language.keywords import lucene_escape
from kg.language.name_keys import name_key
from kg.types import Entity, identifiers


def entity_record(stored: Mapping[str, Any]) -> Entity:
    """The record of a stored entity."""
    return Entity(
        id=stored["id"],
        name=stored["name"],
        type=stored["type"] or "other",
        aliases=tuple(stored["aliases"] or ()),
        description=stored["description"] or "",
        mention_count=stored["mention_count"] or 0,
        first_seen=as_datetime(stored["first_seen"]),
        last_seen=as_datetime(stored["last_seen"]),
        importance=stored["importance"] or 5,
    )


def alias_query(words: tuple[str, ...], scope: str) -> str:
    """Lucene over the words of aliases: these words, and of the longer ones what differs by a letter."""
    parts = []
    for word in words[:24]:
        escaped = lucene_escape(word)
        parts.append(escaped)
        if len(word) > 4 and word.isalpha():
            parts.append(f"{escaped}~1")
    return f"+terms:{term('scope', scope)} +key:({' '.join(parts)})"


def find(graph: Graph, name: str, field: str = "entity") -> list[Entity]:
    """The entities of that id or name, the one most spoken of first; else the one that a first name or a slip means.

    Raises:
        InvalidInput: the name is blank or too long.
    """
    plain = identifiers.plain(field, name)
    key = name_key(plain)
    query = alias_query(words_of([key], person=True), graph.scope)
    [row] = graph.run("knowledge/entities_by_name", id=plain, key=key, query=query)
    if row["equal"]:
        found = [entity_record(each) for each in row["equal"]]
        return sorted(found, key=lambda one: (one.id != plain, -one.mention_count, one.id))
    by_id = {each["id"]: each for each in row["alike"]}
    known = [
        Known(
            each["id"],
            each["name"],
            each["type"] or "other",
            keys=frozenset(each["keys"]),
            mentions=each["mention_count"],
        )
        for each in by_id.values()
    ]
    for kind in ("person", "org", "place"):
        same = meant(Wanted(key, kind), [one for one in known if kind in (one.type, "org")])
        if same.entity is not None and not same.tentative:
            return [entity_record(by_id[same.entity.id])]
    return []


def one(graph: Graph, name: str, field: str = "entity") -> Entity:
    """The entity of that id or name.

    Raises:
        InvalidInput: the name is blank or too long.
        NotFound: the scope knows nothing of that name.
    """
    found = find(graph, name, field)
    if not found:
        raise NotFound(f"entity {name!r} in scope {graph.scope!r}")
    return found[0]


def at_most(limit: object, most: int = 10_000) -> int:
    """A limit, checked.

    Raises:
        InvalidInput: no whole number from 1 to `most`.
    """
    if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= most:
        raise InvalidInput("limit", limit, f"a whole number from 1 to {most}")
    return limit
