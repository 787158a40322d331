"""Strangers who try to plant facts: none is believed, honest corrections are, and distrust takes away what it should."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory
from kg.bench.forgeries import ACQUAINTANCE, DRILL, FAMILIAR, OWNER, STRANGERS, TRUSTED, forgeries
from kg.bench.poisoning import Drill
from kg.protocols import FixedClock
from tests.knowledge.builders import dump

pytestmark = pytest.mark.slow

Connect = Callable[..., Memory]


@pytest.fixture
def drill(connect: Connect) -> Callable[..., Drill]:
    """The drill, played to its end in a memory with these owners."""

    def drill(name: str, owner: str | None) -> Drill:
        clock = FixedClock(DRILL)
        played = Drill(connect(name, owner=owner, clock=clock), clock, forgeries(36, repeats=3))
        played.play()
        return played

    return drill


def test_forgeries_are_of_all_kinds_and_the_same_each_time() -> None:
    made = forgeries()
    assert made == forgeries()
    assert (len(made), len({each.kind for each in made})) == (100, 12)
    assert {each.speaker.rpartition("-")[0] or each.speaker for each in made} == {*STRANGERS, ACQUAINTANCE}
    assert sum(each.times for each in made) > 150


def test_nothing_that_is_forged_is_believed_and_all_that_is_honest(
    drill: Callable[..., Drill], scope: str, look: Callable[..., list[Any]]
) -> None:
    played = drill(scope, OWNER)
    tiers = [played.memory.trust.of(who).tier for who in (OWNER, TRUSTED, FAMILIAR, ACQUAINTANCE, STRANGERS[0])]
    assert tiers == ["inner_circle", "trusted", "familiar", "acquaintance", "stranger"]
    told = played.told()
    assert (told["accepted"], told["ever"], told["texts"]) == (0, 0, [])
    assert told["truths_lost"] == told["corrections_refused"] == []
    assert told["of_themselves"] == 3
    lines = told["contexts"]
    assert (lines["known"], lines["posed"]) == (0, 0)
    assert lines["claimed"] > 0 < lines["quoted"], "what is forged is there to be seen for what it is"

    before = dump(look)
    traces = played.distrusted(ACQUAINTANCE)
    assert traces["before"] > 0 == traces["distrusted"]
    assert traces["restored"] == traces["before"]
    assert dump(look) == before


def test_where_nobody_owns_a_memory_strangers_are_believed(drill: Callable[..., Drill], scope: str) -> None:
    played = drill(scope, None)
    assert len(played.accepted(("current", "superseded"))) > 12
    assert played.lost != []
