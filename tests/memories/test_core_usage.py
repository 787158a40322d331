"""The tokens of core memory, for the reader who sees most of it."""

from __future__ import annotations

from kg.memories import CoreUsage


def test_entries_of_different_audiences_do_not_add_up() -> None:
    usage = CoreUsage()
    usage.add("context", "shared", 10)
    usage.add("context", "session:a", 20)
    usage.add("context", "session:b", 30)
    assert usage.sections()["context"] == 40
    usage.add("context", "session:b", -30)
    assert usage.sections() == {"identity": 0, "people": 0, "preferences": 0, "context": 30, "scratch": 0}
