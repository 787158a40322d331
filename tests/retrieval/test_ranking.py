"""Ranking of hand-made candidates with the shipped ranker."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.retrieval.features import FEATURE_GROUPS
from kg.retrieval.ranking import Ranking, promote_newer_statements, rank_candidates
from kg.retrieval.tree_ranker import load_ranker
from tests.retrieval.candidate_builders import MICROSECONDS, MINUTE, found, question


def ranked(rows: list[dict[str, Any]], text: str, *words: str, limit: int = 50, without: Any = ()) -> Ranking:
    return rank_candidates(found(rows), question(text, *words), load_ranker(), version=1, limit=limit, without=without)


def events(ranking: Ranking) -> list[str]:
    return [ranking.candidates.event[row] for row in ranking.row]


def test_an_event_is_represented_by_its_best_passage() -> None:
    rows = [
        {"id": "long#0", "event": "long", "kind": "passage", "text": "weak", "meaning": 0.2, "seq": 0},
        {"id": "long#1", "event": "long", "kind": "passage", "text": "the oak is strong", "meaning": 0.8, "seq": 0},
        {"id": "short", "event": "short", "text": "middling", "meaning": 0.5, "seq": 9},
    ]
    got = ranked(rows, "How strong is the oak?", "strong", "oak")
    assert events(got) == ["long", "short"]
    assert got.candidates.text[got.row[0]] == "the oak is strong"


def test_ties_are_ordered_newest_first_then_by_id() -> None:
    same = {"text": "said", "meaning": 0.5, "seq": None, "session": "chat", "at": MICROSECONDS}
    rows = [same | {"id": name, "event": name} for name in ("b", "a")]
    assert events(ranked([*rows, same | {"at": MICROSECONDS + MINUTE}], "?")) == ["e2", "a", "b"]


def test_of_equal_texts_the_newest_comes_first() -> None:
    rows = [
        {"text": "The key is under the oak.", "session": f"s{place}", "seq": 0, "at": MICROSECONDS + MINUTE * minute}
        for place, minute in enumerate((5, 0, 9))
    ]
    got = ranked(rows, "Where is the key?", "key")
    assert events(got) == ["e2", "e0", "e1"]
    assert list(got.score) == sorted(got.score, reverse=True)


@pytest.mark.parametrize(
    ("texts", "scores", "expected"),
    [
        (["The launch is on 3 April.", "News: the launch moved to 17 April."], [2.0, 1.0], [2.0, 2.0]),
        (["News: the launch moved to 17 April.", "The launch is on 3 April."], [1.0, 2.0], [1.0, 2.0]),
        (["The launch is on 3 April.", "News: the launch moved to 17 April."], [2.0, 0.4], [2.0, 0.4]),
        (["The launch is on 3 April.", "Rain is due on 17 April."], [2.0, 1.0], [2.0, 1.0]),
        (["The launch is near.", "The launch is off."], [2.0, 1.0], [2.0, 1.0]),
        (["The same words.", "The same words!"], [2.0, 1.0], [2.0, 2.0]),
    ],
)
def test_a_newer_statement_is_promoted_before_the_one_it_replaces(
    texts: list[str], scores: list[float], expected: list[float]
) -> None:
    assert promote_newer_statements(np.array(scores), texts, [1, 2], "When is the launch?").tolist() == expected


def test_a_statement_with_the_number_asked_for_stays_first() -> None:
    texts = ["The launch is on 3 April.", "The launch moved to 17 April."]
    scores = np.array([2.0, 1.0])
    assert promote_newer_statements(scores, texts, [1, 2], "What was on 3 April?").tolist() == [2.0, 1.0]
    assert promote_newer_statements(scores, texts, [1, 2], "Is it 3 or 17 April?").tolist() == [2.0, 1.0]


def test_no_candidates_give_an_empty_ranking() -> None:
    assert len(ranked([], "?")) == 0


def test_a_masked_group_contributes_nothing() -> None:
    rows = [{"text": "oslo", "meaning": 0.4}, {"text": "rain", "meaning": 0.6}]
    assert ranked(rows, "oslo?", "oslo").score != ranked(rows, "oslo?", "oslo", without=("words", "around")).score


ROWS = st.lists(
    st.builds(
        lambda event, part, meaning, words, text: {
            "id": f"e{event}" if part is None else f"e{event}#{part}",
            "event": f"e{event}",
            "kind": "event" if part is None else "passage",
            "seq": event,
            "at": MICROSECONDS + MINUTE * (event % 3),
            "meaning": math.nan if meaning is None else meaning,
            "words": math.nan if words is None else words,
            "text": text,
            "speaker_name": ("Ann", "Bob", None)[event % 3],
        },
        st.integers(0, 8),
        st.none() | st.integers(0, 3),
        st.none() | st.sampled_from([-0.5, 0.0, 0.1, 0.5, 0.9]),
        st.none() | st.sampled_from([0.5, 1.0, 7.5]),
        st.sampled_from(["a word", "words, words!", "nothing", "Was it on 3 April?"]),
    ),
    unique_by=lambda row: row["id"],
)


@given(ROWS, st.randoms(use_true_random=False))
def test_the_ranking_does_not_depend_on_the_order_of_candidates(
    rows: list[dict[str, Any]], shuffle: random.Random
) -> None:
    turned = list(rows)
    shuffle.shuffle(turned)
    one, other = (ranked(some, "Which word did Ann say on 3 April?", "word", "ann", "april") for some in (rows, turned))
    assert events(one) == events(other)
    assert one.score == other.score


@given(ROWS)
def test_scores_are_probabilities_in_order_and_explained(rows: list[dict[str, Any]]) -> None:
    got = ranked(rows, "Which word?", "word", limit=3)
    assert sorted(set(events(got))) == sorted({row["event"] for row in rows})
    assert len(events(got)) == len(set(events(got)))
    assert got.score == sorted(got.score, reverse=True)
    assert all(0 <= score <= 1 for score in got.score)
    assert len(got.why) == min(3, len(got))
    for score, why in zip(got.score, got.why, strict=False):
        assert set(why) - {"newer"} == {*FEATURE_GROUPS, "base"}
        assert 1 / (1 + math.exp(-sum(why.values()))) == pytest.approx(score, abs=1e-6)
    assert not np.isinf(got.features).any()
