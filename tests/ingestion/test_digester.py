"""Digesting: every pending event once, with its vectors and passages, in few trips; and what happens when embedding fails."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from kg import Event, Memory, Settings
from kg.errors import ConnectionFailed, ModelUnavailable
from kg.ingestion import Digester
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import FixedClock
from kg.retrieval import Filters
from kg.types import Digest
from tests.support import T0, FailingEmbedder, TellingEmbedder, minutes, seconds

Look = Callable[..., list[Any]]
LONG = " ".join(f"Sentence {place} speaks of the weather and of nothing else." for place in range(80))


def statuses(look: Look) -> dict[str, str]:
    return {
        row["id"]: row["status"]
        for row in look("MATCH (e:Event {scope: $scope}) RETURN e.id AS id, e.status AS status")
    }


def test_each_event_ends_where_it_belongs(memory: Memory, look: Look) -> None:
    memory.log(
        [
            Event("Ann moved to Oslo in spring.", id="fact", session="cli:1", at=T0),
            Event("ok", id="ok", session="cli:1", at=T0),
            Event("search(oslo)", id="call", kind="tool_call", role="assistant", session="cli:1", at=T0),
            Event("done", id="done", kind="tool_result", role="tool", session="cli:1", at=T0),
        ]
    )
    assert set(statuses(look).values()) == {"pending"}
    done = memory.digest()
    assert (done.events, done.skipped, done.failed, done.passages) == (1, 3, 0, 0)
    assert statuses(look) == {"fact": "complete", "ok": "skipped", "call": "skipped", "done": "skipped"}
    [row] = look("MATCH (e:Event {scope: $scope}) WHERE e.embedding IS NOT NULL RETURN collect(e.id) AS ids")
    assert sorted(row["ids"]) == ["fact", "ok"], "what is skipped can still be found by its meaning"
    assert [event.status for event in memory.history("cli:1")] == ["complete", "skipped", "skipped", "skipped"]


def test_a_second_digestion_finds_nothing(memory: Memory, talk: Callable[..., list[Event]]) -> None:
    memory.log(talk())
    assert memory.digest().events == 12
    assert memory.digest() == Digest(trips=1)
    memory.log(talk())
    assert memory.digest() == Digest(trips=1), "the same events again are not new"


def test_twenty_messages_take_three_trips_and_a_last_look(memory: Memory, talk: Callable[..., list[Event]]) -> None:
    memory.log(talk(20))
    assert memory.digest().trips == 3 + 1


def test_vectors_have_the_models_length_and_belong_to_the_text(memory: Memory, look: Look) -> None:
    memory.log([Event("Ann moved to Oslo.", id="short", at=T0), Event(LONG, id="long", at=T0)])
    memory.digest()
    embedder = TellingEmbedder()
    rows = look(
        "MATCH (n:Memory {scope: $scope}) WHERE n.embedding IS NOT NULL AND NOT n:Person "
        "RETURN n.id AS id, n.kind AS kind, n.text AS text, n.embedding AS v"
    )
    assert {row["kind"] for row in rows} == {"event", "passage", "entity", "topic"}
    spoken = {row["id"] for row in rows if row["kind"] in ("event", "passage")}
    assert spoken == {"short", *(f"passage-long#{place}" for place in range(len(spoken) - 1))}
    for row in rows:
        assert row["v"] == pytest.approx(embedder.embed([row["text"]])[0].tolist())


def test_words_find_the_passages_of_a_long_text_in_its_stead(memory: Memory, look: Look) -> None:
    memory.log([Event(LONG, id="long", at=T0), Event("A word of weather.", id="short", at=T0)])

    def found() -> set[str]:
        query = Filters.checked().lucene(memory.scope, ["weather"])
        return {
            row["id"]
            for row in look(
                "CALL db.index.fulltext.queryNodes('memory_text', $query) YIELD node RETURN node.id AS id", query=query
            )
        }

    assert found() == {"long", "short"}
    memory.digest()
    assert {name.split("#")[0] for name in found()} == {"passage-long", "short"}


def test_a_long_text_is_cut_into_passages_that_hang_on_it(memory: Memory, look: Look) -> None:
    memory.log([Event(LONG, id="long", speaker="cli:ann", session="cli:1", audience="session", at=T0)])
    done = memory.digest()
    rows = look(
        "MATCH (e:Event {scope: $scope, id: 'long'})-[:HAS_PASSAGE]->(p:Passage:Memory) RETURN p {.*, embedding: null} AS p, "
        "size(p.embedding) AS n, e.embedding IS NULL AS bare ORDER BY p.ordinal"
    )
    passages = [row["p"] for row in rows]
    assert done.passages == len(passages) > 2
    assert [passage["id"] for passage in passages] == [f"passage-long#{place}" for place in range(len(passages))]
    assert all(row["n"] == 64 and row["bare"] for row in rows), "the vectors are the passages', not the event's"
    for passage in passages:
        assert passage["text"] == LONG[passage["start"] : passage["end"]]
        assert (passage["audience"], passage["session"], passage["speaker"]) == ("session:cli:1", "cli:1", "cli:ann")
    assert passages[0]["start"] == 0
    assert passages[-1]["end"] == len(LONG)
    assert all(later["start"] <= earlier["end"] + 1 for earlier, later in itertools.pairwise(passages))


def test_the_size_of_passages_is_a_setting(connect: Callable[..., Memory], settings: Settings) -> None:
    counts = []
    for pieces in (60, 200):
        memory = connect(settings=settings.model_copy(update={"passage_pieces": pieces, "passage_overlap": 0}))
        memory.log([Event(LONG, id=f"long-{pieces}", at=T0)])
        counts.append(memory.digest().passages)
    assert counts[0] > 2 * counts[1] > 0


def test_digestion_takes_the_oldest_first(connect: Callable[..., Memory]) -> None:
    embedder = TellingEmbedder()
    memory = connect(embedder=embedder)
    memory.log([Event(f"number {place}", session=f"cli:{place % 3}", at=T0 - minutes(place)) for place in range(12)])
    digester = Digester(memory.graph, embedder, memory.settings, FixedClock(T0))
    assert digester.run(batch=5, batches=1).trips == 3
    assert embedder.texts == [f"number {place}" for place in range(11, 6, -1)]


def test_a_claim_larger_than_a_transaction_is_worked_off_in_parts(connect: Callable[..., Memory], look: Look) -> None:
    embedder = TellingEmbedder()
    memory = connect(embedder=embedder)
    memory.log([Event(f"{place} " + f"{'x' * 99} " * 850, id=f"{place}", at=T0) for place in range(5)])
    done = memory.digest()
    assert done.events == 5
    assert done.trips == 1 + 2 * 5 + 1, (
        "a claim, five parts that are resolved and written, and a look that finds nothing"
    )


def test_a_poisoned_text_fails_alone_and_tells_why(
    connect: Callable[..., Memory], look: Look, talk: Callable[..., list[Event]], caplog: pytest.LogCaptureFixture
) -> None:
    memory = connect(embedder=FailingEmbedder(ValueError("no such token"), "poison"))
    memory.log([*talk(10), Event("This one is poison to it.", id="bad", session="cli:1", at=T0)])
    with caplog.at_level(logging.CRITICAL):
        done = memory.digest()
    assert (done.events, done.failed) == (10, 1)
    assert [one for one, status in statuses(look).items() if status != "complete"] == ["bad"]
    [row] = look(
        "MATCH (e:Event {scope: $scope, id: 'bad'}) RETURN e.status AS status, e.error AS error, e.lease AS lease"
    )
    assert (row["status"], row["error"], row["lease"]) == ("failed_permanent", "ValueError: no such token", None)
    assert memory.queue()["failed_permanent"] == 1
    assert memory.search("poison")[0].id == "bad", "what could not be digested is still found by its words"


class Broken(HashingEmbedder):
    """Gives vectors that no database takes, or that fit no other, where a text holds the word."""

    def __init__(self, broken: Callable[[Any], Any]) -> None:
        super().__init__()
        self.broken = broken

    def embed(self, texts: Sequence[str]) -> Any:
        vectors = super().embed(texts)
        return self.broken(vectors) if any("poison" in text for text in texts) else vectors


@pytest.mark.parametrize(
    "broken",
    [
        lambda vectors: vectors * np.nan,
        lambda vectors: vectors / 0,
        lambda vectors: vectors[:, :32],
        lambda vectors: vectors[1:],
    ],
    ids=["not a number", "infinite", "too short", "too few"],
)
@pytest.mark.filterwarnings("ignore:(divide|invalid)")
def test_a_text_whose_vector_is_broken_fails_alone(connect: Callable[..., Memory], look: Look, broken: Any) -> None:
    memory = connect(embedder=Broken(broken))
    memory.log([Event("All is well here today.", id="good", at=T0), Event("There is poison in it.", id="bad", at=T0)])
    done = memory.digest()
    assert (done.events, done.failed) == (1, 1)
    [row] = look("MATCH (e:Event {scope: $scope, id: 'bad'}) RETURN e.status AS status, e.error AS error")
    assert row["status"] == "failed_permanent"
    assert "hashing-64 gave vectors of shape" in row["error"]
    found = memory.search("poison")
    assert found[0].id == "bad"
    assert found.degraded, "a question whose vector is broken is answered by words"


class Cutting(FailingEmbedder):
    """Fails already when it is asked where the pieces of a text are."""

    def pieces(self, text: str) -> list[tuple[int, int]]:
        if self.error is not None and self.word in text:
            raise self.error
        return super().pieces(text)


def test_a_text_that_cannot_be_cut_fails_alone(connect: Callable[..., Memory], look: Look) -> None:
    memory = connect(embedder=Cutting(ValueError("cannot cut"), "poison"))
    memory.log([Event("All is well here today.", id="good", at=T0), Event(LONG + " poison", id="bad", at=T0)])
    done = memory.digest()
    assert (done.events, done.failed) == (1, 1)
    assert statuses(look) == {"good": "complete", "bad": "failed_permanent"}


@pytest.mark.parametrize("error", [ConnectionError("away"), TimeoutError("late"), ConnectionFailed("rate")], ids=repr)
def test_a_passing_error_is_tried_again_after_1_2_and_4_seconds(
    connect: Callable[..., Memory], look: Look, clock: FixedClock, error: Exception
) -> None:
    memory = connect(embedder=FailingEmbedder(error, "poison"))
    memory.log(
        [Event("There is some poison for it.", id="bad", at=T0), Event("All is well here today.", id="good", at=T0)]
    )
    assert (memory.digest().failed, statuses(look)) == (1, {"bad": "failed", "good": "complete"})
    for wait in (1, 2, 4):
        assert memory.queue()["failed"] == 1
        clock.forward(seconds(wait) - seconds(0.001))
        assert memory.digest() == Digest(trips=1), "not yet"
        clock.forward(seconds(0.001))
        assert memory.digest().failed == 1
    assert statuses(look)["bad"] == "failed_permanent"
    clock.forward(minutes(60))
    assert memory.digest() == Digest(trips=1)


def test_a_passing_error_that_has_passed_is_forgotten(
    connect: Callable[..., Memory], look: Look, clock: FixedClock
) -> None:
    embedder = FailingEmbedder(TimeoutError("late"))
    memory = connect(embedder=embedder)
    memory.log([Event("All is well here today.", id="late", at=T0)])
    assert memory.digest().failed == 1
    embedder.error = None
    clock.forward(seconds(1))
    assert memory.digest().events == 1
    [row] = look(
        "MATCH (e:Event {scope: $scope}) RETURN e.status AS status, e.error AS error, e.embedding IS NULL AS bare"
    )
    assert (row["status"], row["error"], row["bare"]) == ("complete", None, False)


def many_long() -> Sequence[Event]:
    """More than one claim works off at once."""
    return [Event(f"{'x' * 99} " * 1_500 + f"poison {place}.", id=f"{place}", at=T0) for place in range(3)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", [FailingEmbedder, Cutting])
@pytest.mark.parametrize("word", ["", "poison 2"], ids=["all", "the last"])
def test_without_weights_all_that_is_not_done_is_pending_again(
    connect: Callable[..., Memory], look: Look, kind: type[FailingEmbedder], word: str
) -> None:
    embedder = kind(ModelUnavailable("no weights.", how="kg models fetch"), word)
    memory = connect(embedder=embedder)
    memory.log(many_long())
    with pytest.raises(ModelUnavailable, match="kg models fetch"):
        memory.digest()
    assert set(statuses(look).values()) <= {"pending", "complete"}
    [row] = look(
        "MATCH (e:Event {scope: $scope}) RETURN max(coalesce(e.attempts, 0)) AS attempts, collect(e.lease) AS leases"
    )
    assert (row["attempts"], row["leases"]) == (0, [])
    embedder.error = None
    memory.digest()
    assert set(statuses(look).values()) == {"complete"}


def test_weights_that_vanish_between_two_tries_fail_nothing(connect: Callable[..., Memory], look: Look) -> None:
    class Vanishing(FailingEmbedder):
        def embed(self, texts: Sequence[str]) -> Any:
            try:
                return super().embed(texts)
            finally:
                self.error = ModelUnavailable("gone.", how="fetch")

    memory = connect(embedder=Vanishing(RuntimeError("first another error")))
    memory.log([Event("All is well here today.", id="one", at=T0)])
    with pytest.raises(ModelUnavailable):
        memory.digest()
    assert statuses(look) == {"one": "pending"}


def test_queue_counts_what_is_in_each_state(connect: Callable[..., Memory], clock: FixedClock) -> None:
    memory = connect(embedder=FailingEmbedder(TimeoutError("late"), "poison"))
    assert memory.queue() == {"pending": 0, "processing": 0, "failed": 0, "failed_permanent": 0, "stale": 0}
    memory.log([Event(f"Some text of number {place}.", at=T0 + minutes(place)) for place in range(4)])
    until = T0 + minutes(5)
    memory.graph.run("ingestion/claim", worker="dead", now=T0, lease_until=until, limit=1)
    assert memory.queue() == {"pending": 3, "processing": 1, "failed": 0, "failed_permanent": 0, "stale": 0}
    clock.forward(minutes(5))
    assert memory.queue()["stale"] == 1


def test_what_was_set_aside_is_tried_again_when_asked(connect: Callable[..., Memory], look: Look) -> None:
    embedder = FailingEmbedder(ValueError("no such token"), "poison")
    memory = connect(embedder=embedder)
    memory.log(
        [Event("There is some poison for it.", id="bad", at=T0), Event("All is well here today.", id="good", at=T0)]
    )
    assert memory.digest().failed == 1
    assert memory.digest(retry=True).failed == 1, "it still fails"
    embedder.error = None
    assert memory.digest() == Digest(trips=1)
    assert memory.digest(retry=True).events == 1
    assert statuses(look) == {"bad": "complete", "good": "complete"}
