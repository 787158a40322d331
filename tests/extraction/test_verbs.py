"""Verbs: work, homes, tools and companies; imperatives, wishes and single occasions state nothing."""

from __future__ import annotations

import pytest

from kg.extraction.verbs import read_verb
from tests.extraction.messages import extract, read_sentences, statements_of, triples

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nina manages a team of twelve at Google.", {("Nina", "works_at", "Google")}),
        ("I retired from the fire brigade in 2019.", {("Sam", "works_at", "fire brigade")}),
        ("I start at Google in May.", {("Sam", "works_at", "Google")}),
        ("I begin a two-year course at Google in May.", set()),
        ("We move to Oslo on 1 December.", {("Sam", "plans", "move to Oslo")}),
        ("We moved to Oslo on 1 December.", {("Sam", "moved_to", "Oslo"), ("Sam", "lives_in", "Oslo")}),
        ("We moved to Oslo for a year in 2015.", {("Sam", "moved_to", "Oslo")}),
        ("I started teaching classes at Google in 2020.", {("Sam", "works_at", "Google")}),
        ("We move the sofa on Saturday.", set()),
        ("You two live in Leeds.", set()),
        ("I own 51%.", set()),
        ("I've got two bakeries to compare for buns.", set()),
        ("I have a van to clean.", set()),
        ("I have a van to sell.", {("Sam", "owns", "van")}),
        ("I set up a company called Lumo last year.", {("Sam", "founded", "Lumo")}),
        ("The wiki lives on an old server.", {("wiki", "located_in", "old server")}),
        ("We're migrating the warehouse from Redshift to Snowflake.", {("warehouse", "uses", "Snowflake")}),
        ("The logs are stored in Elasticsearch.", {("logs", "uses", "Elasticsearch")}),
    ],
)
def test_a_verb_states(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert triples(text) == expected


@pytest.mark.parametrize("text", ["I loved the concert yesterday.", "Enjoy your family time, Tom!"])
def test_an_occasion_and_an_imperative_state_nothing(text: str) -> None:
    assert triples(text, addressee="Al") == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I work at Google.", {("Sam", "works_at", "Google", None)}),
        ("I worked at Google.", {("Sam", "works_at", "Google", "past")}),
        ("I don't work at Google.", set()),
        ("I want to work at Google.", set()),
        ("Maria lives in Oslo.", {("Maria", "lives_in", "Oslo", None)}),
        ("I speak French and German.", {("Sam", "speaks", "French", None), ("Sam", "speaks", "German", None)}),
        ("I hate rain.", {("Sam", "dislikes", "rain", None)}),
        ("I don't like rain.", {("Sam", "dislikes", "rain", None)}),
    ],
)
def test_negation_wishes_and_tense_are_respected(text: str, expected: set[tuple[str, str, str, str | None]]) -> None:
    [reading] = read_sentences(text)
    for verb in reading.verbs:
        reading.focus_on(verb)
        read_verb(reading, verb)
    assert {(each.subject, each.predicate, each.object, each.valid_to) for each in reading.statements} == expected


def test_forms_of_be_are_left_to_the_copulas() -> None:
    [reading] = read_sentences("I am a nurse.")
    read_verb(reading, reading.verbs[0])
    assert statements_of(reading) == set()


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Sara got the job at Google, starts 1 November.", "2026-11-01"),
        ("Sara got the job at Google starting 1 November.", "2026-11-01"),
        ("Sara got a job at Google in November.", "2025-11"),
    ],
)
def test_a_job_that_one_got_begins_when_it_starts(text: str, start: str) -> None:
    [job] = [each for each in extract(text) if each.predicate == "works_at"]
    assert job.valid_from == start


@pytest.mark.parametrize(
    "text", ["I left Google at 6.", "I just left Google, home in 20 minutes.", "I left Google early."]
)
def test_who_leaves_for_the_day_still_works_there(text: str) -> None:
    assert "works_at" not in {each.predicate for each in extract(text)}


def test_who_leaves_no_longer_works_there() -> None:
    [job] = [each for each in extract("I left Google in January.") if each.predicate == "works_at"]
    assert job.valid_to is not None
