"""Observed statements: the ends of periods, and subjects that are proper names."""

from __future__ import annotations

import pytest

from tests.extraction.test_observed_statements import extract, only

pytestmark = pytest.mark.timeout(120)


def test_a_period_that_is_ahead_has_both_ends() -> None:
    away = only("I am on holiday 21 to 25 May.")
    assert (away.valid_from, away.valid_to) == ("2023-05-21", "2023-05-25")
    closed_shop = only("The shop is closed til 28 May.")
    assert (closed_shop.valid_from, closed_shop.valid_to) == (None, "2023-05-28")


def test_a_day_is_not_what_someone_does() -> None:
    assert extract("Tom does Saturday then.") == []
    assert only("Tom can't do Saturday.").predicate == "do"
    assert only("The plumber can do Saturday.").predicate == "do"
    assert only("Tom does the accounts on Saturday.").object.startswith("the accounts")


def test_a_proper_name_of_several_words_is_the_subject() -> None:
    cafe = only("cafe linde takes 40 croissants")
    assert (cafe.subject, cafe.template) == ("cafe linde", "{s} takes 40 croissants")
    # A common noun and a thing of the speaker are not.
    assert (
        only("The bride has a nut allergy.").subject
        == only("My car needs diesel.").subject
        == only("I painted the kitchen.").subject
    )


def test_a_label_is_no_part_of_the_clause_after_it() -> None:
    found = extract("the spelt bread: lets say 5.20, costs are too high for 4.80")
    assert not any("bread costs" in each.template for each in found)
