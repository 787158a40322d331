"""Endorsement: whether an owner or a trusted person has endorsed a person, which presence does not replace."""

from __future__ import annotations

import datetime as dt

from kg.graph import Graph
from kg.knowledge import PERSON_RELATIONS


def is_endorsed(graph: Graph, person: str, now: dt.datetime) -> bool:
    """Return whether an owner or a trusted person has endorsed the person with this id."""
    rows = graph.run("trust/is_endorsed", id=person, ties=PERSON_RELATIONS, now=now)
    return any(row["endorsed"] for row in rows)
