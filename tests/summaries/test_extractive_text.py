"""Summaries out of the words that are there: facts in words, sentences worth quoting, and nothing without a source."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language.hashing_embedder import HashingEmbedder
from kg.summaries.extractive_text import Spoken, Told, confidence, facts_told, gathered, quotes
from kg.types import Said
from tests.support import T0

EMBEDDER = HashingEmbedder()


def spoken(*lines: tuple[str, str], own: bool = False) -> list[Spoken]:
    return [
        Spoken(f"e{place}", speaker, text, T0 + dt.timedelta(days=place), own)
        for place, (speaker, text) in enumerate(lines)
    ]


def quoted(messages: list[Spoken], most: int = 5, **options: object) -> list[Said]:
    vectors = EMBEDDER.embed([one.text for one in messages])
    return quotes(messages, vectors, most=most, **options)  # type: ignore[arg-type]


def test_facts_of_one_subject_are_one_sentence_with_all_their_sources() -> None:
    facts = [
        Told("f1", "Ann", "likes", "tea", sources=("e1",)),
        Told("f2", "Ann", "lives_in", "Oslo", since="since 2025-05", sources=("e2",)),
        Told("f3", "Ann", "likes", "rye bread", sources=("e1", "e3")),
        Told("f4", "Bob", "favourite", "colour: green", sources=("e4",)),
        Told("f5", "Bob", "prefers", "coffee", polarity=False, sources=("e5",)),
    ]
    ann, bob = facts_told(facts, 5)
    assert ann == Said(
        "Ann likes tea and rye bread; lives in Oslo (since 2025-05).", ("f1", "e1", "f2", "e2", "f3", "e3")
    )
    assert bob == Said("Bob's favourite colour is green; does not want coffee.", ("f4", "e4", "f5", "e5"))
    assert facts_told(facts, 1) == [ann]


def test_each_subject_has_its_word_before_one_has_its_second() -> None:
    many = [Told(f"a{place}", "Ann", "likes", f"thing {place}") for place in range(12)]
    said = facts_told([*many, Told("b", "Bob", "likes", "rain")], 3)
    assert [one.text.split()[0] for one in said] == ["Ann", "Bob", "Ann"]


def test_who_speaks_of_themselves_in_a_fact_is_spoken_of() -> None:
    [said] = facts_told([Told("f", "Ann", "plans", "open my own shop")], 1)
    assert said.text == "Ann plans to open their own shop."


def test_greetings_questions_repetitions_and_scraps_are_left_out() -> None:
    messages = spoken(
        ("Ann", "Hey Bob! Good to see you."),
        ("Bob", "How was your trip to the coast?"),
        ("Ann", "I walked the whole coast path with my sister last week."),
        ("Bob", "Wow, that's great!"),
        ("Ann", "I walked the whole coast path with my sister, last week."),
        ("Bob", "My garden has two new apple trees, and I water them each morning."),
        ("Bob", "{'x': [1, 2, 3], 'y': {'z': 4}}"),
    )
    assert [one.text for one in quoted(messages)] == [
        "Ann (2026-03-04): I walked the whole coast path with my sister last week.",
        "Bob (2026-03-07): My garden has two new apple trees, and I water them each morning.",
    ]


def test_what_a_fact_says_already_makes_room_for_something_else() -> None:
    messages = spoken(
        ("Ann", "I moved to Oslo with both of my cats last week."),
        ("Ann", "My bakery sells forty loaves each morning."),
    )
    facts = [Told("f", "Ann", "moved_to", "Oslo", sources=("e0",))]
    assert [one.sources for one in quoted(messages, 1)] == [("e0",)]
    assert [one.sources for one in quoted(messages, 1, facts=facts)] == [("e1",)]


def test_of_somebody_what_names_them_is_told_and_what_merely_calls_them_is_not() -> None:
    messages = spoken(
        ("Bob", "You will do it, Ann!"),
        ("Bob", "Yesterday Ann repaired the old boat with her brother."),
        ("Bob", "My own boat lies in the harbour since last spring."),
    )
    assert [one.sources for one in quoted(messages, 1, names=("Ann",))] == [("e1",)]


def test_no_message_no_sentence() -> None:
    assert quotes([], np.zeros((0, 0), np.float32), most=3) == []
    assert quoted(spoken(("Ann", "I walked along the coast path today.")), 0) == []


@given(st.lists(st.tuples(st.sampled_from(["Ann", "Bob"]), st.text(max_size=80)), max_size=12), st.integers(0, 5))
def test_every_sentence_has_the_message_that_it_is_from(lines: list[tuple[str, str]], most: int) -> None:
    messages = spoken(*lines)
    said = quoted(messages, most) if messages else []
    assert len(said) <= most
    texts = {one.id: " ".join(one.text.split()) for one in messages}
    for one in said:
        [source] = one.sources
        words = one.text.partition("): ")[2]
        assert words in texts[source] or words.removesuffix(".") in texts[source]


def test_a_branch_hears_each_child_before_one_speaks_twice_and_repeats_nothing() -> None:
    first = [Said("Ann lives in Oslo.", ("f1",)), Said("Ann (2026-03-02): I bake forty loaves a day.", ("e1",))]
    second = [Said("Bob (2026-03-02): My trees bear apples.", ("e2",)), Said("Ann lives in Oslo.", ("f1",))]
    assert gathered([first, second], most=7) == [first[0], second[0], first[1]]
    assert gathered([second, first], most=2) == [first[0], second[0]], "facts stand before what was said"
    assert gathered([], most=7) == []


@pytest.mark.parametrize(
    ("mentions", "facts", "sure"),
    [(0, 0, 0.2), (0, 9, 0.2), (1, 0, 0.42), (10, 0, 0.6), (20, 0, 0.8), (20, 1, 0.84), (5, 5, 0.7), (99, 99, 0.95)],
)
def test_confidence(mentions: int, facts: int, sure: float) -> None:
    assert confidence(mentions, facts) == pytest.approx(sure)
