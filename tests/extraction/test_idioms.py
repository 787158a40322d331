"""Idioms: not care for, cannot stand, would rather, is called, go by, turn, got engaged, is owned by."""

from __future__ import annotations

import pytest

from kg.extraction.idioms import read_idiom
from tests.extraction.messages import read_sentences, statements_of, triples

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't care for opera.", {("Sam", "dislikes", "opera")}),
        ("I'd rather have bullet points.", {("Sam", "prefers", "bullet points")}),
        ("I'd rather have four good days than five bad ones.", set()),
        ("I'd rather have you.", set()),
        ("My dogs are called Bim and Bam.", {("Sam", "has_pet", "Bim"), ("Sam", "has_pet", "Bam")}),
        ("Hugo and Ana got engaged.", {("Hugo", "partner_of", "Ana")}),
    ],
)
def test_an_idiom_states(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert triples(text) == expected


@pytest.mark.parametrize(
    ("text", "is_complete", "expected"),
    [
        ("I can't stand cilantro.", True, {("Sam", "dislikes", "cilantro")}),
        ("I'd rather have bullet points.", True, {("Sam", "prefers", "bullet points")}),
        ("I have a nut allergy.", False, {("Sam", "allergic_to", "nut")}),
        ("We have offices in Oslo.", True, {("Sam", "located_in", "Oslo")}),
        ("Call me Bob.", True, {("Sam", "name_is", "Bob")}),
        ("I go by Sammy.", True, {("Sam", "name_is", "Sammy")}),
        ("We went by the Dover hut.", True, set()),
        ("Nina turned seven.", True, {("Nina", "age", "7")}),
        ("Lumo is owned by Nina.", True, {("Nina", "owns", "Lumo")}),
        ("Nina eats no meat.", True, {("Nina", "diet", "meat")}),
        ("I eat everything except mushrooms.", True, {("Sam", "diet", "mushrooms")}),
        ("I eat no more than two.", False, set()),
        ("I barely eat anything but rice.", False, set()),
        ("Nina eats no meat on Mondays.", False, set()),
        ("Nina used to eat no meat.", False, set()),
        ("I eat no pork, just chicken.", True, {("Sam", "diet", "pork")}),
        ("I told Nina.", True, set()),
        ("I work at Google.", False, set()),
        ("I don't have a nut allergy.", False, set()),
    ],
)
def test_an_idiom_says_whether_further_rules_are_needed(
    text: str, is_complete: bool, expected: set[tuple[str, str, str]]
) -> None:
    [reading] = read_sentences(text)
    verb = reading.verbs[-1]
    reading.focus_on(verb)
    assert read_idiom(reading, verb, reading.code_after(verb)) is is_complete
    assert statements_of(reading) == expected


def test_whom_one_other_person_calls_so_has_told_no_name() -> None:
    assert ("Sam", "name_is", "Bob") not in triples("Maria calls me Bob.")
    assert ("Sam", "name_is", "Bob") in triples("My friends call me Bob.")
