"""Facts when somebody's words for them are gone: what nobody speaks for goes, the rest is told anew from what is left."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.graph.scoped_graph import Turn
from kg.knowledge.batch_writer import facts_of, put
from kg.knowledge.fact_merging import Settling, surest
from kg.knowledge.fact_state import Told
from kg.knowledge.predicates import predicate
from kg.knowledge.vector_cache import Vectors


@dataclass(frozen=True)
class Unsaid:
    """What became of facts.

    Attributes:
        lost: ids of those that nobody speaks for any more.
        left: ids of those that somebody still speaks for.
        ends: ids of what those that are gone were about.
        kept: ids of what rests on any of them.
    """

    lost: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    ends: frozenset[str] = field(default_factory=frozenset)
    kept: frozenset[str] = field(default_factory=frozenset)


def unsay(
    turn: Turn,
    facts: Sequence[Mapping[str, Any]],
    *,
    vectors: Vectors,
    now: dt.datetime,
    whatever: bool = False,
) -> Unsaid:
    """Let go of those of some facts that nothing speaks for any more, and tell the others, and what they competed with, anew.

    Args:
        turn: the transaction in which the words for them were erased.
        facts: {id, subject, predicate, filed} of each.
        vectors: not used up by facts that are there.
        now: the present moment.
        whatever: they go, whoever speaks for them.
    """
    if not facts:
        return Unsaid()
    ids = [each["id"] for each in facts]
    rows = {row["id"]: row for row in turn.run("erasure/remaining_evidence", ids=ids)}
    gone = [name for name in ids if whatever or not rows[name]["words"]]
    left = [name for name in ids if name not in set(gone)]
    [struck] = turn.run("erasure/erase_facts", ids=gone, left=left)
    places: dict[str, set[str]] = {}
    for each in facts:
        kind = predicate(each["predicate"])
        # What it contradicted stands in the same place under another predicate.
        names = {name for name in (kind.name, kind.opposite, kind.inverse) if name}
        places.setdefault(each["subject"], set()).update(names)
    keys = sorted({each["filed"] for each in facts if each["filed"]})
    settling = Settling(facts_of(turn, {who: sorted(names) for who, names in places.items()}, now, keys))
    for told in settling.facts.values():
        told.touched = True
        if told.id in rows:
            _again(told, rows[told.id], settling)
    put(turn, settling.settle(), vectors=vectors, now=now)
    first = [
        {"id": name, "properties": {"recorded_at": rows[name]["words"][0]["recorded_at"]}, "vector": None}
        for name in sorted(left)
        if rows[name]["words"][0]["recorded_at"] != rows[name]["recorded_at"]
    ]
    if first:
        turn.run("erasure/update_nodes", rows=first, now=now)
    return Unsaid(tuple(gone), tuple(left), frozenset(struck["ends"]), frozenset(struck["kept"]))


def _again(told: Told, row: Mapping[str, Any], settling: Settling) -> None:
    """How sure a fact is by the words that are left, heard in the order in which they came; and whether it is still filed."""
    words = [each for each in row["words"] if each["event"] in told.evidence]
    said = [(told.evidence[each["event"]], each["confidence"]) for each in words if each["confidence"] is not None]
    if said:
        told.confidence, told.base = surest(said)
    if not row["kept"]:
        settling.unfile(told)
