"""Marks of the trust ledger are written once, in one round trip, with a mute or without."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import NotFound
from kg.trust.marks import Mute, NewMark, write_marks
from kg.trust.trust_state import TrustState
from tests.support import T0, minutes, run_concurrently

Look = Callable[..., list[Any]]


@pytest.fixture
def memory(connect: Callable[..., Memory]) -> Memory:
    """A memory in which Eve has spoken once."""
    memory = connect()
    memory.log([Event("Hello.", id="hello-eve", speaker="cli:eve", session="cli:1", at=T0 - minutes(5))])
    return memory


def test_concurrent_marks_are_counted_exactly(memory: Memory, look: Look) -> None:
    def mark(worker: int) -> None:
        for place in range(6):
            memory.trust.mark("cli:eve", place % 3 != 0, reason=f"{worker} {place}")

    run_concurrently([partial(mark, worker) for worker in range(8)])
    [row] = look("MATCH (e:TrustEdge {scope: $scope}) RETURN e.positive AS good, e.negative AS bad")
    assert dict(row) == {"good": 32, "bad": 16}
    assert len(memory.trust.ledger("cli:eve")) == 48
    assert len(look("MATCH (:TrustEdge {scope: $scope})-[to:TO]->() RETURN to")) == 1


def test_a_mark_is_derived_from_its_content_person_and_time(memory: Memory) -> None:
    person = memory.people.get("cli:eve").id
    kind = NewMark("positive", "helped")
    graph = memory.graph.with_own_count()
    first = write_marks(graph, person, [kind], T0, event="hello-eve", by="cli:olga")
    assert graph.trips == 1
    again = write_marks(memory.graph, person, [kind], T0, event="hello-eve")
    assert TrustState.from_row(again) == TrustState.from_row(first)
    assert TrustState.from_row(first).positive == 1
    write_marks(memory.graph, person, [kind, NewMark("violation", "spam", 0.3)], T0 + minutes(1))
    marks = memory.trust.ledger("cli:eve")
    oldest = marks[-1]
    assert (oldest.kind, oldest.event, oldest.by, oldest.at) == ("positive", "hello-eve", "cli:olga", T0)
    assert sorted(mark.kind for mark in marks) == ["positive", "positive", "violation"]
    assert all(mark.id.startswith("mark-") for mark in marks)


def test_a_mute_is_set_left_alone_and_removed(memory: Memory, look: Look) -> None:
    person = memory.people.get("cli:eve").id

    def muted(mute: Mute | None) -> tuple[Any, ...]:
        write_marks(memory.graph, person, [], T0, mute=mute)
        [row] = look(
            "MATCH (e:TrustEdge {scope: $scope}) RETURN e.muted_until IS NOT NULL AS is_muted, e.muted_reason AS why"
        )
        return tuple(row)

    assert muted(None) == (False, None)
    assert muted(Mute(T0 + minutes(5), "spam")) == (True, "spam")
    assert muted(None) == (True, "spam"), "no mute leaves the current one"
    assert muted(Mute(None)) == (False, None)


@pytest.mark.parametrize("given", [{"person": "nobody-1"}, {"event": "no such event"}])
def test_an_unknown_person_or_event_is_named_and_nothing_is_written(memory: Memory, given: dict[str, str]) -> None:
    person = given.get("person") or memory.people.get("cli:eve").id
    with pytest.raises(NotFound, match="|".join(given.values())) as caught:
        write_marks(memory.graph, person, [NewMark("positive", "helped")], T0, event=given.get("event"))
    assert memory.scope in caught.value.what
    assert memory.trust.ledger("cli:eve") == []
