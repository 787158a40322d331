"""Corrections of the trees of asides and omitted words in chat."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.clauses import split_clauses
from kg.language import bundled_pipeline
from kg.language.aside_corrections import correct_asides

pytestmark = pytest.mark.timeout(120)
PIECES = [
    "no ",
    "wait ",
    "Ann ",
    "said ",
    "yes! ",
    "starts ",
    "on Friday ",
    "it's ",
    "who ",
    "sings ",
    "I must say ",
    "sorry guys ",
]


def clauses(text: str) -> list[str]:
    """Return the clauses of a text."""
    (doc,) = bundled_pipeline().parse([text])
    return [" ".join(token.text for token in each.tokens) for each in split_clauses(doc)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no wait thursday is mam's consultant", "thursday is mam 's consultant"),
        ("oh wait thursday is mam's consultant", "thursday is mam 's consultant"),
        ("no wait i fly on thursday", "i fly on thursday"),
        ("wait she lives in Cork", "she lives in Cork"),
        ("no wait dinner is at 7", "dinner is at 7"),
        ("the wait list is long", "the wait list is long"),
        ("wait for me on Friday", "wait for me on Friday"),
        ("the wait is long", "the wait is long"),
        ("Sorry guys can't do wednesday", "ca n't do wednesday"),
        ("Sorry team my train is late", "my train is late"),
        ("The guys can't do wednesday", "The guys ca n't do wednesday"),
        ("Dr Hussain was lovely I must say", "Dr Hussain was lovely"),
        ("It's tasty I have to say", "It 's tasty"),
        ("I love it I must admit", "I love it"),
        ("I must say she was lovely", "she was lovely"),
        ("I have to admit I love it", "I love it"),
        ("I must say goodbye to Tom", "I must say goodbye to Tom"),
        ("I have to say what I think", "I have to say what I think"),
        ("hi all my name is Ann", "my name is Ann"),
        ("All my friends are here", "All my friends are here"),
        ("it's Dr Shaw who does the scans", "Dr Shaw does the scans"),
        ("it's Finn who can't have penicillin", "Finn ca n't have penicillin"),
        ("it's Tom that works at Google", "Tom works at Google"),
        ("it's the landlord who pays", "it 's the landlord who pays"),
    ],
)
def test_asides_are_no_part_of_a_clause(text: str, expected: str) -> None:
    assert clauses(text) == [expected]


def test_a_denied_cleft_states_nothing_of_the_person() -> None:
    assert "Finn ca n't have milk" not in clauses("it's not Finn who can't have milk")


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("Aoife said yes! starts on the 12th of october", "Aoife"),
        ("my boss said no! wants me in on Friday", "boss"),
    ],
)
def test_a_verb_after_an_answer_has_the_subject_of_who_gave_it(text: str, subject: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    _, second = split_clauses(doc)
    assert second.subject is not None
    assert (second.subject.text, second.is_inherited) == (subject, True)


def test_a_place_after_a_second_clause_is_of_that_clause() -> None:
    text = "called the midwife, scan is on the 20th at 10.30 in Gloucester Royal"
    assert clauses(text) == ["called the midwife", "scan is on the 20th at 10.30 in Gloucester Royal"]
    assert clauses("I called the midwife in Gloucester") == ["I called the midwife in Gloucester"]


def test_a_text_without_dependencies_stays() -> None:
    (doc,) = bundled_pipeline().parse(["no wait it's Ann who sings"], trees=False)
    correct_asides(doc)
    assert not doc.has_annotation("DEP")


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=60))
def test_each_word_stays_below_a_root(text: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    assert all(token.dep_ == "ROOT" or token.head.i != token.i for token in doc)
    assert all(any(each.head.i == each.i for each in (token, *token.ancestors)) for token in doc)
