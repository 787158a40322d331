"""Deeds end the activities, plans and bookings that name their thing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory
from kg.knowledge.ended_activities import OVER, ends_activity, find_ended_activities, find_ending_deeds
from kg.knowledge.predicates import build_predicate, get_predicate
from tests.knowledge.builders import ScriptedChat, make_statement

Connect = Callable[..., Memory]
Look = Callable[..., list[Any]]
DOES, IS_DOING = "{s} does it", "{s} is doing it"


@pytest.mark.parametrize(
    ("deed", "thing", "state", "held", "template", "kind"),
    [
        ("drop", "yoga", "do", "yoga every wednesday", DOES, "state"),
        ("quit", "smoking", "smoke", "10 cigarettes a day", DOES, "state"),
        ("stop", "the iron tablets", "take", "iron tablets in the morning", DOES, "state"),
        ("stop", "doing the Berlin marathon", "train_for", "the Berlin marathon", IS_DOING, "state"),
        ("stop", "renting out the garage", "rent_out", "the garage", IS_DOING, "state"),
        ("leave", "the orchestra", "play", "the cello in the city orchestra", DOES, "state"),
        ("retire", "the Ghosts", "run_in", "the Brooks Ghost 16", DOES, "state"),
        ("give_up_on", "Render", "deploy", "the portal on Render", IS_DOING, "state"),
        ("cancel", "Easter", "visit", "their parents at Easter", IS_DOING, "state"),
        ("cancel", "Netflix", "have", "a subscription to Netflix", DOES, "possession"),
        ("decide_against", "the cabin", "want", "to rent a cabin in the Harz", DOES, "plan"),
        ("buy", "the cargo bike", "want", "to buy a cargo bike", DOES, "plan"),
        ("paint", "the hallway on Sunday", "want", "to paint the hallway", DOES, "plan"),
        ("finish", "Middlemarch", "read", "Middlemarch", IS_DOING, "state"),
        (OVER, "the cold", "have", "a cold", DOES, "possession"),
        (OVER, "the cold", "catch", "a cold", DOES, "possession"),
        ("return_from", "Madrid", "be", "in Madrid", DOES, "state"),
        ("move", "their savings to DKB", "keep", "their savings at ING", DOES, "state"),
    ],
)
def test_a_deed_ends_what_names_its_thing(
    deed: str, thing: str, state: str, held: str, template: str, kind: str
) -> None:
    assert ends_activity(deed, thing, build_predicate(state, template, kind), held)
    assert deed in find_ending_deeds(state, held)


@pytest.mark.parametrize(
    ("deed", "thing", "state", "held", "template", "kind"),
    [
        # Another thing, and one of several.
        ("stop", "the magnesium", "take", "iron tablets", DOES, "state"),
        ("stop", "iron", "take", "iron and magnesium", DOES, "state"),
        ("leave", "the park", "play", "tennis in the park", DOES, "state"),
        ("stop", "selling it", "do", "it", DOES, "state"),
        # What is liked, and what is only found there.
        ("drop", "yoga", "like", "yoga", DOES, "preference"),
        ("quit", "the gym", "do", "yoga at the gym", DOES, "state"),
        ("quit", "drinking", "drink", "two coffees a day", DOES, "state"),
        ("stop", "running", "run", "the shop", DOES, "state"),
        # Today's class is cancelled, not the habit.
        ("cancel", "yoga", "go_to", "yoga on mondays", DOES, "state"),
        ("cancel", "Denmark", "have", "photos of Denmark", DOES, "possession"),
        ("buy", "the cargo bike", "want", "to sell the cargo bike", DOES, "plan"),
        ("buy", "the cargo bike", "want", "a cargo bike", DOES, "state"),
        ("paint", "the hallway", "want", "to paint the hallway green", DOES, "plan"),
        ("eat", "sugar", "want", "to eat less sugar", DOES, "plan"),
        ("finish", "Middlemarch", "read", "Middlemarch every year", DOES, "state"),
        (OVER, "the cold", "have", "a problem with the cold", DOES, "possession"),
        ("return_from", "Madrid", "be", "fond of Madrid", DOES, "state"),
        ("move", "the sofa to the cellar", "keep", "their savings at ING", DOES, "state"),
    ],
)
def test_other_things_go_on(deed: str, thing: str, state: str, held: str, template: str, kind: str) -> None:
    assert not ends_activity(deed, thing, build_predicate(state, template, kind), held)


def test_a_plan_ends_with_the_name_of_its_place() -> None:
    assert ends_activity("cancel", "denmark", get_predicate("plans"), "go to Denmark")
    assert ends_activity("cancel", "the rust rewrite", get_predicate("plans"), "rewrite the parser in rust")
    assert not ends_activity("cancel", "sweden", get_predicate("plans"), "go to Denmark")
    assert "like" not in find_ended_activities("see", "denmark")


@pytest.mark.parametrize("speaker", ["Ann", "Bob"])
def test_a_plan_ends_with_the_word_of_its_person_alone(connect: Connect, speaker: str) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_statement("Ann", "plans", "go to Denmark"))
    chat.add_message(speaker, make_statement(speaker, "cancel", "denmark", template="Denmark is off", kind="event"))
    memory = connect(extractor=chat.extractor)
    for event in chat.events:
        memory.log([event])
        memory.digest()
    [plan] = [fact for fact in memory.facts.list(status=None) if fact.predicate == "plans"]
    assert plan.status == ("superseded" if speaker == "Ann" else "current")
