"""Omitted subjects: whom a clause without a subject is about."""

from __future__ import annotations

import pytest

from kg.extraction.clauses import split_clauses
from kg.extraction.omitted_subjects import find_omitted_subject, is_compound, is_of_other, is_said_of_other_before
from kg.extraction.referents import EarlierPerson, Referent, Referents
from kg.language import bundled_pipeline
from tests.extraction.messages import triples
from tests.support import find_name_spans

pytestmark = pytest.mark.timeout(120)
NAMES = {"person": "Tom Helga Rex"}


def find(text: str, earlier: tuple[EarlierPerson, ...] = ()) -> str | None:
    """Return the subject that the last clause of a text leaves out."""
    (doc,) = bundled_pipeline().parse([text])
    referents = Referents("Sam", earlier=earlier)
    *before, last = split_clauses(doc)
    for clause in before:
        referents.note_clause(clause, find_name_spans(text, NAMES))
    return find_omitted_subject(last, referents)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("Helga was my wife. Died in 2019.", "Helga"),
        ("My dog is called Rex. Died in 2020.", "Rex"),
        ("My dad worked in the mines. Passed away last year.", "Sam's dad"),
        ("My gran was a nurse. Was born in Cork.", "Sam's gran"),
        # Two may be meant, or none was named.
        ("Tom visited my dad. Died in 2019.", None),
        ("The weather was bad. Died in 2019.", None),
        # What the speaker may say of themselves.
        ("Helga was my wife. Moved to Ghent in 2019.", "Sam"),
        ("My dad called. Passed my exam.", "Sam"),
        ("I am a nurse. Was born in Cork.", "Sam"),
        ("Tom is my friend. Buried the treasure.", "Sam"),
    ],
)
def test_the_dead_are_not_the_speaker(text: str, subject: str | None) -> None:
    assert find(text) == subject


def test_the_only_person_of_an_earlier_message_is_meant() -> None:
    tom, ann = (EarlierPerson(Referent(name), place) for name, place in (("Tom", 1), ("Ann", 1)))
    assert find("Died in 2019.", (tom,)) == "Tom"
    assert find("Died in 2019.", (tom, ann)) is None
    assert find("Died in 2019.") is None


def test_the_birth_of_another_is_not_that_of_the_speaker() -> None:
    assert triples("Was born in Porto.") == {("Sam", "from", "Porto")}
    assert not {each for each in triples("Nina was my wife. Was born in Porto.") if each[1] == "from"}


def test_a_gerund_may_be_a_subject() -> None:
    texts = "Trying takes courage.", "Going to the dentist."
    assert [is_of_other(split_clauses(doc)[0]) for doc in bundled_pipeline().parse(texts)] == [True, False]


def test_a_gerund_may_be_a_part_of_a_noun() -> None:
    texts = "washing powder without perfume", "washing the car", "baking bread with my son"
    assert [is_compound(split_clauses(doc)[0]) for doc in bundled_pipeline().parse(texts)] == [True, False, False]


@pytest.mark.parametrize(
    ("text", "is_of_other"),
    [
        ("she sold her car. ", True),
        ("I met him, hes leaving. ", True),
        ("he's ill but I'm fine. ", False),
        ("she called and we agreed. ", False),
        ("the shed is full. ", False),
        ("", False),
    ],
)
def test_the_last_pronoun_before_shows_who_is_meant(text: str, is_of_other: bool) -> None:
    assert is_said_of_other_before(f"{text}moved to Linz", len(text)) is is_of_other


def test_what_another_did_is_not_the_speakers() -> None:
    assert ("Sam", "lives_in", "Lima") in triples("The shed is full. moved to Lima in May")
    assert ("Sam", "lives_in", "Lima") not in triples("She sold her car. moved to Lima in May")
