"""Cut clauses: where the parser ended a clause at a wrong word."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.clauses import split_clauses
from kg.extraction.cut_clauses import fit_ends, is_cut_off, is_taken_back
from kg.extraction.dates import find_dates
from kg.language import bundled_pipeline
from tests.extraction.messages import read_statements

pytestmark = pytest.mark.timeout(120)
AT = datetime(2026, 5, 4, 10, tzinfo=UTC)
PIECES = [
    "I ",
    "she ",
    "Tom ",
    "is ",
    "did ",
    "arrives ",
    "and ",
    "Ann ",
    "Mon ",
    "24 Feb ",
    "(",
    ")",
    "60",
    "%",
    ", ",
    ". ",
    "one ",
    "so ",
]


def read(text: str) -> list[str]:
    return read_statements(text, AT, "Kelvin Sonny Aled Zubeida Ann Eydis")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I'm jumping up and down in the kitchen and Sonny is asking why",
            "Ada is jumping up and down in the kitchen.",
        ),
        ("Kelvin took me to the place at the canal and Mum had Sonny", "Kelvin took Ada to the place at the canal."),
        (
            "I've got a mailing list of 160 people now and Aled can do a poster",
            "Ada has got a mailing list of 160 people now.",
        ),
        ("I'm staying till Friday, then Mary Hehir will look in", "Ada is staying till 8 May 2026."),
        (
            "I'm not good enough on the cello yet, so a colleague, Georgette, will play it",
            "Ada is not good enough on the cello yet.",
        ),
        ("I keep the servers alive and at night I'm on call every third week", "Ada keeps the servers alive."),
    ],
)
def test_the_subject_of_the_next_clause_is_left_out(text: str, expected: str) -> None:
    assert expected in read(text)


def test_a_clause_without_a_place_to_cut_states_nothing() -> None:
    (doc,) = bundled_pipeline().parse(["mum and Sonny is asking"])
    assert all(fit_ends(clause, []) is None or clause.root.lower_ == "asking" for clause in split_clauses(doc))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Zubeida is in Oslo till Friday so i do what i can, probably nothing tonight",
            "Zubeida is in Oslo till 8 May 2026.",
        ),
        ("I have a job interview, so on Tuesday evening I will not be much use.", "Ada has a job interview."),
        (
            "There is a race in Wexley in October, Aled and I have put our names down.",
            "There is a race in Wexley in October 2026.",
        ),
    ],
)
def test_words_of_the_next_clause_are_left_out(text: str, expected: str) -> None:
    assert expected in read(text)


@pytest.mark.parametrize(
    "text",
    [
        "I have to be at the gauge on the Brule, no, the Knife",
        "i'm going to bed. actually no.",
        "I ate a whole egg, no, a half",
        "Sonny is here - no, in Oslo",
    ],
)
def test_what_is_taken_back_states_nothing(text: str) -> None:
    assert read(text) == []
    (doc,) = bundled_pipeline().parse([text])
    assert is_taken_back(split_clauses(doc)[0])


def test_a_month_is_no_verb() -> None:
    assert read("Zubeida is on the list since may") == ["Zubeida is on the list since May 2026."]
    assert read("I have a stone in a box, and today it is") == ["Ada has a stone in a box."]


def test_no_that_takes_nothing_back() -> None:
    assert read("I live in Leeds, no problem") == ["Ada lives in Leeds, no problem."]
    assert read("Did you move? No, I live in Leeds.") == ["Ada lives in Leeds."]


def test_a_question_after_a_statement_takes_nothing_from_it() -> None:
    assert read("i have asthma is that a thing") == ["Ada has asthma."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I start on permanent earlies from Monday 3 March by the way",
            "Ada starts on permanent earlies from 3 March 2027.",
        ),
        ("Ann lands at 9pm not 6", "Ann lands at 9 pm."),
        ("Ann lands on Friday at 9, not 6", "Ann lands on 8 May 2026 at 9."),
        ("Ann lands at 9 in Cork, not Kerry", "Ann lands at 9 in Cork, not Kerry."),
        (
            "Eydis K. from Reykjavik confirmed, arrives Mon 24 Feb",
            "Eydis K. from Reykjavik confirmed, arrives on 24 February 2026.",
        ),
        (
            "I've got my first day letter, Monday 1 September",
            "Ada has got their first day letter, on 1 September 2025.",
        ),
        (
            "I fly Saturday the 23rd from Gatwick and I am back Monday 3 November.",
            "Ada flies on 23 May 2026 from Gatwick.",
        ),
    ],
)
def test_a_clause_has_its_own_date(text: str, expected: str) -> None:
    assert expected in read(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My sister has Zubeida (60%)", "Ada's sister has Zubeida (60%)."),
        ("My sister had the flu at 8%", "Ada's sister had the flu at 8%."),
        ("I asked for helpers for the play (The Goose. We rehearse)", "Ada asked for helpers for the play."),
    ],
)
def test_brackets_are_whole(text: str, expected: str) -> None:
    assert expected in read(text)


@pytest.mark.parametrize(
    "text",
    [
        "We planned a few",
        "Tobe eats everything incl. a rubber last week",
        'I\'ve finished "The Weather Keepers"',
        "I like a film where nobody is in a hurry",
    ],
)
def test_a_phrase_is_cut_off(text: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    assert is_cut_off(split_clauses(doc)[0])


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join) | st.text(max_size=60))
def test_a_fitted_clause_keeps_its_verb(text: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    dates = find_dates(text, AT)
    for clause in split_clauses(doc):
        fitted = fit_ends(clause, dates)
        is_cut_off(clause)
        is_taken_back(clause)
        if fitted is not None and clause.tokens[0].i <= clause.root.i <= clause.tokens[-1].i:
            assert fitted.tokens
            assert fitted.tokens[0] is clause.tokens[0] or fitted.tokens[0].i == clause.tokens[0].i
            assert fitted.tokens[-1].i >= clause.root.i


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('I just finished "Dune"', ["Ada just finished Dune."]),
        ('my cat\'s name is "Biscuit"', ["Ada's cat's name is Biscuit."]),
        ('I love the song "Wish You Were Here"', []),
        ('She said "Stop It" and left', []),
        ('I can do eggs. I\'ve finished "The Oslo Keepers" by the way, thank you.', ["Ada can do eggs."]),
        ("I pay 30% tax and 5 % goes to my pension", ["Ada pays 30% tax.", "5% goes to Ada's pension."]),
    ],
)
def test_titles_lose_their_marks_and_percents_stay(text: str, expected: list[str]) -> None:
    assert read(text) == expected


def test_a_clause_does_not_end_before_the_place() -> None:
    assert read("I study in aachen") == ["Ada studies in aachen."]
    assert read("I work in aachen and live in koln") == ["Ada works in aachen.", "Ada lives in koln."]
