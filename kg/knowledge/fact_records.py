"""Build records from stored facts: as they are, as they were known at a moment, and per validity interval."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.graph import as_datetime
from kg.knowledge.adjudication import adjudicate_slot
from kg.knowledge.fact_merging import read_fact_state
from kg.knowledge.fact_state import SHARED, FactEvidence, FactState
from kg.knowledge.past_sentences import put_in_past
from kg.knowledge.predicates import fact_kind, format_fact_sentence, get_predicate
from kg.language import fold_text
from kg.trust import tier_rank
from kg.types import Fact

_OPEN_END_YEAR = 9999


def build_fact_record(row: Mapping[str, Any]) -> Fact:
    """Return the record of a stored fact, as `knowledge/facts` returns it.

    What was over when it was last said, or was replaced, is in the past tense.
    """
    fact, evidence = row["fact"], row["evidence"]
    evidence = _supporting_evidence(fact["status"], [each for each in evidence if not each["void"]] or list(evidence))
    valid_to = as_datetime(fact.get("valid_to"))
    last_said = max((each["at"].to_native() for each in evidence), default=None)
    is_over = fact["status"] == "superseded" or (
        valid_to is not None and last_said is not None and valid_to <= last_said
    )
    asserter = max((each for each in evidence if each["speaker"]), key=_attribution_rank, default=None)
    return Fact(
        id=fact["id"],
        subject=row["subject"] or "",
        predicate=fact["predicate"],
        object=row["object"] or fact["object_text"],
        text=put_in_past(fact["predicate"], fact["text"]) if is_over else fact["text"],
        polarity=fact["polarity"],
        fact_type=fact["fact_type"],
        status=fact["status"],
        confidence=fact["confidence"],
        strength=fact["strength"],
        valid_from=as_datetime(fact.get("valid_from")),
        valid_to=valid_to,
        recorded_at=as_datetime(fact["recorded_at"]),
        expired_at=as_datetime(fact.get("expired_at")),
        sources=tuple(each["event"] for each in evidence),
        asserted_by=asserter["speaker"] if asserter else None,
        domain=fact.get("domain"),
        category=fact.get("category"),
        key=fact.get("key"),
        subject_id=fact["subject"],
        object_id=fact.get("object"),
        audience=fact["audience"],
        kind=fact.get("fact_kind") or fact_kind(fact["predicate"]),
        worth=fact.get("worth", 1.0),
        roles=dict(one.split(": ", 1) for one in fact.get("roles") or ()),
    )


def _supporting_evidence(status: str, evidence: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """Return the evidence behind the status: trusted evidence of an accepted fact, all evidence of a claim."""
    if status not in {"current", "superseded"}:
        return evidence
    read = {each["event"]: _read_evidence(each) for each in evidence}
    trusted = [each for each in evidence if read[each["event"]].is_trusted]
    return trusted or [each for each in evidence if read[each["event"]].is_corroborating] or evidence


def _attribution_rank(each: Mapping[str, Any]) -> tuple[bool, bool, bool, int]:
    """Return the sort key for choosing `asserted_by`: people about themselves, owners, endorsed persons, the highest tier."""
    authority, tier = each["authority"], each["tier"]
    return bool(each["own"]), authority == "owner", authority != "presence", -1 if tier is None else tier_rank(tier)


def _read_evidence(each: Mapping[str, Any]) -> FactEvidence:
    return FactEvidence(
        each["event"],
        each["at"].to_native(),
        each["order"],
        each["said_from"],
        each["said_to"],
        each["person"],
        each["tier"],
        each["own"],
        each["quarantine"],
        authority=each["authority"],
        first_seen=as_datetime(each["first_seen"]),
        session=each["session"],
    )


def drop_private_duplicates(facts: Sequence[Fact]) -> Sequence[Fact]:
    """Return the facts without private ones that a shared fact repeats."""
    shared = {_fact_content(fact) for fact in facts if fact.audience == SHARED}
    return [fact for fact in facts if fact.audience == SHARED or _fact_content(fact) not in shared]


def _fact_content(fact: Fact) -> tuple[str, str, str, bool, str]:
    return fact.subject_id, fact.predicate, fact.object_id or fold_text(fact.object), fact.polarity, fact.status


def is_reversible(fact: Fact) -> bool:
    """Whether a fact can equally be stated of its object."""
    predicate = get_predicate(fact.predicate)
    return fact.object_id is not None and fact.polarity and (predicate.is_symmetric or predicate.inverse is not None)


def reverse_fact(fact: Fact) -> Fact:
    """Return the same fact with its object as the subject: sibling of ↔ sibling of, child of ↔ parent of."""
    predicate = get_predicate(get_predicate(fact.predicate).inverse or fact.predicate)
    subject = fact.object[:1].upper() + fact.object[1:]
    return replace(
        fact,
        subject=fact.object,
        object=fact.subject,
        predicate=predicate.name,
        text=format_fact_sentence(predicate, subject, fact.subject),
        subject_id=fact.object_id or "",
        object_id=fact.subject_id,
    )


def _validity_intervals(fact: Mapping[str, Any]) -> list[tuple[dt.datetime, dt.datetime | None]]:
    starts = [moment.to_native() for moment in fact.get("spells_from") or ()]
    ends = [moment.to_native() for moment in fact.get("spells_to") or ()]
    return [(start, None if end.year == _OPEN_END_YEAR else end) for start, end in zip(starts, ends, strict=True)]


def build_fact_record_at(row: Mapping[str, Any], at: dt.datetime) -> Fact:
    """Return the record of a fact with the validity interval that contains a moment."""
    record = build_fact_record(row)
    for start, end in _validity_intervals(row["fact"]):
        if start <= at and (end is None or at < end):
            return replace(record, valid_from=start, valid_to=end, text=row["fact"]["text"])
    return record


def expand_validity_intervals(rows: Iterable[Mapping[str, Any]], at: dt.datetime | None = None) -> list[Fact]:
    """Return one record per validity interval of each fact, oldest first.

    Intervals before the last are `superseded`; those of a retracted fact keep that status.

    Args:
        rows: the facts.
        at: sentences of intervals that ended by then are in the past tense; None: of those that are over now.
    """
    records: list[tuple[dt.datetime, Fact]] = []
    for row in rows:
        record = build_fact_record(row)
        intervals = _validity_intervals(row["fact"])
        for number, (start, end) in enumerate(intervals):
            is_last = number == len(intervals) - 1
            status = record.status if is_last or record.status == "retracted" else "superseded"
            is_over = status == "superseded" if at is None else end is not None and end <= at
            text = record.text if at is None else row["fact"]["text"]
            text = put_in_past(record.predicate, text) if is_over else text
            records.append((start, replace(record, text=text, valid_from=start, valid_to=end, status=status)))
    return [record for _, record in sorted(records, key=lambda each: (each[0], each[1].recorded_at, each[1].id))]


def reconstruct_known_facts(
    rows: Sequence[Mapping[str, Any]], known_at: dt.datetime, at: dt.datetime, status: str | None
) -> list[Fact]:
    """Return the facts that held at a moment according to the evidence recorded up to another.

    Args:
        rows: all facts of the slots in question.
        known_at: later evidence is ignored, and facts retracted later are included.
        at: the moment at which they held.
        status: as in `Facts.list`.
    """
    slots: dict[str, list[FactState]] = {}
    states: dict[str, FactState] = {}
    for row in rows:
        state = _read_fact_state_at(row, known_at)
        if state is not None:
            states[state.id] = state
            slots.setdefault(state.slot, []).append(state)
    for facts in slots.values():
        adjudicate_slot(facts)
    records = []
    for row in rows:
        state = states.get(row["fact"]["id"])
        if state is None or not state.timeline.holds(at):
            continue
        if status in (None, state.status) or (status == "current" and state.is_accepted):
            sources = state.trusted_events or tuple(state.evidence)
            records.append(
                replace(
                    build_fact_record(row),
                    text=row["fact"]["text"],
                    status=state.status,
                    valid_from=state.timeline.valid_from,
                    valid_to=state.timeline.valid_to,
                    expired_at=None,
                    sources=sources,
                    strength=state.strength,
                )
            )
    return records


def _read_fact_state_at(row: Mapping[str, Any], known_at: dt.datetime) -> FactState | None:
    """Return a fact with its evidence at a moment; None where it had none, or was retracted already."""
    fact = row["fact"]
    expired = as_datetime(fact.get("expired_at"))
    if expired is not None and expired <= known_at:
        return None
    state = read_fact_state({"object": None, "domain": None, "category": None, "key": None, **fact, "evidence": []})
    for each in row["evidence"]:
        recorded_at = as_datetime(each["recorded_at"])
        if recorded_at is not None and recorded_at <= known_at and not (each["void"] and expired is None):
            state.evidence[each["event"]] = _read_evidence(each)
    return state if state.evidence else None
