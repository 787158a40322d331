"""Contractions of chat."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language import bundled_pipeline

pytestmark = pytest.mark.timeout(120)


def words(text: str) -> list[str]:
    (doc,) = bundled_pipeline().parse([text], trees=False)
    return [token.text for token in doc]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ill book the van", ["i", "ll", "book", "the", "van"]),
        ("it is 1F4D3A. see you", ["it", "is", "1F4D3A", ".", "see", "you"]),
        ("ok, Ill send it", ["ok", ",", "I", "ll", "send", "it"]),
        ("il order them", ["i", "l", "order", "them"]),
        ("id booked a walker", ["i", "d", "booked", "a", "walker"]),
        ("the id is lost", ["the", "id", "is", "lost"]),
        ("its in your loft", ["it", "s", "in", "your", "loft"]),
        ("its £62 this year", ["it", "s", "£", "62", "this", "year"]),
        ("he is ill call him", ["he", "is", "ill", "call", "him"]),
        ("she fell ill", ["she", "fell", "ill"]),
        ("dads got his date", ["dad", "s", "got", "his", "date"]),
        ("my mums furniture", ["my", "mums", "furniture"]),
        ("both mums", ["both", "mums"]),
        ("i wanna go", ["i", "wan", "na", "go"]),
        ("gimme that 'cause it's mine", ["gim", "me", "that", "'", "cause", "it", "'s", "mine"]),
        ("booked it for wed at 7", ["booked", "it", "for", "wed", "at", "7"]),
        ("Tue me. Wed Carlo.", ["Tue", "me", ".", "Wed", "Carlo", "."]),
        ("see you wed!", ["see", "you", "wed", "!"]),
        ("on Wed and Fri", ["on", "Wed", "and", "Fri"]),
        ("wed love to come", ["we", "d", "love", "to", "come"]),
        ("in Rome and wed love it", ["in", "Rome", "and", "we", "d", "love", "it"]),
        ("were going to Crete", ["we", "re", "going", "to", "Crete"]),
        ("ok, were on 2.6 now", ["ok", ",", "we", "re", "on", "2.6", "now"]),
        ("were going now?", ["were", "going", "now", "?"]),
        ("the boys were going", ["the", "boys", "were", "going"]),
        ("the dog hurt its paw", ["the", "dog", "hurt", "its", "paw"]),
    ],
)
def test_only_contractions_are_split(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(st.lists(st.sampled_from(["ill", "its", "il", "send", "a", "ok", "is", ".", "£5"]), max_size=8).map(" ".join))
def test_offsets_stay_those_of_the_text(text: str) -> None:
    (doc,) = bundled_pipeline().parse([text], trees=False)
    assert doc.text == text
    assert all(text[token.idx : token.idx + len(token)] == token.text for token in doc)


def test_a_currency_ends_no_sentence() -> None:
    (doc,) = bundled_pipeline().parse(["And subs are going up to £45 a term from April"])
    assert len(list(doc.sents)) == 1
