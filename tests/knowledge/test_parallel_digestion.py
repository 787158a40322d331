"""Many processes digest one scope, and one of them is killed: the graph equals that of a single process."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory
from kg.protocols import FixedClock
from tests.knowledge import random_chat
from tests.knowledge.builders import dump_graph
from tests.support import minutes, run_and_kill

pytestmark = pytest.mark.slow

Look = Callable[..., list[Any]]
Connect = Callable[..., Memory]
DONE = dict.fromkeys(("pending", "processing", "failed", "failed_permanent", "stale"), 0)


@pytest.fixture
def undigested(connect: Connect, clock: FixedClock, scope: str) -> Memory:
    """A scope with the undigested chat, and another scope in which a single process has digested it."""
    clock.forward(minutes(1000))
    chat = random_chat.build_chat()
    single, memory = connect(f"{scope}-alone", extractor=chat.extractor), connect(extractor=chat.extractor)
    for each in (single, memory):
        each.log(chat.events)
    assert single.digest().events == len(chat.events)
    return memory


def assert_same_as_single_process(look: Look, scope: str) -> None:
    expected = dump_graph(lambda query: look(query, scope=f"{scope}-alone"))
    dumped = dump_graph(look)
    assert len(dumped["facts"]) > 100
    for kind, rows in dumped.items():
        assert rows == expected[kind]


def test_sixteen_processes_leave_the_graph_that_one_leaves(undigested: Memory, look: Look, scope: str) -> None:
    with multiprocessing.get_context("spawn").Pool(16) as pool:
        counts = pool.starmap(random_chat.digest, [(scope, 8 + number % 5) for number in range(16)], chunksize=1)
    assert sum(counts) == 400
    assert sum(count > 0 for count in counts) > 1, "the work was shared"
    assert undigested.queue() == DONE
    assert_same_as_single_process(look, scope)


def test_what_a_killed_process_held_is_neither_lost_nor_written_twice(
    undigested: Memory, clock: FixedClock, look: Look, scope: str
) -> None:
    run_and_kill(["-m", "tests.knowledge.random_chat", scope, "40", "4"], "halted")
    queue = undigested.queue()
    assert queue["processing"] >= 40
    digested = undigested.digest().events
    assert digested == queue["pending"] < 400
    assert undigested.queue() == DONE | {"processing": queue["processing"]}
    clock.forward(minutes(5))
    assert undigested.digest().events == queue["processing"]
    assert undigested.queue() == DONE
    assert_same_as_single_process(look, scope)
