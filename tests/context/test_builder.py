"""Contexts: relevant, cited, without repetition, and limited to the speaker's audiences."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.context.rendering import NO_MEMORIES, QUOTE_FENCE
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
    context = talked.context("Where did Ann move to?", speaker="cli:p1", session="cli:new", budget=1_200)
    lines = context.text.splitlines()
    assert lines[:5] == [
        "## State",
        "Now: Monday 2 March 2026, 09:00 UTC. Talking with cli:p1. In cli:new.",
        "",
        "## What is known",
        QUOTE_FENCE,
    ]
    assert lines[5].startswith("> [m1] Ann moved to Oslo")
    assert lines[5].endswith(" — ann says")
    assert context.citations["m1"].startswith("fact-")
    assert section(context, "people") == section(context, "entities") == (), (
        "who is an account and a name takes no line"
    )
    assert [line for line in section(context, "memories") if "Oslo in spring" in line], "the fact does not say when"
    assert lines[-2:] == ["## Recent conversation", f"> [m{len(context.citations)}] 09:00 p1: Where did Ann move?"]
    assert list(context.citations.values())[-1] == "asked"
    assert context.trips == 2
    assert context.degraded == ()


@pytest.mark.parametrize("text", ["ok", "see you tomorrow", "👍"])
def test_nothing_is_searched_for_small_talk(talked: Memory, text: str) -> None:
    context = talked.context(text, speaker="cli:ann", session="cli:old")
    assert (context.trips, section(context, "memories"), section(context, "knowledge")) == (1, (), ())
    assert [line for line in section(context, "recent") if "Oslo" in line], "the conversation is there"
    assert talked.search(text, limit=1).trips == 1
    assert talked.context("Oslo?", speaker="cli:ann", session="cli:old").trips == 2


def test_the_state_shows_the_clocks_time(memory: Memory, clock: FixedClock) -> None:
    assert section(memory.context("hello"), "state") == ("Now: Monday 2 March 2026, 09:00 UTC.",)
    clock.forward(dt.timedelta(days=9, hours=14, minutes=5))
    assert section(memory.context("hello", speaker="cli:ann"), "state") == (
        "Now: Wednesday 11 March 2026, 23:05 UTC. Talking with cli:ann.",
    )
    assert section(memory.context("hello", session="telegram-7"), "state") == (
        "Now: Wednesday 11 March 2026, 23:05 UTC. In telegram:7.",
    )


def test_an_empty_graph_gives_one_line(memory: Memory) -> None:
    context = memory.context("What do you know?", speaker="cli:ann", session="cli:1")
    assert section(context, "memories") == (NO_MEMORIES,)
    assert (context.citations, context.dropped) == ({}, ())
    assert QUOTE_FENCE not in context.text


def test_without_a_session_no_session_is_quoted(talked: Memory) -> None:
    context = talked.context("Where is Ann?", speaker="cli:p1")
    assert context.trips == 2
    assert section(context, "recent") == ()


def test_stored_memories_are_shown_without_speaker_and_hits(memory: Memory) -> None:
    memory.core.add("I am Ada.", "identity")
    context = memory.context("Where is everybody?")
    assert section(context, "identity") == ("> [m1] identity: I am Ada.",)
    assert section(context, "memories") == (NO_MEMORIES,)
    assert context.trips == 2


def test_recent_messages_are_in_order_and_not_repeated_as_memories(talked: Memory) -> None:
    context = talked.context("Message about topic 2", speaker="cli:p1", session="cli:1")
    recent = [context.citations[line[3:].split("]")[0]] for line in section(context, "recent")]
    assert recent == [event.id for event in talked.history("cli:1", last=12)][-len(recent) :]
    assert len(set(context.citations.values())) == len(context.citations), "nothing is cited twice"
    assert all(line.split("] ")[1].startswith("09:") for line in section(context, "recent")), "today's need no date"


def test_messages_of_another_day_are_dated(talked: Memory) -> None:
    context = talked.context("Oslo", session="cli:old")
    assert section(context, "recent") == (
        f"> [m{len(context.citations)}] 2026-03-01 09:00 ann: Ann moved to Oslo in spring.",
    )


def test_citations_resolve_and_are_numbered_in_order(talked: Memory) -> None:
    context = talked.context("Message about topic 2", speaker="cli:p1", session="cli:1")
    assert list(context.citations) == [f"m{place}" for place in range(1, len(context.citations) + 1)]
    quoted = [
        context.citations[line[3:].split("]")[0]] for name in ("recent", "memories") for line in section(context, name)
    ]
    for marker, node in context.citations.items():
        if node not in quoted:
            continue
        event = talked.get(node)
        [line] = [line for line in context.text.splitlines() if line.startswith(f"> [{marker}] ")]
        assert line.endswith(event.text)


def test_dropped_items_are_listed_and_not_cited(talked: Memory) -> None:
    context = talked.context("Message about topic 2", speaker="cli:p1", session="cli:1", budget=150)
    assert context.dropped
    assert len(set(context.dropped)) == len(context.dropped)
    assert not set(context.dropped) & set(context.citations.values())
    assert all(talked.get(node) for node in context.dropped)


def test_an_item_that_is_too_long_is_skipped(memory: Memory) -> None:
    memory.log([Event("The oak " + "is very old and " * 300 + "tall.", id="long", session="cli:1", at=T0)])
    memory.log([Event("The oak is 400 years old.", id="short", session="cli:2", at=T0)])
    context = memory.context("How old is the oak?", budget=200)
    assert list(context.citations.values()) == ["short"]
    assert context.dropped == ("long",)


def test_private_events_of_others_are_left_out(connect: Callable[..., Memory]) -> None:
    memory = connect(owner="cli:me")
    said = {"speaker": "cli:ann", "at": T0}
    memory.log(
        [
            said
            | {
                "text": "The session treasure is under the oak.",
                "id": "session",
                "session": "cli:ours",
                "audience": "session",
            },
            said
            | {
                "text": "The person treasure is under the oak.",
                "id": "person",
                "session": "cli:dm",
                "audience": "person",
            },
            said | {"text": "The shared treasure is under the oak.", "id": "shared", "session": "cli:group"},
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
    assert seen() == {"shared"}, "without an asker only shared memories"
    assert seen(session="cli:dm") == {"shared"}
    assert seen(speaker="cli:me", session="cli:group") == {"shared", "person", "session"}


def test_as_of_shows_the_past_state(talked: Memory, talk: Callable[..., list[Event]]) -> None:
    context = talked.context("Message about topic 2", session="cli:1", as_of=T0 + minutes(3))
    events = [talked.get(node) for node in context.citations.values() if not node.startswith("person-")]
    assert {event.at for event in events if event.session == "cli:1"} == {T0 + minutes(place) for place in range(4)}
    before = talked.context("Message about topic 2", session="cli:1", as_of=T0 - minutes(2000))
    assert section(before, "memories") == (NO_MEMORIES,)


def test_as_of_shows_the_messages_that_were_newest_then(memory: Memory, talk: Callable[..., list[Event]]) -> None:
    ids = memory.log(talk(60))
    context = memory.context("hello there", session="cli:1", as_of=T0 + minutes(4), profile="full")
    recent = [context.citations[line[3:].split("]")[0]] for line in section(context, "recent")]
    assert recent == ids[:5]


@pytest.mark.parametrize("error", [RuntimeError("broken"), ConnectionError("away")], ids=repr)
def test_without_vectors_full_text_is_used_and_reported(connect: Callable[..., Memory], error: Exception) -> None:
    memory = connect(embedder=FailingEmbedder(error))
    memory.log([Event("Ann moved to Oslo.", id="oslo", speaker="cli:ann", session="cli:old", at=T0)])
    context = memory.context("Tell me about Oslo")
    assert "oslo" in context.citations.values()
    assert context.degraded == (f"vectors: {error}",)


def test_pending_events_are_included(memory: Memory) -> None:
    memory.log([Event("Ann moved to Oslo.", id="oslo", speaker="cli:ann", session="cli:old", at=T0)])
    assert "oslo" in memory.context("Who moved to Oslo?", session="cli:new").citations.values()


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
        ("speaker", {"speaker": " cli:p1"}),
        ("speaker", {"speaker": "cli:p1\u00a0"}),
        ("speaker", {"speaker": "cli:p1\t", "audience": "shared"}),
        ("session", {"session": "a\nb"}),
        ("as_of", {"as_of": "then"}),
        ("message", {"message": " "}),
        ("message", {"message": None}),
        ("message", {"message": "x" * 1_000_001}),
    ],
)
def test_an_invalid_argument_is_named(memory: Memory, field: str, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as caught:
        memory.context(**{"message": "hello"} | options)
    assert caught.value.field == field


def test_the_default_budget_is_the_profiles(memory: Memory) -> None:
    assert [memory.context("hello", profile=name).budget for name in ("standard", "full", "compact")] == [
        4_000,
        7_500,
        2_000,
    ]
