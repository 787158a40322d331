"""Retraction of evidence: update facts after events that supported them were erased.

Facts without remaining evidence are removed; the others are recomputed from the evidence that remains.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.graph import GraphTransaction
from kg.knowledge.batch_writer import load_facts, store_facts
from kg.knowledge.fact_merging import FactMerger, combine_confidence
from kg.knowledge.fact_state import FactState
from kg.knowledge.predicates import get_predicate
from kg.knowledge.shared_rooms import shared_rooms_reader
from kg.knowledge.vector_cache import VectorCache


@dataclass(frozen=True)
class EvidenceRetraction:
    """The result of retracting evidence.

    Attributes:
        removed: ids of facts without remaining evidence.
        remaining: ids of facts that still have evidence.
        endpoint_ids: ids of the entities that the removed facts were about.
        dependents: ids of records derived from any of the facts.
    """

    removed: tuple[str, ...] = ()
    remaining: tuple[str, ...] = ()
    endpoint_ids: frozenset[str] = field(default_factory=frozenset)
    dependents: frozenset[str] = field(default_factory=frozenset)


def retract_evidence(
    turn: GraphTransaction,
    facts: Sequence[Mapping[str, Any]],
    *,
    vectors: VectorCache,
    now: dt.datetime,
    remove_all: bool = False,
) -> EvidenceRetraction:
    """Remove the facts that have no evidence left, and recompute the others and their slots.

    Args:
        turn: the transaction in which their evidence was erased.
        facts: {id, subject, predicate, filed} of each.
        vectors: not used for stored facts.
        now: the present moment.
        remove_all: remove the facts regardless of their evidence.
    """
    if not facts:
        return EvidenceRetraction()
    ids = [each["id"] for each in facts]
    rows = {row["id"]: row for row in turn.run("erasure/remaining_evidence", ids=ids)}
    removed = [name for name in ids if remove_all or not rows[name]["words"]]
    remaining = [name for name in ids if name not in set(removed)]
    [erased] = turn.run("erasure/erase_facts", ids=removed, left=remaining)
    slots: dict[str, set[str]] = {}
    for each in facts:
        predicate = get_predicate(each["predicate"])
        # Contrary facts share the slot under another predicate.
        names = {name for name in (predicate.name, predicate.opposite, predicate.inverse) if name}
        slots.setdefault(each["subject"], set()).update(names)
    keys = sorted({each["filed"] for each in facts if each["filed"]})
    stored = load_facts(turn, {subject: sorted(names) for subject, names in slots.items()}, now, keys)
    merger = FactMerger(stored, shared_rooms_reader(turn, stored))
    for state in merger.facts.values():
        state.is_touched = True
        if state.id in rows:
            _recompute_confidence(state, rows[state.id], merger)
    store_facts(turn, merger.adjudicate_slots(), vectors=vectors, now=now)
    rows_to_update = [
        {"id": name, "properties": {"recorded_at": rows[name]["words"][0]["recorded_at"]}, "vector": None}
        for name in sorted(remaining)
        if rows[name]["words"][0]["recorded_at"] != rows[name]["recorded_at"]
    ]
    if rows_to_update:
        turn.run("erasure/update_nodes", rows=rows_to_update, now=now)
    return EvidenceRetraction(tuple(removed), tuple(remaining), frozenset(erased["ends"]), frozenset(erased["kept"]))


def _recompute_confidence(state: FactState, row: Mapping[str, Any], merger: FactMerger) -> None:
    """Set the confidence of a fact from its remaining evidence, and clear its slot key if no evidence gives it."""
    rows = [each for each in row["words"] if each["event"] in state.evidence]
    evidence = [(state.evidence[each["event"]], each["confidence"]) for each in rows if each["confidence"] is not None]
    if evidence:
        state.confidence, state.base_strength = combine_confidence(evidence)
    if not row["kept"]:
        merger.clear_fact_key(state)
