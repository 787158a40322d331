"""Stored memories in a context: what is read for a profile, and how the result is parsed."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from kg.context.profiles import FULL, STANDARD, Profile
from kg.context.stored_memories import OpenTask, StoredMemories, build_query_params, parse_stored_memories
from kg.graph import to_milliseconds
from kg.settings import Settings
from kg.summaries.summary_tree import summary_id
from tests.support import T0, days

NOTHING = Profile("nothing", 100)


def params(profile: Profile, session: str | None = "cli:1", message: str = "tea", **more: Any) -> dict[str, Any]:
    options = {"entities": (), "event_ids": [f"e{n}" for n in range(40)], "now": T0, "settings": Settings()}
    options |= {"present": (), "is_past": False} | more
    return build_query_params(profile, message, session, **options)


def kinds(made: dict[str, Any]) -> list[str]:
    return [query["kind"] for query in made["memory_queries"]]


def test_sections_without_tokens_are_not_read() -> None:
    made = params(NOTHING)
    assert (made["memory_queries"], made["summaries"], made["hit_events"], made["working"]) == ([], [], [], None)
    assert kinds(params(FULL)) == ["core", "diary", "learning", "procedure", "episode"]
    assert kinds(params(STANDARD)) == ["core", "learning", "procedure", "episode"]
    assert kinds(params(replace(NOTHING, preferences=1))) == ["core", "learning"], "preferences are in both"
    assert len(params(STANDARD)["hit_events"]) == 10
    assert (made["max_tasks"], params(STANDARD)["max_tasks"]) == (0, 30)


def test_without_a_session_nothing_of_a_session_is_read() -> None:
    made = params(FULL, session=None)
    assert "episode" not in kinds(made)
    assert made["working"] is None
    assert made["summaries"] == [summary_id("user_preferences"), *params(replace(NOTHING, topics=1))["summaries"]]


def test_summaries_are_those_of_the_channel_session_entities_and_topics() -> None:
    made = params(replace(NOTHING, channel=1, earlier=1, entities=1, preferences=1), entities=["ann", "ann", "bob"])
    keys = ["user_preferences", "channel:cli", "session:cli:1", "entity:ann", "entity:bob"]
    assert made["summaries"] == [summary_id(key) for key in keys]


@pytest.mark.parametrize(
    ("zone", "since"), [("UTC", "2026-02-28T00:00+00:00"), ("Asia/Tokyo", "2026-02-28T00:00+09:00")]
)
def test_the_diary_begins_with_a_day_of_the_owner(zone: str, since: str) -> None:
    [diary] = [
        one for one in params(FULL, settings=Settings(owner_zone=zone))["memory_queries"] if one["kind"] == "diary"
    ]
    assert diary["since"] == to_milliseconds(dt.datetime.fromisoformat(since))


def test_limits_follow_the_settings() -> None:
    made = params(FULL, settings=Settings(history_whole=5, history_last=9, history_renew=2, working_days=1))
    assert (made["full_history"], made["verbatim"], made["selection_interval"]) == (9, 9, 2)
    assert made["working_since"] == to_milliseconds(T0 - days(1))


def row(**more: Any) -> dict[str, Any]:
    history = {"ids": ["e1", "e2"], "spans": [0, 9, 3, 7], "until": 12, "replies": 6}
    empty = {
        "memories": [],
        "summaries": [],
        "working_memory": None,
        "chat_context": None,
        "history_selection": history,
        "older_events": [],
    }
    return empty | {"tasks": [], "preferences": []} | more


def test_a_statement_that_was_not_run_gives_nothing() -> None:
    assert parse_stored_memories({}, "tea", T0) == StoredMemories()


def test_the_choice_of_sentences_is_paired_with_its_spans() -> None:
    parsed = parse_stored_memories(row(), "tea", T0)
    assert parsed.chosen == (("e1", 0, 9), ("e2", 3, 7))
    assert (parsed.older_until, parsed.replies) == (12, 6)


def test_sentences_with_quarantined_sources_are_left_out_and_empty_summaries_too() -> None:
    def summary(key: str, cited: list[str], ignored: list[str]) -> dict[str, Any]:
        stored = {"id": key, "key": key, "name": None, "covered": None, "sentences": ["A.", "B."], "cited": cited}
        return {"summary": stored, "ignored_sources": ignored, "topic_relevance": 0.5}

    cited = ['["e1", "e2"]', '["e3"]']
    parsed = parse_stored_memories(
        row(summaries=[summary("topic:a", cited, ["e2"]), summary("topic:b", cited, ["e1", "e3"])]), "tea", T0
    )
    assert {key: one.sentences for key, one in parsed.summaries.items()} == {"topic:a": ("B.",)}
    assert (parsed.summaries["topic:a"].name, parsed.summaries["topic:a"].topic_score) == ("", 0.5)


def test_core_memory_is_sorted_by_time_and_read_with_its_defaults() -> None:
    def entry(name: str, at: dt.datetime) -> dict[str, Any]:
        micros = (at - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)) // dt.timedelta(microseconds=1)
        return {
            "id": name,
            "kind": "core",
            "audience": "shared",
            "at": micros,
            "text": name,
            "section": "people",
            "importance": 5,
        }

    parsed = parse_stored_memories(row(memories=[entry("new", T0), entry("old", T0 - days(1))]), "tea", T0)
    assert [(one.id, one.created_at) for one in parsed.core] == [("old", T0 - days(1)), ("new", T0)]


def test_closed_tasks_are_read_for_a_past_time_alone() -> None:
    assert (params(STANDARD)["task_states"], params(STANDARD, is_past=True)["task_states"]) == ([True], [False, True])


def test_a_task_that_is_private_and_shared_is_shown_once_with_who_stated_it() -> None:
    def task(id_: str, text: str, audience: str, **attribution: Any) -> dict[str, Any]:
        return {
            "id": id_,
            "text": text,
            "due": "2026-03",
            "at": 0,
            "audience": audience,
            "attribution": attribution or None,
            "is_request": False,
        }

    rows = [
        task("own", "Olga is to rest.", "person:olga", name="Olga", account="cli:olga", own=True, tier=None),
        task("call", "Olga is to call.", "shared", name="Sam", account="cli:sam", own=False, tier="stranger"),
        task("rest", "Olga is to rest.", "shared"),
    ]
    parsed = parse_stored_memories(row(tasks=rows), "tea", T0 + days(30))
    dates: dict[str, Any] = {"due": "2026-03", "at": dt.datetime(1970, 1, 1, tzinfo=dt.UTC)}
    assert parsed.tasks == (
        OpenTask(
            "call", "Olga is to call.", is_overdue=True, said_by="Sam", account="cli:sam", tier="stranger", **dates
        ),
        OpenTask("rest", "Olga is to rest.", is_overdue=True, **dates),
    )
