"""Answers that choose one of two things."""

from __future__ import annotations

import pytest

from kg.extraction.chosen_answers import read_choice


@pytest.mark.parametrize(
    ("asked", "answered", "statement"),
    [
        ("Do you prefer trains or planes?", "Trains", "I prefer trains"),
        ("Which do you prefer, the aisle or the window?", "window", "I prefer the window"),
        ("Do you like tea or coffee better?", "coffee, usually", "I prefer coffee"),
        ("Trains or planes?", "trains", "I prefer trains"),
        ("So, cats or dogs?", "definitely dogs", "I prefer dogs"),
        ("Tea or coffee?", "tea, always", "I prefer tea"),
        ("Postgres or MySQL?", "Postgres every time", "I prefer Postgres"),
    ],
)
def test_the_chosen_thing_is_preferred(asked: str, answered: str, statement: str) -> None:
    assert read_choice(asked, answered) == statement


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        # An offer.
        ("Tea or coffee?", "tea"),
        ("Tea or coffee?", "tea please"),
        ("Would you prefer red or white?", "red"),
        ("Shall I book the train or the bus?", "the train"),
        ("Do you prefer red or white?", "neither"),
        ("Do you prefer red or white?", "beer"),
        ("Do you prefer Monday or Tuesday?", "Monday"),
        ("You or me?", "me, always"),
        ("Trains or planes?", "I hate trains"),
    ],
)
def test_offers_and_other_answers_state_no_preference(asked: str, answered: str) -> None:
    assert read_choice(asked, answered) is None
