"""Ends of facts that a later message only implies: after "had to bump staging to 8090", "Staging runs on 8080" is over.

A message that ends a fact becomes evidence of its end, as "I no longer live in Graz" does. So adjudication decides whether its
author has the authority to end the fact, and the fact is current again if the message is erased.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from kg.graph import Graph, GraphTransaction
from kg.knowledge.attribution import SpeakerTrust, TrustPolicy
from kg.knowledge.batch_writer import load_candidates, store_facts
from kg.knowledge.fact_merging import FactMerger
from kg.knowledge.fact_state import SHARED, FactEvidence, FactState
from kg.knowledge.partial_dates import PAST
from kg.knowledge.shared_rooms import shared_rooms_reader
from kg.knowledge.vector_cache import VectorCache
from kg.protocols import ExtractedStatement


@dataclass(frozen=True)
class FactEnd:
    """The end of a fact that a message implies.

    Attributes:
        fact: id of the fact.
        subject: id of its subject.
        predicate: its predicate.
        event: id of the message.
        at: when the message was sent.
        order: sort key among messages of the same moment.
        session: the session of the message.
        audience: who may read the message.
        person: id of its author.
        length: how many characters the message has.
        probability: how likely it ends the fact.
    """

    fact: str
    subject: str
    predicate: str
    event: str
    at: dt.datetime
    order: str
    session: str
    audience: str
    person: str
    length: int
    probability: float


def write_fact_ends(
    graph: Graph, ends: Sequence[FactEnd], *, policy: TrustPolicy, vectors: VectorCache, now: dt.datetime
) -> int:
    """Add these messages as evidence that the facts are over; return how many facts changed. One transaction.

    A fact that was stated again after the message, or that the message itself states, stays as it is.

    Args:
        graph: the scope.
        ends: the messages and the facts that they end.
        policy: how far the trust in the authors reaches.
        vectors: not used for stored facts.
        now: the present moment.
    """
    return graph.transact(lambda turn: _write(turn, ends, policy, vectors, now)) if ends else 0


def _write(
    turn: GraphTransaction, ends: Sequence[FactEnd], policy: TrustPolicy, vectors: VectorCache, now: dt.datetime
) -> int:
    slots: dict[str, set[str]] = {}
    for end in ends:
        slots.setdefault(end.subject, set()).add(end.predicate)
    speakers = sorted({end.person for end in ends})
    row = load_candidates(turn, slots, now, speakers=speakers)
    trust = SpeakerTrust(row["trust_states"], (), has_owner=row["owned"], policy=policy)
    merger = FactMerger(row["facts"], shared_rooms_reader(turn, row["facts"], speakers))
    changed = set()
    for end in sorted(ends, key=lambda each: (each.at, each.order, each.fact)):
        state = merger.facts.get(end.fact)
        if state is not None and _may_end(end, state):
            state.evidence[end.event] = _build_evidence(end, state, trust)
            state.is_touched = True
            changed.add(state.id)
    if changed:
        store_facts(turn, merger.adjudicate_slots(), vectors=vectors, now=now)
    return len(changed)


def _may_end(end: FactEnd, state: FactState) -> bool:
    """Whether a fact was stated before the message only, and may be ended for all its readers by it."""
    is_for_readers = end.audience in {SHARED, state.audience}
    return is_for_readers and all((each.at, each.order) < (end.at, end.order) for each in state.evidence.values())


def _build_evidence(end: FactEnd, state: FactState, trust: SpeakerTrust) -> FactEvidence:
    stating = [each for each in state.evidence.values() if each.said_to != PAST] or list(state.evidence.values())
    newest = max(stating, key=lambda each: (each.at, each.order))
    described = {each.person for each in state.evidence.values() if each.is_about_self}
    attribution = trust.attribute_message(end.person, end.at, described)
    statement = ExtractedStatement(
        state.subject,
        state.predicate.name,
        state.object.name,
        state.polarity,
        None,
        PAST,
        0,
        end.length,
        end.probability,
    )
    return FactEvidence(
        end.event,
        end.at,
        end.order,
        None,
        PAST,
        attribution.person,
        attribution.tier,
        attribution.is_about_self,
        attribution.quarantine,
        statement,
        # Without the message that states it, the fact is not kept by one that only ends it.
        (newest.event,),
        attribution.authority,
        attribution.first_seen,
        end.session,
    )
