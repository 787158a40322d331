"""Poisoning: forged facts are not accepted, honest corrections are, and distrust quarantines what it should."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory
from kg.bench.forgeries import ACQUAINTANCE, ATTACK_START, FAMILIAR, OWNER, STRANGERS, TRUSTED, generate_forgeries
from kg.bench.poisoning import PoisoningDrill
from kg.protocols import FixedClock
from tests.knowledge.builders import dump_graph

pytestmark = pytest.mark.slow

Connect = Callable[..., Memory]


@pytest.fixture
def drill(connect: Connect) -> Callable[..., PoisoningDrill]:
    """Play the drill to its end in a memory with these owners."""

    def drill(name: str, owner: str | None) -> PoisoningDrill:
        clock = FixedClock(ATTACK_START)
        played = PoisoningDrill(connect(name, owner=owner, clock=clock), clock, generate_forgeries(36, repeats=3))
        played.run()
        return played

    return drill


def test_forgeries_are_reproducible_and_of_all_kinds() -> None:
    made = generate_forgeries()
    assert made == generate_forgeries()
    assert (len(made), len({each.kind for each in made})) == (100, 12)
    assert {each.speaker.rpartition("-")[0] or each.speaker for each in made} == {*STRANGERS, ACQUAINTANCE}
    assert sum(each.times for each in made) > 150


def test_forged_facts_are_refused_and_honest_ones_accepted(
    drill: Callable[..., PoisoningDrill], scope: str, look: Callable[..., list[Any]]
) -> None:
    played = drill(scope, OWNER)
    tiers = [played.memory.trust.of(who).tier for who in (OWNER, TRUSTED, FAMILIAR, ACQUAINTANCE, STRANGERS[0])]
    assert tiers == ["inner_circle", "trusted", "familiar", "acquaintance", "stranger"]
    report = played.summarise()
    assert (report["accepted"], report["ever"], report["texts"]) == (0, 0, [])
    assert report["truths_lost"] == report["corrections_refused"] == []
    assert report["of_themselves"] == 3, "three homes"
    lines = report["contexts"]
    assert (lines["known"], lines["posed"]) == (0, 0)
    assert lines["claimed"] > 0 < lines["quoted"], "forged claims are shown as claims"

    before = dump_graph(look)
    traces = played.measure_distrust(ACQUAINTANCE)
    assert traces["before"] > 0 == traces["distrusted"]
    assert traces["restored"] == traces["before"]
    assert dump_graph(look) == before


def test_without_an_owner_strangers_are_believed(drill: Callable[..., PoisoningDrill], scope: str) -> None:
    played = drill(scope, None)
    assert len(played.list_accepted(("current", "superseded"))) > 12
    assert played.lost_truths != []
