"""Extractive summaries: fact sentences, quotations, and their sources."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.summaries.extractive_text import (
    SummaryFact,
    merge_child_sentences,
    summary_confidence,
    write_fact_sentences,
    write_overview_sentences,
    write_quotations,
    write_session_sentences,
)
from kg.types import Event, SummarySentence
from tests.support import T0


def spoken(*lines: tuple[str, str]) -> list[Event]:
    return [
        Event(
            text,
            speaker=f"cli:{name.lower()}",
            speaker_name=name,
            id=f"e{place}",
            seq=place,
            at=T0 + dt.timedelta(days=place),
        )
        for place, (name, text) in enumerate(lines)
    ]


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


def test_small_talk_questions_and_repetitions_are_left_out() -> None:
    messages = spoken(
        ("Ann", "Hey Bob! Good to see you."),
        ("Bob", "How was your trip to the coast?"),
        ("Ann", "My father died in hospital last night."),
        ("Bob", "Wow, that's great!"),
        ("Ann", "My father died in the hospital last night."),
        ("Bob", "We signed the contract with the museum for 42,000 euros."),
        ("Bob", "{'x': [1, 2, 3], 'y': {'z': 4}}"),
    )
    assert [one.text for one in write_quotations(messages, 5)] == [
        "Ann said: “My father died in the hospital last night.”",
        "Bob said: “We signed the contract with the museum for 42,000 euros.”",
    ]


def test_a_fact_stands_for_the_sentence_that_it_states() -> None:
    messages = spoken(("Ann", "My father died in hospital last night."))
    facts = [SummaryFact("f", "Ann's father", "die", "", sentence="Ann's father died in hospital.", sources=("e0",))]
    assert write_session_sentences(messages, facts, most_facts=5, most_messages=5) == [
        SummarySentence("Ann's father died in hospital.", ("f", "e0"))
    ]


def test_what_no_fact_states_is_quoted_in_its_place() -> None:
    messages = spoken(
        ("Ann", "My father died in hospital last night."),
        ("Eve (stranger)", "The whole village burnt down in the war."),
        ("Bob", "I married Mia in Graz, and I bought a farm."),
        ("Ann", "I had a nice cup of tea."),
    )
    messages = [
        replace(each, salience=salience) for each, salience in zip(messages, (0.9, 0.5, 0.9, 0.05), strict=True)
    ]
    facts = [
        SummaryFact("f1", "Bob", "marry", "", sentence="Bob married Mia in Graz.", sources=("e2",), worth=0.9),
        SummaryFact("f2", "Bob", "buy", "", sentence="Bob bought a farm.", sources=("e2",), worth=0.8),
        SummaryFact("f3", "Bob", "buy", "", sentence="Bob has bought a farm.", sources=("e2",), worth=0.7),
        SummaryFact("f4", "village", "burn", "", sentence="The village burnt down.", sources=("e1",), worth=1.0),
    ]
    said = write_session_sentences(messages, facts, most_facts=5, most_messages=5)
    assert said == [
        SummarySentence("Ann said: “My father died in hospital last night.”", ("e0",)),
        SummarySentence("Eve (stranger) said: “The whole village burnt down in the war.”", ("e1",)),
        SummarySentence("Bob married Mia in Graz. Bob bought a farm.", ("f1", "f2", "e2")),
    ]
    assert write_session_sentences(messages, facts, most_facts=1, most_messages=0) == [
        SummarySentence("Bob married Mia in Graz.", ("f1", "e2"))
    ]


def test_no_messages_give_no_sentences() -> None:
    assert write_quotations([], 3) == []
    assert write_quotations(spoken(("Ann", "My father died last night.")), 0) == []


@given(st.lists(st.tuples(st.sampled_from(["Ann", "Bob"]), st.text(max_size=80)), max_size=12), st.integers(0, 5))
def test_every_sentence_cites_its_message(lines: list[tuple[str, str]], most: int) -> None:
    messages = spoken(*lines)
    said = write_quotations(messages, most)
    assert len(said) <= most
    assert all(one.sources[0] in {message.id for message in messages} for one in said)


def test_an_overview_cites_facts_and_their_messages() -> None:
    facts = [
        SummaryFact("f1", "Ann", "likes", "tea", sources=("e1",)),
        SummaryFact("f2", "Ann", "lives_in", "Oslo", sources=("e2",)),
    ]
    assert write_overview_sentences(facts, [], T0, 8) == [
        SummarySentence("Ann lives in Oslo.", ("f2", "e2")),
        SummarySentence("Ann likes tea.", ("f1", "e1")),
    ]


def test_the_most_important_sentence_of_each_child_precedes() -> None:
    first = [SummarySentence("Ann bought a bike.", ("f1",), 0.2), SummarySentence("Ann's father died.", ("f2",), 0.9)]
    second = [SummarySentence("Bob sold a farm.", ("f3",), 0.5)]
    assert merge_child_sentences([first, second], most=2) == [first[1], second[0]]


def test_children_are_merged_round_robin_without_duplicates() -> None:
    first = [
        SummarySentence("Ann lives in Oslo.", ("f1",)),
        SummarySentence("Ann said: “I bake forty loaves a day.”", ("e1",)),
    ]
    second = [
        SummarySentence("Bob said: “My trees bear apples.”", ("e2",)),
        SummarySentence("Ann lives in Oslo.", ("f1",)),
    ]
    assert merge_child_sentences([first, second], most=7) == [first[0], first[1], second[0]]
    assert merge_child_sentences([second, first], most=2) == [first[0], second[0]], "facts stand before what was said"
    assert merge_child_sentences([], most=7) == []


def test_what_differs_in_a_day_is_merged_too_and_copies_of_strangers_are_not() -> None:
    own = SummarySentence("Olga said: “The plumber comes on Tuesday at nine to repair the boiler.”", ("e1",), 0.5)
    other = SummarySentence(
        "Eve (stranger) said: “The plumber comes on Thursday at nine to repair the boiler.”", ("e2",), 1
    )
    copy = SummarySentence(own.text.replace("Olga", "Eve (stranger)"), ("e3",), 1)
    assert merge_child_sentences([[other], [own]], most=7) == [other, own]
    assert merge_child_sentences([[copy], [own]], most=7) == [own]
    assert merge_child_sentences([[own], [copy]], most=7) == [own]


@pytest.mark.parametrize(
    ("mentions", "facts", "sure"),
    [(0, 0, 0.2), (0, 9, 0.2), (1, 0, 0.42), (10, 0, 0.6), (20, 0, 0.8), (20, 1, 0.84), (5, 5, 0.7), (99, 99, 0.95)],
)
def test_confidence(mentions: int, facts: int, sure: float) -> None:
    assert summary_confidence(mentions, facts) == pytest.approx(sure)


def test_an_overview_quotes_complete_messages_with_a_time_and_a_name() -> None:
    text = "I start a new job as a nurse at the hospital in Leeds on Monday, and my sister moves with me."
    [said] = [replace(event, salience=0.9) for event in spoken(("Ann", text))]

    def quote(event: Event) -> list[str]:
        return [one.text for one in write_overview_sentences([], [event], T0, 5)]

    [shown] = quote(said)
    assert shown.startswith("Ann said on ")
    assert quote(replace(said, speaker_name=None, speaker=None)) == [shown.replace("Ann", "a person", 1)]
    for change in ({"at": None}, {"kind": "tool_result"}, {"text": f"{text} {'word ' * 400}"}):
        assert quote(replace(said, **change)) == []  # type: ignore[arg-type]
