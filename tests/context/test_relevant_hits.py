"""Which hits of a search enter a context."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kg.context.relevant_hits import select_relevant
from kg.retrieval import GraphMatches, Question, RetrievalResult
from kg.retrieval.fact_relevance import AskedWords
from kg.types import Hit

# Log-odds of an answer, no unmatched word, two words, a question, one named entity, no missing name.
_CERTAIN = (5.0, 0.0, 1.1, 1.0, 1.0, 0.0, 0.0)


def select(scores: Sequence[float], least: float, *, wants_many: bool = False) -> int:
    """Return how many hits with these scores are selected."""
    hits = [Hit(f"m{number}", "event", f"text {number}", score) for number, score in enumerate(scores)]
    asked = AskedWords(frozenset(), frozenset(), wants_many=wants_many)
    result = RetrievalResult((), "high", (), GraphMatches(), _CERTAIN, asked=asked)
    chosen = select_relevant(hits, result, least)
    assert chosen == hits[: len(chosen)]
    return len(chosen)


def test_hits_below_the_least_relevance_are_left_out() -> None:
    assert select([0.3, 0.2, 0.001], 0.05) == 2
    assert select([0.3, 0.2, 0.0], 0) == 3
    assert select([1.0, 1.0, 0.5], 0) == 3


def test_after_an_answer_other_hits_need_more() -> None:
    assert select([0.1, 0.09, 0.08], 0.05) == 3
    assert select([0.9, 0.09, 0.08], 0.05) == 1
    assert select([0.9, 0.3], 0.05) == 2, "an answer can be wrong"


def test_a_question_for_a_summary_wants_all() -> None:
    assert select([0.9, 0.09, 0.08], 0.05, wants_many=True) == 3


@pytest.mark.parametrize("repeats", [1, 5, 50])
def test_repeating_a_question_keeps_no_good_hit_out(repeats: int) -> None:
    assert select([*[0.95] * repeats, 0.06], 0.01) == repeats + 1
    assert select([*[0.95] * repeats, 0.04], 0.01) == repeats


@pytest.mark.parametrize(("text", "wants_many"), [("Summarise our trip over time", True), ("Who is Ann?", False)])
def test_what_wants_many(text: str, wants_many: bool) -> None:
    assert AskedWords.parse(Question.parse(text, None), GraphMatches()).wants_many is wants_many
