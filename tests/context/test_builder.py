"""Contexts: what an agent reads is about the question, cited, not repeated, and on the speaker's behalf."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.context import PROFILES
from kg.context.rendering import EMPTY, FENCE
from kg.errors import InvalidInput
from kg.protocols import FixedClock
from kg.types import Context
from tests.support import T0, FailingEmbedder, minutes


@pytest.fixture
def talked(memory: Memory, talk: Callable[..., list[Event]]) -> Memory:
    """A session of yesterday's, and one that goes on."""
    memory.log(
        [Event("Ann moved to Oslo in spring.", id="oslo", speaker="cli:ann", session="cli:old", at=T0 - minutes(1440))]
    )
    memory.log(talk(12))
    memory.digest()
    return memory


def section(context: Context, name: str) -> tuple[str, ...]:
    return next((part.items for part in context.sections if part.name == name), ())


def test_the_whole_of_a_context(talked: Memory) -> None:
    talked.log([Event("Where did Ann move?", id="asked", speaker="cli:p1", session="cli:new", at=T0)])
    made = talked.context("Where did Ann move to?", speaker="cli:p1", session="cli:new", budget=1_200)
    lines = made.text.splitlines()
    assert lines[:5] == [
        "## State",
        "Now: Monday 2 March 2026, 09:00 UTC. Talking with cli:p1. In cli:new.",
        "",
        "## What is known",
        FENCE,
    ]
    assert lines[5].startswith("> [m1] Ann moved to Oslo")
    assert lines[5].endswith(" — ann says")
    assert made.citations["m1"].startswith("fact-")
    assert section(made, "people") == section(made, "entities") == (), "who is an account and a name takes no line"
    [memory] = [line for line in section(made, "memories") if "Oslo" in line]
    assert memory.endswith("2026-03-01 09:00 ann: Ann moved to Oslo in spring.")
    assert memory == section(made, "memories")[0]
    assert made.citations[memory[3:].split("]")[0]] == "oslo"
    assert lines[-2:] == ["## Recent conversation", f"> [m{len(made.citations)}] 09:00 p1: Where did Ann move?"]
    assert list(made.citations.values())[-1] == "asked"
    assert made.trips == 2
    assert made.degraded == ()


def test_the_clock_tells_the_time_of_the_state(memory: Memory, clock: FixedClock) -> None:
    assert section(memory.context("hello"), "state") == ("Now: Monday 2 March 2026, 09:00 UTC.",)
    clock.forward(dt.timedelta(days=9, hours=14, minutes=5))
    assert section(memory.context("hello", speaker="cli:ann"), "state") == (
        "Now: Wednesday 11 March 2026, 23:05 UTC. Talking with cli:ann.",
    )
    assert section(memory.context("hello", session="telegram-7"), "state") == (
        "Now: Wednesday 11 March 2026, 23:05 UTC. In telegram:7.",
    )


def test_an_empty_graph_says_so_in_a_line(memory: Memory) -> None:
    made = memory.context("What do you know?", speaker="cli:ann", session="cli:1")
    assert section(made, "memories") == (EMPTY,)
    assert (made.citations, made.dropped) == ({}, ())
    assert FENCE not in made.text


def test_without_a_session_nothing_is_quoted_from_one(talked: Memory) -> None:
    made = talked.context("Where is Ann?", speaker="cli:p1")
    assert made.trips == 2
    assert section(made, "recent") == ()


def test_what_is_kept_is_told_where_nobody_is_and_nothing_is_found(memory: Memory) -> None:
    memory.core.add("I am Ada.", "identity")
    made = memory.context("Where is everybody?")
    assert section(made, "identity") == ("> [m1] identity: I am Ada.",)
    assert section(made, "memories") == (EMPTY,)
    assert made.trips == 2


def test_recent_messages_stand_in_order_and_are_not_repeated_as_memories(talked: Memory) -> None:
    made = talked.context("Message about topic 2", speaker="cli:p1", session="cli:1")
    recent = [made.citations[line[3:].split("]")[0]] for line in section(made, "recent")]
    assert recent == [event.id for event in talked.history("cli:1", last=12)][-len(recent) :]
    assert len(set(made.citations.values())) == len(made.citations), "nothing is cited twice"
    assert all(line.split("] ")[1].startswith("09:") for line in section(made, "recent")), "today's need no date"


def test_messages_of_another_day_are_dated(talked: Memory) -> None:
    made = talked.context("Oslo", session="cli:old")
    assert section(made, "recent") == (
        f"> [m{len(made.citations)}] 2026-03-01 09:00 ann: Ann moved to Oslo in spring.",
    )


def test_citations_resolve_and_are_numbered_in_order(talked: Memory) -> None:
    made = talked.context("Message about topic 2", speaker="cli:p1", session="cli:1")
    assert list(made.citations) == [f"m{place}" for place in range(1, len(made.citations) + 1)]
    quoted = [made.citations[line[3:].split("]")[0]] for name in ("recent", "memories") for line in section(made, name)]
    for marker, node in made.citations.items():
        if node not in quoted:
            continue
        event = talked.get(node)
        [line] = [line for line in made.text.splitlines() if line.startswith(f"> [{marker}] ")]
        assert line.endswith(event.text)


def test_what_did_not_fit_is_listed_and_not_cited(talked: Memory) -> None:
    made = talked.context("Message about topic 2", speaker="cli:p1", session="cli:1", budget=150)
    assert made.dropped
    assert len(set(made.dropped)) == len(made.dropped)
    assert not set(made.dropped) & set(made.citations.values())
    assert all(talked.get(node) for node in made.dropped)


def test_an_item_too_long_for_the_room_is_left_out_whole_and_shorter_ones_stay(memory: Memory) -> None:
    memory.log([Event("The oak " + "is very old and " * 300 + "tall.", id="long", session="cli:1", at=T0)])
    memory.log([Event("The oak is 400 years old.", id="short", session="cli:2", at=T0)])
    made = memory.context("How old is the oak?", budget=200)
    assert list(made.citations.values()) == ["short"]
    assert made.dropped == ("long",)


def test_what_belongs_to_another_chat_or_person_is_not_in_it(connect: Callable[..., Memory]) -> None:
    memory = connect(owner="cli:me")
    said = {"text": "The treasure is under the oak.", "speaker": "cli:ann", "at": T0}
    memory.log(
        [
            said | {"id": "session", "session": "cli:ours", "audience": "session"},
            said | {"id": "person", "session": "cli:dm", "audience": "person"},
            said | {"id": "shared", "session": "cli:group"},
        ]
    )
    memory.digest()

    def seen(**asked: Any) -> set[str]:
        cited = memory.context("Where is the treasure under the oak?", **asked).citations.values()
        return {node for node in cited if not node.startswith("person-")}

    assert seen(speaker="cli:bob", session="cli:group") == {"shared"}
    assert seen(speaker="cli:bob", session="cli:dm") == {"shared"}
    assert seen(speaker="cli:bob", session="cli:ours") == {"shared", "session"}
    assert seen(speaker="cli:ann", session="cli:group") == {"shared", "person"}
    assert seen(speaker="ann", session="cli-ours") == {"shared", "person", "session"}
    assert seen() == {"shared"}, "on nobody's behalf only what is for all"
    assert seen(session="cli:dm") == {"shared"}
    assert seen(speaker="cli:me", session="cli:group") == {"shared", "person", "session"}


def test_as_of_shows_the_memory_as_it_stood_then(talked: Memory, talk: Callable[..., list[Event]]) -> None:
    made = talked.context("Message about topic 2", session="cli:1", as_of=T0 + minutes(3))
    events = [talked.get(node) for node in made.citations.values() if not node.startswith("person-")]
    assert {event.at for event in events if event.session == "cli:1"} == {T0 + minutes(place) for place in range(4)}
    before = talked.context("Message about topic 2", session="cli:1", as_of=T0 - minutes(2000))
    assert section(before, "memories") == (EMPTY,)


def test_as_of_finds_the_newest_messages_of_then_in_a_long_session(
    memory: Memory, talk: Callable[..., list[Event]]
) -> None:
    ids = memory.log(talk(60))
    made = memory.context("hello there", session="cli:1", as_of=T0 + minutes(4), profile="full")
    recent = [made.citations[line[3:].split("]")[0]] for line in section(made, "recent")]
    assert recent == ids[:5]


@pytest.mark.parametrize("error", [RuntimeError("broken"), ConnectionError("away")], ids=repr)
def test_without_vectors_the_context_is_made_of_words_and_says_so(
    connect: Callable[..., Memory], error: Exception
) -> None:
    memory = connect(embedder=FailingEmbedder(error))
    memory.log([Event("Ann moved to Oslo.", id="oslo", speaker="cli:ann", session="cli:old", at=T0)])
    made = memory.context("Tell me about Oslo")
    assert "oslo" in made.citations.values()
    assert made.degraded == (f"vectors: {error}",)


def test_what_is_not_digested_yet_is_in_it(memory: Memory) -> None:
    memory.log([Event("Ann moved to Oslo.", id="oslo", speaker="cli:ann", session="cli:old", at=T0)])
    assert "oslo" in memory.context("Oslo", session="cli:new").citations.values()


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("budget", {"budget": -1}),
        ("budget", {"budget": 1.5}),
        ("budget", {"budget": True}),
        ("budget", {"budget": "many"}),
        ("profile", {"profile": "nonsense"}),
        ("profile", {"profile": None}),
        ("speaker", {"speaker": ""}),
        ("session", {"session": "a\nb"}),
        ("as_of", {"as_of": "then"}),
        ("message", {"message": " "}),
        ("message", {"message": None}),
        ("message", {"message": "x" * 1_000_001}),
    ],
)
def test_what_means_nothing_is_named(memory: Memory, field: str, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as caught:
        memory.context(**{"message": "hello"} | options)
    assert caught.value.field == field


def test_profiles_have_the_budgets_and_shares_of_the_design() -> None:
    assert {name: profile.budget for name, profile in PROFILES.items()} == {
        "standard": 4_000,
        "full": 7_500,
        "compact": 2_000,
    }
    standard, full, compact = (PROFILES[name] for name in ("standard", "full", "compact"))
    assert {
        name: standard.share(name)
        for name in (
            "identity",
            "state",
            "knowledge",
            "recent",
            "channel",
            "entities",
            "topics",
            "preferences",
            "learnings",
            "diary",
        )
    } == {
        "identity": 200,
        "state": 150,
        "knowledge": 500,
        "recent": 400,
        "channel": 300,
        "entities": 400,
        "topics": 400,
        "preferences": 300,
        "learnings": 200,
        "diary": 0,
    }
    assert (full.identity + full.core, full.diary, full.memories, full.entities) == (4_000, 1_500, 1_500, 500)
    assert (compact.diary, compact.recent, compact.working) == (500, 300, 200)
    for_long = ("state", "identity", "core", "preferences", "knowledge", "entities", "people", "memories")
    assert sum(compact.share(name) for name in for_long) == 1_000
    assert not any(compact.share(name) for name in ("topics", "channel", "procedures", "learnings", "earlier"))
    assert {profile.anchor for profile in PROFILES.values()} == {60}


def test_the_budget_is_the_profiles_where_none_is_named(memory: Memory) -> None:
    assert [memory.context("hello", profile=name).budget for name in ("standard", "full", "compact")] == [
        4_000,
        7_500,
        2_000,
    ]
