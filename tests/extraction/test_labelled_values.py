"""Values without a verb: after a label, after a noun, and prices of what was named before."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from kg.extraction.labelled_values import add_labelled_values, find_labelled_values
from kg.protocols import EarlierTurn, Utterance
from tests.support import find_name_spans

AT = datetime(2026, 5, 4, 10, tzinfo=UTC)
NAMES = {"person": "Tom Ayo"}
pytestmark = pytest.mark.timeout(120)


def passage(text: str, *earlier: tuple[str, str]) -> Utterance:
    turns = tuple(EarlierTurn(said, speaker, AT, is_own=speaker == "Ada") for speaker, said in earlier)
    return Utterance(text, "Ada", AT, earlier=turns)


def read(text: str, *earlier: tuple[str, str]) -> list[str]:
    found = passage(text, *earlier)
    return [each.sentence for each in find_labelled_values(found, find_name_spans(text, NAMES))]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gelectra baseline: 0.742. so we're 5 points better :)", "Gelectra baseline is 0.742"),
        ("The staging url is https://stage.acme.dev", "Staging url is https://stage.acme.dev"),
        ("staging moved to https://stage2.acme.dev", "Staging is https://stage2.acme.dev"),
        ("ok. new best: 0.797, nice", "New best is 0.797"),
        ("budget for the kitchen: 8k", "Budget for the kitchen is 8k"),
        ("run 3: lr 1e-5, seed 42, 0.793!! best so far", "Run 3: lr 1e-5, seed 42, 0.793"),
        ("results of seeds: 0.793 0.788, mean is 0.79", "Results of seeds: 0.793 0.788"),
        ("ticket price: €40 each", "Ticket price is €40 each"),
        ("my locker: 212", "{s}'s locker is 212"),
        ("flight time: 14:30", "Flight time is 14:30"),
        ("wedding date: 12 June", "Wedding date is on 12 June 2026"),
        ("repo: https://github.com/x/y", "Repo is https://github.com/x/y"),
        ("no grapefruit with it says the pharmacist. simvastatin 20, at night", "Simvastatin: 20, at night"),
        ("flour 0.92 per kg", "Flour: 0.92 per kg"),
        (
            "metformin 500 twice a day, with breakfast and dinner",
            "Metformin: 500 twice a day, with breakfast and dinner",
        ),
    ],
)
def test_a_value_without_a_verb_is_that_of_its_label(text: str, sentence: str) -> None:
    assert read(text) == [sentence]


@pytest.mark.parametrize(
    "text",
    [
        "Tom: 5",
        "Anna: 3 eggs",
        "at 10: 30",
        "vet tues 4:15",
        "the accounts: 200, not 220",
        "todo: call 5 people",
        "note: the code is 5",
        "ratio: 3 + 2 = 5",
        "error: line 5",
        'File "x.py", line 5',
        '{"batch size": 16}',
        "batch_size = fn(16)",
        "https://example.com/a:80",
        "i run 5 km every day",
        "marathon 5 times a week",
        "idea: we could meet at 5",
        "best time: 3 hours ago",
        "the meeting: moved to 5",
        "run 5: failed",
        "Monday: 3pm",
        "new best: 0.797?",
    ],
)
def test_speech_tasks_times_and_code_are_no_labelled_values(text: str) -> None:
    assert read(text) == []


def test_a_price_is_of_the_one_thing_that_its_author_named_before() -> None:
    named = ("Ada", "i reserved at the seeblick for 12:30 instead")
    assert read("38 euros per head, we split it", named, ("Tom", "much better. how much")) == [
        "The seeblick is 38 euros per head"
    ]
    button = ("Ada", "ok i get the button. comes on friday")
    assert read("its 25 euros a month", button, ("Bot", "I am glad.")) == ["The button is 25 euros a month"]
    assert read("38 euros per head", named, ("Tom", "nice")) == []
    assert read("its 25 euros", ("Ada", "i like the hat, the coat, and the red one")) == []
    assert read("its 25 euros", ("Tom", "i like the hat"), ("Ada", "me too")) == []


def test_labelled_values_are_added_where_nothing_else_was_read() -> None:
    (added,) = add_labelled_values([], [], passage("new best: 0.797"), [])
    assert (added.template, added.aspect) == ("New best is 0.797", "value new best")
    known = replace(added, template="So it is")
    assert add_labelled_values([known], [], passage("new best: 0.797"), []) == [known]
    assert add_labelled_values([], [known], passage("new best: 0.797"), []) == []


def test_an_address_is_of_its_thing_with_and_without_the_word() -> None:
    texts = ("The staging url is https://stage.acme.dev", "staging moved to https://stage2.acme.dev")
    stated = [add_labelled_values([], [], passage(text), []) for text in texts]
    assert [each.aspect for found in stated for each in found] == ["value staging", "value staging"]
