"""Many processes digest one scope, and one of them dies: the graph is the one that a single process leaves."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory
from kg.protocols import FixedClock
from tests.knowledge import random_people
from tests.knowledge.builders import dump
from tests.support import killed, minutes

pytestmark = pytest.mark.slow

Look = Callable[..., list[Any]]
Connect = Callable[..., Memory]
DONE = dict.fromkeys(("pending", "processing", "failed", "failed_permanent", "stale"), 0)


@pytest.fixture
def logged(connect: Connect, clock: FixedClock, scope: str) -> Memory:
    """A scope with the chat, and beside it one in which a single process has digested it."""
    clock.forward(minutes(1000))
    story = random_people.story()
    alone, memory = connect(f"{scope}-alone", extractor=story.extractor), connect(extractor=story.extractor)
    for each in (alone, memory):
        each.log(story.events)
    assert alone.digest().events == len(story.events)
    return memory


def same_as_alone(look: Look, scope: str) -> None:
    expected = dump(lambda query: look(query, scope=f"{scope}-alone"))
    found = dump(look)
    assert len(found["facts"]) > 100
    for kind, rows in found.items():
        assert rows == expected[kind]


def test_sixteen_processes_leave_the_graph_that_one_leaves(logged: Memory, look: Look, scope: str) -> None:
    with multiprocessing.get_context("spawn").Pool(16) as pool:
        done = pool.starmap(random_people.digest, [(scope, 8 + number % 5) for number in range(16)], chunksize=1)
    assert sum(done) == 400
    assert sum(count > 0 for count in done) > 1, "the work was shared"
    assert logged.queue() == DONE
    same_as_alone(look, scope)


def test_what_a_killed_process_held_is_neither_lost_nor_written_twice(
    logged: Memory, clock: FixedClock, look: Look, scope: str
) -> None:
    killed(["-m", "tests.knowledge.random_people", scope, "40", "4"], "halted")
    left = logged.queue()
    assert left["processing"] >= 40
    rest = logged.digest().events
    assert rest == left["pending"] < 400
    assert logged.queue() == DONE | {"processing": left["processing"]}
    clock.forward(minutes(5))
    assert logged.digest().events == left["processing"]
    assert logged.queue() == DONE
    same_as_alone(look, scope)
