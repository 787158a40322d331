"""Attributes of things: of what a clause gives a value, and what is none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kg.extraction.attributes import MEASURES, NAMED, add_places, read_attribute
from kg.extraction.observations import find_observations
from kg.extraction.observed_statements import extract_observed_statements
from kg.language import bundled_pipeline
from kg.protocols import ExtractedStatement, Utterance
from tests.extraction.messages import AT
from tests.support import find_name_spans

NAMES = {"person": "Tom Lena Rao"}


def read(text: str) -> list[tuple[str, str]]:
    (doc,) = bundled_pipeline().parse([text])
    names = find_name_spans(text, NAMES)
    found = find_observations(text, speaker="Ada", at=AT, doc=doc, names=names)
    values = [value for each in found if (value := read_attribute(each, names)) is not None]
    return [(value.thing, value.aspect) for value in values]


def state(text: str) -> ExtractedStatement:
    (doc,) = bundled_pipeline().parse([text])
    (found,) = extract_observed_statements(Utterance(text, "Ada", AT), doc, find_name_spans(text, NAMES), [], 0)
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the port is 5433", ("port", "value")),
        ("the api runs on port 8080", ("api", "port")),
        ("the repo lives at github.com/acme/kiln", ("repo", "value")),
        ("the repo moved to github.com/acme/furnace", ("repo", "value")),
        ("my ankle is sprained", ("Ada's ankle", "condition")),
        ("ankle is completely healed", ("ankle", "condition")),
        ("my knee hurts when I run", ("Ada's knee", "condition")),
        ("knee is fine again", ("knee", "condition")),
        ("my database is now postgres", ("Ada's database", "value")),
        ("gate is B22", ("gate", "value")),
        ("my 10k pb is 48:30", ("Ada's 10k pb", "value")),
        ("my goal is sub 4 hours", ("Ada's goal", "value")),
        ("blood pressure is 130 over 85 now", ("blood pressure", "value")),
        ("my car is a Golf", ("Ada's car", "value")),
        ("the staging db is on db-stg-1", ("staging db", "value")),
        ("Bo's teacher is Tom", ("Bo's teacher", "holder")),
        ("rate limit is 100 per minute", ("rate limit", "value")),
        ("lr is 3e-4", ("lr", "value")),
        ("timeout is 30s now", ("timeout", "value")),
        ("my day rate is 420 from October", ("Ada's day rate", "value")),
        ("the counter is 12", ("counter", "value")),
        ("my address is 12 Mill Lane, Leeds", ("Ada's address", "value")),
        ("the repo is called forge", ("repo", "value")),
        ("the project is called Falcon", ("project", "name")),
        ("ci is red", ("ci", "condition")),
        ("the wifi is down", ("wifi", "condition")),
        ("the site is back up", ("site", "condition")),
        ("my weight is 79 kg now", ("Ada's weight", "value")),
        ("my dentist is Dr Lim", ("Ada's dentist", "holder")),
        ("my new dentist is Dr Rao", ("Ada's dentist", "holder")),
        ("Tom is our tech lead", ("Ada's tech lead", "holder")),
        ("Lena is the tech lead now", ("tech lead", "holder")),
        ("Dr Rao is my new dentist", ("Ada's dentist", "holder")),
        ("the build is broken", ("build", "condition")),
        ("build is green again", ("build", "condition")),
        ("the login works again", ("login", "condition")),
        ("the printer doesn't work", ("printer", "condition")),
        ("the hotel is cancelled too", ("hotel", "condition")),
        ("the hotel is cancelled", ("hotel", "condition")),
        ("MRR is 64k", ("MRR", "value")),
        ("Our MRR is 71k as of today", ("Ada's MRR", "value")),
        ("HER-212 is unblocked", ("HER-212", "condition")),
        ("my easy pace is 6:05 now", ("Ada's easy pace", "value")),
        ("my long run is on Saturdays now", ("Ada's long run", "days")),
    ],
)
def test_a_thing_has_one_value_at_a_time(text: str, expected: tuple[str, str]) -> None:
    assert read(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "the port on staging is 5440",
        "the price of rye is 5.20 in Leeds and 5.60 in York",
        "the port was 5433",
        "it is 5433",
        "my son is 3",
        "the kids are broken",
        "the price is down",
        "my car is a mess",
        "the hotel is fine",
        "the standup is 9:15",
        "Tom is back up",
        "the car is stuck in the snow",
        "the door is green",
        "the model is great",
        "Tom is the tech lead",
        "Tom is a tech lead",
        "Tom is our friend",
        "Tom said the port is 5440",
        "if the port is 5440 it works",
    ],
)
def test_what_is_no_value_of_a_thing(text: str) -> None:
    assert read(text) == []


def test_a_role_is_of_those_whose_it_is() -> None:
    tom, lena = state("Tom is our tech lead"), state("Lena is the tech lead now")
    assert (tom.subject, tom.template, tom.aspect) == ("Ada", "Tom is {s}'s tech lead", "holder of tech lead")
    assert (lena.subject, lena.aspect) == ("Ada", tom.aspect)
    assert state("Bo's dentist is Dr Lim").aspect == "holder of Bo's dentist"


def test_a_value_is_dated() -> None:
    found = state("my day rate is 420 from October 2027")
    assert (found.aspect, found.valid_from) == ("value of day rate", "2027-10")


def test_the_nouns_differ() -> None:
    assert not MEASURES & NAMED


@pytest.mark.parametrize(
    ("subject", "aspect"), [("server", "place for Ada"), ("offices", ""), ("Acme", ""), ("our office", "place for Ada")]
)
def test_a_thing_is_in_one_place(subject: str, aspect: str) -> None:
    (placed,) = add_places([ExtractedStatement(subject, "located_in", "Dublin", True, None, None, 0, 9, 0.8)], "Ada")
    assert placed.aspect == aspect
    (other,) = add_places([replace(placed, predicate="lives_in", aspect="")], "Ada")
    assert other.aspect == ""
