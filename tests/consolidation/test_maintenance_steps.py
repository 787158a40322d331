"""The maintenance steps: prune, merge, refresh, and keep core memory within its budget."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from kg import Event, Memory, Settings
from kg.consolidation import SleepContext
from kg.consolidation.maintenance_steps import compact_notes, prune_memories, refresh_summaries, review_core_memory
from kg.protocols import FixedClock
from tests.support import T0, days, minutes


def open_context(memory: Memory, renew_lease: Callable[[], None] = lambda: None, **settings: object) -> SleepContext:
    changed = dataclasses.replace(memory.runtime, settings=memory.settings.model_copy(update=settings))
    return SleepContext(changed, "run-1", T0, renew_lease)


def test_stale_memories_are_archived_with_a_receipt(memory: Memory, clock: FixedClock) -> None:
    memory.working.replace("cli:1", task="write a report")
    memory.longterm.add("The kettle leaks.", importance=2)
    memory.longterm.add("The house is never sold.", importance=10)
    assert set(prune_memories(open_context(memory)).counts.values()) == {0}, "nothing is old yet"
    clock.forward(days(60))
    renewed: list[int] = []
    counts = prune_memories(open_context(memory, lambda: renewed.append(1))).counts
    assert (counts["working"], counts["longterm"]) == (1, 1)
    assert len(renewed) == 2
    assert [note.text for note in memory.longterm.list()] == ["The house is never sold."]
    assert set(prune_memories(open_context(memory)).counts.values()) == {0}


def test_notes_with_the_same_content_are_merged_once(memory: Memory) -> None:
    memory.longterm.add("The gate code was changed by the janitor in May.", importance=5)
    memory.longterm.add("The gate code was changed by the old janitor in May.", importance=6)
    memory.longterm.add("Plums are ripe.", importance=5)
    assert compact_notes(open_context(memory)).counts["united"] > 0
    assert len(memory.longterm.list()) == 2
    assert compact_notes(open_context(memory)).counts == {"united": 0}


def test_summaries_are_refreshed_until_none_is_stale(plain: Memory) -> None:
    plain.log(
        Event(f"Walker {n} carried a stone along the river.", session="cli:1", at=T0 + minutes(n)) for n in range(12)
    )
    plain.digest()
    outcome = refresh_summaries(open_context(plain))
    assert outcome.counts["nodes"] >= 3, "the session, its channel, and the root"
    assert outcome.degraded == ()
    assert plain.summaries.stale_sessions(10) == 0
    assert refresh_summaries(open_context(plain)).counts == {"nodes": 0}


def test_the_least_important_entries_of_a_full_section_become_notes(memory: Memory, settings: Settings) -> None:
    for place in range(4):
        memory.core.add(f"Entry number {place} about a boat.", "scratch", importance=place + 1)
    memory.core.add("Olga.", "identity", importance=1)
    used = memory.core.usage()["scratch"][0]
    assert review_core_memory(open_context(memory)).counts == {"demoted": 0}
    limits = settings.core_limits | {"scratch": used // 2}
    assert review_core_memory(open_context(memory, core_limits=limits)).counts == {"demoted": 2}
    assert sorted(note.text for note in memory.longterm.list()) == [f"Entry number {n} about a boat." for n in (0, 1)]
    assert [entry.importance for entry in memory.core.list("identity")] == [1], "its section is not full"


def test_a_budget_below_all_sections_demotes_across_sections(memory: Memory) -> None:
    memory.core.add("Entry about a boat.", "scratch", importance=3)
    memory.core.add("Entry about a quay.", "people", importance=2)
    total = sum(used for used, _ in memory.core.usage().values())
    assert review_core_memory(open_context(memory, core_tokens=total - 1)).counts == {"demoted": 1}
    assert [entry.text for entry in memory.core.list()] == ["Entry about a boat."]
