"""Seed a scope with records of every memory store, in every state."""

from __future__ import annotations

import contextlib

from kg import Memory
from kg.agent import Bootstrap
from kg.consolidation import DEEP_STEPS, Sleep, SleepContext, SleepStep, StepOutcome
from kg.memories.memory_store import MemoryStore, derive_memory_id
from kg.protocols import Clock
from kg.types.identifiers import Identity
from tests.graph.knowledge_nodes import SESSION


def seed_memories(memory: Memory, clock: Clock) -> None:
    """Add records of every kind; use, archive and supersede some of them.

    Args:
        memory: a memory with the event `long`, a session of ten events, and the knowledge of `tests.graph.knowledge_nodes`.
        clock: the clock of the memory.
    """
    _archive_and_supersede(memory, clock)
    store = MemoryStore(memory.runtime)
    _add_entries(memory, store)
    memory.summaries.refresh()
    Bootstrap(memory, session=SESSION).complete()
    run_sleep(memory)
    store.touch([memory.summaries.get("root").id])
    # Long enough for the context to quote sentences of older messages.
    memory.log([{"text": f"Ship number {place} has left the harbour.", "session": "cli:long"} for place in range(26)])
    memory.context("Which ships?", session="cli:long")


def run_sleep(memory: Memory) -> None:
    """Run a deep sleep without digestion, then a quick sleep that is interrupted."""
    runtime, late = memory.sleep.runtime, [step for step in DEEP_STEPS if step.name != "digest"]
    Sleep(runtime, {"deep": late}).deep()
    with contextlib.suppress(Interruption):
        Sleep(runtime, {"quick": [SleepStep("diary", _interrupt)]}).quick()


class Interruption(BaseException):
    """Interrupts a sleep step, as if its process were killed."""


def _interrupt(_: SleepContext) -> StepOutcome:
    raise Interruption


def _archive_and_supersede(memory: Memory, clock: Clock) -> None:
    first, second, third = (_add_records(memory, word) for word in ("first", "second", "third"))
    memory.graph.run("memories/touch", ids=first + second + third, now=clock.now())
    memory.graph.run("memories/archive", ids=first, receipt="archive-1", what="archive", reason="", now=clock.now())
    for older, newer in zip(second, third, strict=True):
        memory.graph.run("memories/supersede", id=newer, older=[older], now=clock.now())


def _add_records(memory: Memory, word: str) -> list[str]:
    demoted = memory.core.add(f"The {word} to leave.", "people", importance=2)
    memory.core.delete(demoted.id)
    note = memory.longterm.add(f"The {word} note.", sources=["long"], about=[Identity("cli", "ann").person])
    memory.working.replace(f"cli:{word}", task="write", context=["for Ann"], pending=["figures"], notes="soon")
    return [
        demoted.id,
        note.id,
        derive_memory_id("working", f"cli:{word}"),
        memory.core.add(f"The {word} to stay.", "people").id,
        memory.procedures.propose(f"the {word} server fails", "Start it anew.", learned_from="long").id,
    ]


def _add_entries(memory: Memory, store: MemoryStore) -> None:
    people = ["cli:uma"]
    entry = memory.diary.add("Uma moved.", participants=people, sources=["k0"])
    memory.journal.add("A quiet day.")
    episode = memory.episodes.add("It rained.", session=SESSION, tags=["rain"], participants=people, sources=["k0"])
    memory.learnings.detect("Please keep your answers short.")
    memory.learnings.add("Always use metric units in the weekly report.", tool="report", recommendation="Kilometres.")
    memory.learnings.add("Never use metric units in the weekly report.", tool="report")
    memory.learnings.health("search", 5, 1)
    facts = [
        memory.facts.add("Rosa Quill", predicate, thing).id
        for predicate, thing in (("lives_in", "Ghent"), ("lives_in", "Lima"), ("lives_in", "Oslo"))
    ]
    memory.reflections.add("They rest.", facts, about=["Rosa Quill"])
    memory.reflections.draw([memory.facts.get(each) for each in facts])
    memory.reflections.failure("search", "Error: no paper", arguments="oak", session=SESSION, sources=["k0"])
    store.touch([entry.id])
    store.archive([episode.id], "prune")
