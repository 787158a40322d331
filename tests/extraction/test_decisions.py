"""Decisions between things."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from kg.extraction.decisions import add_decisions, find_decisions
from kg.extraction.rule_extractor import RuleExtractor
from kg.protocols import EarlierTurn, Utterance
from kg.settings import Settings
from tests.support import find_name_spans

AT = datetime(2026, 5, 4, 10, tzinfo=UTC)
NAMES = {"person": "Tom Ivo Ann", "org": "Postgres MySQL Oakley", "place": "Bath"}
pytestmark = pytest.mark.timeout(120)


def passage(text: str, *earlier: tuple[str, str], is_between_people: bool = True) -> Utterance:
    turns = tuple(
        EarlierTurn(said, speaker, AT - timedelta(minutes=9 - place), is_own=speaker == "Ada")
        for place, (speaker, said) in enumerate(earlier)
    )
    return Utterance(text, "Ada", AT, earlier=turns, is_between_people=is_between_people)


def decide(text: str, *earlier: tuple[str, str], is_between_people: bool = True) -> list[tuple[str, str]]:
    found = passage(text, *earlier, is_between_people=is_between_people)
    return [(each.thing + each.purpose, each.matter) for each in find_decisions(found, find_name_spans(text, NAMES))]


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("Salt & Thyme it is", ("Salt & Thyme", "salt & thyme")),
        ("ok Postgres it is then!", ("Postgres", "postgres")),
        ("Then Salt & Thyme it is, at eight", ("Salt & Thyme", "salt & thyme")),
        ("we're going with Postgres", ("Postgres", "postgres")),
        ("We went with Postgres in the end", ("Postgres", "postgres")),
        ("This Thursday, at mine? I've chosen The Long Ferry. It's slow", ("The Long Ferry", "the long ferry")),
        ("decided: Lisbon in May", ("Lisbon in May", "lisbon in may")),
        ("we've gone with Oakley as the builder", ("Oakley as the builder", "as builder")),
        ("So we settled on Bath for the hen do", ("Bath for the hen do", "for hen do")),
        ("we chose Ann as the chair", ("Ann as the chair", "as chair")),
        ("we're going back to postgres, use 17", ("postgres", "postgres")),
        ("I went back to vim", ("vim", "vim")),
    ],
)
def test_a_decision_names_what_was_chosen(text: str, decision: tuple[str, str]) -> None:
    assert decide(text) == [decision]


@pytest.mark.parametrize(
    "text",
    [
        "let's go with the flow",
        "let's go with Postgres",
        "should we go with Postgres?",
        "are we going with Postgres",
        "if it rains we're going with Oakley",
        "we're not going with Postgres",
        "it is what it is",
        "Tuesday it is then",
        "Lovely it is",
        "we're going with Tom",
        "we're going back to Lisbon",
        "should we go back to postgres?",
        "I'm going with my sister",
        "we went with the kids in the end",
        "I've gone with my gut",
        "I picked up the keys for the hall",
        "we agreed on 50 euros for the bike",
        "she said we're going with Postgres",
        "final decision: Tuesday",
        "we're going with Postgres, says my boss",
    ],
)
def test_other_words_decide_nothing(text: str) -> None:
    assert decide(text) == []


def test_a_proposal_is_a_decision_where_no_one_else_decides() -> None:
    assert decide("let's go with Postgres", ("Bot", "Which one?"), is_between_people=False) == [
        ("Postgres", "postgres")
    ]


def test_agreement_decides_what_another_proposes() -> None:
    assert decide("sounds good", ("Kai", "let's go with Postgres")) == [("Postgres", "postgres")]
    assert decide("yes", ("Kai", "shall we go with the blue tiles?")) == [("the blue tiles", "the blue tiles")]
    assert decide("hmm not sure", ("Kai", "let's go with Postgres")) == []
    assert decide("ok", ("Kai", "let's go with Postgres"), ("Bo", "the train is late")) == []


@pytest.mark.parametrize(
    "proposed", ["let's go with Ivo as my husband", "let's go with Kim as the wife", "lets go with Tom"]
)
def test_agreement_affirms_no_claim_of_another(proposed: str) -> None:
    assert decide("ok", ("Kai", proposed)) == []


def test_the_question_gives_the_matter() -> None:
    asked = ("Kai", "Postgres or MySQL for the ledger?")
    assert decide("MySQL it is", asked) == [("MySQL for the ledger", "mysql or postgres")]
    assert decide("we're going with blue", ("Kai", "red or blue?")) == [("blue", "blue or red")]


def test_another_choice_instead_is_of_the_same_matter() -> None:
    earlier = ("Ada", "We're going with Postgres")
    assert decide("changed our minds, going with MySQL instead", earlier) == [("MySQL", "postgres")]


def test_a_decision_replaces_what_else_was_read_in_its_words() -> None:
    one = passage("We went with Postgres in the end")
    (found,) = RuleExtractor(Settings()).extract([one]).results
    assert [(each.template, each.kind, each.aspect) for each in found.statements] == [
        ("{s} chose Postgres", "event", "choice database")
    ]
    assert add_decisions(found.statements, passage("We went home"), ()) == list(found.statements)


RUNS = ("Ada", "first run: lr 2e-5, seed 42"), ("Ada", "run 3: lr 1e-5, seed 42, 0.793")


@pytest.mark.parametrize(
    ("earlier", "text", "decision"),
    [
        (RUNS, "lets stick with 2e-5 then", ("lr 2e-5", "value lr")),
        (RUNS, "so 1e-5 it is, forget the 2e-5", ("lr 1e-5", "value lr")),
        ((("Ada", "should we drop the french data?"),), "ok dropping french", ("to drop french", "keep french")),
        ((("Ada", "should we drop the french data?"),), "we're keeping french", ("to keep french", "keep french")),
        ((("Ada", "move to gpu12?"),), "i stay on gpu12", ("gpu12", "gpu12")),
        ((("Ada", "is the sourdough ok?"),), "we're sticking with the sourdough", ("the sourdough", "the sourdough")),
    ],
)
def test_what_was_spoken_of_is_kept_or_dropped(
    earlier: tuple[tuple[str, str], ...], text: str, decision: tuple[str, str]
) -> None:
    assert decide(text, *earlier, is_between_people=False) == [decision]


@pytest.mark.parametrize(
    "text",
    [
        "dropping the kids at school",
        "dropping the car",
        "keep the french data",
        "drop french",
        "staying with Tom tonight",
        "sticking with it",
        "so 7.5 it is",
        "should we drop french?",
    ],
)
def test_errands_orders_and_values_of_nothing_are_no_decisions(text: str) -> None:
    assert decide(text, ("Bot", "The french data are noisy."), is_between_people=False) == []
