"""Forms of "be": jobs, homes, languages, dislikes, ages and diets, but no mere descriptions."""

from __future__ import annotations

import pytest

from kg.extraction.copulas import read_copula
from tests.extraction.messages import extract, read_sentences, statements_of, triples

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My job title is platform engineer.", {("Sam", "role", "platform engineer")}),
        ("I'm a data engineer working at Bosch.", {("Sam", "role", "data engineer"), ("Sam", "works_at", "Bosch")}),
        ("Our CEO is Nadia.", {("Nadia", "role", "CEO")}),
        ("My flat is in Porto.", {("Sam", "lives_in", "Porto")}),
        ("Portuguese is my mother tongue.", {("Sam", "speaks", "Portuguese")}),
        ("Spicy food is not my thing.", {("Sam", "dislikes", "Spicy food")}),
        ("my mums a midwife", {("Sam's mum", "role", "midwife")}),
    ],
)
def test_a_form_of_be_states(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert triples(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It's a great reminder of home.",
        "Being a pilot must be hard.",
        "When I was ten I had a bike accident.",
        "I'm 100% behind you.",
        "Reading is part of my life.",
        "My mother is sharper than him.",
        "My grandmother is ninety on 28 June.",
        "My father is over 65.",
        "You're right, 48.",
        "Thursday is perfect, about ten when they have gone.",
    ],
)
def test_a_description_states_nothing(text: str) -> None:
    assert triples(text, addressee="Al") == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I am vegan.", {("Sam", "diet", "vegan")}),
        ("I am 34.", {("Sam", "age", "34")}),
        ("I am not 34.", set()),
        ("Thursday is mum's consultant.", set()),
        ("My name is Ana.", {("Sam", "name_is", "Ana")}),
        ("My name is Ana, Nina.", {("Sam", "name_is", "Ana")}),
        ("I'm Ana.", {("Sam", "name_is", "Ana")}),
        ("I'm so sorry, Ana.", set()),
        ("My favourite film is Stalker.", {("Sam", "favourite", "film: Stalker")}),
        ("I'm not a fan of jazz.", {("Sam", "dislikes", "jazz")}),
        ("Maria and Tom are together.", {("Maria", "partner_of", "Tom")}),
        ("The office is in Oslo.", {("office", "located_in", "Oslo")}),
        ("I am a member of the chess club.", {("Sam", "member_of", "chess club")}),
    ],
)
def test_a_copula_adds_its_statements_alone(text: str, expected: set[tuple[str, str, str]]) -> None:
    [reading] = read_sentences(text)
    [verb] = reading.verbs
    reading.focus_on(verb)
    read_copula(reading, verb)
    assert statements_of(reading) == expected


def test_a_job_in_the_past_tense_has_ended() -> None:
    [reading] = read_sentences("I was a nurse.")
    read_copula(reading, reading.verbs[0])
    [job] = reading.statements
    assert (job.object, job.valid_from, job.valid_to) == ("nurse", None, "past")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My office is in Oslo.", {("Sam", "office", "Oslo")}),
        ("Our office is in Rome.", {("", "office", "Rome")}),
        ("My office and Tom's office are in Oslo.", {("Sam", "office", "Oslo"), ("Tom", "office", "Oslo")}),
        ("My essay is due on 3 June because Tom's essay took too long.", {("Sam", "essay", "2026-06-03")}),
        ("I met Maria. Her doctor lives in Oslo.", {("Maria", "doctor", "Oslo")}),
        ("My car is in Oslo. Another car is in Rome.", {("Sam", "car", "Oslo"), ("", "car", "Rome")}),
        ("My thesis is great. The thesis is due on 3 June.", {("Sam", "thesis", "2026-06-03")}),
        ("Ada married Paul. Her office is in Oslo.", {("", "Ada", "Paul"), ("", "office", "Oslo")}),
        (
            "My project uses React. We moved the project to Kotlin.",
            {("Sam", "project", "React"), ("Sam", "project", "Kotlin")},
        ),
        (
            "My dentist lives in Oslo. The dentist lives in Rome.",
            {("Sam", "dentist", "Oslo"), ("Sam", "dentist", "Rome")},
        ),
        ("My dentist is great, his name is Selim.", {("", "Selim", "dentist")}),
        (
            "My thesis is due on 3 June. Maria's thesis is due on 3 June.",
            {("Sam", "thesis", "2026-06-03"), ("Maria", "thesis", "2026-06-03")},
        ),
    ],
)
def test_a_thing_has_the_owner_that_the_text_names(text: str, expected: set[tuple[str, str, str]]) -> None:
    stated = {(each.owner, each.subject, each.object) for each in extract(text)}
    assert stated == expected
    assert {type(each.subject) for each in extract(text)} == {str}


def test_a_denied_allergy_is_stated() -> None:
    (denied,) = extract("Turns out I'm not allergic to nuts.")
    assert (denied.predicate, denied.object, denied.polarity) == ("allergic_to", "nuts", False)
    assert not extract("I'm not allergic to anything.")
