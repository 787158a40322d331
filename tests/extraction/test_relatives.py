"""Relatives and pets: the words for them relate the owner, the persons named and their listed names."""

from __future__ import annotations

import pytest

from kg.extraction.relatives import names_after
from kg.knowledge.predicates import PREDICATES
from tests.extraction.messages import extract, read_sentences, triples

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Our team lead, Greta, is allergic to cats.",
         {("Greta", "role", "team lead"), ("Greta", "allergic_to", "cats")}),
        ("We have three cats: Miso, Tofu and Nori.",
         {("Sam", "has_pet", "Miso"), ("Sam", "has_pet", "Tofu"), ("Sam", "has_pet", "Nori")}),
        ("I'm the father of two girls, Noah and Lily.", {("Noah", "child_of", "Sam"), ("Lily", "child_of", "Sam")}),
        ("My husband Leo is Dutch.", {("Sam", "married_to", "Leo")}),
        ("My wife is Canadian.", set()),
        ("My wife is Bavarian.", set()),
        ("Seventy-six. He was a postman.", set()),
        ("Whichever has the piano wins.", set()),
        ("My husband is Nigerian American.", set()),
        ("My brother German paints.", {("Sam", "sibling_of", "German")}),
        ("My mum, lives in Oslo.", {("Sam's mum", "lives_in", "Oslo")}),
        ("Mum, live in Oslo!", set()),
        ("Our two kids, Nina is 9 and Leo is 5.",
         {("Nina", "age", "9"), ("Leo", "age", "5"), ("Sam", "parent_of", "Nina"), ("Sam", "parent_of", "Leo")}),
        ("We have two kids, Nina is 9 and Leo is 5.",
         {("Nina", "age", "9"), ("Leo", "age", "5"), ("Sam", "parent_of", "Nina"), ("Sam", "parent_of", "Leo")}),
        ("Our two kids, Nina is 9 and Leo lives in Oslo.",
         {("Nina", "age", "9"), ("Leo", "lives_in", "Oslo"), ("Sam", "parent_of", "Nina")}),
        ("Petr and his son Vojta live in Oslo.",
         {("Petr", "parent_of", "Vojta"), ("Petr", "lives_in", "Oslo"), ("Vojta", "lives_in", "Oslo")}),
    ],
)  # fmt: skip
def test_relatives_and_pets_are_stated(text: str, expected: set[tuple[str, str, str]]) -> None:
    def other(triple: tuple[str, str, str]) -> tuple[str, str, str]:
        subject, predicate, thing = triple
        inverse = PREDICATES[predicate].inverse
        return (thing, inverse, subject) if inverse else triple

    assert {min(each, other(each)) for each in triples(text)} == {min(each, other(each)) for each in expected}


@pytest.mark.parametrize(
    ("text", "has_ended"),
    [
        ("Tom is my friend.", False),
        ("Tom was my friend.", True),
        ("Tom used to be my friend.", True),
        ("Tom isn't my friend anymore.", True),
        ("Tom is my ex-friend.", True),
        ("Tom is my former colleague.", True),
        ("Tom is my oldest friend.", False),
        ("Tom was my brother.", False),
    ],
)
def test_a_tie_that_was_has_ended(text: str, has_ended: bool) -> None:
    [tie] = [each for each in extract(text) if each.predicate in {"friend_of", "colleague_of", "sibling_of"}]
    assert (tie.valid_to == "past") == has_ended


def test_names_after_a_list_belong_to_its_last_phrase() -> None:
    [reading] = read_sentences("We have three cats: Miso, Tofu and Nori.")
    assert names_after(reading, "#2") == ["Miso", "Tofu", "Nori"]
    assert names_after(reading, "#8") == names_after(reading, "") == []


def test_a_name_after_a_date_begins_a_clause() -> None:
    [reading] = read_sentences("I stay with my parents since May, Tom drove home.")
    assert names_after(reading, "#3") == []
