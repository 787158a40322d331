"""Reading standing wishes with the tuned model: what it is shown, and what it finds in messages written for this test."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from kg.extraction.standing_wishes import WishReader, open_wish_reader, standing_parts
from kg.language import HashingEmbedder, MiniLM
from kg.protocols import TextPart
from kg.settings import Settings


class Recorder:
    """A classifier that takes every text for a wish, and keeps what it was asked."""

    def __init__(self) -> None:
        self.texts = list[Sequence[TextPart]]()

    def classify(self, texts: Sequence[Sequence[TextPart]]) -> NDArray[np.float32]:
        self.texts += texts
        return np.array([[0.1, 0.9]] * len(texts), np.float32)


@pytest.fixture(scope="module")
def reader() -> WishReader:
    found = open_wish_reader(MiniLM(Settings(embed_threads=1)))
    assert found is not None
    return found


@pytest.mark.parametrize(
    "message",
    [
        "never book a middle seat",
        "no peanuts in anything you suggest",
        "all amounts in swiss francs",
        "Whenever a build fails, write the reason into the ticket.",
        "use poetry for dependencies, not pip",
        "Close the blinds when it gets dark.",
        "Each Monday, send me the sales figures.",
    ],
)
def test_what_holds_from_now_on_is_a_wish(reader: WishReader, message: str) -> None:
    assert [(each.start, each.end) for each in reader.find_wishes(message)] == [(0, len(message))]


@pytest.mark.parametrize(
    "message",
    [
        "book me a middle seat for tomorrow",
        "close the blinds now please",
        "I ate peanuts on the plane",
        "the build failed again last night",
        "my brother never answers his phone",
        "thanks, that is exactly what I needed",
        "should we use poetry?",
    ],
)
def test_orders_of_the_moment_and_reports_are_none(reader: WishReader, message: str) -> None:
    assert not reader.find_wishes(message)


def test_of_a_longer_message_the_sentence_is_found(reader: WishReader) -> None:
    message = "The train was late again. Never book the last one of a day. Can you check the refund?"
    [found] = reader.find_wishes(message)
    assert message[found.start : found.end] == "Never book the last one of a day."
    assert found.probability >= 0.8


def test_a_sentence_is_read_with_the_message_that_it_is_part_of() -> None:
    message = "It rained. Water nothing this week."
    assert [part.text for part in standing_parts(message, 11, len(message))] == ["Water nothing this week.", message]
    assert [part.text for part in standing_parts(message, 0, len(message))] == [message]


def test_questions_single_words_and_other_languages_are_not_read() -> None:
    recorder = Recorder()
    reader = WishReader(recorder)
    assert not reader.find_wishes("Thanks! Do you always use tabs?")
    assert not reader.find_wishes("Bitte immer auf Deutsch antworten, und ohne Emojis in den Antworten")
    assert not recorder.texts
    assert len(reader.find_wishes("Thanks! Use tabs everywhere.")) == 1


@pytest.mark.parametrize(
    "message",
    [
        'my boss said "never deploy on fridays"',
        "> never deploy on fridays\nwhat does he mean?",
        "can you summarise this?\n\nDear tenants,\nplease lock the front door. Never leave bikes in the hall.\nThe owners",
        " ".join(f"Never open door {number}." for number in range(13)),
    ],
)
def test_what_others_ask_for_and_long_texts_are_no_wishes(reader: WishReader, message: str) -> None:
    assert not reader.find_wishes(message)


def test_other_embedders_have_no_reader() -> None:
    assert open_wish_reader(HashingEmbedder()) is None
