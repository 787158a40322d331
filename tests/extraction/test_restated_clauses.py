"""Clauses of chat as full sentences."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from kg.extraction.restated_clauses import add_restated, restate_clauses
from kg.extraction.rule_extractor import RuleExtractor
from kg.protocols import EarlierTurn, Utterance
from kg.settings import Settings

AT = datetime(2026, 5, 4, 10, tzinfo=UTC)
pytestmark = pytest.mark.timeout(120)


def passage(text: str, *earlier: str) -> Utterance:
    return Utterance(text, "Ada", AT, earlier=tuple(EarlierTurn(said, "Sage", AT) for said in earlier))


def restate(text: str, *earlier: str) -> list[str]:
    return [each.passage.text for each in restate_clauses(passage(text, *earlier), text)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("submission is june 12", ["The submission is on june 12."]),
        ("my exam is the 5th, half 10", ["My exam is on the 5th at half past 10."]),
        (
            "next appointment w her is 8th of october, half 10",
            ["The next appointment is on 8th of october at half past 10."],
        ),
        ("new date june 29 for the demo", ["The demo is on june 29."]),
        ("with the new release its june 22", ["The release is on june 22."]),
        ("Tara's last day is the 8th", ["Tara's last day is on the 8th."]),
        ("signing is by the 8th", ["The signing is by the 8th."]),
        ("lisa quits end of june, going to uni", ["Lisa quits at the end of june."]),
        ("walter is having his hip done on the 5th", ["Walter is having his hip done on the 5th."]),
        ("its sprained, have to wear a splint for 2 weeks", ["I have to wear a splint for 2 weeks."]),
        (
            "jonas cant proofread, too busy. mei will do it",
            ["Mei will proofread instead of Jonas.", "Jonas cant proofread."],
        ),
    ],
)
def test_a_clause_of_chat_is_a_sentence(text: str, sentences: list[str]) -> None:
    assert restate(text) == sentences


def test_a_thing_with_a_day_answers_the_question_for_a_deadline() -> None:
    text = "full draft to prof lindqvist on may 22, submission is june 12"
    assert restate(text, "What is the next deadline?") == [
        "The draft is due on may 22.",
        "The submission is on june 12.",
    ]
    assert restate("dinner with tom on may 22", "Any plans?") == []


@pytest.mark.parametrize(
    "text",
    [
        "it is june 12",
        "the doctor is the 12th, no. it's later",
        "Please sir my rent is the 15th",
        "ruben moved the date didn't he",
        "today is the 12th",
        "she is coming on the 12th",
        "submission is in june or july",
        "submission is june 12?",
        "mark my words, he quits",
        "will is a strange word",
        "have to wear a splint",
        "he can't come. she will do it",
    ],
)
def test_other_clauses_stay_as_they_are(text: str) -> None:
    assert restate(text) == []


def test_restated_clauses_are_added_where_nothing_else_was_read() -> None:
    text = "lisa quits end of june"
    (found,) = RuleExtractor(Settings()).extract([passage(text)]).results
    (statement,) = found.statements
    assert (statement.subject, statement.template) == ("Lisa", "{s} quits at the end of June 2026")
    assert (statement.start, statement.end) == (0, len(text))
    (clause,) = restate_clauses(passage(text), text)
    other = replace(statement, template="So it is")
    assert add_restated([other], [statement], clause) == [other]
    assert add_restated([], [other], clause) == [other]
