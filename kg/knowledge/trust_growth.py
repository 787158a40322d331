"""Claims of persons about themselves and their ties, adjudicated again when the trust in them has grown."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from kg.graph import Graph, GraphTransaction
from kg.knowledge.attribution import SpeakerTrust, TrustPolicy
from kg.knowledge.batch_writer import load_candidates, readjudicate_facts
from kg.knowledge.vector_cache import VectorCache
from kg.trust import tier_rank

_MAX_CLAIMS = 10_000


def adjudicate_own_claims(graph: Graph, *, policy: TrustPolicy, vectors: VectorCache, now: dt.datetime) -> int:
    """Adjudicate again what persons have claimed of themselves, where they are trusted more now; return how many claims.

    Args:
        graph: the scope.
        policy: how far trust reaches.
        vectors: vectors of texts.
        now: the current time.
    """
    claims = graph.run("consolidation/own_claims", limit=_MAX_CLAIMS)
    if not claims:
        return 0
    return graph.transact(lambda turn: _adjudicate(turn, claims, policy, vectors, now))


def _adjudicate(
    turn: GraphTransaction,
    claims: Sequence[Mapping[str, Any]],
    policy: TrustPolicy,
    vectors: VectorCache,
    now: dt.datetime,
) -> int:
    row = load_candidates(turn, {}, now, speakers={claim["speaker"] for claim in claims})
    trust = SpeakerTrust(row["trust_states"], (), has_owner=row["owned"], policy=policy)
    raised = []
    slots: dict[str, set[str]] = {}
    for claim in claims:
        tier, authority = trust.current(claim["speaker"], now)
        if tier_rank(tier) > tier_rank(claim["tier"]) or (authority != "presence" and claim["authority"] == "presence"):
            best = max(tier, claim["tier"], key=tier_rank)
            raised.append({"fact": claim["claim"], "event": claim["said_in"], "tier": best, "authority": authority})
            slots.setdefault(claim["subject"], set()).add(claim["predicate"])
    if raised:
        turn.run("knowledge/raise_evidence", rows=raised, now=now)
        readjudicate_facts(turn, {subject: sorted(names) for subject, names in slots.items()}, vectors=vectors, now=now)
    return len(raised)
