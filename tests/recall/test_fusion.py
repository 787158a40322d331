"""Fusion, as pure functions: golden numbers, shares that add up, and an order that nothing but the values decides."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.recall.candidates import Candidate
from kg.recall.confidence import confidence
from kg.recall.fusion import WEIGHTS, Ranked, fuse, nearby, rank, reciprocal_rank
from tests.support import T0, minutes


def candidate(event: str, *, part: int | None = None, text: str = "said", **fields: object) -> Candidate:
    given_ = {
        "id": event if part is None else f"{event}#{part}",
        "event": event,
        "kind": "event" if part is None else "passage",
        "seq": None,
        "at": T0,
        "session": None,
        "speaker": None,
        "speaker_name": None,
        "text": text,
        "meaning": None,
        "words": None,
    }
    return Candidate(**(given_ | fields))  # type: ignore[arg-type]


def test_reciprocal_rank_is_the_formula_of_the_paper() -> None:
    assert reciprocal_rank(1) == pytest.approx(0.016393, abs=1e-6)
    assert reciprocal_rank(2) == pytest.approx(1 / 62)
    assert reciprocal_rank(1, k=10) == pytest.approx(1 / 11)


def test_first_in_both_and_first_in_one() -> None:
    shares = fuse({"meaning": {"a": 0.9, "b": 0.1}, "words": {"a": 7.0, "c": 8.0}}, {"meaning": 1, "words": 1})
    scores = {item: sum(share.values()) for item, share in shares.items()}
    assert scores["c"] == pytest.approx(0.016393, abs=1e-6)
    assert scores["a"] == pytest.approx(1 / 61 + 1 / 62)
    both = fuse({"meaning": {"a": 0.9}, "words": {"a": 7.0}}, {"meaning": 1, "words": 1})
    assert sum(both["a"].values()) == pytest.approx(0.032787, abs=1e-6)


def test_weights_scale_and_equal_values_share_the_better_rank() -> None:
    shares = fuse({"words": {"a": 2.0, "b": 2.0, "c": 1.0}}, {"words": 3.0})
    assert shares["a"] == shares["b"] == {"words": pytest.approx(3 / 61)}
    assert shares["c"] == {"words": pytest.approx(3 / 63)}


def test_a_neighbour_gives_a_half_and_the_next_but_one_a_quarter() -> None:
    places = {name: ("chat", seq) for seq, name in enumerate("abcde")} | {"x": ("other", 2), "lost": None}
    assert nearby(places, {"c": 8.0}) == {"a": 2.0, "b": 4.0, "c": 8.0, "d": 4.0, "e": 2.0}
    assert nearby(places, {"b": 4.0, "c": 8.0})["b"] == 8.0
    assert nearby(places, {"lost": 1.0}) == {"lost": 1.0}
    assert nearby(places, {}) == {}


def test_passages_count_as_their_event_and_the_best_is_shown() -> None:
    found = [
        candidate("long", part=0, text="weak", meaning=0.2),
        candidate("long", part=1, text="strong", meaning=0.8, words=3.0),
        candidate("short", text="middling", meaning=0.5),
    ]
    ranked = rank(found, ["x"], k=60)
    assert [(one.best.event, one.best.text, one.meaning) for one in ranked] == [
        ("long", "strong", 0.8),
        ("short", "middling", 0.5),
    ]


def test_a_passage_is_shown_rather_than_the_whole_long_event() -> None:
    found = [
        candidate("long", text="the whole of it", words=9.0),
        candidate("long", part=3, text="the part", words=1.0),
    ]
    assert rank(found, ["x"], k=60)[0].best.text == "the part"


def test_whom_the_question_names_is_preferred() -> None:
    found = [
        candidate("a", meaning=0.5, speaker_name="Bob Marley"),
        candidate("b", meaning=0.5, speaker_name="Ann"),
        candidate("c", meaning=0.5),
    ]
    ranked = rank(found, ["marley", "music"], k=60)
    assert ranked[0].best.id == "a"
    assert [name for one in ranked for name in one.why if name == "speaker_named"] == ["speaker_named"]


def test_of_equal_scores_the_newest_comes_first_then_the_id_decides() -> None:
    found = [candidate(name, at=T0 + minutes(at), meaning=0.5) for name, at in (("b", 0), ("a", 0), ("c", 5))]
    assert [one.best.id for one in rank(found, [], k=60)] == ["c", "a", "b"]


CANDIDATES = st.lists(
    st.builds(
        lambda event, part, meaning, words: candidate(
            f"e{event}",
            part=part,
            seq=event,
            session="chat",
            at=T0 + minutes(event % 3),
            meaning=meaning,
            words=words,
        ),
        st.integers(0, 8),
        st.none() | st.integers(0, 3),
        st.none() | st.sampled_from([-0.5, 0.0, 0.1, 0.5, 0.9]),
        st.none() | st.sampled_from([0.5, 1.0, 7.5]),
    ),
    unique_by=lambda one: one.id,
)


@given(CANDIDATES, st.randoms(use_true_random=False))
def test_the_order_does_not_depend_on_the_order_of_what_was_found(
    found: list[Candidate], shuffle: random.Random
) -> None:
    turned = list(found)
    shuffle.shuffle(turned)
    one, other = (
        [(ranked.best.event, ranked.score, ranked.meaning) for ranked in rank(some, ["word"], k=10)]
        for some in (found, turned)
    )
    assert one == other


@given(CANDIDATES)
def test_shares_add_up_to_the_score_and_every_event_is_ranked_once(found: list[Candidate]) -> None:
    ranked = rank(found, ["word"], k=10)
    events = [one.best.event for one in ranked]
    assert len(events) == len(set(events))
    assert {one.event for one in found if one.words is not None or one.meaning is not None} <= set(events)
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)
    for one in ranked:
        assert one.score == pytest.approx(sum(one.why.values()))
        assert set(one.why) <= set(WEIGHTS)


@pytest.mark.parametrize(
    ("cosines", "text", "expected"),
    [
        ([0.71], "nothing in common", "high"),
        ([0.69], "nothing in common", "medium"),
        ([0.41], "the red bicycle", "high"),
        ([0.39], "the red bicycle", "medium"),
        ([0.56], "red wine", "high"),
        ([0.53], "nothing in common", "medium"),
        ([0.51], "nothing in common", "low"),
        ([0.23], "the red bicycle", "medium"),
        ([0.21], "nothing in common", "low"),
        ([0.19], "nothing in common", "none"),
        ([-0.2], "nothing in common", "none"),
        ([0.1, 0.75], "nothing in common", "high"),
        ([None], "the red bicycle", "medium"),
        ([None], "red wine", "medium"),
        ([None], "nothing in common", "low"),
        ([], "", "none"),
    ],
)
def test_confidence_by_the_best_cosine_and_the_words_covered(
    cosines: list[float | None], text: str, expected: str
) -> None:
    ranked = [Ranked(candidate(f"e{place}", text=text), 1.0, cosine) for place, cosine in enumerate(cosines)]
    assert confidence(ranked, ["red", "bicycles"]) == expected


def test_confidence_looks_at_the_first_five_only() -> None:
    ranked = [Ranked(candidate(f"e{place}"), 1.0, 0.9 if place == 5 else 0.0) for place in range(6)]
    assert confidence(ranked, []) == "none"
