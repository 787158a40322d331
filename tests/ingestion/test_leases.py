"""Leases: no event is digested by two at once, none is lost with a worker that died, and who lost a claim writes nothing."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import neo4j
import pytest

from kg import Event, Memory, Settings
from kg.ingestion import Digester
from kg.ingestion.preparation import Reader, Ready
from kg.ingestion.readers import Chunk
from kg.knowledge import Heard, Lost, Vectors, write
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import Embedder, FixedClock
from kg.types import Digest
from tests.support import T0, TellingEmbedder, at_once, days, killed, minutes, seconds

Look = Callable[..., list[Any]]
VECTORS = Vectors(HashingEmbedder())
LONG = " ".join(f"Sentence {place} speaks of the weather and of nothing else." for place in range(80))


def claim(memory: Memory, worker: str, limit: int = 100) -> list[str]:
    now = memory._clock.now()
    [row] = memory.graph.run("ingestion/claim", worker=worker, now=now, lease_until=now + minutes(5), limit=limit)
    return [event["id"] for event in row["events"]]


def store(memory: Memory, worker: str, event: str) -> list[str]:
    """What a worker gets stored of one event on which there is a topic; nothing where it does not hold it."""
    row = {"id": event, "status": "complete", "error": None, "attempts": 0, "retry_at": None}
    row |= {"vector": None, "states": None, "terms": None, "passages": [], "instructs": None}
    said = Heard(event=event, at=T0, order="0", session="cli:1", audience="shared", topics={"rain": 0.9})
    try:
        return list(write(memory.graph, [said], vectors=VECTORS, now=T0, worker=worker, events=[row]).stored)
    except Lost as lost:
        return sorted({event} - lost.events)


def once(memory: Memory, embedder: Embedder) -> Digest:
    """Digest one claim: a digester claims the next while it embeds, and would find its own again once their lease has run out."""
    return Digester(memory.graph, embedder, memory.settings, memory.clock).run(batches=1)


def test_what_one_claims_another_does_not(memory: Memory, talk: Callable[..., list[Event]]) -> None:
    ids = memory.log(talk(10))
    assert claim(memory, "one", limit=4) == ids[:4]
    assert claim(memory, "two", limit=4) == ids[4:8]
    assert claim(memory, "one") == ids[8:]
    assert claim(memory, "two") == []


def test_a_claim_that_was_not_worked_off_returns_after_five_minutes(
    memory: Memory, clock: FixedClock, talk: Callable[..., list[Event]]
) -> None:
    memory.log(talk(5))
    assert len(claim(memory, "dead")) == 5
    clock.forward(minutes(5) - seconds(0.001))
    assert memory.digest() == Digest(trips=1)
    clock.forward(seconds(0.001))
    assert memory.digest().events == 5


def test_a_clock_that_was_set_back_holds_no_claim_for_days(
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
    slow = TellingEmbedder()
    memory = connect(settings=settings.model_copy(update={"lease_s": 7}), embedder=slow)
    memory.log(talk(1))
    stale = []
    slow.while_embedding = lambda: (clock.forward(seconds(6.9)), stale.append(memory.queue()["stale"]),
                                    clock.forward(seconds(0.1)), stale.append(memory.queue()["stale"]))  # fmt: skip
    once(memory, slow)
    assert stale == [0, 1]


class Slowly:
    """Readers that take so long for each chunk, and look at the queue when they are done."""

    ahead = 1

    def __init__(self, memory: Memory, clock: FixedClock, takes: float) -> None:
        self._reader = Reader(memory.embedder, memory.settings)
        self._memory, self._clock, self._takes = memory, clock, takes
        self.stale: list[int] = []

    def submit(self, chunk: Chunk) -> Future[Ready]:
        self._clock.forward(seconds(self._takes))
        self.stale.append(self._memory.queue()["stale"])
        done: Future[Ready] = Future()
        done.set_result(self._reader.name(self._reader.extract(self._reader.embed(chunk))))
        return done


def test_a_claim_that_takes_long_is_held_on_to_while_something_comes_of_it(
    connect: Callable[..., Memory], settings: Settings, clock: FixedClock
) -> None:
    memory = connect(settings=settings.model_copy(update={"lease_s": 10}))
    # Each is a chunk of its own.
    memory.log([Event(LONG * 7, id=f"long{place}", at=T0) for place in range(4)])
    slowly = Slowly(memory, clock, takes=6)
    done = Digester(memory.graph, memory.embedder, memory.settings, clock).run(readers=slowly)
    assert done.events == 4
    assert slowly.stale == [0, 0, 0, 0], "24 s, and no other could have taken one of them"


def test_who_does_not_hold_the_claim_writes_nothing(
    memory: Memory, clock: FixedClock, talk: Callable[..., list[Event]], look: Look
) -> None:
    [event] = memory.log(talk(1))
    assert store(memory, "nobody", event) == []
    claim(memory, "one")
    assert store(memory, "two", event) == []
    clock.forward(minutes(5))
    claim(memory, "two")
    assert store(memory, "one", event) == [], "its lease ran out and the event is another's"
    assert look("MATCH (n {scope: $scope}) WHERE n:Topic OR n:Turn RETURN n") == [], "the rest goes with it"
    assert store(memory, "two", event) == [event]
    assert store(memory, "two", event) == [], "done is done"
    assert len(look("MATCH (n:Topic {scope: $scope}) RETURN n")) == 1


def test_a_worker_that_was_overtaken_counts_and_changes_nothing(
    connect: Callable[..., Memory], clock: FixedClock, look: Look
) -> None:
    slow = TellingEmbedder()
    overtaken, other = connect(embedder=slow), connect()
    overtaken.log([Event("All is well here today.", id="short", at=T0), Event(LONG, id="long", at=T0)])
    told: list[Digest] = []

    def overtake() -> None:
        clock.forward(minutes(5))
        told.append(other.digest())

    slow.while_embedding = overtake
    mine = once(overtaken, slow)
    assert told[0].events == 2
    assert (mine.events, mine.passages, mine.failed) == (0, 0, 0)
    [row] = look(
        "MATCH (p:Passage {scope: $scope}) RETURN count(p) AS passages, count { ()-[:HAS_PASSAGE]->() } AS ignored"
    )
    assert row["passages"] == told[0].passages > 2


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


def test_eight_digesters_at_once_digest_each_event_once(
    connect: Callable[..., Memory], settings: Settings, look: Look
) -> None:
    few = settings.model_copy(update={"digest_bulk": 5})
    embedders = [TellingEmbedder() for _ in range(8)]
    memories = [connect(embedder=embedder, settings=few) for embedder in embedders]
    texts = [f"This is message number {place}." for place in range(200)]
    memories[0].log([Event(text, session=f"cli:{place % 7}", at=T0) for place, text in enumerate(texts)])
    done = at_once([memory.digest for memory in memories])
    assert sum(one.events for one in done) == 200
    # Names and topics are embedded beside the messages.
    assert sorted(text for embedder in embedders for text in embedder.texts if text in set(texts)) == sorted(texts)
    assert memories[0].queue() == dict.fromkeys(("pending", "processing", "failed", "failed_permanent", "stale"), 0)


def test_writers_and_digesters_at_once_leave_nothing_behind(connect: Callable[..., Memory], look: Look) -> None:
    memories = [connect() for _ in range(6)]

    def write(writer: int) -> int:
        for line in range(8):
            memories[writer].log(
                [Event(f"Writer {writer} says line {line}.", session="cli:1", speaker=f"cli:{writer}", at=T0)]
            )
        return 0

    def digest(worker: int) -> int:
        return sum(memories[worker].digest().events for _ in range(8))

    done = at_once([lambda n=n: write(n) for n in range(3)] + [lambda n=n: digest(n) for n in range(3, 6)])
    rest = memories[0].digest().events
    assert sum(done) + rest == 24
    [row] = look(
        "MATCH (e:Event {scope: $scope, status: 'complete'}) WHERE e.embedding IS NOT NULL RETURN count(e) AS events"
    )
    assert row["events"] == 24


KILLED = """
import sys
from kg import Memory
from kg.protocols import FixedClock
from tests.support import T0, TellingEmbedder
from kg.ingestion import Digester

def hang():
    print("embedding", flush=True)
    sys.stdin.read()

embedder = TellingEmbedder()
memory = Memory.connect(sys.argv[1], embedder=embedder, clock=FixedClock(T0))
digester = Digester(memory.graph, embedder, memory.settings, FixedClock(T0))
digester.run(batch=4, batches=1)
embedder.while_embedding = hang
# One batch: more would be claimed ahead, or not, before the kill.
digester.run(batch=4, batches=1)
"""


def test_what_a_killed_process_had_claimed_is_digested_once_by_another(
    connect: Callable[..., Memory], clock: FixedClock, talk: Callable[..., list[Event]], scope: str, look: Look
) -> None:
    embedder = TellingEmbedder()
    memory = connect(embedder=embedder)
    ids = memory.log(talk(12))
    killed(["-c", KILLED, scope], "embedding")
    assert memory.queue() == {"pending": 4, "processing": 4, "failed": 0, "failed_permanent": 0, "stale": 0}
    assert memory.digest().events == 4, "what nobody had claimed"
    clock.forward(minutes(5))
    assert memory.queue()["stale"] == 4
    assert memory.digest().events == 4, "what the dead one had claimed"
    assert len([text for text in embedder.texts if text.startswith("Message")]) == 8
    [row] = look(
        "MATCH (e:Event {scope: $scope, status: 'complete'}) WHERE e.embedding IS NOT NULL RETURN collect(e.id) AS ids"
    )
    assert sorted(row["ids"]) == sorted(ids)


def test_a_digester_runs_as_many_batches_as_it_is_told(memory: Memory, talk: Callable[..., list[Event]]) -> None:
    memory.log(talk(10))
    digester = Digester(memory.graph, TellingEmbedder(), memory.settings, memory._clock)
    assert digester.run(batch=3, batches=2).events == 6
    assert memory.queue()["pending"] == 4


def repaired(memory: Memory, _: str) -> list[str]:
    """Give lapsed claims back, as `kg doctor --repair` does: a claim by nobody."""
    [row] = memory.graph.run("maintenance/lapsed_claims", now=memory.clock.now())
    return ["given back"] * row["events"]


@pytest.mark.parametrize("taking", [claim, repaired])
def test_what_is_stored_while_another_claims_it_stays_stored(
    memory: Memory,
    clock: FixedClock,
    driver: neo4j.Driver,
    talk: Callable[..., list[Event]],
    look: Look,
    taking: Callable[[Memory, str], list[str]],
) -> None:
    [late] = memory.log(talk(1))
    assert claim(memory, "late") == [late]
    clock.forward(minutes(6))
    with ThreadPoolExecutor(1) as pool, driver.session() as session:
        # Who lost the claim by the clock is the first to store all the same, and has not committed yet.
        with session.begin_transaction() as storing:
            storing.run(
                "MATCH (e:Event {scope: $scope, id: $id}) SET e.status = 'complete', e.lease = null, e.lease_until = null",
                scope=memory.scope,
                id=late,
            ).consume()
            claiming = pool.submit(taking, memory, "other")
            while not driver.execute_query("SHOW TRANSACTIONS YIELD status WHERE status STARTS WITH 'Blocked'").records:
                assert not claiming.done()
            storing.commit()
        assert claiming.result() == []
    [row] = look("MATCH (e:Event {scope: $scope}) RETURN e.status AS status")
    assert row["status"] == "complete"
