"""Endorsements: the trust score that a stranger starts with when trusted persons rate them well.

An endorsement raises a stranger to acquaintance at most, never to familiar.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from kg.graph import Graph
from kg.trust.formula import FAMILIAR, STRANGER, tier_of_score, tier_rank
from kg.trust.inference import endorsement_prior
from kg.trust.rating_store import TrustInference
from kg.trust.trust_state import TrustState
from kg.types import Trust

_MAX_ENDORSERS = 100


class Endorsements:
    """Raises the trust in strangers by the ratings of trusted persons."""

    def __init__(self, graph: Graph, inference: TrustInference, half_life_days: float) -> None:
        self._graph = graph
        self._inference = inference
        self._half_life_days = half_life_days

    def apply(self, state: TrustState, trust: Trust, now: dt.datetime) -> Trust:
        """Return a stranger's trust, raised to what endorsements let an owner expect of them; at most two round trips.

        Only ratings by owners and by persons who are familiar or above count. The trust in anyone above stranger, and in
        strangers whom no trusted person rates well, is returned unchanged.

        Args:
            state: the trust state of the person.
            trust: the trust that follows from their own behaviour.
            now: the current time.
        """
        if state.owner or trust.tier != STRANGER:
            return trust
        rows = self._graph.run("trust/endorsers", id=state.person, limit=_MAX_ENDORSERS)
        if not rows or not rows[0]["people"] or not rows[0]["owners"]:
            return trust
        owner = rows[0]["owners"][0]
        raters = [TrustState.from_row(row) for row in rows[0]["people"]]
        endorsers = [
            rater.person
            for rater in raters
            if tier_rank(rater.trust(now, half_life_days=self._half_life_days).tier) >= tier_rank(FAMILIAR)
        ]
        if not endorsers or owner == state.person:
            return trust
        score = round(endorsement_prior(self._inference.infer(owner, state.person, by=endorsers)), 3)
        if score <= trust.score:
            return trust
        days = max(0, (now - state.first_seen).days) if state.first_seen else 0
        people = "1 trusted person" if len(endorsers) == 1 else f"{len(endorsers)} trusted people"
        return replace(
            trust,
            score=score,
            tier=tier_of_score(score, days),
            reasons=(*trust.reasons, f"endorsed by {people}: initial score {score:.2f}"),
        )
