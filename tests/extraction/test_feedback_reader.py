"""Reading feedback with the tuned model: what it is shown, and what it finds in messages written for this test."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from kg.extraction.feedback_model import find_feedback
from kg.extraction.feedback_reader import FeedbackReader, feedback_parts, open_feedback_reader
from kg.language import HashingEmbedder, MiniLM
from kg.protocols import TextPart
from kg.settings import Settings


class Recorder:
    """A classifier that answers with one row for each text, and keeps what it was asked."""

    def __init__(self, row: Sequence[float]) -> None:
        self.row, self.texts = row, list[Sequence[TextPart]]()

    def classify(self, texts: Sequence[Sequence[TextPart]]) -> NDArray[np.float32]:
        self.texts += texts
        return np.array([self.row] * len(texts), np.float32).reshape(-1, 5)


@pytest.fixture(scope="module")
def reader() -> FeedbackReader:
    found = open_feedback_reader(MiniLM(Settings(embed_threads=1)))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("previous", "message", "kind"),
    [
        ("You have two open orders.", "still three", "correction"),
        ("Your appointment is on Monday.", "tuesday, i told you twice", "correction"),
        ("I sent the slides to Daniel Weber.", "It was Daniela who needed them", "correction"),
        ("How did the interview at the bakery go?", "you asked me that an hour ago", "complaint"),
        ("Here are fourteen ideas for the garden.", "I only needed one and you buried me", "complaint"),
        ("As an AI I cannot give medical advice.", "you can leave that line out every time", "preference"),
    ],
)
def test_what_contradicts_the_agent_is_feedback(reader: FeedbackReader, previous: str, message: str, kind: str) -> None:
    assert [each.kind for each in find_feedback(message, previous, reader=reader)] == [kind]


@pytest.mark.parametrize(
    ("previous", "message"),
    [
        ("How many orders do you have?", "still three"),
        ("Which platform does your train leave from?", "the app says it's 7"),
        ("Shall I send the slides to Daniel?", "yes please, and to Daniela too"),
        ("How did the interview go?", "they asked me to come back on Monday"),
        ("Here are three ideas for the garden.", "the second one. how much would the stones be?"),
    ],
)
def test_answers_are_no_feedback(reader: FeedbackReader, previous: str, message: str) -> None:
    assert find_feedback(message, previous, reader=reader) == []


def test_a_sentence_is_read_with_what_stands_around_it() -> None:
    message = "Thanks. No, that is wrong."
    assert feedback_parts(message, "Two.", 8, 26) == [
        TextPart("Two.", 96, keeps_end=True),
        TextPart("No, that is wrong.", 80),
        TextPart(message, 64),
    ]
    assert len(feedback_parts("  No.", "Two.", 2, 5)) == 2, "the message is the sentence"


def test_only_english_answers_to_the_agent_are_read() -> None:
    recorder = Recorder([0, 1, 0, 0, 0])
    reader = FeedbackReader(recorder)
    message = "that is wrong, it was three"
    assert [each.kind for each in find_feedback(message, "There are two.", reader=reader)] == ["correction"]
    for other, previous in ((message, ""), ("nein, das ist falsch, es waren drei", "Es waren zwei.")):
        assert find_feedback(other, previous, reader=reader) == find_feedback(other, previous)
    assert len(recorder.texts) == 1


def test_what_the_regression_rules_out_is_not_read() -> None:
    recorder = Recorder([0, 1, 0, 0, 0])
    assert find_feedback("ok", "There are two.", reader=FeedbackReader(recorder)) == []
    assert recorder.texts == []


def test_other_embedders_have_no_reader() -> None:
    assert open_feedback_reader(HashingEmbedder()) is None
