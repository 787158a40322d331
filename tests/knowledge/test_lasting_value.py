"""The lasting value of messages."""

from __future__ import annotations

from kg.knowledge.lasting_value import estimate_lasting_value, lasting_features


def test_what_changes_a_life_lasts_longer_than_small_talk() -> None:
    news = estimate_lasting_value("My mother moved to Leeds in March and I start my new job at the hospital on Monday.")
    assert news > 0.5
    assert estimate_lasting_value("haha ok see you there lol") < 0.2
    assert estimate_lasting_value("") < 0.5


def test_numbers_and_years_count_by_class_and_pairs_by_their_first_word() -> None:
    features = lasting_features("I paid £40 in 1998?")
    assert {"w number", "w year", "b i paid"} <= features.keys()
    assert "b paid 40" not in features
    assert (features["money"], features["asks"], features["exclaims"]) == (1.0, 1.0, 0.0)
