"""Agreement of written texts with reference texts, and two baselines."""

from __future__ import annotations

import pytest

from kg.bench.reference_texts import compare_texts, mean_measures, sentences_of, write_centroid, write_lead
from kg.language.hashing_embedder import HashingEmbedder
from kg.types import Event

EMBED = HashingEmbedder().embed
EVENTS = [Event(f"Message {number} is about the boat. It rains.", speaker="cli:ann") for number in range(9)]


def test_equal_texts_agree_and_nothing_written_does_not() -> None:
    text = "Ann sold the boat. Bob moved to Oslo."
    assert compare_texts(sentences_of(text), text, EMBED) == {"cosine": pytest.approx(1), "matched": 1}
    assert compare_texts(["Ann sold the boat."], text, EMBED)["matched"] == 0.5
    assert compare_texts([], text, EMBED) == {"cosine": 0, "matched": 0}


def test_baselines_have_five_sentences_of_the_chat() -> None:
    assert write_lead(EVENTS)[:2] == ["Message 0 is about the boat.", "It rains."]
    assert len(write_lead(EVENTS)) == len(write_centroid(EVENTS, EMBED)) == 5
    assert write_centroid([], EMBED) == []


def test_means_are_rounded() -> None:
    assert mean_measures([{"cosine": 0.1}, {"cosine": 0.2}, {"cosine": 0.2}]) == {"cosine": 0.167}
    assert mean_measures([]) == {}
