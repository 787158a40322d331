"""The section of preferences: each once, and what was learnt lately first."""

from __future__ import annotations

import datetime as dt

from kg.context.preferences_section import is_preference, render_preferences
from kg.context.stored_memories import StoredSummary
from kg.types import CoreEntry, Learning
from tests.support import T0


def learning(text: str, days: float, sentiment: str = "neutral", tool: str | None = None) -> Learning:
    return Learning(text, text, sentiment, 0.7, tool, None, 1.0, T0 + dt.timedelta(days=days))


def summary(*sentences: str) -> StoredSummary:
    return StoredSummary("summary-1", "user_preferences", "", sentences)


def test_what_was_learnt_since_the_summary_comes_first_and_each_preference_once() -> None:
    learnt = [
        learning("Use metric units.", 3),
        learning("No emojis. Never.", 1),
        learning("Write in German.", 0),
        learning("That was wrong.", 4, "negative"),
    ]
    entry = CoreEntry("core-1", "Be kind.", "preferences", 5, T0, T0)
    shown = render_preferences(summary("Ann prefers short answers.", "No emojis"), [entry], learnt)
    assert [line.text for line in shown] == [
        "Use metric units.",
        "Ann prefers short answers.",
        "No emojis. Never.",
        "preferences: Be kind.",
        "Write in German.",
    ]


def test_without_a_summary_all_learnings_are_new() -> None:
    learnt = [learning("Use metric units.", 3), learning("No emojis.", 1)]
    for written in (None, summary("no preferences recorded yet")):
        assert [line.text for line in render_preferences(written, [], learnt)] == ["Use metric units.", "No emojis."]


def test_only_what_neither_blames_nor_concerns_a_tool_is_a_preference() -> None:
    assert is_preference(learning("Be brief.", 0))
    assert not is_preference(learning("Be brief.", 0, "negative"))
    assert not is_preference(learning("Be brief.", 0, tool="search"))


def test_a_learning_that_a_fact_quotes_is_left_out() -> None:
    learnt = [
        learning("please dont use emojis in commit messages, ok?", 1),
        learning("dont use emojis", 1),
        learning("Sam said: “dont use emojis in commit messages”", 1),
    ]
    fact = "Sam: “dont use emojis in commit messages”; Sam: “no jokes”."
    shown = [line.text for line in render_preferences(summary(fact), [], learnt)]
    assert shown == [learnt[1].content, learnt[2].content, fact]
