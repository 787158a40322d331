"""Offers and choices of the agent that a person accepts."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kg.extraction.accepted_offers import find_accepted_offers, may_be_accepted
from kg.protocols import EarlierTurn, Utterance

AT = datetime(2026, 5, 4, 10, tzinfo=UTC)


def read(offer: str, answer: str, *, speaker: str = "Sage", is_between_people: bool = False) -> list[str]:
    earlier = (EarlierTurn(offer, speaker, AT, is_own=speaker == "Ada"),)
    passage = Utterance(answer, "Ada", AT, earlier=earlier, is_between_people=is_between_people)
    return [each.template for each in find_accepted_offers(passage)]


MILL = "The mill offers 0.88 per kg if you take 500 kg."
GARAGE = "Added. Meyer's can do the inspection on Tuesday at 8:00 for about 140 euros."


@pytest.mark.parametrize(
    ("offer", "answer", "sentence"),
    [
        (MILL, "ok take it", "The mill offers 0.88 per kg if you take 500 kg"),
        (
            GARAGE,
            "take it, thanks",
            "Meyer's can do the inspection on 5 May 2026 at 8:00 for about 140 euros",
        ),
        (GARAGE, "yes please", "Meyer's can do the inspection on 5 May 2026 at 8:00 for about 140 euros"),
        (
            "Luigi's has a table for four on Friday at 8 pm.",
            "perfect, book it!",
            "Luigi's has a table for four on 8 May 2026 at 8 pm",
        ),
    ],
)
def test_an_accepted_offer_is_quoted_with_its_date(offer: str, answer: str, sentence: str) -> None:
    assert read(offer, answer) == [f'{{s}} accepted the offer "{sentence}"']


def test_what_the_answer_adds_belongs_to_the_offer() -> None:
    quoted = "The mill offers 0.88 per kg if you take 500 kg"
    assert read(MILL, "ok take it. 500kg every 2 months") == [
        f'{{s}} accepted the offer "{quoted}": 500kg every 2 months'
    ]
    assert read(MILL, "ok take it. we need 2 of them") == [f'{{s}} accepted the offer "{quoted}"']


@pytest.mark.parametrize(
    ("offer", "answer"),
    [
        (MILL, "too expensive"),
        (MILL, "ok take it slow today"),
        ("The invoice is 140 euros.", "ok"),
        ("I can make a list.", "do it"),
        ("Would 140 euros be fine, or is it too much?", "yes"),
        ('They offer "free gold" for 5 euros.', "take it"),
    ],
)
def test_without_an_offer_or_its_acceptance_nothing_is_stated(offer: str, answer: str) -> None:
    assert read(offer, answer) == []


def test_only_an_offer_of_the_agent_counts() -> None:
    assert read(MILL, "take it", speaker="Ada") == []
    assert read(MILL, "take it", is_between_people=True) == []


def test_a_choice_is_what_the_agent_is_to_do() -> None:
    asked = "Should I write the section in LaTeX or Markdown?"
    wanted = ["{s} wants Sage to write the section in LaTeX"]
    assert read(asked, "latex. and british spelling pls") == wanted
    assert read(asked, "in latex please") == wanted
    assert read(asked, "latex is ugly") == []
    assert read(asked, "Word") == []


def test_an_offer_may_be_accepted_in_a_word() -> None:
    assert may_be_accepted(MILL)
    assert may_be_accepted(GARAGE)
    assert not may_be_accepted("The invoice is 140 euros.")
    assert not may_be_accepted("I can make a list.")
