"""Dates and prices of things: the thing, whether others mean the same by it, and what is none."""

from __future__ import annotations

import pytest

from kg.extraction.changing_values import name_as_before, read_changing_value, shorten_thing
from kg.extraction.observations import find_observations
from kg.extraction.observed_statements import extract_observed_statements
from kg.language import bundled_pipeline
from kg.protocols import Utterance
from tests.extraction.messages import AT
from tests.support import find_name_spans

NAMES = {"product": "Juno Orion", "person": "Sara Tom"}


def read(text: str) -> tuple[str, bool, str] | None:
    (doc,) = bundled_pipeline().parse([text])
    names = find_name_spans(text, NAMES)
    before: set[str] = set()
    for observation in find_observations(text, speaker="Ada", at=AT, doc=doc, names=names):
        if value := read_changing_value(observation, names, before):
            return value.thing, value.is_named, value.aspect
        before.add(observation.sentence.subject.lower())
    return None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Juno workshop is on 14 May at the harbour hall.", ("Juno workshop", True, "date")),
        ("The Juno workshop moved to 21 May.", ("Juno workshop", True, "date")),
        ("We moved the Juno workshop to 21 May.", ("Juno workshop", True, "date")),
        ("The Orion launch is now 3 June.", ("Orion launch", True, "date")),
        ("My dentist appointment is on Friday.", ("Ada's dentist appointment", False, "date")),
        ("My dentist appointment got pushed to Monday.", ("Ada's dentist appointment", False, "date")),
        ("Dinner is at 7 on Saturday.", ("Dinner", False, "date")),
        ("Sara's wedding is on Saturday.", ("Sara's wedding", False, "date")),
        ("Launch slipped to 14 March.", ("Launch", False, "date")),
        ("The play is moved to THURSDAY 26 March.", ("play", False, "date")),
        ("The visit is moved to Thursday 12 March.", ("visit", False, "date")),
        ("The launch is on Tuesday 10 March.", ("launch", False, "date")),
        ("The boat trip takes place on 22 May.", ("boat trip", False, "date")),
        ("I booked the MOT for Thursday 12 March at 9.", ("MOT", False, "date")),
        ("Dinner is now at 8.", ("Dinner", False, "time")),
        ("The meeting moved to 3pm.", ("meeting", False, "time")),
        ("The rent goes up to 480 from March.", ("rent", False, "price")),
        ("The new rent is 950 euros.", ("rent", False, "price")),
        ("My new rent is 950 euros.", ("Ada's rent", False, "price")),
        ("The wedding is not on 6 June. It is on 13 June now.", ("wedding", False, "date")),
        ("my exam isn't monday, its friday now", ("Ada's exam", False, "date")),
        ("The wedding is not on 6 June but on 13 June.", ("wedding", False, "date")),
        ("The kiln broke. The repair of it is on 14 May.", ("repair of the kiln", False, "date")),
        ("The kiln broke. It costs 4,200 euros.", ("kiln", False, "price")),
        ("The rent is 900 euros.", ("rent", False, "price")),
        ("The rent goes from £900 to £950.", ("rent", False, "price")),
        ("The tickets cost 40 euros.", ("tickets", False, "price")),
        ("Dinner is at half 7 on Saturday.", ("Dinner", False, "date")),
        ("My haircut is at half past two today.", ("Ada's haircut", False, "date")),
        ("The class starts this Thursday at half four.", ("class", False, "date")),
        ("The rent went up to 950 euros.", ("rent", False, "price")),
        ("The code freeze will be on 12 June.", ("code freeze", False, "date")),
        ("My flight leaves at 7:40.", ("Ada's flight", False, "time")),
        ("The train leaves on Friday at 7:40.", ("train", False, "date")),
        ("The meeting is cancelled.", ("meeting", False, "date")),
        ("The price of the kiln is 4,200 euros.", ("kiln", False, "price")),
    ],
)
def test_a_thing_has_one_date_and_one_price(text: str, expected: tuple[str, bool, str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "I am in Rome on 14 May.",
        "Sara is on holiday until 14 May.",
        "My sister is here on 14 May.",
        "My birthday is on 3 May.",
        "The concert was on 3 January.",
        "It moved to 21 May.",
        "I had a cake. It is Friday.",
        "The report is ready. It is Friday tomorrow.",
        "The milk is not fresh. It is 3 May now.",
        "I can't move the sofa. It's on Monday.",
        "I don't like the flat. It is Friday tomorrow.",
        "The wedding is not on 6 June.",
        "I paid 900 euros.",
        "The kiln is heavy.",
        "The shop is at 12 High Street.",
        "The baby is at 3 months.",
        "The count is at 5.",
        "The temperature went up to 30.",
        "The bill is 2 pages.",
    ],
)
def test_other_clauses_give_no_value(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("texts", "aspect"),
    [
        (["My dentist visit is on 3 May.", "The dentist visit moved to 5 May."], "date of dentist"),
        (["My rent is 900 euros.", "My new rent is 950 euros.", "The rent is now 980 euros."], "price of rent"),
        # Those of others are other things.
        (["My sister's flight is on 3 May."], "date of sister's flight"),
    ],
)
def test_what_is_the_speakers_has_one_value_with_and_without_the_owner(texts: list[str], aspect: str) -> None:
    passages = [Utterance(text, "Ada", AT) for text in texts]
    statements = [
        statement
        for passage in passages
        for (doc,) in [bundled_pipeline().parse([passage.text])]
        for statement in extract_observed_statements(passage, doc, [], [], 0.0)
    ]
    assert [(each.subject, each.aspect) for each in statements] == [("Ada", aspect)] * len(texts)


@pytest.mark.parametrize(
    ("thing", "earlier", "expected"),
    [
        ("test", ["ok", "My driving test is on Friday."], ("driving test", (1,))),
        ("Lunch", ["Our team lunch is on Wednesday.", "the team lunch!"], ("team lunch", (0, 1))),
        ("rent", ["My new rent is 900."], ("rent", ())),
        ("test", ["My driving test is on Friday, the blood test on Monday."], ("test", ())),
        ("driving test", ["My first driving test is on Friday."], ("driving test", ())),
        ("test", [], ("test", ())),
    ],
)
def test_a_thing_has_the_fuller_name_of_the_messages_before(
    thing: str, earlier: list[str], expected: tuple[str, tuple[int, ...]]
) -> None:
    assert name_as_before(thing, earlier) == expected


@pytest.mark.parametrize(
    ("thing", "expected"),
    [
        ("dentist appointments", "dentist"),
        ("beta launch", "beta"),
        ("go-live", "go live"),
        ("kickoff with Acme", "Acme kickoff"),
        ("budget for the campaign", "campaign budget"),
        ("staging url", "staging"),
        ("url", "url"),
        ("rent", "rent"),
    ],
)
def test_names_of_one_thing_are_alike(thing: str, expected: str) -> None:
    assert shorten_thing(thing) == expected
