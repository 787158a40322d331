"""Facts written by hand: one event each, whose text is the sentence with its slot and dates."""

from __future__ import annotations

from typing import Any

import pytest

from kg import Memory
from kg.errors import InvalidInput
from kg.knowledge import FACTS_SESSION, FactKey, VectorCache
from kg.knowledge.hand_written_facts import HandWrittenFact, write_by_hand
from kg.protocols import ExtractedStatement
from tests.knowledge.builders import make_statement
from tests.support import T0


def write(memory: Memory, statement: ExtractedStatement, **options: Any) -> str:
    written = HandWrittenFact(statement, T0, **options)
    vectors = VectorCache(memory.embedder)
    return memory.graph.transact(lambda turn: write_by_hand(memory.runtime, turn, vectors, written))


@pytest.mark.parametrize(
    ("statement", "key", "text"),
    [
        (make_statement("Ann", "likes", "tea"), None, "Ann likes tea."),
        (make_statement("Ann", "likes", "tea", negated=True), None, "It is not so that Ann likes tea."),
        (
            make_statement("Ann", "drink", "tea", valid_from="2025", valid_to="2026-01"),
            FactKey(None, "drinks", "morning"),
            "Ann drink tea. (drinks / morning) (from 2025, until 2026-01)",
        ),
        (
            make_statement("Ann", "adopt", "a cat", template="{s} adopted {o} in May", kind="event"),
            None,
            "Ann adopted a cat in May.",
        ),
    ],
)
def test_the_event_has_the_sentence_of_the_fact(
    memory: Memory, statement: ExtractedStatement, key: FactKey | None, text: str
) -> None:
    fact = memory.facts.get(write(memory, statement, fact_key=key))
    [event] = memory.history(FACTS_SESSION)
    assert fact.sources == (event.id,)
    assert (event.text, event.role, event.kind) == (text, "system", "observation")
    assert text.startswith(fact.text)


def test_a_new_person_is_a_person_and_a_known_one_is_not_resolved(memory: Memory) -> None:
    task = make_statement("Olga", "call", "the roofer", template="{s} is to call the roofer", kind="task")
    first = memory.facts.get(write(memory, task, person="Olga"))
    assert memory.entities.get("Olga").type == "person"
    zoe = memory.entities.get(memory.facts.add("Zoe", "likes", "jam").subject_id)
    again = memory.facts.get(write(memory, task, known_entities={"olga": zoe.id}))
    assert (first.subject, again.subject, again.subject_id) == ("Olga", "Zoe", zoe.id)


def test_speaker_and_audience_are_those_given(memory: Memory) -> None:
    fact = memory.facts.get(
        write(memory, make_statement("Ann", "likes", "tea"), speaker="cli:ann", audience="person:person-1")
    )
    assert (fact.asserted_by, fact.audience) == ("cli:ann", "person:person-1")


def test_a_fact_about_itself_is_refused_and_nothing_is_written(memory: Memory) -> None:
    with pytest.raises(InvalidInput) as caught:
        write(memory, make_statement("Ann", "knows", "ann"))
    assert caught.value.field == "object"
    assert memory.history(FACTS_SESSION) == []
