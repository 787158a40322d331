"""Candidates matched with their question: events, words, token weights, and signals."""

from __future__ import annotations

import numpy as np
import pytest

from kg.protocols import EncodedQuestion
from kg.retrieval.lexical import inverse_document_frequency
from kg.retrieval.question import Question
from kg.retrieval.question_match import EventSignals, match_question, token_weights
from tests.retrieval.candidate_builders import found, question


def test_rare_words_weigh_more_and_subword_tokens_get_their_words_weight() -> None:
    asked = EncodedQuestion(
        np.zeros(1, np.float32), np.zeros((3, 64), np.float32), np.zeros(3, np.float32), ((0, 3), (4, 6), (6, 9))
    )
    counts = np.array([[1.0, 0.0]] * 9 + [[1.0, 1.0]])
    weights = token_weights(Question("ann oslofjord", ("ann", "oslofjord"), asked), inverse_document_frequency(counts))
    assert weights.sum() == pytest.approx(1.0)
    assert weights[1] == weights[2] > 10 * weights[0]
    assert token_weights(question("ann"), np.zeros(0)).size == 0


def test_passages_are_grouped_by_event_in_order_of_appearance() -> None:
    rows = [{"event": "b", "text": "Oslo!"}, {"event": "a"}, {"event": "b", "text": "the fjord of oslo"}]
    match = match_question(found(rows), question("oslo fjord?", "oslo", "fjord"), None)
    assert (match.group.tolist(), match.events) == ([0, 1, 0], 2)
    assert match.counts.tolist() == [[1, 0], [0, 0], [1, 1]]


def test_the_best_passage_represents_its_event() -> None:
    rows = [
        {"event": "a", "text": "rain"},
        {"event": "a", "text": "oslo", "session": "other", "meaning": 0.4},
        {"event": "b", "text": "snow", "words": 2.0},
    ]
    signals = EventSignals(match_question(found(rows), question("oslo?", "oslo"), None))
    assert signals.row.tolist() == [1, 2]
    assert signals.column("text") == ["oslo", "snow"]
    assert signals.session == ["other", "chat"]
    assert signals.order.tolist() == [0, 1]
    assert signals.meaning is not None
    assert signals.meaning.tolist() == [0.4, 0.4], "a candidate without a cosine gets the lowest"
    assert signals.words[0] > signals.words[1] > 0, "the index found an inflection"
    assert signals.present.tolist() == [1.0, 0.0]
    assert (signals.late, signals.late_parts) == (None, None)
    assert np.isnan(signals.unknown).all()


def test_nothing_found_gives_no_signals() -> None:
    signals = EventSignals(match_question(found([]), question("oslo?", "oslo"), None))
    assert (signals.count, signals.order.size, signals.meaning) == (0, 0, None)
