"""Reading a sentence: its verbs with subjects and modifiers, dates, spans and the rules for adding statements."""

from __future__ import annotations

import pytest

from kg.extraction.certainty import ADDRESSEE_CONFIDENCE, PATTERN_CONFIDENCE
from tests.extraction.messages import extract, read_sentences, statements_of, triples

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


def test_statements_about_the_addressee_have_a_lower_confidence() -> None:
    (fact,) = extract("You are allergic to nuts, remember.", addressee="Al")
    assert (fact.subject, fact.object, fact.confidence) == ("Al", "nuts", ADDRESSEE_CONFIDENCE)
    assert triples("You work at Google, right?", addressee="Al") == set()
    assert triples("You love chess.", addressee="Al") == set()
    assert triples("You are allergic to nuts.") == set()


def test_the_span_of_a_statement_is_its_clause() -> None:
    text = "Well, long week: my brother Tom works at Google, and on Monday I saw the sea."
    words = {each.predicate: text[each.start : each.end] for each in extract(text)}
    assert words == {"sibling_of": "my brother Tom", "works_at": "my brother Tom works at Google"}


@pytest.mark.parametrize(
    ("text", "subjects", "flags"),
    [
        ("I work at Google", ["Sam"], ""),
        ("My parents, Nina and Tom, live in Oslo", ["Nina", "Tom"], ""),
        ("works at Google", ["Sam"], "dropped"),
        ("I used to live in Rome", ["Sam"], "ended"),
        ("I don't work there anymore", ["Sam"], "negated ended"),
        ("I never use tabs", ["Sam"], "negated"),
        ("I can work at Google", ["Sam"], "unreal"),
        ("Nina, who works at Google", ["Nina"], ""),
    ],
)
def test_a_verb_has_its_subjects_and_modifiers(text: str, subjects: list[str], flags: str) -> None:
    [reading] = read_sentences(text)
    [verb] = reading.verbs
    assert reading.subject_names(verb) == subjects
    found = {
        "dropped": verb.has_dropped_subject,
        "negated": verb.is_negated,
        "ended": verb.is_ended,
        "unreal": verb.is_unreal,
    }
    assert [name for name, holds in found.items() if holds] == flags.split()


def test_dates_belong_to_the_verb_of_their_clause() -> None:
    [reading] = read_sentences("I lived in Rome until 2019, and in 2020 I moved to Oslo.")
    assert [reading.validity(verb) for verb in reading.verbs] == [(None, "2019"), ("2020", None)]
    assert reading.validity(reading.verbs[1], is_ending=True) == (None, "2020")


def test_what_has_ended_at_an_unknown_time_is_past() -> None:
    [reading] = read_sentences("I used to live in Rome.")
    assert reading.validity(reading.verbs[0]) == reading.lasting_validity(reading.verbs[0]) == (None, "past")


def test_a_statement_is_added_once_and_only_of_persons_and_values() -> None:
    [reading] = read_sentences("I like tea.")
    reading.add_statement(["Sam", "the wiki"], "likes", ["tea", " ", "Sam", "tea!", "tea\nale"], ("2020", None))
    reading.add_statement(["Sam"], "likes", ["tea"])
    reading.add_statement(["the wiki"], "uses", ["MySQL"])
    assert statements_of(reading) == {("Sam", "likes", "tea"), ("the wiki", "uses", "MySQL")}
    [tea, _] = reading.statements
    assert (tea.valid_from, tea.confidence, reading.text[tea.start : tea.end]) == (
        "2020",
        PATTERN_CONFIDENCE,
        "I like tea",
    )
