"""What is said in private reaches nobody else: random memories, all askers, and a plain reference of who may know what."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Memory
from kg.bench.audiences import OWNER, START, asked, memories, play
from kg.protocols import FixedClock

pytestmark = pytest.mark.slow


def test_memories_are_the_same_each_time_and_each_has_a_word_of_its_own() -> None:
    told = memories(300)
    assert told == memories(300)
    assert len({one.mark for one in told}) == 300
    assert {one.audience for one in told} == {"shared", "session", "person"}


def test_nobody_is_told_what_is_not_for_them_and_everybody_what_is(connect: Callable[..., Memory]) -> None:
    clock = FixedClock(START)
    memory, told = connect(owner=OWNER, clock=clock), memories(300)
    play(memory, clock, told)
    found = asked(memory, told)
    assert found["read"] >= 0.9 * sum(one.predicate is not None for one in told), "the drill is about what was read"
    assert found["leaks"] == []
    assert found["hidden"] == []
    assert found["not_current"] == []
