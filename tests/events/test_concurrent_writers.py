"""Concurrent writers, and repeated events in any batching and order, give one graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import Event, Memory
from tests.support import T0, minutes, run_concurrently

WRITERS = 16


def events_by_session(memory: Memory, sessions: list[str]) -> dict[str, list[str]]:
    """Return the event ids of each session; check their positions."""
    held = {}
    for session in sessions:
        events = memory.history(session, last=10_000)
        assert [event.seq for event in events] == list(range(len(events)))
        held[session] = [str(event.id) for event in events]
    return held


@pytest.mark.slow
def test_concurrent_writers_of_shared_sessions_lose_and_repeat_nothing(
    connect: Callable[..., Memory], look: Callable[..., list[Any]]
) -> None:
    memories = [connect() for _ in range(WRITERS)]
    sessions = ["cli:a", "cli:b", "cli:c"]

    def write(writer: int) -> None:
        for line in range(6):
            # Each batch has the sessions in another order, and a speaker shared by all writers.
            turned = sessions[(writer + line) % 3 :] + sessions[: (writer + line) % 3]
            memories[writer].log(
                [
                    Event(
                        f"{writer} {line}",
                        id=f"{session}/{writer}/{line}",
                        session=session,
                        speaker=f"cli:{line}",
                        at=T0 + minutes(writer * 6 + line),
                    )
                    for session in turned
                ]
            )

    run_concurrently([lambda writer=writer: write(writer) for writer in range(WRITERS)])
    held = events_by_session(memories[0], sessions)
    for session, ids in held.items():
        assert len(ids) == len(set(ids)) == WRITERS * 6
        for writer in range(WRITERS):
            own = [one for one in ids if one.startswith(f"{session}/{writer}/")]
            assert own == [f"{session}/{writer}/{line}" for line in range(6)], "each writer's order is kept"
    [row] = look(
        "MATCH (s:Session {scope: $scope}) RETURN collect(COUNT { (s)-[:LAST]->() }) AS last, "
        "collect(COUNT { (s)-[:HAS]->()-[:NEXT]->() }) AS next"
    )
    assert (row["last"], row["next"]) == ([1] * 3, [WRITERS * 6 - 1] * 3)
    seen = look("MATCH (p:Person {scope: $scope}) RETURN p.name AS name, p.first_seen AS first, p.last_seen AS last")
    assert {row["name"]: (row["first"].to_native(), row["last"].to_native()) for row in seen} == {
        f"{line}": (T0 + minutes(line), T0 + minutes((WRITERS - 1) * 6 + line)) for line in range(6)
    }


def test_concurrent_writers_of_the_same_events_store_them_once(connect: Callable[..., Memory]) -> None:
    memories = [connect() for _ in range(WRITERS)]
    events = [
        Event(f"line {place}", session=f"cli:{place % 2}", speaker=f"cli:{place % 3}", at=T0 + minutes(place))
        for place in range(10)
    ]
    answers = run_concurrently([lambda one=one: one.log(events) for one in memories])
    assert all(answer == answers[0] for answer in answers)
    assert events_by_session(memories[0], ["cli:0", "cli:1"]) == {"cli:0": answers[0][::2], "cli:1": answers[0][1::2]}


EVENTS = [
    Event(
        f"event {place}",
        id=f"e{place}" if place % 3 else None,
        session=f"cli:{place % 2}",
        speaker="cli:ann",
        at=T0 + minutes(place),
    )
    for place in range(9)
]


@pytest.mark.slow
@settings(max_examples=25)
@given(batches=st.lists(st.lists(st.sampled_from(range(len(EVENTS))), max_size=6), max_size=6))
def test_any_batching_with_repeats_stores_each_event_once(
    connect: Callable[..., Memory], batches: list[list[int]]
) -> None:
    memory = connect()
    memory.forget(scope=True)
    ids_by_number: dict[int, str] = {}
    for batch in batches:
        for place, one in zip(batch, memory.log([EVENTS[place] for place in batch]), strict=True):
            assert ids_by_number.setdefault(place, one) == one
    held = events_by_session(memory, ["cli:0", "cli:1"])
    assert sorted(held["cli:0"] + held["cli:1"]) == sorted(ids_by_number.values())
    for parity in (0, 1):
        assert set(held[f"cli:{parity}"]) == {one for place, one in ids_by_number.items() if place % 2 == parity}
