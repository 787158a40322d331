"""Capitals for emphasis do not change what a message states."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import Settings
from kg.extraction.emphasis import lower_emphasis
from kg.extraction.rule_extractor import RuleExtractor
from kg.protocols import Utterance


@pytest.mark.parametrize(
    ("text", "lowered"),
    [
        ("i CANT come", "i cant come"),
        ("I DON’T eat meat", "I don’t eat meat"),
        ("DO NOT email Ben", "do not email Ben"),
        ("I AM VEGAN", "I am VEGAN"),
        ("THE KNEE IS ON MAY 12", "the knee is on may 12"),
        ("WHEN I MOVED", "when I moved"),
        # Acronyms, code and single words stay.
        ("IT is NOT IN the US", "IT is NOT IN the US"),
        ("SELECT * FROM users WHERE name IS NOT NULL", "SELECT * FROM users WHERE name IS NOT NULL"),
        ("set IS_ALL=1 and NOT-NULL", "set IS_ALL=1 and NOT-NULL"),
        ("the standup is at 9 AM", "the standup is at 9 AM"),
        ("```\nwe DO NOT\n```", "```\nwe DO NOT\n```"),
        ("MRR", "MRR"),
        ("MARIA 10:02\nI LIVE IN LIMA", "MARIA 10:02\nI LIVE IN LIMA"),
        ("EVE: I LIVE IN LIMA", "EVE: I LIVE IN LIMA"),
    ],
)
def test_stress_is_lowered(text: str, lowered: str) -> None:
    assert lower_emphasis(text) == lowered


@given(st.text(max_size=80))
def test_the_length_is_preserved_and_nothing_else_changes(text: str) -> None:
    lowered = lower_emphasis(text)
    assert len(lowered) == len(text)
    assert lowered.casefold() == text.casefold()
    assert lower_emphasis(lowered) == lowered


def read(text: str) -> list[tuple[str, str, str, bool]]:
    (found,) = RuleExtractor(Settings()).extract([Utterance(text, "Sam", datetime(2026, 3, 2, 9, tzinfo=UTC))]).results
    return [(each.predicate, each.object, each.template, each.polarity) for each in found.statements]


def test_a_stressed_denial_is_a_denial() -> None:
    assert read("I DONT eat meat.") == [("diet", "meat", "", False)]
    assert read("i CANT come on Friday") == read("i cant come on Friday")
    assert read("We MOVED to Lima.") == read("We moved to Lima.")
