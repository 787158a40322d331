"""The summary tree counts each event once, with any number of processes that digest and refresh."""

from __future__ import annotations

import threading
import uuid
from collections import Counter
from collections.abc import Callable

import neo4j
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import Event, Memory
from kg.protocols import FixedClock
from kg.summaries.summary_store import LEAF_EVENTS, NEWEST_WRITTEN, STALE_EVENTS
from tests.summaries.tree_events import PLACES, events, line, refresh_all, scripted, written

Look = Callable[..., list[neo4j.Record]]
STEPS = st.one_of(
    st.tuples(st.just("log"), st.sampled_from(["cli:1", "cli:2"]), st.sampled_from(PLACES), st.integers(1, 14)),
    st.tuples(st.just("digest")),
    st.tuples(st.just("again")),
    st.tuples(st.just("refresh")),
)


def test_twelve_events_are_summarized_once(memory: Memory, clock: FixedClock) -> None:
    paints = [
        Event(f"Ann paints boat number {i} blue.", speaker="cli:ann", session="cli:1", at=clock.now())
        for i in range(12)
    ]
    memory.log(paints)
    assert memory.summaries.refresh() == 0, "what waits to be digested is no news yet"
    memory.digest()
    assert memory.summaries.refresh() >= 3
    assert memory.summaries.refresh() == 0
    memory.log(paints)
    memory.digest()
    assert memory.summaries.refresh() == 0
    assert memory.summaries.get("session:cli:1").stale == 0


@pytest.mark.slow
@settings(max_examples=12)
@given(st.lists(STEPS, min_size=4, max_size=14))
def test_leaves_with_ten_new_events_are_rewritten(
    connect: Callable[..., Memory], driver: neo4j.Driver, steps: list[tuple[object, ...]]
) -> None:
    scope, numbers = f"test-{uuid.uuid4().hex[:12]}", iter(range(1000))
    batches = [
        [(next(numbers), str(step[2])) for _ in range(int(str(step[3])))] if step[0] == "log" else [] for step in steps
    ]
    memory = connect(scope, extractor=scripted(each for batch in batches for each in batch))
    pending: Counter[str] = Counter()
    digested: Counter[str] = Counter()
    covered: Counter[str] = Counter()
    for step, batch in zip(steps, batches, strict=True):
        if step[0] == "log":
            memory.log(events(batch, str(step[1])))
            pending[f"session:{step[1]}"] += len(batch)
            if step[2]:
                pending[str(step[2])] += len(batch)
        elif step[0] == "again":
            earlier = [(one, other) for one, other in zip(steps, batches, strict=True) if one[0] == "log"]
            if pending and earlier and earlier[0][0] in steps[: steps.index(step)]:
                memory.log(events(earlier[0][1], str(earlier[0][0][1])))
        elif step[0] == "digest":
            memory.digest()
            digested += pending
            pending.clear()
        else:
            wanted = {key for key in digested if digested[key] - covered[key] >= STALE_EVENTS}
            done = memory.summaries.cycle(limit=100)
            names = {one.key: one.name for one in memory.summaries.tree()}
            leaves = {key for key in done.keys if key.startswith(("session:", "entity:"))}
            assert {key if key.startswith("session:") else names[key] for key in leaves} == wanted
            assert ("root" in done.keys) == bool(wanted)
            assert len(done.keys) == len(set(done.keys)) == done.nodes
            for key in wanted:
                covered[key] = digested[key]
            assert memory.summaries.refresh(100) == 0
    rows = driver.execute_query(
        "MATCH (n:Summary {scope: $scope}) WHERE n.level = 0 RETURN n.key AS key, n.name AS name, n.covered AS covered",
        scope=scope,
    ).records
    kept = {row["key"] if row["key"].startswith("session:") else row["name"]: row["covered"] for row in rows}
    assert kept == dict(+covered)


def at_once(count: int, work: Callable[[int], object]) -> None:
    failed: list[BaseException] = []

    def run(place: int) -> None:
        try:
            work(place)
        except BaseException as error:  # noqa: BLE001 - raised below
            failed.append(error)

    threads = [threading.Thread(target=run, args=(place,)) for place in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


@pytest.mark.slow
def test_concurrent_digests_and_refreshes_count_each_event_once(connect: Callable[..., Memory], look: Look) -> None:
    lines = [(number, "Oslo") for number in range(66)]
    readers = [connect(extractor=scripted(lines)) for _ in range(4)]
    for place in range(3):
        readers[0].log(events(lines[place * 22 : place * 22 + 22], f"cli:{place}"))
    at_once(4, lambda place: readers[place].digest())
    result: list[int] = []
    at_once(4, lambda place: result.append(refresh_all(readers[place])))
    nodes = written(look)
    assert sum(result) == sum(revision for _, revision in nodes.values()), "no process counts what another wrote"
    leaves = {key: node for key, node in nodes.items() if key.startswith(("session:", "entity:"))}
    assert sorted(leaves.values()) == [(22, 1), (22, 1), (22, 1), (66, 1)]
    assert readers[0].summaries.refresh() == 0
    assert all(one.stale == 0 for one in readers[0].summaries.tree())


def test_a_pending_event_is_counted_after_digestion(connect: Callable[..., Memory], look: Look) -> None:
    memory = connect(extractor=scripted([]))
    memory.log(events([(number, "") for number in range(25)], "cli:1"))
    memory.digest()
    look("MATCH (n:Event {scope: $scope, seq: 15}) SET n.status = 'failed', n.lease_until = datetime('9999-01-01')")
    refresh_all(memory)
    assert written(look)["session:cli:1"][0] == 15
    assert memory.summaries.refresh() == 0
    look("MATCH (n:Event {scope: $scope, seq: 15}) SET n.status = 'complete'")
    refresh_all(memory)
    assert written(look)["session:cli:1"] == (25, 2)


def test_a_cycle_writes_twenty_nodes_leaves_first(connect: Callable[..., Memory]) -> None:
    memory = connect(extractor=scripted([]))
    for session in range(5):
        memory.log(events([(session * 10 + place, "") for place in range(10)], f"cli:{session}"))
    memory.digest()
    first, second, third = (memory.summaries.cycle(limit=3) for _ in range(3))
    assert [len(each.keys) for each in (first, second, third)] == [3, 3, 1]
    assert all(key.startswith("session:") for key in first.keys + second.keys[:2])
    assert (second.keys[2], third.keys) == ("channel:cli", ("root",))
    assert first.trips <= 6
    assert memory.summaries.refresh(3) == 0


@pytest.mark.slow
def test_a_leaf_with_many_events_reads_only_the_newest(connect: Callable[..., Memory], driver: neo4j.Driver) -> None:
    lines = [(number, "Oslo") for number in range(360)]
    memory = connect(extractor=scripted(lines))
    for place in (0, 180):
        memory.log(events(lines[place : place + 180], "cli:1"))
        memory.digest()
        [oslo] = memory.entities.list(type="place")
        rows = memory.graph.run("summaries/stale_leaves", enough=STALE_EVENTS, window=200, limit=20)
        assert {(row["kind"], row["count"]) for row in rows} == {("session", place + 180), ("entity", place + 180)}
        leaves = [
            {"summary": "none", "kind": "session", "id": "cli:1", "until": place + 180},
            {"summary": "no", "kind": "entity", "id": oslo.id, "until": 0},
        ]
        read = memory.graph.run(
            "summaries/leaf_material",
            leaves=leaves,
            last=LEAF_EVENTS,
            reach=NEWEST_WRITTEN,
            max_facts=LEAF_EVENTS,
            credible_tiers=[],
            now=memory.summaries._clock.now(),
            embedder="minilm",
            direction=[0.0],
        )
        newest = {line(number, "Oslo") for number in range(place + 80, place + 180)}
        assert [{event["text"] for event in row["events"]} for row in read] == [newest, newest]
        refresh_all(memory)
        [leaf] = [one for one in memory.summaries.tree() if one.key == f"entity:{oslo.id}"]
        assert leaf.stale == 0
