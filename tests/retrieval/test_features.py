"""Features of hand-made candidates, and their independence of scale."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kg.protocols import EncodedQuestion
from kg.retrieval.features import FEATURE_GROUPS, FEATURE_NAMES, compute_features, date_fit, feature_group
from kg.retrieval.question import Question
from kg.retrieval.question_match import match_question
from tests.retrieval.candidate_builders import MICROSECONDS, MINUTE, found, question


def features(rows: list[dict[str, Any]], text: str, *words: str, likeness: Any = None) -> dict[str, list[float]]:
    """Features by name, of the events in their order of appearance."""
    made = compute_features(match_question(found(rows), question(text, *words), likeness))
    return {name: made.values[:, place].tolist() for place, name in enumerate(FEATURE_NAMES)}


def test_names_are_unique_and_grouped() -> None:
    assert len(set(FEATURE_NAMES)) == len(FEATURE_NAMES)
    assert set(map(feature_group, FEATURE_NAMES)) == set(FEATURE_GROUPS)


def test_nothing_found_gives_no_rows() -> None:
    assert compute_features(match_question(found([]), question("why?"), None)).values.shape == (0, len(FEATURE_NAMES))


def test_without_vectors_and_states_their_features_are_unknown_and_no_others() -> None:
    got = features([{"text": "oslo"}, {"text": "rain"}], "oslo?", "oslo")
    unknown = {name for name, values in got.items() if np.isnan(values).all()}
    assert {name for name in unknown if "late" not in name and "meaning" not in name} == {
        # Two lines have no second neighbours.
        "around.second_before_words",
        "around.second_after_words",
    }
    assert {"late.best.rank", "meaning.cosine", "session.late", "around.before_late"} <= unknown


def test_words_and_their_ranks() -> None:
    got = features(
        [{"text": "rain"}, {"text": "Oslo, Oslo!"}, {"text": "(oslo) and much else besides"}], "oslo?", "oslo"
    )
    assert got["words.best.rank"] == [pytest.approx(np.log2(3)), 0.0, 1.0]
    assert got["words.best.share"][1] == 1.0
    assert got["words.present"] == [0.0, 1.0, 1.0]
    assert got["both.reciprocal_rank"] == [0.0, pytest.approx(1 / 61), pytest.approx(1 / 62)]


def test_a_match_of_the_index_only_gets_the_minimum_score() -> None:
    got = features([{"text": "went", "words": 3.0}, {"text": "went"}], "go?", "go")
    assert got["words.best.share"] == [1.0, 0.0]


def test_cosine_is_the_best_passages_or_else_the_lowest_found() -> None:
    rows = [
        {"id": "a#0", "event": "a", "kind": "passage", "meaning": 0.3},
        {"id": "a#1", "event": "a", "kind": "passage", "meaning": 0.8, "seq": 0},
        {"id": "b", "event": "b", "meaning": 0.5, "seq": 9},
        {"id": "c", "event": "c", "seq": 20},
    ]
    got = features(rows, "?")
    assert got["meaning.cosine"] == [0.8, 0.5, 0.3]
    assert got["form.passage"] == [1.0, 0.0, 0.0]


def test_late_interaction_weights_tokens_and_includes_neighbours() -> None:
    asked = EncodedQuestion(
        np.zeros(1, np.float32), np.zeros((2, 64), np.float32), np.zeros(2, np.float32), ((0, 4), (5, 9))
    )
    given = found([{"text": "oslo"}, {"text": "fjord"}, {"text": "rain"}])
    made = compute_features(
        match_question(
            given, Question("oslo fjord", ("oslo", "fjord"), asked), np.array([[0.9, 0.1], [0.1, 0.9], [0.1, 0.1]])
        )
    )
    got = {name: made.values[:, place] for place, name in enumerate(FEATURE_NAMES)}
    assert got["late.likeness"].tolist() == pytest.approx([0.5, 0.5, 0.1])
    # A window of one line to each side: .9 and .95 x .9 on either.
    assert got["around.late_window_1.share"].tolist() == pytest.approx([1.0, 1.0, 0.4775 / 0.8775], abs=1e-4)
    assert got["question.tokens"].tolist() == [2.0] * 3


def test_neighbours_and_adjacency() -> None:
    got = features(
        [{"text": "Where do you keep the key?"}, {"text": "Under the oak."}, {"text": "Rain."}], "key?", "key"
    )
    assert got["form.asks"] == [1.0, 0.0, 0.0]
    assert got["form.ends_asking"] == [1.0, 0.0, 0.0]
    assert got["form.asked_before"] == [0.0, 1.0, 0.0]
    assert got["form.answers"][1] > 0
    assert got["around.words_sum.rank"][1] == 1.0
    assert np.isnan(got["around.before_words"][0])
    assert got["around.before_words"][1] == max(got["around.before_words"][1:])


def test_session_features() -> None:
    rows = [
        {"text": "oslo fjord", "session": "a", "seq": 0},
        {"text": "oslo", "session": "a", "seq": 5},
        {"text": "rain", "session": "b", "seq": 0},
    ]
    got = features(rows, "oslo fjord?", "oslo", "fjord")
    assert got["session.words"] == [1.0, 1.0, 0.0]
    assert got["session.place"] == [0.0, 1.0, 0.0]
    assert got["session.rank"] == [0.0, 0.0, 1.0]
    assert got["session.behind_best"][0] == got["session.behind_best"][2] == 0.0 < got["session.behind_best"][1]
    assert got["session.alone"] == [0.0, 0.0, 0.0]
    assert features([{"session": "a"}, {"session": "b"}], "?")["session.alone"] == [1.0, 1.0]


def test_speaker_features() -> None:
    rows = [
        {"speaker_name": "Ann Lee"},
        {"speaker_name": "Bob"},
        {"speaker_name": "bot", "role": "assistant"},
    ]
    got = features(rows, "What did I tell Ann?", "tell", "ann")
    assert got["speaker.named"] == [1.0, 0.0, 0.0]
    assert got["speaker.other_named"] == [0.0, 1.0, 1.0]
    assert got["speaker.assistant"] == [0.0, 0.0, 1.0]
    assert got["speaker.asks_of_self"] == [1.0, 1.0, 0.0]
    assert features(rows[:2], "What did I tell Ann?", "ann")["speaker.asks_of_self"] == [0.0, 0.0]


def test_text_features() -> None:
    texts = ["Always use metric units when I ask about size.", "I think my oak is old.", "It rains."]
    got = features([{"text": text} for text in texts], "?")
    assert got["form.standing"] == [1.0, 0.0, 0.0]
    assert got["form.of_self"] == [pytest.approx(10 / 10, abs=0.2), 1.0, 0.0]
    assert got["form.relative_length"][1] == pytest.approx(0.0)
    assert got["form.usual_length"] == [pytest.approx(np.log1p(len(texts[1])))] * 3


def test_time_features_use_order_and_named_dates() -> None:
    rows = [{"text": "It is on 3 April."}, {"text": "It is on 17 April."}, {"text": "?", "at": None, "seq": None}]
    got = features(rows, "What is on 17 April?")
    assert got["time.recency"] == [0.0, 1.0, 0.5]
    assert got["time.date"] == [0.4, 1.0, 0.0]
    assert got["time.place_in_session"][:2] == [0.0, pytest.approx(np.log(2))]
    assert np.isnan(got["time.place_in_session"][2])


@pytest.mark.parametrize(
    ("wanted", "text", "minutes", "expected"),
    [
        ({(3, 2)}, "today", 0, 0.8),
        ({(3, 3)}, "today", 0, 0.8),
        ({(3, 9)}, "today", 0, 0.3),
        ({(3, None)}, "on 9 March", 0, 0.4),
        ({(6, 1)}, "today", 0, 0.0),
    ],
)
def test_date_fit(wanted: set[tuple[int, int | None]], text: str, minutes: int, expected: float) -> None:
    assert date_fit(wanted, text, MICROSECONDS + minutes * MINUTE) == expected


def test_link_features_by_names_and_headings() -> None:
    texts = ["Blue Song. Written by Ada Quill.", "Ada Quill. A poet from Ghent.", "Ghent. A city.", "Rain. It rains."]
    rows = [{"text": text, "session": f"s{place}", "seq": 0} for place, text in enumerate(texts)]
    got = features(rows, "Where is the author of blue song from?", "author", "blue", "song")
    assert got["links.heading_asked"] == [1.0, 0.0, 0.0, 0.0]
    assert got["links.heading_mentioned"][1] == 1.0
    assert got["links.bridge"][1] > got["links.bridge"][3] == 0.0


def test_shares_do_not_depend_on_the_number_of_candidates() -> None:
    few = features([{"text": "oslo"}, {"text": "rain"}], "oslo?", "oslo")
    many = features([{"text": "oslo"}, *({"text": "rain", "seq": 10 * n} for n in range(1, 50))], "oslo?", "oslo")
    for name in ("words.best.rank", "words.best.share", "words.present", "session.place", "session.behind_best"):
        assert few[name][0] == many[name][0], name
