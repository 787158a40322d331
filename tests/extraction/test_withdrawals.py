"""Sentences that are taken back state nothing; those before and after them still do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.withdrawals import find_withdrawn, withdraws
from tests.extraction.messages import triples

HOME = ("Sam", "lives_in", "Lima")
PIECES = [
    "I live in Lima",
    ". ",
    ", ",
    "not",
    "Not.",
    "just kidding",
    " jk",
    " /s",
    "\n",
    "!",
    "april fools",
    "haha ",
    "(",
    ")",
]


@pytest.mark.parametrize(
    "ending",
    [
        ". Not.",
        ", not!",
        "... NOT",
        " 😂 not",
        "\nNot",
        ". Just kidding!",
        " (just kidding)",
        ". Haha, kidding!",
        ". I'm only joking, sorry.",
        ". jk lol",
        " jk",
        " /s",
        ". /s",
        ". Said no one ever.",
        ", said nobody ever.",
        ". In your dreams.",
        ". As if!",
        ". I wish.",
        ". Yeah right.",
        ". Haha, April fools!",
        ". It is nice there.\nApril fools' day!",
        ". Oh wait, scratch that.",
        ". That was a joke.",
    ],
)
def test_what_is_taken_back_states_nothing(ending: str) -> None:
    assert HOME not in triples(f"I live in Lima{ending}")


@pytest.mark.parametrize(
    "text",
    [
        "I live in Lima, not in Cusco.",
        "I live in Lima. Not that I mind.",
        "I live in Lima. Not yet married though.",
        "He said he was joking. I live in Lima.",
        "I hate jazz. Just kidding! I live in Lima.",
        "Why not? I live in Lima.",
        "I live in Lima. If not for long.",
        "It's in ~/s. I live in Lima.",
        "I live in Lima and I wish you were here.",
        "I live in Lima, right?\nI live in Lima.",
        "I live in Lima. No kidding!",
        "I live in Lima. I'm not joking.",
    ],
)
def test_other_sentences_state_what_they_say(text: str) -> None:
    assert HOME in triples(text)


@given(st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=10).map("".join))
def test_spans_are_within_the_text_in_order(text: str) -> None:
    assert all(0 <= start < end <= len(text) for start, end in find_withdrawn(text))


@pytest.mark.parametrize(
    "text",
    ["I am allergic, no kidding.", "I saw you in my dreams.", "I was born on April Fools' Day.", "It does 30 m /s"],
)
def test_marks_within_a_sentence_take_nothing_back(text: str) -> None:
    assert not list(find_withdrawn(text))


def test_what_only_takes_back() -> None:
    assert withdraws("Just kidding!")
    assert not withdraws("I live here, just kidding.")
