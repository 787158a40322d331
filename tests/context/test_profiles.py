"""Profiles allocate the budget of a context to its sections."""

from __future__ import annotations

from dataclasses import fields

import pytest

from kg.context.budget import SECTION_TITLES
from kg.context.profiles import PROFILES, Profile


def test_profiles_have_the_designed_budgets() -> None:
    assert {name: profile.budget for name, profile in PROFILES.items()} == {
        "standard": 4_000,
        "full": 7_500,
        "compact": 2_000,
    }
    standard, full, compact = (PROFILES[name] for name in ("standard", "full", "compact"))
    assert {
        name: standard.share(name)
        for name in (
            "identity",
            "state",
            "knowledge",
            "recent",
            "channel",
            "entities",
            "topics",
            "preferences",
            "learnings",
            "diary",
        )
    } == {
        "identity": 200,
        "state": 150,
        "knowledge": 500,
        "recent": 400,
        "channel": 300,
        "entities": 400,
        "topics": 400,
        "preferences": 300,
        "learnings": 200,
        "diary": 0,
    }
    assert (full.identity + full.core, full.diary, full.memories, full.entities) == (4_000, 1_500, 1_500, 500)
    assert (compact.diary, compact.recent, compact.working) == (500, 300, 200)
    for_long = ("state", "identity", "core", "preferences", "knowledge", "entities", "people", "memories")
    assert sum(compact.share(name) for name in for_long) == 1_000
    assert not any(compact.share(name) for name in ("topics", "channel", "procedures", "learnings", "earlier"))
    assert (standard.tasks, full.tasks, compact.tasks) == (250, 250, 100)
    assert {profile.anchor for profile in PROFILES.values()} == {60}


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_every_section_has_a_share_within_the_budget(profile: Profile) -> None:
    sections = {field.name for field in fields(Profile)} - {"name", "budget", "together"}
    assert sections == set(SECTION_TITLES)
    assert all(0 <= profile.share(name) < profile.budget for name in sections)
    assert PROFILES[profile.name] is profile


def test_an_unknown_section_has_no_share() -> None:
    assert Profile("small", 100).share("memories") == 0
    with pytest.raises(AttributeError):
        PROFILES["standard"].share("cellar")
