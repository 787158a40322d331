"""Profiles: how a context's tokens are shared out, as frozen recipes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Profile:
    """How many tokens each section may take of the profile's own budget.

    A smaller budget scales all of them down; a larger one, and what a section leaves over, goes to retrieved memories.

    Attributes:
        name: what it is asked for by.
        budget: tokens of the whole, where the caller names none.
        state: the time, who is talking and where.
        recent: the newest messages of the session.
    """

    name: str
    budget: int
    state: int
    recent: int


STANDARD = Profile("standard", 4_000, state=150, recent=400)
FULL = Profile("full", 7_500, state=150, recent=1_500)
COMPACT = Profile("compact", 2_000, state=100, recent=300)

PROFILES = {profile.name: profile for profile in (STANDARD, FULL, COMPACT)}
