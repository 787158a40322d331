"""Entities whose events were erased are rebuilt from the remaining events, or erased."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import neo4j
import pytest

from kg import Memory
from kg.errors import NotFound
from kg.knowledge.entity_cascade import erase_entities
from tests.erasure.messages import TALK, in_indexes, say
from tests.transfer.graphs import find_words

Look = Callable[..., list[Any]]


@pytest.mark.slow
def test_an_entity_is_erased_with_every_message_that_names_it(memory: Memory, look: Look, driver: neo4j.Driver) -> None:
    say(memory, *TALK, ("cli:eve", "At Acme they drink tea."), ("cli:eve", "acme is far away, they say."))
    memory.core.add("Acme closes at five.", "scratch")
    planned = memory.forget(entity="Acme", dry_run=True)
    assert planned.removed["event"] == 3
    assert memory.forget(entity="Acme").removed == planned.removed
    assert find_words(look, memory.scope, "acme") == []
    assert in_indexes(driver, memory.scope, "acme") == []
    assert [event.text for event in memory.history("cli:1")] == [TALK[0][1], TALK[2][1], TALK[3][1]]


def test_an_unmerge_restores_nothing_erased(memory: Memory, look: Look) -> None:
    ids = say(memory, ("cli:ann", "Globex is in Lyon."), ("cli:ann", "Zyxcorp is in Bergen."))
    receipt = memory.entities.merge("Globex", "Zyxcorp")
    memory.forget(event=ids[1])
    assert find_words(look, memory.scope, "zyxcorp", "bergen") == []
    with pytest.raises(NotFound):
        memory.entities.unmerge(receipt)
    assert memory.entities.get("Globex").aliases == ()


def test_counts_and_times_are_those_of_the_remaining_mentions(memory: Memory) -> None:
    first, second = say(memory, ("cli:ann", "I work at Acme."), ("cli:bob", "I work at Acme."))
    both = memory.entities.get("Acme")
    assert memory.forget(event=second).removed == {"event": 1, "person": 1, "identity": 1, "fact": 1}
    left = memory.entities.get("Acme")
    assert (left.id, left.mention_count, left.last_seen) == (both.id, both.mention_count - 1, both.first_seen)
    memory.forget(event=first)
    with pytest.raises(NotFound):
        memory.entities.get("Acme")


def test_erased_entities_are_counted_with_the_memories_about_them(memory: Memory) -> None:
    [event] = say(memory, ("cli:ann", "I work at Acme."))
    acme = memory.entities.get("Acme").id
    memory.longterm.add("It closes at five.", sources=[event])
    removed, dependents = memory.graph.transact(lambda turn: erase_entities(turn, [acme, "entity-none"]))
    assert removed == {"entity": 1}
    assert acme not in dependents
    with pytest.raises(NotFound):
        memory.entities.get("Acme")
