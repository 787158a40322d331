"""Sessions and their history: one canonical spelling, oldest event first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput
from tests.support import T0, minutes


@pytest.mark.parametrize("spelling", ["telegram:7", "telegram-7", "telegram_7"])
def test_spellings_of_a_session_are_equivalent(memory: Memory, spelling: str) -> None:
    memory.log([Event("one", session="telegram:7", at=T0)])
    memory.log([Event("two", session=spelling, at=T0 + minutes(1))])
    assert [event.text for event in memory.history(spelling)] == ["one", "two"]
    assert [event.session for event in memory.history("telegram-7")] == ["telegram:7"] * 2
    assert [event.channel for event in memory.history("telegram:7")] == ["telegram"] * 2
    assert [hit.text for hit in memory.search("one", session=spelling)] == ["one", "two"]


def test_other_spellings_are_stored_as_aliases_once(memory: Memory, look: Callable[..., list[Any]]) -> None:
    for spelling in ("cli-1", "cli:1", "cli_1", "cli-1"):
        memory.log([Event(f"in {spelling}", session=spelling, at=T0)])
    [row] = look("MATCH (s:Session {scope: $scope}) RETURN s.id AS id, s.aliases AS aliases")
    assert (row["id"], row["aliases"]) == ("cli:1", ["cli-1", "cli_1"])


@pytest.mark.parametrize(
    ("session", "stored", "channel"),
    [
        ("default", "default", "any"),
        ("cli:1", "cli:1", "cli"),
        ("matrix:!room:server", "matrix:!room:server", "matrix"),
        ("a-b", "a-b", "any"),
        ("telegram:-100123", "telegram:-100123", "telegram"),
        ("telegram--100123", "telegram:-100123", "telegram"),
        ("discord-a:b", "discord-a:b", "discord-a"),
        (":x", ":x", "any"),
    ],
)
def test_the_channel_follows_from_the_session(memory: Memory, session: str, stored: str, channel: str) -> None:
    memory.log([Event("hello", session=session)])
    [event] = memory.history(session)
    assert (event.session, event.channel) == (stored, channel)


def test_a_session_stores_its_speakers_and_times(memory: Memory, look: Callable[..., list[Any]]) -> None:
    memory.log([Event("b", session="cli:1", speaker="bob", at=T0 + minutes(5))])
    memory.log([Event("a", session="cli:1", speaker="ann", at=T0), Event("b", session="cli:1", speaker="bob", at=T0)])
    [row] = look("MATCH (s:Session {scope: $scope}) RETURN s.speakers AS who, s.started_at AS start, s.ended_at AS end")
    assert row["who"] == ["cli:bob", "cli:ann"]
    assert (row["start"].to_native(), row["end"].to_native()) == (T0, T0 + minutes(5))


def test_history_returns_the_newest_events_oldest_first(memory: Memory, talk: Callable[..., list[Event]]) -> None:
    ids = memory.log(talk(12))
    memory.log(talk(3, "cli:other"))
    assert [event.id for event in memory.history("cli:1", last=5)] == ids[-5:]
    assert [event.id for event in memory.history("cli:1", last=1)] == ids[-1:]
    assert [event.id for event in memory.history("cli:1", last=10_000)] == ids
    assert [event.id for event in memory.history("cli:1")] == ids
    assert memory.history("cli:unknown") == []


def test_history_returns_fifty_events_by_default(memory: Memory, talk: Callable[..., list[Event]]) -> None:
    ids = memory.log(talk(60))
    assert [event.id for event in memory.history("cli:1")] == ids[10:]


@pytest.mark.parametrize("last", [0, -1, 1.5, "3", True, None])
def test_history_of_less_than_one_is_refused(memory: Memory, last: Any) -> None:
    with pytest.raises(InvalidInput) as caught:
        memory.history("cli:1", last=last)
    assert (caught.value.field, caught.value.value) == ("last", last)


@pytest.mark.parametrize("session", ["", " ", "cli:1 ", "\u00a0cli:1", 7, "a\nb", "x" * 513])
def test_history_of_no_session_is_refused(memory: Memory, session: Any) -> None:
    with pytest.raises(InvalidInput, match="session"):
        memory.history(session)
