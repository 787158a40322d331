"""Audiences: no asker sees a private memory, over random memories, all askers and a reference of who may see what."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Memory
from kg.bench.audiences import OWNER, START, find_visibility_errors, generate_statements, log_statements
from kg.protocols import FixedClock

pytestmark = pytest.mark.slow


def test_generated_memories_are_reproducible_and_distinct() -> None:
    statements = generate_statements(300)
    assert statements == generate_statements(300)
    assert len({one.unique_word for one in statements}) == 300
    assert {one.audience for one in statements} == {"shared", "session", "person"}


def test_askers_see_exactly_what_their_audiences_allow(connect: Callable[..., Memory]) -> None:
    clock = FixedClock(START)
    memory, statements = connect(owner=OWNER, clock=clock), generate_statements(300)
    log_statements(memory, clock, statements)
    found = find_visibility_errors(memory, statements)
    assert found["read"] >= 0.9 * sum(one.predicate is not None for one in statements), (
        "the drill is about what was read"
    )
    assert found["leaks"] == []
    assert found["hidden"] == []
    assert found["not_current"] == []
