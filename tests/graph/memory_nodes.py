"""A scope that keeps something in each tier, in every state that it may have."""

from __future__ import annotations

import contextlib

from kg import Memory
from kg.agent import Bootstrap
from kg.consolidation import DEEP, Night, Outcome, Sleep, Step
from kg.memories.memory_store import Shelf, identity
from kg.protocols import Clock
from kg.types.identifiers import Identity
from tests.graph.knowledge_nodes import SESSION


def keep(memory: Memory, clock: Clock) -> None:
    """Keep things of every kind, use some of them, archive some, and let some take others' places.

    Args:
        memory: what keeps; it knows the event `long`, a session of ten events, and what `tests.graph.knowledge_nodes` tells.
        clock: the one that it asks.
    """
    _close(memory, clock)
    shelf = Shelf(memory.graph, memory.embedder, clock)
    _told(memory, shelf)
    memory.summaries.refresh()
    Bootstrap(memory, session=SESSION).complete()
    rest(memory)
    shelf.touch([memory.summaries.get("root").id])
    # Long enough for older messages to be told in some of their sentences.
    memory.log([{"text": f"Ship number {place} has left the harbour.", "session": "cli:long"} for place in range(26)])
    memory.context("Which ships?", session="cli:long")


def rest(memory: Memory) -> None:
    """Sleep deeply without digesting what waits, and once more, where the sleeper is cut off."""
    means, late = memory.sleep.means, [step for step in DEEP if step.name != "digest"]
    Sleep(means, {"deep": late}).deep()
    with contextlib.suppress(CutOff):
        Sleep(means, {"quick": [Step("diary", _cut_off)]}).quick()


class CutOff(BaseException):
    """What ends a sleeper in the midst of a step, as if its process were killed."""


def _cut_off(_: Night) -> Outcome:
    raise CutOff


def _close(memory: Memory, clock: Clock) -> None:
    first, second, third = (_some(memory, word) for word in ("first", "second", "third"))
    memory.graph.run("memories/touch", ids=first + second + third, now=clock.now())
    memory.graph.run("memories/archive", ids=first, receipt="archive-1", what="archive", reason="", now=clock.now())
    for older, newer in zip(second, third, strict=True):
        memory.graph.run("memories/supersede", id=newer, older=[older], now=clock.now())


def _some(memory: Memory, word: str) -> list[str]:
    demoted = memory.core.add(f"The {word} to leave.", "people", importance=2)
    memory.core.delete(demoted.id)
    note = memory.longterm.add(f"The {word} note.", sources=["long"], about=[Identity("cli", "ann").person])
    memory.working.replace(f"cli:{word}", task="write", context=["for Ann"], pending=["figures"], notes="soon")
    return [
        demoted.id,
        note.id,
        identity("working", f"cli:{word}"),
        memory.core.add(f"The {word} to stay.", "people").id,
        memory.procedures.propose(f"the {word} server fails", "Start it anew.", learned_from="long").id,
    ]


def _told(memory: Memory, shelf: Shelf) -> None:
    people = ["cli:uma"]
    entry = memory.diary.add("Uma moved.", participants=people, sources=["k0"])
    memory.journal.add("A quiet day.")
    episode = memory.episodes.add("It rained.", session=SESSION, tags=["rain"], participants=people, sources=["k0"])
    memory.learnings.add("Always use metric units in the weekly report.", tool="report", recommendation="Kilometres.")
    memory.learnings.add("Never use metric units in the weekly report.", tool="report")
    memory.learnings.health("search", 5, 1)
    facts = [
        memory.facts.add("Rosa Quill", predicate, thing).id
        for predicate, thing in (("likes", "tea"), ("likes", "chess"), ("lives_in", "Oslo"))
    ]
    memory.reflections.add("They rest.", facts, about=["Rosa Quill"])
    memory.reflections.draw([memory.facts.get(each) for each in facts])
    memory.reflections.failure("search", "Error: no paper", arguments="oak", session=SESSION, sources=["k0"])
    shelf.touch([entry.id])
    shelf.archive([episode.id], "prune")
