"""Profiles: how a context's tokens are shared out, as frozen recipes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Profile:
    """How many tokens each section may take.

    A budget below the sum of them scales recent messages and memories down by weight; what it has beyond, and what a
    section leaves over, goes to retrieved memories.

    Attributes:
        name: what it is asked for by.
        budget: tokens of the whole, where the caller names none.
        state: the time, who is talking and where.
        knowledge: facts that fit the message, or that are about whom it names.
        entities: who and what is named in the message.
        recent: the newest messages of the session.
        memories: what retrieved memories are given at least.
    """

    name: str
    budget: int
    state: int
    knowledge: int
    entities: int
    recent: int
    memories: int

    def share(self, budget: int) -> float:
        """By how much the sections are scaled down for a budget; 1 where there is room for all."""
        return min(1.0, budget / (self.state + self.knowledge + self.entities + self.recent + self.memories))


STANDARD = Profile("standard", 4_000, state=150, knowledge=500, entities=400, recent=400, memories=500)
FULL = Profile("full", 7_500, state=150, knowledge=500, entities=500, recent=1_500, memories=1_500)
COMPACT = Profile("compact", 2_000, state=100, knowledge=300, entities=100, recent=300, memories=1_000)

PROFILES = {profile.name: profile for profile in (STANDARD, FULL, COMPACT)}
