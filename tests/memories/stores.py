"""A helper that adds one memory of every kind."""

from __future__ import annotations

from kg import Event, Memory
from kg.memories.memory_store import derive_memory_id
from kg.types import StoredMemory, WorkingMemory
from tests.support import T0, minutes

SESSION = "cli:1"


def one_of_each(memory: Memory) -> dict[str, tuple[str, StoredMemory]]:
    """Log twelve messages about a kiln and add one memory of each kind; return kind → (id, record)."""
    said = [Event(f"Ann fired kiln number {n}.", id=f"e{n}", session=SESSION, at=T0 + minutes(n)) for n in range(12)]
    memory.log(said)
    memory.digest()
    memory.summaries.refresh()
    facts = sorted(memory.facts.add("Ann", "likes", thing).id for thing in ("kilns", "clay", "glaze"))
    working = memory.working.replace(SESSION, task="Repair the kiln.")
    summary = memory.summaries.get(f"session:{SESSION}")
    return {
        "core": _by_id(memory.core.add("Owns a kiln.", "people")),
        "working": (derive_memory_id("working", SESSION), working),
        "longterm": _by_id(memory.longterm.add("The kiln came from Delft.", sources=["e1"])),
        "procedure": _by_id(
            memory.procedures.approve(memory.procedures.propose("kiln smokes", "Open the flue of the kiln.").id)
        ),
        "learning": _by_id(memory.learnings.add("Tell the kiln's heat in Celsius.", tool="kiln")),
        "reflection": _by_id(memory.reflections.add("The kiln is Ann's joy.", facts, about=["Ann"])),
        "summary": (summary.id, summary),
        "diary": _by_id(memory.diary.add("The kiln was lit.", participants=["cli:ann"], sources=["e2"])),
        "journal": _by_id(memory.journal.add("A day at the kiln.", date="2026-03-01")),
        "episode": _by_id(memory.episodes.add("The kiln cracked.", session=SESSION, tags=["kiln"], sources=["e3"])),
    }


def _by_id(entry: StoredMemory) -> tuple[str, StoredMemory]:
    assert not isinstance(entry, WorkingMemory), "it goes by its session"
    return entry.id, entry
