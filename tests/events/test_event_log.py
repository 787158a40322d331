"""Appending events: one round trip, atomic, idempotent, and the resulting graph."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput
from kg.events import append_new_events
from tests.support import T0, minutes

Look = Callable[..., list[Any]]


def ids(look: Look, query: str) -> list[Any]:
    return [row.value() if len(row) == 1 else tuple(row) for row in look(query)]


def test_a_batch_takes_one_round_trip(memory: Memory, talk: Callable[..., list[Event]]) -> None:
    before = memory._graph.trips
    memory.log(talk(50) + talk(3, "cli:2"))
    assert memory._graph.trips - before == 1


def test_an_empty_batch_takes_no_round_trip(memory: Memory) -> None:
    before = memory._graph.trips
    assert memory.log([]) == []
    assert memory._graph.trips == before


def test_seq_and_chain_preserve_the_order_of_each_session(memory: Memory, look: Look) -> None:
    for batch in range(3):
        memory.log(
            [
                Event(f"{session} {batch} {place}", id=f"{session}/{batch * 4 + place}", session=session, at=T0)
                for place in range(4)
                for session in ("cli:1", "cli:2")
            ]
        )
    for session in ("cli:1", "cli:2"):
        expected = [f"{session}/{place}" for place in range(12)]
        assert [event.id for event in memory.history(session, last=100)] == expected
        assert [event.seq for event in memory.history(session, last=100)] == list(range(12))
        chain = look(
            "MATCH (:Session {scope: $scope, id: $id})-[:LAST]->(last) "
            "MATCH path = (first:Event)-[:NEXT*11]->(last) WHERE NOT EXISTS { (:Event)-[:NEXT]->(first) } "
            "RETURN [event IN nodes(path) | event.id] AS ids",
            id=session,
        )
        assert [row["ids"] for row in chain] == [expected]
    assert ids(look, "MATCH (e:Event {scope: $scope})-[n:NEXT]->() RETURN count(n)") == [22]


def test_events_are_linked_to_session_channel_and_speaker(memory: Memory, look: Look) -> None:
    memory.log(
        [
            Event("Hello.", id="a", speaker="telegram:7", speaker_name="Ann", session="telegram:club", at=T0),
            Event("Hi.", id="b", speaker="bob", session="telegram:club", at=T0 + minutes(1)),
            Event("A note.", id="c", session="notes", at=T0),
        ]
    )
    assert sorted(ids(look, "MATCH (s:Session {scope: $scope})-[:HAS]->(e:Event) RETURN s.id, e.id")) == [
        ("notes", "c"),
        ("telegram:club", "a"),
        ("telegram:club", "b"),
    ]
    assert sorted(ids(look, "MATCH (s:Session {scope: $scope})-[:LAST]->(e) RETURN s.id, e.id")) == [
        ("notes", "c"),
        ("telegram:club", "b"),
    ]
    assert sorted(ids(look, "MATCH (s:Session {scope: $scope})-[:IN]->(c:Channel) RETURN s.id, c.id, c.scope")) == [
        ("notes", "any", memory.scope),
        ("telegram:club", "telegram", memory.scope),
    ]
    said = (
        "MATCH (e:Event {scope: $scope})-[:SAID_BY]->(p:Person:Entity:Memory)<-[:IDENTIFIES]-(i:Identity) "
        "RETURN e.id, i.name, p.name"
    )
    assert sorted(ids(look, said)) == [("a", "telegram:7", "Ann"), ("b", "telegram:bob", "bob")]
    assert ids(look, "MATCH (s:Session {scope: $scope, id: 'telegram:club'}) RETURN s.speakers") == [
        ["telegram:7", "telegram:bob"]
    ]


def test_a_result_is_linked_to_its_call_in_the_same_and_in_a_later_batch(memory: Memory, look: Look) -> None:
    call = Event("search(oslo)", id="call", kind="tool_call", tool="search", role="assistant", session="cli:1", at=T0)
    result = {"kind": "tool_result", "tool": "search", "role": "tool", "parent": "call", "session": "cli:1"}
    memory.log([{"text": "Three hits.", "id": "first", "at": T0 + minutes(1), **result}, call])
    memory.log([{"text": "One more hit.", "id": "late", "at": T0 + minutes(2), **result}])
    memory.log([{"text": "Of nobody.", "id": "orphan", "at": T0 + minutes(3), **result, "parent": "no such call"}])
    found = ids(look, "MATCH (r:Event {scope: $scope})-[:RESULT_OF]->(c:Event) RETURN r.id, c.id")
    assert sorted(found) == [("first", "call"), ("late", "call")]
    assert memory.history("cli:1")[-1].parent == "no such call"


def test_logged_events_are_read_back_unchanged(memory: Memory) -> None:
    event = Event(
        "Where is\tthe\nkey? 🗝 naïve 漢字",
        speaker="discord:ann#7",
        speaker_name="Ann O’Hara",
        session="discord:hall",
        channel="discord",
        at=T0.replace(microsecond=123456),
        kind="observation",
        role="system",
        direction="internal",
        parent="none",
        tool="eyes",
        id="whole-1",
        metadata={"a": [1, 2.5, None, True, {"b": "ü\u0000"}]},
        audience="session",
    )
    memory.log([event])
    [back] = memory.history("discord:hall")
    assert back == Event(**{**vars(event), "seq": 0, "status": "pending"})
    assert memory.get("whole-1") == back


def test_a_repeated_custom_id_writes_nothing(memory: Memory, look: Look) -> None:
    first = [Event("one", id="a", session="cli:1", at=T0), Event("two", id="b", session="cli:1", at=T0)]
    assert memory.log(first) == ["a", "b"]
    size = "MATCH (n {scope: $scope}) OPTIONAL MATCH (n)-[r]->() RETURN count(DISTINCT n), count(r)"
    before = ids(look, size)
    assert memory.log([*reversed(first), Event("one", id="a", session="cli:1")]) == ["b", "a", "a"]
    assert [(event.id, event.text) for event in memory.history("cli:1")] == [("a", "one"), ("b", "two")]
    assert ids(look, size) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "other", [{"text": "another"}, {"speaker": "cli:eve"}, {"session": "cli:2"}], ids=["text", "speaker", "session"]
)
@pytest.mark.parametrize("is_stored", [True, False])
def test_an_id_belongs_to_its_content(memory: Memory, look: Look, other: dict[str, str], is_stored: bool) -> None:
    first = {"text": "one", "speaker": "cli:ann", "session": "cli:1", "id": "a", "at": T0}
    if is_stored:
        memory.log([first])
    before = ids(look, "MATCH (n {scope: $scope}) RETURN count(n)")
    batch = [{"text": "new", "id": "b", "session": "cli:1"}, {**first, **other}]
    with pytest.raises(InvalidInput, match=r"events\[\d\]\.id must be an id of its own") as caught:
        memory.log(batch if is_stored else [first, *batch])
    assert caught.value.value == "a"
    assert ids(look, "MATCH (n {scope: $scope}) RETURN count(n)") == before


def test_the_id_of_another_record_is_refused(memory: Memory) -> None:
    memory.core.add("Ann likes tea.", "preferences")
    [entry] = memory.core.list()
    with pytest.raises(InvalidInput, match="an id of its own"):
        memory.log([Event("swallowed?", id=entry.id, session="cli:1", at=T0)])


def test_of_two_writers_that_race_for_an_id_one_is_refused(memory: Memory) -> None:
    def log(text: str) -> object:
        try:
            return memory.log([Event(text, id="a", session=f"cli:{text}", at=T0)])
        except InvalidInput as error:
            return error.field

    for _ in range(5):
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(log, "wxyz"))
        assert results.count(["a"]) == 1
        assert results.count("events[0].id") == 3
        memory.forget(event="a")


def test_new_events_are_appended_and_the_others_returned(memory: Memory) -> None:
    memory.log([Event("one", id="a", session="cli:1", at=T0)])
    rows = [
        {"text": text, "id": name, "session": "cli:1", "at": T0}
        for text, name in (("changed", "a"), ("two", "b"), ("three", "c"), ("other", "c"))
    ]
    assert append_new_events(memory.runtime, [*rows, {"text": "four", "session": "cli:1"}]) == ["a", "c"]
    assert {event.text for event in memory.history("cli:1")} == {"one", "two", "three", "four"}


def test_a_repeated_event_writes_nothing(memory: Memory, talk: Callable[..., list[Event]]) -> None:
    first = memory.log(talk())
    assert len(set(first)) == 12
    assert memory.log(talk()) == first
    assert [event.id for event in memory.history("cli:1", last=100)] == first


@pytest.mark.parametrize(
    "changed",
    [
        {"text": "Hello!"},
        {"session": "cli:2"},
        {"speaker": "cli:bob"},
        {"kind": "observation"},
        {"at": T0.replace(microsecond=1)},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_an_event_with_different_content_is_another_event(memory: Memory, changed: dict[str, Any]) -> None:
    event = {"text": "Hello", "session": "cli:1", "speaker": "cli:ann", "at": T0}
    assert len(set(memory.log([event, event | changed]))) == 2


def test_scopes_store_the_same_event_separately(connect: Callable[..., Memory], scope: str) -> None:
    event = Event("Hello", session="cli:1", speaker="cli:ann", at=T0)
    [mine] = connect().log([event])
    [theirs] = connect(f"{scope}-2").log([event])
    assert mine != theirs


def test_events_without_a_time_keep_their_order_and_are_distinct(memory: Memory) -> None:
    first = memory.log([{"text": "Hm."}, {"text": "Hm."}, {"text": "So."}])
    assert len(set(first)) == 3
    events = memory.history("default")
    assert [event.id for event in events] == first
    assert events[0].at == T0


def test_a_batch_is_ordered_by_time_and_later_arrivals_come_last(memory: Memory) -> None:
    order = [3, 1, 2, 1]
    memory.log(
        [Event(f"at {at}", id=f"{place}", session="cli:1", at=T0 + minutes(at)) for place, at in enumerate(order)]
    )
    memory.log([Event("older, but told later", id="late", session="cli:1", at=T0)])
    assert [event.id for event in memory.history("cli:1")] == ["1", "3", "2", "0", "late"]
    assert [event.seq for event in memory.history("cli:1")] == [0, 1, 2, 3, 4]


def test_one_invalid_event_rejects_the_whole_batch(memory: Memory, look: Look) -> None:
    good = [Event(f"fine {place}", session="cli:1", speaker="cli:ann", at=T0) for place in range(5)]
    with pytest.raises(InvalidInput) as caught:
        memory.log([*good, {"text": "bad", "kind": "nonsense"}, *good])
    assert caught.value.field == "events[5].kind"
    assert look("MATCH (n {scope: $scope}) RETURN n") == []


def test_a_batch_may_be_any_iterable_of_events_and_mappings(memory: Memory) -> None:
    assert len(memory.log(event for event in (Event("one"), {"text": "two"}))) == 2


def test_events_that_were_read_can_be_logged_again(connect: Callable[..., Memory], scope: str) -> None:
    memory, copy = connect(), connect(f"{scope}-copy")
    memory.log([Event("one", id="a", speaker="cli:ann", at=T0), Event("two", id="b", audience="session", at=T0)])
    copy.log(memory.history("default"))
    assert copy.history("default") == memory.history("default")


def test_history_begins_at_a_time_and_spans_sessions(memory: Memory) -> None:
    places = ("cli:1", "cli:2", "cli:1", "cli:3")
    memory.log([Event(f"{at}", id=f"{at}", session=place, at=T0 + minutes(at)) for at, place in enumerate(places)])
    memory.log([Event("older, but told later", id="late", session="cli:1", at=T0 - minutes(9))])

    def read(*session: str, **filters: Any) -> list[str | None]:
        return [event.id for event in memory.history(*session, **filters)]

    assert read() == ["late", "0", "1", "2", "3"]
    assert read(last=2) == ["2", "3"]
    assert read(since=T0 + minutes(1)) == ["1", "2", "3"]
    assert read(since=(T0 + minutes(1)).isoformat(), last=2) == ["2", "3"]
    assert read(since=T0 + minutes(9)) == []
    assert read("cli:1", since=T0) == ["0", "2"]
    assert read("cli:1", since=T0, last=1) == ["2"]
    memory.digest()
    assert read(since=T0 - minutes(9)) == ["late", "0", "1", "2", "3"], "whatever the status"
    for field, wrong in (("since", {"since": "soon"}), ("last", {"last": 0})):
        with pytest.raises(InvalidInput) as caught:
            memory.history(**wrong)
        assert caught.value.field == field
