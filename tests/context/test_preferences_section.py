"""The section of preferences: each once, and what was learnt lately first."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace

from kg import Event, Memory
from kg.context.preferences_section import is_preference, render_preferences
from kg.context.stored_memories import StoredSummary
from kg.types import Context, CoreEntry, Learning
from tests.support import T0, minutes

Connect = Callable[..., Memory]


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


def test_what_is_about_the_message_comes_first() -> None:
    learnt = [learning("Use tabs.", 3), learning("No nuts in cakes.", 1), learning("Bake at noon.", 0)]
    shown = render_preferences(
        None, [], learnt, nearness={"No nuts in cakes.": 0.4, "Bake at noon.": 0.6, "Use tabs.": 0.1}
    )
    assert [line.text for line in shown] == ["Bake at noon.", "No nuts in cakes.", "Use tabs."]


def test_of_many_preferences_those_about_the_message_are_in_a_context(connect: Connect) -> None:
    memory = connect(owner="cli:ann")
    memory.learnings.add("bake cakes without nuts", confidence=0.1)
    for number in range(40):
        memory.learnings.add(f"file report {number} under heading {number} of folder {number}", confidence=0.9)
    shown = shown_preferences(memory.context("bake cakes for the party", speaker="cli:ann", budget=1_500))
    assert shown[0] == "bake cakes without nuts"
    assert len(shown) < 41
    assert "bake cakes without nuts" not in shown_preferences(memory.context("ok", speaker="cli:ann", budget=1_500))


def test_a_fact_of_what_was_learnt_is_left_out() -> None:
    learnt = [
        replace(learning("no emojis pls", 1), topic="emojis", value="none", polarity=False),
        replace(learning("keep it short", 1), topic="length of answers", value="short"),
        replace(learning("Use metric units.", 1), topic=None),
    ]
    stated = [
        ("fact-1", "Ann does not want emojis.", "emojis"),
        ("fact-2", "Ann prefers short answers.", "short answers"),
        ("fact-3", "Ann prefers metric units.", "metric units"),
    ]
    shown = [line.text for line in render_preferences(None, [], learnt, stated)]
    assert shown == ["no emojis pls", "keep it short", "Use metric units.", "Ann prefers metric units."]


def test_a_learning_that_a_fact_quotes_is_left_out() -> None:
    learnt = [
        learning("please dont use emojis in commit messages, ok?", 1),
        learning("dont use emojis", 1),
        learning("Sam said: “dont use emojis in commit messages”", 1),
    ]
    fact = "Sam: “dont use emojis in commit messages”; Sam: “no jokes”."
    shown = [line.text for line in render_preferences(summary(fact), [], learnt)]
    assert shown == [learnt[1].content, learnt[2].content, fact]


def test_what_a_summary_lacks_is_added_once() -> None:
    stated = [("f1", "Ann prefers metric units.", "metric units"), ("f2", "Ann does not want jokes.", "jokes")]
    shown = render_preferences(summary("Ann likes tea; prefers metric units."), [], [], stated)
    assert [line.text for line in shown] == ["Ann likes tea; prefers metric units.", "Ann does not want jokes."]
    assert shown[-1].node_id == "f2"


def test_what_an_owner_prefers_in_a_direct_message_is_shown_there_and_in_no_room(connect: Connect) -> None:
    memory = connect(owner="cli:ann")
    texts = ["Please don't use bullet points.", "I like green tea.", "I prefer short answers."]
    said = [
        Event(text, speaker="cli:ann", speaker_name="Ann", session="cli:dm", audience="person", at=T0 + minutes(place))
        for place, text in enumerate(texts)
    ]
    memory.log([*said, Event("Ann loves football.", speaker="cli:bob", session="cli:dm", audience="person", at=T0)])
    memory.digest()
    section = shown_preferences(memory.context("Write the introduction, please.", speaker="cli:ann", session="cli:dm"))
    assert section[2:] == ["Ann likes green tea."]
    assert {"Ann does not want bullet points.", "Ann prefers short answers."} <= set(section)
    for speaker, session in (("cli:bob", "cli:dm"), ("cli:bob", "cli:room"), ("cli:ann", "cli:room")):
        context = memory.context("Write it, please.", speaker=speaker, session=session, audience="shared")
        assert shown_preferences(context) == []


def shown_preferences(context: Context) -> list[str]:
    section = next((part for part in context.sections if part.name == "preferences"), None)
    return [] if section is None else [line.split("] ", 1)[1] for line in section.items if line.startswith("> [")]


def test_a_learnt_preference_is_neither_a_fact_nor_a_memory_too(connect: Connect) -> None:
    memory = connect(owner="cli:ann")
    memory.log(
        [
            Event("What can I do?", speaker="cli:bot", role="assistant", at=T0 - minutes(2)),
            Event("No emojis please.", speaker="cli:ann", speaker_name="Ann", at=T0 - minutes(1)),
        ]
    )
    memory.digest()
    assert [fact.text for fact in memory.facts.list()] == ["Ann does not want emojis."]
    context = memory.context("Do I want emojis?", speaker="cli:ann", session="cli:9")
    assert [line for line in context.text.splitlines() if "emojis" in line] == ["> [m1] No emojis please."]
