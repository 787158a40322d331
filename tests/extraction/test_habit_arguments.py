"""When, where, with what and to whom something is done regularly."""

from __future__ import annotations

import pytest

from kg.extraction.changing_values import ChangingValue
from kg.extraction.habit_arguments import is_new_habit
from kg.extraction.observations import find_observations
from kg.language import bundled_pipeline
from tests.extraction.messages import AT, list_values


@pytest.mark.parametrize(
    ("earlier", "later", "aspect"),
    [
        ("We meet on Thursdays at 18:00", "We now meet on Tuesdays at 18:00", "days of meet"),
        ("I train on tuesdays and thursdays", "I train on mondays and fridays now", "days of train"),
        ("I do yoga on mondays", "I do yoga on fridays now", "days of do yoga"),
        ("The bins go out on thursdays", "bins go out on fridays now", "days of bins go out"),
        ("I swim at the Westbad", "I swim at the Nordbad now", "place of swim"),
        ("I'm staying at the Ibis in Hamburg", "I'm staying at the Motel One now", "place of stay"),
        ("I deploy with docker compose", "from now on I deploy with kubernetes", "means of deploy"),
        ("I ride a Canyon", "I ride a Rose now", "means of ride"),
        ("We meet Tom at 19:00 at the Lindwurm", "We meet Tom at 20:00 now", "hour of meet tom"),
        ("we fly out on July 3", "we fly out on july 5 now", "day of fly out"),
        ("We'll take the train to Vienna", "we'll take the car to vienna instead", "means of vienna travel"),
        ("I drive to work", "I take the train to work now", "means of work travel"),
        ("I weigh 84 kg", "I weigh 81 kg now", "value of weight"),
        ("I squat 80 kg", "I squat 95 kg now", "value of squat"),
    ],
)
def test_a_newer_argument_competes_with_the_older_one(earlier: str, later: str, aspect: str) -> None:
    kind = aspect.partition(" ")[0]
    [old], [new] = list_values(earlier, kind), list_values(later, kind)
    assert old == new
    assert new[2] == aspect


@pytest.mark.parametrize(
    "text",
    [
        # Nothing regular, no verb that says what is done, no tool.
        "I trained on tuesdays back then",
        "I don't train on mondays",
        "I could train on mondays",
        "I come on 3 June",
        "I sit with Ann",
        "I'm to see the doctor on 3 June",
        "should I train on mondays?",
    ],
)
def test_other_clauses_give_no_argument(text: str) -> None:
    assert [each for each in list_values(text, "") if each[2].startswith(("day", "hour", "means"))] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tom is on vacation from 18 to 29 May", [("Tom", "be_away", "period of 2026 05 absence")]),
        ("I'm away from 2 to 9 June", [("Sam", "be_away", "period of 2026 06 absence")]),
        ("I was away from 2 to 9 June", []),
        ("I'm away on Friday", []),
    ],
)
def test_an_absence_of_a_month_is_one(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert list_values(text, "period") == expected


def test_relatives_have_their_own() -> None:
    assert list_values("My sister swims at the Westbad", "place") == [("Sam", "swim", "place of sam's sister swim")]


@pytest.mark.parametrize(("text", "expected"), [("I swim at the Nordbad now", True), ("I swim at the Nordbad", False)])
def test_a_habit_is_new_where_it_says_so(text: str, expected: bool) -> None:
    (doc,) = bundled_pipeline().parse([text])
    [observation] = find_observations(text, speaker="Sam", at=AT, doc=doc, names=[])
    assert is_new_habit(ChangingValue("swim", False, "swim_at", "place"), observation) == expected
    assert not is_new_habit(None, observation)
