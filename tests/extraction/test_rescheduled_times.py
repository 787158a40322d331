"""Times that those who give them change."""

from __future__ import annotations

import pytest

from kg.extraction.rescheduled_times import find_rescheduled_time
from kg.extraction.rule_extractor import RuleExtractor
from kg.settings import Settings
from tests.extraction.messages import make_reply

pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("earlier", "text", "corrected"),
    [
        ("Dinner in Kai is at 8 on Friday", "Kai rang, they can only do 8.30", "Dinner in Kai is at 8.30 on Friday"),
        ("The dentist is at 10 on Friday", "the dentist rang, they can only do 11", "The dentist is at 11 on Friday"),
        ("The dentist is at 10 on Friday", "The dentist can only do 11 now", "The dentist is at 11 on Friday"),
        (
            "The viewing at Oak Lodge is on Friday",
            "Oak Lodge just called, they can only do Monday",
            "The viewing at Oak Lodge is on Monday",
        ),
        ("the demo is at 10:30 on Friday", "Tom asked for 11, so 11:00 it is", "the demo is at 11:00 on Friday"),
        ("the demo is at 10:30 on Friday", "11 it is", "the demo is at 11 on Friday"),
        ("the demo is at 10:30 on Friday", "moved the demo to 11", "the demo is at 11 on Friday"),
        ("the demo is at 10:30 on Friday", "the demo is now at 11", "the demo is at 11 on Friday"),
    ],
)
def test_the_time_of_the_earlier_message_changes(earlier: str, text: str, corrected: str) -> None:
    found = find_rescheduled_time(make_reply(earlier, text))
    assert found is not None
    assert (found.original, found.corrected, found.places) == (earlier, corrected, (0,))


@pytest.mark.parametrize(
    ("earlier", "text"),
    [
        ("Dinner in Kai is at 8 on Friday", "Kai rang"),
        ("Dinner in Kai is at 8 on Friday", "Oslo rang, they can only do 8.30"),
        ("Dinner in Kai is at 8 on Friday", "Kai rang, can they only do 8.30?"),
        ("Dinner in Kai is at 8 on Friday", "they can only do 8.30"),
        ("I have two tickets for Kai", "Kai rang, they can only do 8.30"),
        ("Dinner in Kai is at 8 on Friday", "Kai rang, they only have 3 chairs"),
        ("the demo is at 10:30 on Friday", "lovely day it is"),
        ("the demo is on Friday", "11:00 it is"),
        ("I got up at 10:30 on Friday", "11:00 it is"),
        ("the demo is at 10:30 on Friday", "moved the standup to 11"),
        ("the demo is at 10:30 on Friday", "the other demo is at 11"),
        ("the demo is at 10:30 on Friday", "we might move the demo to 11"),
        # A time alone is read as any other value.
        ("the demo is at 10:30", "moved the demo to 11"),
    ],
)
def test_other_calls_change_nothing(earlier: str, text: str) -> None:
    assert find_rescheduled_time(make_reply(earlier, text)) is None


def test_only_ones_own_appointments_change() -> None:
    assert (
        find_rescheduled_time(make_reply("Dinner in Kai is at 8", "Kai rang, they can only do 8.30", is_own=False))
        is None
    )


def test_the_new_time_is_stated() -> None:
    one = make_reply("Dinner in Kai is at 8 on Friday", "Kai rang, they can only do 8.30")
    (found,) = RuleExtractor(Settings()).extract([one]).results
    assert [(each.template, each.aspect) for each in found.statements] == [("{s} is at 8.30 on 8 May 2026", "date")]
