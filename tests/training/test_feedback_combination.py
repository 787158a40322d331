"""Combining the regression of the feedback detector with its reader."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.extraction import FeedbackRates
from training.feedback_combination import HeldOutReader, RatedSentence, choose_thresholds, fit_combination


def criticism(probability: float) -> FeedbackRates:
    return FeedbackRates(probability, 0.01, 0.0, 0.01)


def test_the_rating_that_is_right_counts() -> None:
    pytest.importorskip("sklearn")
    sentences = [
        RatedSentence(
            "criticism" if is_found else "none", criticism(0.2 + place % 5 / 10), criticism(0.9 if is_found else 0.1)
        )
        for place in range(40)
        for is_found in (True, False)
    ]
    sentences += [
        RatedSentence(group, criticism(0.1), FeedbackRates(0.0, 0.5, 0.0, 0.5)) for group in ("preference", "praise")
    ]
    _, regression, reader = fit_combination(sentences)["criticism"]
    assert reader > 1 > abs(regression)


def test_thresholds_let_few_ordinary_messages_pass() -> None:
    rated = [{"criticism": place / 100 + 0.0003} for place in range(50, 100)] + [{}] * 50
    found = choose_thresholds(rated, {"criticism": 0.1, "praise": 0.1}, 0.05)
    assert sum(each.get("criticism", 0) >= found["criticism"] for each in rated) == 10
    assert found["praise"] == 0.05, "no ordinary message looks like praise"


def test_held_out_ratings_are_read_from_their_file(tmp_path: Path) -> None:
    path = tmp_path / "ratings.jsonl"
    row = {"text": "no. three.", "previous": "Two.", "start": 4, "rates": [0.5, 0.1, 0.2, 0.0]}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    reader = HeldOutReader(path)
    assert reader.knows("no. three.")
    assert not reader.knows("no.")
    assert reader.rate("no. three.", "Two.", [(0, 3), (4, 10)]) == [
        FeedbackRates(0.0, 0.0, 0.0, 0.0),
        FeedbackRates(0.5, 0.1, 0.2, 0.0),
    ]
