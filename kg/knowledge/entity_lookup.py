"""Find the entity that a caller means by a name or an id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kg.errors import InvalidInput, NotFound
from kg.graph import Graph, as_datetime, filter_term
from kg.knowledge.entity_resolution import EntityCandidate, NameQuery, collect_candidate_words, resolve_name
from kg.language import escape_lucene, name_key
from kg.types import Entity, validate_name

_MAX_SHOWN = 5


def build_entity_record(stored: Mapping[str, Any]) -> Entity:
    """Return the record of a stored entity."""
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


def build_alias_query(words: tuple[str, ...], scope: str) -> str:
    """Return the Lucene query over the words of aliases; longer words also match within one edit."""
    parts = []
    for word in words[:24]:
        escaped = escape_lucene(word)
        parts.append(escaped)
        if len(word) > 4 and word.isalpha():
            parts.append(f"{escaped}~1")
    return f"+terms:{filter_term('scope', scope)} +key:({' '.join(parts)})"


def find_entities(graph: Graph, name: str, field: str = "entity") -> list[Entity]:
    """Return the entities of that id or name, the most mentioned first.

    If none has exactly this name, return the one that a first name or a misspelling resolves to.

    Raises:
        InvalidInput: the name is blank or too long.
    """
    text = validate_name(field, name)
    key = name_key(text)
    query = build_alias_query(collect_candidate_words([key], person=True), graph.scope)
    [row] = graph.run("knowledge/entities_by_name", id=text, key=key, query=query)
    if row["equal"]:
        entities = [build_entity_record(each) for each in row["equal"]]
        return sorted(entities, key=lambda candidate: (candidate.id != text, -candidate.mention_count, candidate.id))
    by_id = {each["id"]: each for each in row["similar"]}
    candidates = [
        EntityCandidate(
            each["id"],
            each["name"],
            each["type"] or "other",
            keys=frozenset(each["keys"]),
            mention_count=each["mention_count"],
        )
        for each in by_id.values()
    ]
    for entity_type in ("person", "org", "place"):
        resolution = resolve_name(
            NameQuery(key, entity_type),
            [candidate for candidate in candidates if entity_type in (candidate.type, "org")],
        )
        if resolution.entity is not None and not resolution.is_tentative:
            return [build_entity_record(by_id[resolution.entity.id])]
    return []


def get_entity(graph: Graph, name: str, field: str = "entity") -> Entity:
    """Return the entity of that id or name.

    Raises:
        InvalidInput: the name is blank, too long or ambiguous; see `narrow_entities`.
        NotFound: the scope has no entity of that name.
    """
    entities = narrow_entities(find_entities(graph, name, field), name)
    if not entities:
        raise NotFound(f"entity {name!r} in scope {graph.scope!r}")
    if len(entities) > 1:
        ids = [f"{entity.id} ({entity.name}, {entity.type})" for entity in entities[:_MAX_SHOWN]]
        rest = f" and {len(entities) - _MAX_SHOWN} more" if len(entities) > _MAX_SHOWN else ""
        raise InvalidInput(
            field, name, f"an id, since several entities have this name; use one of {'; '.join(ids)}{rest}"
        )
    return entities[0]


def narrow_entities(entities: Sequence[Entity], name: str) -> Sequence[Entity]:
    """Return those of `find_entities` that a name denotes: the one with this id, or those that this is the display name of."""
    if entities and entities[0].id == name.strip():
        return entities[:1]
    key = name_key(name)
    return [entity for entity in entities if name_key(entity.name) == key] or entities


def check_limit(limit: object, maximum: int = 10_000) -> int:
    """Return a limit after checking it.

    Raises:
        InvalidInput: not a whole number from 1 to `maximum`.
    """
    if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= maximum:
        raise InvalidInput("limit", limit, f"a whole number from 1 to {maximum}")
    return limit
