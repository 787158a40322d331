"""Missing verbs: clauses whose verb is that of an earlier one, or a noun."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.clauses import split_clauses
from kg.extraction.missing_verbs import lacks_verb
from kg.language import bundled_pipeline
from tests.extraction.messages import read_statements

pytestmark = pytest.mark.timeout(120)
AT = datetime(2026, 5, 4, 10, tzinfo=UTC)


def read(text: str) -> list[str]:
    return read_statements(text, AT, "Kelvin Sonny Aled Zubeida Ann Eydis")


@pytest.mark.parametrize(
    "text",
    [
        "I did, for four minutes",
        "I do, in trainers",
        "I will, at six, after the carp",
        "Four hundred reeds for a fen.",
        "I have, 23 and a bit of wind",
        "I did, assistant maintenance.",
        "Left £88.60.",
        "going on 3 weeks.",
        "Woman called Wioletta with cold hands.",
        "I = .5 kg m2",
    ],
)
def test_a_verb_is_missing(text: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    assert lacks_verb(split_clauses(doc)[0])
    assert read(text) == []


def test_so_does_is_no_statement() -> None:
    assert read("I vote for Second Gear, and so does Kelvin.") == ["Ada votes for Second Gear."]


@pytest.mark.parametrize(
    "text",
    [
        "I did yoga for four minutes",
        "She did well in the test",
        "A new one costs eleven thousand",
        "Tom called Ann in the evening",
        "Mum named me after her uncle",
        "I left 40 euros on the table",
        "I have two cats, and a dog",
        "dad called me on Friday",
        "nurse called Priya looks after my dad",
        "The shop called Bright opened",
        "There's a bridge with a hill",
        "The hospital called me about the results",
        "The nursery called Tom about the bill",
        "I sat 2 exams in May",
    ],
)
def test_a_verb_is_there(text: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    assert not lacks_verb(split_clauses(doc)[0])


@given(st.text(max_size=60))
def test_any_clause_can_be_judged(text: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    for clause in split_clauses(doc):
        assert lacks_verb(clause) in {True, False}
