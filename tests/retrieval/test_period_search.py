"""Search for all of a period, and the contexts that result."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.protocols import FixedClock
from kg.types import Context

Connect = Callable[..., Memory]
ME = "cli:me"
# A Monday.
START = dt.datetime(2026, 3, 2, 9, tzinfo=dt.UTC)
SAID = [
    (0, "me", "The dentist is on Thursday at 10.15."),
    (0, "me", "My brother Karl moves to Leeds on 14 March 2026."),
    (1, "me", "I bought a red bicycle for 300 euros."),
    (3, "me", "What is the weather like?"),
    (3, "me", "The rent goes up by 40 euros."),
    (3, "bob", "I got a new job at the harbour."),
    (4, "me", "ok"),
    (4, "me", "We decided against the extension."),
]


@pytest.fixture
def talked(connect: Connect, clock: FixedClock) -> Memory:
    memory = connect(owner=ME)
    clock.forward(START - clock.now())
    for number, (day, who, text) in enumerate(SAID):
        at = START + dt.timedelta(days=day, minutes=number)
        memory.log(Event(text, speaker=f"cli:{who}", speaker_name=who.title(), session="cli:1", role="user", at=at))
    memory.digest()
    clock.forward(dt.timedelta(days=5))
    return memory


def shown(context: Context) -> str:
    return "\n".join(
        line for part in context.sections if part.name in {"knowledge", "memories", "tasks"} for line in part.items
    )


def test_what_was_said_in_a_period_is_shown_in_order(talked: Memory) -> None:
    context = talked.context("what's new since Thursday?", speaker=ME, session="cli:2", budget=800)
    text = shown(context)
    assert all(word in text for word in ("rent", "harbour", "extension"))
    assert not any(word in text for word in ("dentist", "bicycle", "Leeds", "weather", ": ok"))
    assert context.trips == 2
    said = [line for part in context.sections if part.name == "memories" for line in part.items]
    days = [found[0] for line in said if (found := re.search(r"2026-03-\d\d", line))]
    assert days == sorted(days)


def test_a_name_narrows_what_was_said(talked: Memory) -> None:
    text = shown(talked.context("what did Bob say on Thursday?", speaker=ME, session="cli:2", budget=800))
    assert "harbour" in text
    assert "rent" not in text


def test_nothing_is_shown_of_a_period_without_messages(talked: Memory, clock: FixedClock) -> None:
    clock.forward(dt.timedelta(days=30))
    assert "Nothing is remembered" in talked.context("what did I do yesterday?", speaker=ME, session="cli:2").text


def test_what_is_dated_in_a_period_is_shown(talked: Memory, clock: FixedClock) -> None:
    text = shown(talked.context("what's on next week?", speaker=ME, session="cli:2", budget=800))
    assert "Leeds" in text
    assert not any(word in text for word in ("rent", "dentist", "bicycle"))
    clock.forward(dt.timedelta(days=-4))
    text = shown(talked.context("what's on this week?", speaker=ME, session="cli:2", budget=800))
    assert "dentist" in text
    assert "Leeds" not in text


def test_a_period_respects_audiences(talked: Memory) -> None:
    at = START + dt.timedelta(days=4, hours=1)
    talked.log(
        Event(
            "I have a secret tattoo.",
            speaker=ME,
            speaker_name="Me",
            session="dm:1",
            role="user",
            at=at,
            audience="person",
        )
    )
    talked.digest()
    question = "what's new since Thursday?"
    assert "tattoo" in shown(talked.context(question, speaker=ME, session="cli:2"))
    assert "tattoo" not in shown(talked.context(question, speaker="cli:bob", session="cli:2"))
