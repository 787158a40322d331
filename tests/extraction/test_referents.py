"""Referents: the persons and things that a message has named, to which its later pronouns refer."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.clauses import split_clauses
from kg.extraction.referents import PERSON_PRONOUNS, EarlierPerson, Referent, Referents
from kg.language import NameSpan, bundled_pipeline
from tests.support import find_name_spans

pytestmark = pytest.mark.timeout(120)
NAMES = {"person": "Maria Tom Emil Nadia Ben Greta Rex Ada", "place": "Oslo Rome Paris", "org": "Bosch Google"}
PIECES = [
    "My sister ",
    "my dog ",
    "Tom ",
    "two bikes ",
    "a ",
    "the old house ",
    "her ",
    "bought ",
    "met ",
    "and ",
    "in ",
    ". ",
    ", ",
    "'s ",
    "\n",
]
TEXTS = st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


def note(text: str, names: list[NameSpan] | None = None) -> Referents:
    """Return what a message of Ada has named."""
    (doc,) = bundled_pipeline().parse([text])
    referents = Referents("Ada")
    for clause in split_clauses(doc):
        referents.note_clause(clause, find_name_spans(text, NAMES) if names is None else names)
    return referents


def persons(text: str, *names: str) -> list[NameSpan]:
    """Return a span for each place at which a text has one of the names."""
    return [
        NameSpan(found.start(), found.end(), name, "person", 0.99)
        for name in names
        for found in re.finditer(rf"\b{name}\b", text)
    ]


@pytest.mark.parametrize(
    ("text", "gender", "person"),
    [
        ("I met Tom in Rome.", "m", "Tom"),
        ("I met Maria in Rome.", "f", "Maria"),
        ("My sister lives in Oslo.", "f", "Ada's sister"),
        ("My brother called me.", "m", "Ada's brother"),
        ("My mother is a doctor.", "f", "Ada's mother"),
        ("My dad is from Oslo.", "m", "Ada's dad"),
        ("Our grandmother is ninety.", "f", "Ada's grandmother"),
        ("My uncle bought a farm.", "m", "Ada's uncle"),
        ("My wife is a nurse.", "f", "Ada's wife"),
        ("My husband is a cook.", "m", "Ada's husband"),
        ("My niece plays the violin.", "f", "Ada's niece"),
        ("My cousin is ninety.", "f", "Ada's cousin"),
        ("My cousin is ninety.", "m", "Ada's cousin"),
        ("My boss is strict.", "f", "Ada's boss"),
        ("My son Emil started school.", "m", "Emil"),
        ("My daughter Nadia won a prize.", "f", "Nadia"),
        ("My boss is Greta.", "f", "Greta"),
        ("My dog Rex is old.", "m", "Rex"),
        ("My cat is ill.", "f", "Ada's cat"),
        ("We have a kitten.", "f", "the kitten"),
        ("I adopted a dog.", "m", "the dog"),
        # The last that fits.
        ("Tom met Maria.", "f", "Maria"),
        ("My sister met my brother.", "m", "Ada's brother"),
        ("My sister met my brother.", "f", "Ada's sister"),
        ("My mother called. My aunt came.", "f", "Ada's aunt"),
        ("My aunt came. Tom left.", "m", "Tom"),
        ("Can dad take it in?", "m", "Ada's dad"),
        ("Astrid and her bf came.", "m", None),
        ("I met Mrs Greta.", "f", "Greta"),
        # Someone of the other gender, or no person at all.
        ("I met Mrs Greta.", "m", None),
        ("I miss Ben.", "m", "Ben"),
        ("Mr. Ben called.", "f", None),
        ("My sister plays the violin.", "m", None),
        ("My brother plays the violin.", "f", None),
        ("My son Emil started school.", "f", None),
        ("I bought a bike.", "f", None),
        ("I live in Oslo.", "m", None),
        ("I work at Bosch.", "f", None),
        ("", "f", None),
    ],
)
def test_a_pronoun_refers_to_the_last_person_of_its_gender(text: str, gender: str, person: str | None) -> None:
    assert note(text).find_person(gender) == person


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("I bought a bike.", "the bike"),
        ("I bought an old car.", "the old car"),
        ("I read the book.", "the book"),
        ("I sold my car.", "Ada's car"),
        ("Our house is small.", "Ada's house"),
        ("The film was long.", "the film"),
        ("I saw a film in the park.", "the film"),
        ("I bought a bike. I sold my car.", "Ada's car"),
        ("My son Emil started school.", "school"),
        ("I bought a bike. Then we went on a trip.", None),
        # Either may be meant.
        ("The film inspired a book.", None),
        ("I met Tom.", None),
        ("My sister called.", None),
        ("We are happy.", None),
        ("", None),
    ],
)
def test_it_refers_to_the_only_thing_of_the_last_clause_with_things(text: str, thing: str | None) -> None:
    assert note(text).find_thing(several=False) == thing


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("I bought boots.", "boots"),
        ("I sold my old books.", "Ada's old books"),
        ("The shoes are new.", "the shoes"),
        ("I bought a bike.", None),
        ("I bought boots. I sold my car.", None),
        ("", None),
    ],
)
def test_they_refers_to_the_last_things(text: str, things: str | None) -> None:
    referents = note(text)
    assert referents.find_thing(several=True) == things
    assert things is None or referents.find_thing(several=False) is None


def test_several_relatives_are_no_single_person() -> None:
    assert note("My parents live in Oslo.").find_person("f") is None


LOWTHER = EarlierPerson(Referent("Mrs Lowther", "f", has_title=True), 1)


@pytest.mark.parametrize(
    ("others", "person"),
    [
        ([], "Mrs Lowther"),
        ([EarlierPerson(Referent("Dorota"), 0)], "Mrs Lowther"),
        ([EarlierPerson(Referent("Dorota"), 1)], None),
        ([EarlierPerson(Referent("Dorota"), 2)], None),
        ([EarlierPerson(Referent("Ada's sister", "f"), 2)], "Ada's sister"),
        ([EarlierPerson(Referent("Mr Finch", "m", has_title=True), 2)], "Mrs Lowther"),
        ([EarlierPerson(Referent("Ms Yardley", "f", has_title=True), 0)], None),
    ],
)
def test_a_person_with_a_title_is_meant_if_no_name_after_it_may_be(
    others: list[EarlierPerson], person: str | None
) -> None:
    assert Referents("Ada", earlier=[LOWTHER, *others]).find_person("f") == person


@pytest.mark.parametrize(
    ("text", "names", "gender", "person"),
    [
        # A given name has a gender, and so has a relative without a name.
        ("Tom met Maria.", "Tom Maria", "m", "Tom"),
        ("Tom called. Gran is well.", "Tom Gran", "f", "Gran"),
        ("Maria called. Mr Finch came.", "Maria Finch", "f", "Maria"),
        # Of two names that may be meant neither is, unless one is the subject.
        ("Quill met Bexley.", "Quill Bexley", "f", None),
        ("I met Quill and Bexley.", "Quill Bexley", "f", None),
        ("I met Quill. Bexley is ill.", "Quill Bexley", "f", "Bexley"),
        # Someone without a name may be meant.
        ("I met Maria. The teacher called.", "Maria", "f", None),
        ("I met Maria. A man called.", "Maria", "f", "Maria"),
        ("I met Tom. A man called.", "Tom", "m", None),
        ("Maria is a teacher.", "Maria", "f", "Maria"),
        ("The teacher called. I met Maria.", "Maria", "f", "Maria"),
        # Animals that are eaten, and a pond, are no persons.
        ("We eat fish. We saw the duck pond.", "", "m", None),
        ("The dog is ill.", "", "m", "the dog"),
        ("I was at my mum's.", "", "f", "Ada's mum"),
        # One and the same, or mentioned in passing.
        ("The coach is called Quill.", "Quill", "f", "Quill"),
        ("My cat Quill had surgery.", "Quill", "f", "Quill"),
        ("I talked Tom into seeing the doctor.", "Tom", "m", "Tom"),
    ],
)
def test_who_may_be_meant_decides(text: str, names: str, gender: str, person: str | None) -> None:
    assert note(text, persons(text, *names.split())).find_person(gender) == person


def test_a_person_named_after_an_open_pronoun_is_another() -> None:
    text = "I told Maria about Nadia."
    referents = note(text, persons(text, "Maria", "Nadia"))
    referents.open_genders.add("f")

    assert referents.find_person("f") is None

    for clause in split_clauses(bundled_pipeline().parse(["Greta is ill."])[0]):
        referents.note_clause(clause, persons("Greta is ill.", "Greta"))
    assert referents.find_person("f") == "Greta"


def test_a_subject_with_a_title_is_named_after_an_open_pronoun() -> None:
    text = "Mr Finch called him."
    referents = note(text, persons(text, "Mr Finch"))
    referents.open_genders.add("m")

    assert referents.find_person("m") == "Mr Finch"


def test_a_pronoun_that_refers_to_nobody_stays_open() -> None:
    referents = note("It rains.")

    assert referents.find_person("f") is None
    assert referents.open_genders == {"f"}


def test_the_person_addressed_is_not_he_or_she() -> None:
    referents = Referents("Ada Berg", "Tom Finch", persons=[Referent("Tom", "m")])

    assert referents.find_person("m") is None


@pytest.mark.parametrize(
    "text",
    [
        "I have no car.",
        "I haven't got any milk.",
        "If we find a flat, we move.",
        "Could I order a cake?",
        "It was the 21st.",
        "We waited two hours.",
        "I promised to come every Monday.",
        "I met Denholm.",
        "A tutor called.",
    ],
)
def test_it_refers_to_nothing_that_is_unreal_a_time_or_a_person(text: str) -> None:
    assert note(text).find_thing(several=False) is None


@pytest.mark.parametrize(
    ("others", "person"),
    [
        ([], "Ada's dad"),
        ([EarlierPerson(Referent("Maria", "f"), 2)], "Ada's dad"),
        ([EarlierPerson(Referent("Quill"), 0)], "Ada's dad"),
        ([EarlierPerson(Referent("Quill"), 2)], None),
        ([EarlierPerson(Referent("Tom", "m"), 0)], None),
        # The gender of a name is only a guess.
        ([EarlierPerson(Referent("Tom", "m", is_by_name=True), 1)], "Ada's dad"),
        ([EarlierPerson(Referent("Tom", "m", is_by_name=True), 2)], None),
        ([EarlierPerson(Referent("Maria", "f", is_by_name=True), 2)], "Ada's dad"),
        ([EarlierPerson(Referent("Ada"), 2)], "Ada's dad"),
    ],
)
def test_a_person_of_an_earlier_message_is_meant_if_no_other_may_be(
    others: list[EarlierPerson], person: str | None
) -> None:
    dad = EarlierPerson(Referent("Ada's dad", "m"), 1)

    assert Referents("Ada Berg", earlier=[dad, *others]).find_person("m") == person


def test_excluded_persons_are_passed_over() -> None:
    referents = note("Tom met Ben.")
    assert referents.find_person("m") == "Ben"
    assert referents.find_person("m", ("Ben",)) == "Tom"
    assert referents.find_person("m", ("Ben", "Tom")) is None


def test_a_person_named_again_is_the_last() -> None:
    text = "Tom called. Ben called. Tom left."
    assert [each.text for each in note(text, persons(text, "Tom", "Ben")).persons] == ["Ben", "Tom"]


def test_the_gender_of_a_name_is_kept() -> None:
    text = "My son Emil started school. Emil is ten."
    referents = note(text, persons(text, "Emil"))
    assert Referent("Emil", "m") in referents.persons
    assert referents.find_person("f") is None


def test_names_of_places_and_firms_are_no_persons() -> None:
    assert note("I moved to Oslo and joined Bosch.").persons == []


def test_only_own_relatives_are_noted_without_a_name() -> None:
    assert note("The sister lives in Oslo.").persons == []


def test_a_name_of_several_words_is_noted_once() -> None:
    text = "I met Tom Berg in Rome."
    assert [each.text for each in note(text, persons(text, "Tom Berg")).persons] == ["Tom Berg"]


def test_every_third_person_pronoun_has_a_gender() -> None:
    assert set(PERSON_PRONOUNS.values()) == {"f", "m"}
    assert {PERSON_PRONOUNS[word] for word in ("he", "him", "his", "himself")} == {"m"}
    assert {PERSON_PRONOUNS[word] for word in ("she", "her", "hers", "herself")} == {"f"}


@given(TEXTS)
def test_each_person_is_noted_once_and_every_referent_has_a_text(text: str) -> None:
    referents = note(text)
    persons = [each.text for each in referents.persons]
    assert len(persons) == len(set(persons))
    for each in [*referents.persons, *referents.things]:
        assert each.text
        assert each.gender in {"", "f", "m", "p"}
    assert referents.find_person("f") in {None, *persons}


def test_where_a_relative_is_asked_to_be_is_no_part_of_them() -> None:
    referents = note("Is my sister at home?")
    assert referents.find_person("f") == "Ada's sister"
