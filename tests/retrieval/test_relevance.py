"""The relevance of a scope to a message."""

from __future__ import annotations

import pytest

from kg.retrieval.graph_matches import GraphMatches
from kg.retrieval.question import Question
from kg.retrieval.relevance import RELEVANCE_SIGNALS, asks_about_unknown_names, measure_signals, message_relevance
from kg.types import Entity


def signals(
    text: str, *texts: str, answer: float = 0.5, entities: tuple[Entity, ...] = (), unknown_names: bool = False
) -> dict[str, float]:
    found = measure_signals(
        Question.parse(text, None), answer, texts, GraphMatches((), entities), unknown_names=unknown_names
    )
    return dict(zip(RELEVANCE_SIGNALS, found, strict=True))


def test_signals() -> None:
    found = signals(
        "Where does Ann keep the key?", "The key is at the bakery.", entities=(Entity("a", "Ann", "person"),)
    )
    assert found["answer"] == pytest.approx(0.0)
    assert found["unmatched"] == 2.0, "Ann and keep"
    assert (found["asks"], found["names"], found["wordless"]) == (1.0, 1.0, 0.0)
    small_talk = signals("ok", "The key is at the bakery.")
    assert (small_talk["asks"], small_talk["names"]) == (0.0, 0.0)
    assert found["unknown_names"] == 0.0
    assert signals("👍", "The key is at the bakery.")["wordless"] == 1.0


def test_a_question_that_is_answered_is_more_relevant_than_small_talk() -> None:
    answered = signals("Where does Ann keep the key?", "Ann keeps the key at the bakery.", answer=0.8)
    elsewhere = signals("What is the capital of Mongolia?", "Ann keeps the key at the bakery.", answer=0.1)
    idle = signals("ok", "Ann keeps the key at the bakery.", answer=0.5)
    first, second, third = (message_relevance([*one.values()]) for one in (answered, elsewhere, idle))
    assert first > 0.5
    assert first > 3 * second
    assert first > 3 * third


def test_a_question_about_unknown_names_is_less_relevant() -> None:
    asked = "Who wrote Don Quixote?"
    known, unknown = (signals(asked, "We write.", answer=0.6, unknown_names=each) for each in (False, True))
    assert unknown["unknown_names"] == 1.0
    assert message_relevance([*unknown.values()]) < message_relevance([*known.values()]) / 2


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("Who wrote Don Quixote?", True),
        ("where does the sister of Rosalind live", True),
        ("I'm cooking for Sandra tonight, keep my allergies in mind", False),
        ("My friend Lisa is coming tonight, what am I allergic to?", False),
        ("Draft an email to Sandra", False),
        ("Where does Ann live?", False),
    ],
)
def test_what_asks_about_unknown_names(text: str, unknown: bool) -> None:
    assert asks_about_unknown_names(Question.parse(text, None), lambda: [" ann bakes."]) is unknown
