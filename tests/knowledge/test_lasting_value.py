"""The lasting value of messages."""

from __future__ import annotations

import datetime as dt
import math

from kg.knowledge.lasting_value import estimate_lasting_value, lasting_features, load_lasting_model


def test_what_changes_a_life_lasts_longer_than_small_talk() -> None:
    news = estimate_lasting_value("My mother moved to Leeds in March and I start my new job at the hospital on Monday.")
    assert news > 0.5
    assert estimate_lasting_value("haha ok see you there lol") < 0.2
    assert estimate_lasting_value("") < 0.5


def test_the_vector_of_a_message_counts() -> None:
    text = "My mother moved to Leeds in March."
    far, near = (estimate_lasting_value(text, nearness=each) for each in (-0.5, 0.5))
    assert far < near


def test_a_day_that_is_past_counts_less() -> None:
    text = "The man from the gas board comes to our flat on Thursday."
    fresh, old = (estimate_lasting_value(text, age=dt.timedelta(days=days)) for days in (1, 200))
    assert old < fresh


def test_the_direction_has_the_length_of_a_vector_of_minilm() -> None:
    direction = load_lasting_model().direction
    assert len(direction) == 384
    assert math.isclose(math.hypot(*direction), 1.0, abs_tol=0.01)


def test_numbers_and_years_count_by_class_and_pairs_by_their_first_word() -> None:
    features = lasting_features("I paid £40 in 1998?")
    assert {"w number", "w year", "b i paid"} <= features.keys()
    assert "b paid 40" not in features
    assert (features["money"], features["asks"], features["exclaims"]) == (1.0, 1.0, 0.0)
