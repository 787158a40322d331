"""Relations as callers see them: the relations of an entity, and paths between two entities."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from kg.errors import InvalidInput
from kg.graph import as_datetime
from kg.knowledge.entity_lookup import check_limit, get_entity
from kg.knowledge.predicates import RELATION_TYPES
from kg.runtime import Runtime
from kg.types import Path, Relation

_MAX_PATHS = 5
_MAX_HOPS = 5


class Relations:
    """The relations of a scope: a projection of its current facts."""

    def __init__(self, runtime: Runtime) -> None:
        self._graph = runtime.graph

    def list(
        self, entity: str, *, relation_type: str | None = None, min_strength: float = 0.5, limit: int = 100
    ) -> list[Relation]:
        """Return the relations of an entity, in both directions, strongest first.

        Args:
            entity: name or id.
            relation_type: professional, financial, social, technical or other.
            min_strength: 0 to 1.
            limit: 1 to 10,000.

        Raises:
            InvalidInput: names the field.
            NotFound: the scope has no such entity.
        """
        if relation_type is not None and relation_type not in RELATION_TYPES:
            raise InvalidInput("relation_type", relation_type, f"one of {', '.join(RELATION_TYPES)}")
        if isinstance(min_strength, bool) or not isinstance(min_strength, int | float) or not 0 <= min_strength <= 1:
            raise InvalidInput("min_strength", min_strength, "a number from 0 to 1")
        type_filter = {} if relation_type is None else {"type": relation_type}
        source_entity = get_entity(self._graph, entity)
        rows = self._graph.run(
            "knowledge/relations",
            list(type_filter),
            id=source_entity.id,
            least=float(min_strength),
            limit=check_limit(limit),
            **type_filter,
        )
        return [_build_relation(row["relation"], row["source"], row["target"]) for row in rows]

    def path(self, a: str, b: str, *, max_hops: int = 3) -> Sequence[Path]:
        """Return the shortest paths between two entities, at most five, strongest first; none beyond `max_hops`.

        Args:
            a: name or id.
            b: name or id.
            max_hops: 1 to 5.

        Raises:
            InvalidInput: names the field.
            NotFound: the scope has no such entity.
        """
        if not isinstance(max_hops, int) or isinstance(max_hops, bool) or not 1 <= max_hops <= _MAX_HOPS:
            raise InvalidInput("max_hops", max_hops, f"a whole number from 1 to {_MAX_HOPS}")
        first, second = get_entity(self._graph, a, "a"), get_entity(self._graph, b, "b")
        if first.id == second.id:
            return [Path((first.name,), (), 1.0)]
        rows = self._graph.run(
            "knowledge/relation_paths", one=first.id, other=second.id, hops=max_hops, limit=_MAX_PATHS
        )
        return [_build_path(row) for row in rows]


def _build_path(row: Mapping[str, Any]) -> Path:
    steps = tuple(_build_relation(step, step["source"], step["target"]) for step in row["steps"])
    return Path(tuple(row["names"]), steps, round(math.prod(step.strength for step in steps), 4))


def _build_relation(relation: Mapping[str, Any], source: str, target: str) -> Relation:
    return Relation(
        source=source,
        predicate=relation["predicate"],
        target=target,
        type=relation["type"],
        strength=relation["strength"],
        first_seen=as_datetime(relation["first_seen"]),
        last_seen=as_datetime(relation["last_seen"]),
        facts=tuple(relation["facts"]),
    )
