"""What trusted people say of somebody whom the memory hardly knows: enough to begin with, never enough to be familiar."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from kg.graph import Graph
from kg.trust.formula import FAMILIAR, STRANGER, rank, tier
from kg.trust.inference import prior
from kg.trust.inferred_trust import Inference
from kg.trust.trust_state import Standing
from kg.types import Trust

_VOUCHERS = 100


class Vouching:
    """How far strangers are trusted on the word of others."""

    def __init__(self, graph: Graph, inference: Inference, half_life_days: float) -> None:
        """Keep what is needed."""
        self._graph = graph
        self._inference = inference
        self._half_life_days = half_life_days

    def of(self, standing: Standing, trust: Trust, now: dt.datetime) -> Trust:
        """A stranger's trust, raised to what those whom the memory trusts let an owner expect of them; two trips at most.

        Only the words of owners and of people who are familiar or more count. Whoever is more than a stranger has earned what
        they have: it is left as it is, and so is the trust in strangers of whom nobody speaks well.

        Args:
            standing: theirs.
            trust: how far they are trusted by what they did.
            now: the moment.
        """
        if standing.owner or trust.tier != STRANGER:
            return trust
        rows = self._graph.run("trust/endorsers", id=standing.person, limit=_VOUCHERS)
        if not rows or not rows[0]["people"] or not rows[0]["owners"]:
            return trust
        owner = rows[0]["owners"][0]
        stood = [Standing.read(row) for row in rows[0]["people"]]
        known = [
            one.person
            for one in stood
            if rank(one.trust(now, half_life_days=self._half_life_days).tier) >= rank(FAMILIAR)
        ]
        if not known or owner == standing.person:
            return trust
        begins = round(prior(self._inference.infer(owner, standing.person, by=known)), 3)
        if begins <= trust.score:
            return trust
        days = max(0, (now - standing.first_seen).days) if standing.first_seen else 0
        people = f"{len(known)} trusted {'person' if len(known) == 1 else 'people'}"
        return replace(
            trust,
            score=begins,
            tier=tier(begins, days),
            reasons=(*trust.reasons, f"{people} spoke well of them: {begins:.2f} to begin with"),
        )
