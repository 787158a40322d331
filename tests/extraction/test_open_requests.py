"""Requests of no one in particular, and of several persons by name."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from kg.extraction.open_requests import (
    asks_for_volunteers,
    asks_openly,
    find_accepted_assignment,
    find_open_deed,
    may_be_answered,
    read_offer,
)
from kg.extraction.rule_extractor import RuleExtractor
from kg.language import bundled_pipeline
from kg.protocols import EarlierTurn, Utterance
from kg.settings import Settings
from tests.extraction.messages import answer

AT = datetime(2026, 5, 4, 10, tzinfo=UTC)
pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("asked", "answered", "statement"),
    [
        ("can someone print the menus?", "I can do that", "I will print the menus."),
        ("can someone print the menus?", "I'll do it", "I will print the menus."),
        ("Can anyone pick up the cake on Friday?", "me", "I will pick up the cake on Friday."),
        ("who can bring the projector?", "on it", "I will bring the projector."),
        ("would someone mind calling the venue?", "happy to", "I will call the venue."),
        ("we need someone to collect the keys. any volunteers?", "me!", "I will collect the keys."),
        ("someone needs to ring the caterer", "I'll do it", "I will ring the caterer."),
        ("Could somebody please order the flowers", "sure, will do tomorrow", "I will order the flowers tomorrow."),
    ],
)
def test_who_offers_promises_the_deed(asked: str, answered: str, statement: str) -> None:
    assert answer(asked, answered) == statement


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("can someone print the menus?", "I can't, sorry"),
        ("can someone print the menus?", "not me"),
        ("can someone print the menus?", "me neither"),
        ("can someone print the menus?", "Bo can do that"),
        ("can someone print the menus?", "I can if you send them"),
        ("can someone print the menus?", "I can do that, Bo"),
        ("can someone tell me the time?", "sure"),
        ("can someone open the window?", "on it"),
        ("can anyone swim a mile?", "I can"),
        ("who can play the piano?", "me"),
        ("anyone up for a pint?", "me"),
        ("does anyone have a drill?", "I do"),
        ("could you take over the booking?", "I can't, sorry"),
    ],
)
def test_other_answers_promise_nothing(asked: str, answered: str) -> None:
    found = answer(asked, answered)
    assert found is None or "will" not in found


def accept(asked: str, text: str, *between: str) -> tuple[str, int] | None:
    turns = [EarlierTurn(asked, "Kai", AT), *(EarlierTurn(each, "Bo", AT) for each in between)]
    return find_accepted_assignment(text, "Ada", turns)


def test_an_assignment_by_name_is_accepted_by_that_person() -> None:
    asked = "Ada you do the kitchen, Bo you're on the bar"
    assert accept(asked, "ok") == ("I will do the kitchen.", 0)
    assert accept(asked, "sure!", "fine by me") == ("I will do the kitchen.", 0)
    assert accept("Ada, you're on the bar and Bo you bring my drill", "ok") == ("I will do the bar.", 0)
    assert accept("Ada you bring my drill", "ok") == ("I will bring Kai's drill.", 0)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("Bo you do the kitchen", "ok"),
        ("Ada you do the kitchen", "I can't, sorry"),
        ("Ada you do the kitchen?", "ok"),
        ("Ada you do the kitchen every night", "ok"),
        ("Ada you're on your own", "ok"),
        ("Ada you make me laugh", "ok"),
        ("Ada you owe me 20 euros", "ok"),
        ("Ada you do the kitchen if Bo is late", "ok"),
    ],
)
def test_what_is_not_accepted_or_no_deed_is_none(asked: str, text: str) -> None:
    assert accept(asked, text) is None


def test_something_else_in_between_is_what_is_answered() -> None:
    assert accept("Ada you do the kitchen", "ok", "the train is late") is None


def test_a_few_words_may_answer_more_than_questions() -> None:
    assert may_be_answered("Ada you do the kitchen, Bo you're on the bar")
    assert may_be_answered("let's go with Postgres")
    assert may_be_answered("can someone print the menus")
    assert not may_be_answered("The train is late")


def test_open_requests_are_found_by_their_words() -> None:
    assert asks_openly("can someone print the menus?")
    assert not asks_openly("can you print the menus?")
    assert asks_for_volunteers("Any volunteers?")
    assert not asks_for_volunteers("Any news?")
    (doc,) = bundled_pipeline().parse(["who can book the van?"])
    assert [token.text for token in find_open_deed(next(iter(doc.sents)))] == ["book", "the", "van"]
    assert read_offer("I can do that") is not None
    assert read_offer("I might") is None


def test_an_accepted_request_is_a_task_that_rests_on_it() -> None:
    def read(asked: str, text: str) -> list[tuple[str, str, tuple[int, ...]]]:
        earlier = (EarlierTurn(asked, "Kai", AT - timedelta(minutes=1)),)
        passage = Utterance(text, "Ada", AT, addressee="Kai", earlier=earlier, is_between_people=True)
        (found,) = RuleExtractor(Settings()).extract([passage]).results
        return [(each.kind, each.template, each.rests_on) for each in found.statements]

    assert read("could you take over the booking?", "sure") == [("task", "{s} is to take over the booking", (0,))]
    assert read("can you look after the raffle?", "of course") == [("task", "{s} is to look after the raffle", (0,))]
    assert read("Who wants to book the van?", "I'll book it") == [("task", "{s} is to book the van", (0,))]
    assert read("Ada you do the kitchen", "ok") == [("task", "{s} is to do the kitchen", (0,))]
    assert read("can someone print the menus?", "I'll do that") == [("task", "{s} is to print the menus", (0,))]
