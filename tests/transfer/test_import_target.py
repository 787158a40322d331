"""The target of an import: the capacity of core memory, and the appending of events."""

from __future__ import annotations

from collections.abc import Callable

from kg import Event, Memory, Settings
from kg.transfer.import_target import CoreCapacity, ImportTarget, append_events


def test_capacity_is_reserved_for_each_audience(connect: Callable[..., Memory], settings: Settings) -> None:
    memory = connect(settings=settings.model_copy(update={"core_limits": {**settings.core_limits, "context": 12}}))
    memory.core.add("known already", "context")
    into = ImportTarget.from_runtime(memory.runtime)
    capacity = CoreCapacity(into)
    assert capacity.reserve("context", "known already"), "it takes no room again"
    assert capacity.reserve("context", "one two three", "session:a")
    assert capacity.reserve("context", "four five six", "session:b"), "no reader sees both"
    assert not capacity.reserve("context", " ".join(["word"] * 12), "session:b")
    assert not capacity.reserve("context", " ".join(["word"] * 8))


def test_events_with_an_id_of_other_content_are_left_out(memory: Memory) -> None:
    memory.log([Event("Hello.", id="e1")])
    into, counted = ImportTarget.from_runtime(memory.runtime), list[int]()
    lost = append_events(into, [{"id": "e1", "text": "Other."}, {"id": "e2", "text": "New."}], counted.append)
    assert list(lost) == ["e1"]
    assert (memory.get("e2").text, counted) == ("New.", [2])
