"""Leases: no event is digested twice or lost with a worker, and a worker that lost its lease writes nothing."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import neo4j
import pytest

from kg import Event, Memory, Settings
from kg.ingestion import Digester
from kg.ingestion.engines import EventChunk
from kg.ingestion.preparation import EventPreparer, PreparedBatch
from kg.knowledge import ExtractedEvent, LeaseLost, VectorCache, write_batch
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import Embedder, FixedClock
from kg.types import Digest
from tests.support import T0, RecordingEmbedder, days, minutes, run_and_kill, run_concurrently, seconds

Look = Callable[..., list[Any]]
VECTORS = VectorCache(HashingEmbedder())
LONG = " ".join(f"Sentence {number} speaks of the weather and of nothing else." for number in range(80))


def claim(memory: Memory, worker: str, limit: int = 100) -> list[str]:
    now = memory.clock.now()
    [row] = memory.graph.run("ingestion/claim", worker=worker, now=now, lease_until=now + minutes(5), limit=limit)
    return [event["id"] for event in row["events"]]


def store(memory: Memory, worker: str, event: str) -> list[str]:
    """Return the ids that a worker stores of one event with a topic; none where it does not hold the lease."""
    row = {"id": event, "status": "complete", "error": None, "attempts": 0, "retry_at": None}
    row |= {"vector": None, "states": None, "terms": None, "passages": [], "instructs": None}
    extracted = ExtractedEvent(event=event, at=T0, order="0", session="cli:1", audience="shared", topics={"rain": 0.9})
    try:
        return list(
            write_batch(memory.graph, [extracted], vectors=VECTORS, now=T0, worker=worker, event_rows=[row]).stored
        )
    except LeaseLost as error:
        return sorted({event} - error.events)


def digest_one_claim(memory: Memory, embedder: Embedder) -> Digest:
    """Digest one claim; further batches would claim events of the first again when its lease expires."""
    return Digester(replace(memory.runtime, embedder=embedder, extractor=None)).run(batches=1)


def test_an_event_is_claimed_by_one_worker_only(memory: Memory, talk: Callable[..., list[Event]]) -> None:
    ids = memory.log(talk(10))
    assert claim(memory, "one", limit=4) == ids[:4]
    assert claim(memory, "two", limit=4) == ids[4:8]
    assert claim(memory, "one") == ids[8:]
    assert claim(memory, "two") == []


def test_an_unfinished_claim_expires_after_five_minutes(
    memory: Memory, clock: FixedClock, talk: Callable[..., list[Event]]
) -> None:
    memory.log(talk(5))
    assert len(claim(memory, "dead")) == 5
    clock.forward(minutes(5) - seconds(0.001))
    assert memory.digest() == Digest(trips=1)
    clock.forward(seconds(0.001))
    assert memory.digest().events == 5


def test_claims_from_before_a_clock_was_set_back_expire(
    memory: Memory, clock: FixedClock, talk: Callable[..., list[Event]]
) -> None:
    memory.log(talk(5))
    clock.forward(days(3))
    assert len(claim(memory, "dead", limit=3)) == 3
    clock.forward(days(-3))
    claim(memory, "alive", limit=1)
    assert memory.digest().events == 4
    clock.forward(minutes(5))
    assert memory.digest().events == 1


def test_the_lease_is_a_setting(
    connect: Callable[..., Memory], settings: Settings, clock: FixedClock, talk: Callable[..., list[Event]]
) -> None:
    embedder = RecordingEmbedder()
    memory = connect(settings=settings.model_copy(update={"lease_s": 7}), embedder=embedder)
    memory.log(talk(1))
    stale = []
    embedder.while_embedding = lambda: (clock.forward(seconds(6.9)), stale.append(memory.queue()["stale"]),
                                    clock.forward(seconds(0.1)), stale.append(memory.queue()["stale"]))  # fmt: skip
    digest_one_claim(memory, embedder)
    assert stale == [0, 1]


class SlowEngine:
    """An engine that takes some time per chunk, and records the stale claims after each."""

    max_in_flight = 1

    def __init__(self, memory: Memory, clock: FixedClock, duration_s: float) -> None:
        self._preparer = EventPreparer(memory.embedder, memory.settings)
        self._memory, self._clock, self._duration_s = memory, clock, duration_s
        self.stale: list[int] = []

    def submit(self, chunk: EventChunk) -> Future[PreparedBatch]:
        self._clock.forward(seconds(self._duration_s))
        self.stale.append(self._memory.queue()["stale"])
        future: Future[PreparedBatch] = Future()
        future.set_result(self._preparer.embed_names(self._preparer.extract(self._preparer.embed(chunk))))
        return future


@pytest.mark.slow
def test_a_long_claim_is_renewed_while_chunks_complete(
    connect: Callable[..., Memory], settings: Settings, clock: FixedClock
) -> None:
    memory = connect(settings=settings.model_copy(update={"lease_s": 10}))
    # Each event is a separate chunk.
    memory.log([Event(LONG * 7, id=f"long{number}", at=T0) for number in range(4)])
    engine = SlowEngine(memory, clock, duration_s=6)
    digest = Digester(replace(memory.runtime, extractor=None)).run(engine=engine)
    assert digest.events == 4
    assert engine.stale == [0, 0, 0, 0], "no lease expired within 24 s"


def test_a_worker_without_the_lease_writes_nothing(
    memory: Memory, clock: FixedClock, talk: Callable[..., list[Event]], look: Look
) -> None:
    [event] = memory.log(talk(1))
    assert store(memory, "nobody", event) == []
    claim(memory, "one")
    assert store(memory, "two", event) == []
    clock.forward(minutes(5))
    claim(memory, "two")
    assert store(memory, "one", event) == [], "its lease expired and the event is claimed by another"
    assert look("MATCH (n {scope: $scope}) WHERE n:Topic OR n:Turn RETURN n") == [], "the whole batch is rolled back"
    assert store(memory, "two", event) == [event]
    assert store(memory, "two", event) == [], "it is stored already"
    assert len(look("MATCH (n:Topic {scope: $scope}) RETURN n")) == 1


@pytest.mark.slow
def test_a_worker_that_lost_its_lease_counts_and_changes_nothing(
    connect: Callable[..., Memory], clock: FixedClock, look: Look
) -> None:
    embedder = RecordingEmbedder()
    first, second = connect(embedder=embedder), connect()
    first.log([Event("All is well here today.", id="short", at=T0), Event(LONG, id="long", at=T0)])
    digests: list[Digest] = []

    def overtake() -> None:
        clock.forward(minutes(5))
        digests.append(second.digest())

    embedder.while_embedding = overtake
    own_digest = digest_one_claim(first, embedder)
    assert digests[0].events == 2
    assert (own_digest.events, own_digest.passages, own_digest.failed) == (0, 0, 0)
    [row] = look(
        "MATCH (p:Passage {scope: $scope}) RETURN count(p) AS passages, count { ()-[:HAS_PASSAGE]->() } AS ignored"
    )
    assert row["passages"] == digests[0].passages > 2


@pytest.mark.slow
def test_an_event_digested_again_has_the_same_passages(memory: Memory, clock: FixedClock, look: Look) -> None:
    memory.log([Event(LONG, id="long", at=T0)])
    passages = (
        "MATCH (e:Event {scope: $scope})-[r:HAS_PASSAGE]->(p) RETURN p.id AS id, p.text AS text, p.created_at AS at"
    )
    memory.digest()
    before = sorted(tuple(row) for row in look(passages))
    look("MATCH (e:Event {scope: $scope}) SET e.status = 'pending'")
    clock.forward(minutes(1))
    assert memory.digest().events == 1
    assert sorted(tuple(row) for row in look(passages)) == before


@pytest.mark.slow
def test_eight_concurrent_digesters_digest_each_event_once(
    connect: Callable[..., Memory], settings: Settings, look: Look
) -> None:
    small_batches = settings.model_copy(update={"digest_bulk": 5})
    embedders = [RecordingEmbedder() for _ in range(8)]
    memories = [connect(embedder=embedder, settings=small_batches) for embedder in embedders]
    texts = [f"This is message number {number}." for number in range(200)]
    memories[0].log([Event(text, session=f"cli:{number % 7}", at=T0) for number, text in enumerate(texts)])
    digests = run_concurrently([memory.digest for memory in memories])
    assert sum(digest.events for digest in digests) == 200
    # Names and topics are embedded in addition to the messages.
    assert sorted(text for embedder in embedders for text in embedder.texts if text in set(texts)) == sorted(texts)
    assert memories[0].queue() == dict.fromkeys(("pending", "processing", "failed", "failed_permanent", "stale"), 0)


@pytest.mark.slow
def test_concurrent_writers_and_digesters_leave_nothing_pending(connect: Callable[..., Memory], look: Look) -> None:
    memories = [connect() for _ in range(6)]

    def write(writer: int) -> int:
        for line in range(8):
            memories[writer].log(
                [Event(f"Writer {writer} says line {line}.", session="cli:1", speaker=f"cli:{writer}", at=T0)]
            )
        return 0

    def digest(worker: int) -> int:
        return sum(memories[worker].digest().events for _ in range(8))

    counts = run_concurrently([lambda n=n: write(n) for n in range(3)] + [lambda n=n: digest(n) for n in range(3, 6)])
    remaining = memories[0].digest().events
    assert sum(counts) + remaining == 24
    [row] = look(
        "MATCH (e:Event {scope: $scope, status: 'complete'}) WHERE e.embedding IS NOT NULL RETURN count(e) AS events"
    )
    assert row["events"] == 24


HANGING_PROCESS = """
import sys
from dataclasses import replace
from kg import Memory
from kg.protocols import FixedClock
from tests.support import T0, RecordingEmbedder
from kg.ingestion import Digester

def hang():
    print("embedding", flush=True)
    sys.stdin.read()

embedder = RecordingEmbedder()
memory = Memory.connect(sys.argv[1], embedder=embedder, clock=FixedClock(T0))
digester = Digester(replace(memory.runtime, embedder=embedder, clock=FixedClock(T0), extractor=None))
digester.run(batch=4, batches=1)
embedder.while_embedding = hang
# One batch, since whether more are claimed ahead before the kill varies.
digester.run(batch=4, batches=1)
"""


@pytest.mark.slow
def test_the_claims_of_a_killed_process_are_digested_once_by_another(
    connect: Callable[..., Memory], clock: FixedClock, talk: Callable[..., list[Event]], scope: str, look: Look
) -> None:
    embedder = RecordingEmbedder()
    memory = connect(embedder=embedder)
    ids = memory.log(talk(12))
    run_and_kill(["-c", HANGING_PROCESS, scope], "embedding")
    assert memory.queue() == {"pending": 4, "processing": 4, "failed": 0, "failed_permanent": 0, "stale": 0}
    assert memory.digest().events == 4, "the unclaimed events"
    clock.forward(minutes(5))
    assert memory.queue()["stale"] == 4
    assert memory.digest().events == 4, "the events that the killed process had claimed"
    assert len([text for text in embedder.texts if text.startswith("Message")]) == 8
    [row] = look(
        "MATCH (e:Event {scope: $scope, status: 'complete'}) WHERE e.embedding IS NOT NULL RETURN collect(e.id) AS ids"
    )
    assert sorted(row["ids"]) == sorted(ids)


def test_a_digester_runs_at_most_the_given_number_of_batches(memory: Memory, talk: Callable[..., list[Event]]) -> None:
    memory.log(talk(10))
    digester = Digester(replace(memory.runtime, embedder=RecordingEmbedder(), extractor=None))
    assert digester.run(batch=3, batches=2).events == 6
    assert memory.queue()["pending"] == 4


def release_expired_claims(memory: Memory, _: str) -> list[str]:
    """Release expired claims, as `kg doctor --repair` does."""
    [row] = memory.graph.run("maintenance/lapsed_claims", now=memory.clock.now())
    return ["released"] * row["events"]


@pytest.mark.parametrize("take", [claim, release_expired_claims])
def test_an_event_stored_during_a_claim_stays_stored(
    memory: Memory,
    clock: FixedClock,
    driver: neo4j.Driver,
    talk: Callable[..., list[Event]],
    look: Look,
    take: Callable[[Memory, str], list[str]],
) -> None:
    [event] = memory.log(talk(1))
    assert claim(memory, "late") == [event]
    clock.forward(minutes(6))
    with ThreadPoolExecutor(1) as pool, driver.session() as session:
        # The worker whose lease expired stores first, and has not committed yet.
        with session.begin_transaction() as storing:
            storing.run(
                "MATCH (e:Event {scope: $scope, id: $id}) SET e.status = 'complete', e.lease = null, e.lease_until = null",
                scope=memory.scope,
                id=event,
            ).consume()
            claiming = pool.submit(take, memory, "other")
            while not driver.execute_query("SHOW TRANSACTIONS YIELD status WHERE status STARTS WITH 'Blocked'").records:
                assert not claiming.done()
            storing.commit()
        assert claiming.result() == []
    [row] = look("MATCH (e:Event {scope: $scope}) RETURN e.status AS status")
    assert row["status"] == "complete"
