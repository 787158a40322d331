"""Training of the salience of messages: the sentences of a day, and the fit."""

from __future__ import annotations

import numpy as np
import pytest

from training import message_salience
from training.message_salience import _fit, _measure, _Sentence

pytest.importorskip("sklearn")


def sentence(number: int, *, is_important: bool) -> _Sentence:
    rng = np.random.default_rng(number)
    vector = rng.normal(size=384).astype(np.float32)
    vector[0] += 5.0 * is_important
    features = {"date": float(is_important or number % 5 == 0), "words": 1.0}
    return _Sentence(("talk", f"day {number // 4}"), f"e{number}", features, vector, is_important, is_important)


def test_the_fit_finds_what_distinguishes_important_sentences() -> None:
    samples = [sentence(number, is_important=number % 4 == 0) for number in range(400)]
    for with_vector in (False, True):
        content = _fit(samples, with_vector=with_vector)
        assert content["weights"]["date"] > 0
        assert ("vector" in content) is with_vector
        figures = _measure(samples, content)
        assert figures["roc_auc"] > 0.8
        assert figures["2"]["recall"] > 0.8


def test_a_day_is_its_text_and_what_it_must_contain() -> None:
    row = {"text": "Ann moved. Bob stayed.", "must": ["Ann moved to Oslo"]}
    assert message_salience._day_sentences(row) == ["Ann moved.", "Bob stayed.", "Ann moved to Oslo"]
