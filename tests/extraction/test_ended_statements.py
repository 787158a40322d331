"""Reading which statements a message ends: what the tuned model is shown, and what it finds in pairs of this test."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from kg.extraction.ended_statements import (
    EarlierStatement,
    EndReader,
    end_parts,
    may_end_statements,
    open_end_reader,
    split_news,
)
from kg.language import HashingEmbedder, MiniLM
from kg.protocols import TextPart
from kg.settings import Settings


class Recorder:
    """A classifier that gives these rates, and keeps what it was asked."""

    def __init__(self, rates: Sequence[float]) -> None:
        self.texts = list[Sequence[TextPart]]()
        self._rates = iter(rates)

    def classify(self, texts: Sequence[Sequence[TextPart]]) -> NDArray[np.float32]:
        self.texts += texts
        return np.array([[1 - rate, rate] for _, rate in zip(texts, self._rates, strict=False)], np.float32)


@pytest.fixture(scope="module")
def reader() -> EndReader:
    found = open_end_reader(MiniLM(Settings(embed_threads=1)))
    assert found is not None
    return found


def find_ended(reader: EndReader, statement: str, message: str, *facts: str) -> list[int]:
    [ended] = reader.find_ended([EarlierStatement(f"Ann: {statement}", facts or (statement,), 0.6)], [("Ann", message)])
    return sorted(ended)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("staging runs on port 8080", "had to move staging to 8090, grafana was on the old port"),
        ("my car is a golf", "sold the golf on saturday, we're getting by with bikes"),
        ("dinner is on friday", "dinner's on saturday instead, the oven is broken until then"),
        ("I take 50 mg of levothyroxine", "dr Moe put my levothyroxine up to 75"),
    ],
)
def test_a_message_ends_what_it_replaces(reader: EndReader, statement: str, message: str) -> None:
    assert find_ended(reader, statement, message) == [0]


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("I live in Oslo", "my brother moved to Bergen last month"),
        ("staging runs on port 8080", "production now listens on 8090"),
        ("my car is a golf", "Bo has a golf too, a green one"),
        ("dinner is on friday", "looking forward to dinner on friday!"),
        ("I have a dog called Rex", "the build is green again"),
    ],
)
def test_a_message_leaves_what_it_confirms_and_what_is_about_another_thing(
    reader: EndReader, statement: str, message: str
) -> None:
    assert find_ended(reader, statement, message) == []


def test_of_several_facts_only_those_that_a_message_is_about_are_ended() -> None:
    recorder = Recorder([0.8, 0.6, 0.45, 0.3])
    statements = [EarlierStatement("Ann: a", ("A.", "B."), 0.7), EarlierStatement("Bo: c", ("C.",), 0.7)]
    assert EndReader(recorder).find_ended(statements, [("Ann", "News."), ("Bo", "News.")]) == [
        {0: pytest.approx(0.8)},
        {},
    ]
    assert [pair[0].text for pair in recorder.texts] == ["Ann: a", "Bo: c", "A.", "B."]


def test_what_is_hardly_alike_needs_more_certainty() -> None:
    statements = [EarlierStatement("Ann: a", ("A.",), 0.35), EarlierStatement("Ann: a", ("A.",), 0.65)]
    news = [("Ann", "News."), ("Ann", "News.")]
    assert EndReader(Recorder([0.9, 0.9])).find_ended(statements, news) == [{}, {0: pytest.approx(0.9)}]


def test_a_long_message_is_read_in_parts_and_the_likeliest_counts() -> None:
    recorder = Recorder([0.1, 0.9])
    sentence = "This is a sentence of exactly eight words. "
    assert find_ended(EndReader(recorder), "I live in Oslo", sentence * 8) == [0]
    assert [len(part.text.split()) for _, part in recorder.texts] == [1 + 40, 1 + 24]
    assert EndReader(recorder).find_ended([], []) == []


def test_a_statement_comes_before_the_author_and_the_message() -> None:
    parts = end_parts("Ann lives in Oslo.", "Bo", "She moved.")
    assert [part.text for part in parts] == ["Ann lives in Oslo.", "Bo: She moved."]


def test_small_talk_questions_other_languages_and_long_texts_end_nothing() -> None:
    model = MiniLM(Settings(embed_threads=1))
    news = "staging is on 8090 now. have you heard?"
    others = (
        "haha good one",
        "Have you heard? Did we move to Bergen?",
        "Wir sind letzten Monat nach Bergen gezogen und wohnen jetzt dort.",
        "We moved to Bergen, and there is more to say about it than fits into a line. " * 40,
    )
    vectors = model.embed([news, *others])
    assert may_end_statements(news, vectors[0])
    for message, vector in zip(others, vectors[1:], strict=True):
        assert not may_end_statements(message, vector), message
    assert split_news(others[-1]) == []


def test_only_the_weights_of_minilm_can_be_tuned() -> None:
    assert open_end_reader(HashingEmbedder()) is None
