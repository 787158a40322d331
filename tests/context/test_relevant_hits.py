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


def found(scores: Sequence[float], *, kind: str = "event", wants_many: bool = False) -> RetrievalResult:
    hits = tuple(Hit(f"m{number}", kind, f"text {number}", score) for number, score in enumerate(scores))
    asked = AskedWords(frozenset(), frozenset(), wants_many=wants_many)
    return RetrievalResult(hits, "high", (), GraphMatches(), _CERTAIN, asked=asked)


def select(result: RetrievalResult, least: float, hidden: Sequence[str] = ()) -> list[str]:
    return [hit.id for hit in select_relevant(result, least, lambda hit: hit.id not in hidden)]


def test_hits_below_the_least_relevance_are_left_out() -> None:
    assert select(found([0.3, 0.2, 0.001]), 0.05) == ["m0", "m1"]
    assert select(found([0.3, 0.2, 0.0]), 0) == ["m0", "m1", "m2"]


def test_after_an_answer_other_hits_need_more() -> None:
    assert select(found([0.1, 0.09, 0.08]), 0.05) == ["m0", "m1", "m2"]
    assert select(found([0.9, 0.09, 0.08]), 0.05) == ["m0"]
    assert select(found([0.9, 0.3]), 0.05) == ["m0", "m1"], "an answer can be wrong"


def test_a_question_for_a_summary_wants_all() -> None:
    assert select(found([0.9, 0.09, 0.08], wants_many=True), 0.05) == ["m0", "m1", "m2"]


def test_what_is_not_shown_is_no_answer() -> None:
    assert select(found([0.9, 0.09]), 0.05, hidden=["m0"]) == ["m1"]
    assert select(found([0.9, 0.9], kind="fact"), 0.05) == []


@pytest.mark.parametrize("repeats", [1, 5, 50])
def test_repeating_a_question_keeps_no_good_hit_out(repeats: int) -> None:
    assert select(found([*[0.95] * repeats, 0.06]), 0.01)[-1] == f"m{repeats}"
    assert f"m{repeats}" not in select(found([*[0.95] * repeats, 0.04]), 0.01)


@pytest.mark.parametrize(("text", "wants_many"), [("Summarise our trip over time", True), ("Who is Ann?", False)])
def test_what_wants_many(text: str, wants_many: bool) -> None:
    assert AskedWords.parse(Question.parse(text, None), GraphMatches()).wants_many is wants_many
