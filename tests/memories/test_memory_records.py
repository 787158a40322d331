"""Whatever a tier keeps is had by its id, as its tier tells it."""

from __future__ import annotations

import dataclasses
import datetime as dt

from kg import Memory
from kg.memories.memory_records import kept_record
from kg.memories.memory_store import LABELS
from kg.protocols import FixedClock
from kg.types import Learning
from tests.memories.stores import one_of_each
from tests.support import T0


def test_each_kind_is_had_as_its_own_record(memory: Memory) -> None:
    kept = one_of_each(memory)
    assert set(kept) == set(LABELS)
    for kind, (name, record) in kept.items():
        assert memory.get(name) == record, kind


def test_a_learning_is_weighed_as_of_now(memory: Memory, clock: FixedClock) -> None:
    learning = memory.learnings.add("Use metric units.")
    clock.forward(dt.timedelta(days=14))
    again = memory.get(learning.id)
    assert isinstance(again, Learning)
    assert again == dataclasses.replace(learning, weight=0.5)


def test_what_is_archived_is_still_had(memory: Memory) -> None:
    entry = memory.core.add("Likes tea.", "people")
    memory.core.delete(entry.id)
    assert memory.get(entry.id) == memory.longterm.get(entry.id)


def test_a_stale_working_memory_is_had_by_its_id_alone(memory: Memory, clock: FixedClock) -> None:
    name, working = one_of_each(memory)["working"]
    clock.forward(dt.timedelta(days=8))
    assert memory.working.get("cli:1") is None
    assert memory.get(name) == working


def test_what_no_tier_keeps_has_no_such_record() -> None:
    assert kept_record({"kind": "note", "id": "note-1"}, T0) is None
