"""Contradictions that wait for a person: contested facts with the facts that they contradict, and who says each."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from kg.graph import Graph, as_datetime
from kg.types import ContestedFact, Contradiction, FactStatement

_QUOTE_CHARS = 300


def read_contradictions(graph: Graph, limit: int) -> list[Contradiction]:
    """Return the contradictions of at most `limit` contested facts, the newest first. One trip."""
    rows = graph.run("knowledge/contradictions", limit=limit, max_chars=_QUOTE_CHARS)
    return [Contradiction(_build_side(row["fact"]), _build_side(row["other"])) for row in rows]


def _build_side(side: Mapping[str, Any]) -> ContestedFact:
    evidence = tuple(FactStatement(**{**said, "at": _moment(said["at"])}) for said in side["evidence"])
    times = {name: as_datetime(side[name]) for name in ("valid_from", "valid_to")}
    return ContestedFact(**{**side, **times, "at": _moment(side["at"]), "evidence": evidence})


def _moment(stored: Any) -> dt.datetime:
    moment = as_datetime(stored)
    if moment is None:
        raise ValueError("a stored fact or event must have a time")
    return moment
