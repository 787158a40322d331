"""Extractive summaries: fact sentences, quotations, and their sources."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language.hashing_embedder import HashingEmbedder
from kg.summaries.extractive_text import (
    QuotableMessage,
    SummaryFact,
    merge_child_sentences,
    select_quotes,
    summary_confidence,
    write_fact_sentences,
)
from kg.types import SummarySentence
from tests.support import T0

EMBEDDER = HashingEmbedder()


def spoken(*lines: tuple[str, str], own: bool = False) -> list[QuotableMessage]:
    return [
        QuotableMessage(f"e{place}", speaker, text, T0 + dt.timedelta(days=place), own)
        for place, (speaker, text) in enumerate(lines)
    ]


def quoted(messages: list[QuotableMessage], most: int = 5, **options: object) -> list[SummarySentence]:
    vectors = EMBEDDER.embed([one.text for one in messages])
    return select_quotes(messages, vectors, most=most, **options)  # type: ignore[arg-type]


def test_facts_of_one_subject_share_a_sentence_with_all_their_sources() -> None:
    facts = [
        SummaryFact("f1", "Ann", "likes", "tea", sources=("e1",)),
        SummaryFact("f2", "Ann", "lives_in", "Oslo", since="since 2025-05", sources=("e2",)),
        SummaryFact("f3", "Ann", "likes", "rye bread", sources=("e1", "e3")),
        SummaryFact("f4", "Bob", "favourite", "colour: green", sources=("e4",)),
        SummaryFact("f5", "Bob", "prefers", "coffee", polarity=False, sources=("e5",)),
    ]
    ann, bob = write_fact_sentences(facts, 5)
    assert ann == SummarySentence(
        "Ann likes tea and rye bread; lives in Oslo (since 2025-05).", ("f1", "e1", "f2", "e2", "f3", "e3")
    )
    assert bob == SummarySentence("Bob's favourite colour is green; does not want coffee.", ("f4", "e4", "f5", "e5"))
    assert write_fact_sentences(facts, 1) == [ann]


def test_an_observation_keeps_its_own_sentence() -> None:
    facts = [
        SummaryFact("f1", "Ann", "open", "a studio", sentence="Ann opened a studio in Graz."),
        SummaryFact("f2", "Ann", "likes", "tea"),
        SummaryFact("f3", "Ann", "open", "a shop", sentence="Ann's sister opened a shop."),
    ]
    [said] = write_fact_sentences(facts, 5)
    assert said.text == "Ann opened a studio in Graz; likes tea; Ann's sister opened a shop."


def test_each_subject_gets_a_sentence_before_any_gets_a_second() -> None:
    many = [SummaryFact(f"a{place}", "Ann", "likes", f"thing {place}") for place in range(12)]
    said = write_fact_sentences([*many, SummaryFact("b", "Bob", "likes", "rain")], 3)
    assert [one.text.split()[0] for one in said] == ["Ann", "Bob", "Ann"]


def test_first_person_objects_are_rewritten_to_the_third_person() -> None:
    [said] = write_fact_sentences([SummaryFact("f", "Ann", "plans", "open my own shop")], 1)
    assert said.text == "Ann plans to open their own shop."


def test_greetings_questions_repetitions_and_fragments_are_left_out() -> None:
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


def test_a_quote_that_repeats_a_fact_is_replaced() -> None:
    messages = spoken(
        ("Ann", "I moved to Oslo with both of my cats last week."),
        ("Ann", "My bakery sells forty loaves each morning."),
    )
    facts = [SummaryFact("f", "Ann", "moved_to", "Oslo", sources=("e0",))]
    assert [one.sources for one in quoted(messages, 1)] == [("e0",)]
    assert [one.sources for one in quoted(messages, 1, facts=facts)] == [("e1",)]


def test_mentions_of_the_subject_are_preferred_to_forms_of_address() -> None:
    messages = spoken(
        ("Bob", "You will do it, Ann!"),
        ("Bob", "Yesterday Ann repaired the old boat with her brother."),
        ("Bob", "My own boat lies in the harbour since last spring."),
    )
    assert [one.sources for one in quoted(messages, 1, names=("Ann",))] == [("e1",)]


def test_no_messages_give_no_sentences() -> None:
    assert select_quotes([], np.zeros((0, 0), np.float32), most=3) == []
    assert quoted(spoken(("Ann", "I walked along the coast path today.")), 0) == []


@given(st.lists(st.tuples(st.sampled_from(["Ann", "Bob"]), st.text(max_size=80)), max_size=12), st.integers(0, 5))
def test_every_sentence_cites_its_message(lines: list[tuple[str, str]], most: int) -> None:
    messages = spoken(*lines)
    said = quoted(messages, most) if messages else []
    assert len(said) <= most
    texts = {one.id: " ".join(one.text.split()) for one in messages}
    for one in said:
        [source] = one.sources
        words = one.text.partition("): ")[2]
        assert words in texts[source] or words.removesuffix(".") in texts[source]


def test_children_are_merged_round_robin_without_duplicates() -> None:
    first = [
        SummarySentence("Ann lives in Oslo.", ("f1",)),
        SummarySentence("Ann (2026-03-02): I bake forty loaves a day.", ("e1",)),
    ]
    second = [
        SummarySentence("Bob (2026-03-02): My trees bear apples.", ("e2",)),
        SummarySentence("Ann lives in Oslo.", ("f1",)),
    ]
    assert merge_child_sentences([first, second], most=7) == [first[0], second[0], first[1]]
    assert merge_child_sentences([second, first], most=2) == [first[0], second[0]], "facts stand before what was said"
    assert merge_child_sentences([], most=7) == []


@pytest.mark.parametrize(
    ("mentions", "facts", "sure"),
    [(0, 0, 0.2), (0, 9, 0.2), (1, 0, 0.42), (10, 0, 0.6), (20, 0, 0.8), (20, 1, 0.84), (5, 5, 0.7), (99, 99, 0.95)],
)
def test_confidence(mentions: int, facts: int, sure: float) -> None:
    assert summary_confidence(mentions, facts) == pytest.approx(sure)
