"""The facts of a subject by kind, as pages list them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.memory import Memory
from kg.types import Fact

_TITLES = {
    "relation": "Relations",
    "trait": "Traits",
    "state": "States",
    "possession": "Possessions",
    "preference": "Preferences",
    "opinion": "Opinions",
    "plan": "Plans",
    "task": "Tasks",
    "event": "Events",
}
_OVER = ("superseded", "quarantined", "retracted")


@dataclass(frozen=True)
class FactGroup:
    """Facts of one kind.

    Attributes:
        title: the plural of the kind.
        facts: the facts: those that hold first, by worth, then the newest.
        over: facts that hold no more.
        times: when each was last stated, by id.
    """

    title: str
    facts: Sequence[Fact]
    over: Sequence[Fact]
    times: Mapping[str, Any] = field(default_factory=dict)


def read_fact_groups(memory: Memory, subject: str, limit: int) -> list[FactGroup]:
    """Return at most `limit` facts of a subject, by kind, whatever their status."""
    facts = [
        *memory.facts.list(subject=subject, status=None, limit=limit),
        *memory.facts.list(object=subject, status=None, limit=limit),
    ]
    unique = list({fact.id: fact for fact in facts}.values())[:limit]
    return group_facts(unique, read_times(memory, unique))


def read_times(memory: Memory, facts: Sequence[Fact]) -> dict[str, Any]:
    """Return when each fact was last stated, by id."""
    rows = memory.graph.run("console/fact_times", ids=[fact.id for fact in facts]) if facts else []
    return {row["id"]: row["at"] for row in rows}


def group_facts(facts: Sequence[Fact], times: Mapping[str, Any]) -> list[FactGroup]:
    """Return facts by kind."""
    groups = []
    for kind, title in _TITLES.items():
        own = sorted((fact for fact in facts if fact.kind == kind), key=_order)
        if own:
            groups.append(
                FactGroup(
                    title,
                    [fact for fact in own if fact.status not in _OVER],
                    [fact for fact in own if fact.status in _OVER],
                    times,
                )
            )
    return groups


def _order(fact: Fact) -> tuple[float, float, str]:
    moment = fact.valid_from or fact.recorded_at
    return -round(fact.worth * fact.confidence, 1), -(moment.timestamp() if moment else 0.0), fact.id
