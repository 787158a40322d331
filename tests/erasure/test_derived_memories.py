"""Memories whose sources were erased are rewritten from the remaining ones, or erased."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from tests.erasure.messages import say
from tests.support import T0, minutes
from tests.transfer.graphs import find_words

Look = Callable[..., list[Any]]


@pytest.mark.slow
def test_dependent_memories_are_erased_or_rewritten(memory: Memory, look: Look) -> None:
    first, second, third = say(
        memory,
        ("cli:ann", "The vault opens with Quonset on Mondays."),
        ("cli:bob", "The vault opens with a key on Mondays."),
        ("cli:bob", "The garden is watered on Sundays by Bob."),
    )
    memory.diary.add("Ann said: Quonset.", participants=["cli:ann"], sources=[first, third])
    memory.longterm.add("The vault opens with Quonset.", sources=[first, second])
    memory.longterm.add("The vault opens on Mondays.", sources=[first, second])
    memory.learnings.add("Ask for Quonset before the vault.", recommendation="Quonset first")
    memory.procedures.propose("vault is shut", "Say Quonset to it.")
    memory.core.add("The word is Quonset.", "scratch")
    memory.core.add("The garden is big.", "scratch")
    memory.working.replace("cli:1", task="open the vault", pending=["say Quonset"])
    memory.trust.mark("cli:ann", True, reason="told us of Quonset", event=first)
    receipt = memory.forget(event=first)
    one = dict.fromkeys(("longterm", "core", "learning", "procedure", "working", "mark"), 1)
    assert one.items() <= receipt.removed.items()
    assert "diary" not in receipt.removed
    assert receipt.kept["diary"] == 1
    assert find_words(look, memory.scope, "quonset") == []
    assert [note.text for note in memory.longterm.list()] == ["The vault opens on Mondays."]
    [entry] = memory.diary.recent(days=1)
    assert entry.text.casefold() == "the garden is watered on sundays by bob."
    assert [entry.text for entry in memory.core.list("scratch")] == ["The garden is big."]


@pytest.mark.slow
def test_results_of_sleeps_are_erased(connect: Callable[..., Memory], look: Look) -> None:
    memory = connect(owner="cli:ann")
    words = ("Quonset", "Vermilion", "Marzipan")
    said = (
        "I live in {}.",
        "No, that is wrong, it should be {}.",
        "I prefer {} to tea.",
        "The word for the vault is {} now.",
    )
    events = [
        Event(
            sentence.format(word),
            id=f"{word}{place}",
            speaker=speaker,
            session="cli:1",
            at=T0 - minutes(4000 - 9 * number),
        )
        for number, (word, (place, sentence), speaker) in enumerate(
            (word, each, speaker)
            for word in words
            for each in enumerate(said)
            for speaker in ("cli:ann", "cli:bob")[: 1 + each[0] % 2]
        )
    ]
    events += [
        Event(
            f"Error: cannot open {word}",
            id=f"tool-{word}",
            kind="tool_result",
            role="tool",
            tool="open",
            session="cli:1",
            at=T0 - minutes(3000),
        )
        for word in words
    ]
    memory.log({each.id: each for each in events}.values())
    memory.sleep.deep()
    assert {where.partition(".")[0] for where in find_words(look, memory.scope, "Quonset")} >= {
        "Episode:Kept:Memory",
        "Event:Memory",
    }
    for event in events:
        if "Quonset" in event.text and event.id in {each.id for each in memory.history("cli:1", last=100)}:
            memory.forget(event=str(event.id))
    assert find_words(look, memory.scope, "Quonset") == []
    assert any("Vermilion" in hit.text for hit in memory.search("Vermilion"))
    memory.sleep.deep()
    assert find_words(look, memory.scope, "Quonset") == []


@pytest.mark.slow
def test_summaries_are_rewritten(memory: Memory, look: Look) -> None:
    ids = say(
        memory,
        *(("cli:ann", f"The boat number {place} sails to Lyon.") for place in range(11)),
        ("cli:ann", "Quonset is the word for the gate."),
    )
    memory.summaries.refresh()
    memory.forget(event=ids[-1])
    assert find_words(look, memory.scope, "quonset") == []
    assert memory.summaries.get("session:cli:1").text
    assert memory.summaries.get("root").text


def test_archived_memories_are_erased(memory: Memory, look: Look) -> None:
    ids = say(memory, ("cli:ann", "The vault opens with Quonset."))
    entry = memory.core.add("The vault opens with Quonset.", "scratch")
    memory.core.delete(entry.id, archive=True)
    memory.forget(event=ids[0])
    assert find_words(look, memory.scope, "quonset") == []
