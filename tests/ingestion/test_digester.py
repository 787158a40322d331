"""Digestion: every pending event once, with vectors and passages, in few round trips; and failures of embedding."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kg import Event, Memory, Settings
from kg.errors import ConnectionFailed, ModelUnavailable
from kg.ingestion import Digester
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import Extraction, FixedClock, TextExtraction, Utterance
from kg.retrieval import Filters
from kg.types import Digest
from tests.support import T0, FailingEmbedder, RecordingEmbedder, minutes, seconds

Look = Callable[..., list[Any]]
LONG = " ".join(f"Sentence {number} speaks of the weather and of nothing else." for number in range(80))


def statuses(look: Look) -> dict[str, str]:
    return {
        row["id"]: row["status"]
        for row in look("MATCH (e:Event {scope: $scope}) RETURN e.id AS id, e.status AS status")
    }


def test_events_are_completed_or_skipped(memory: Memory, look: Look) -> None:
    memory.log(
        [
            Event("Ann moved to Oslo in spring.", id="fact", session="cli:1", at=T0),
            Event("ok", id="ok", session="cli:1", at=T0),
            Event("search(oslo)", id="call", kind="tool_call", role="assistant", session="cli:1", at=T0),
            Event("done", id="done", kind="tool_result", role="tool", session="cli:1", at=T0),
        ]
    )
    assert set(statuses(look).values()) == {"pending"}
    digest = memory.digest()
    assert (digest.events, digest.skipped, digest.failed, digest.passages) == (1, 3, 0, 0)
    assert statuses(look) == {"fact": "complete", "ok": "skipped", "call": "skipped", "done": "skipped"}
    [row] = look("MATCH (e:Event {scope: $scope}) WHERE e.embedding IS NOT NULL RETURN collect(e.id) AS ids")
    assert sorted(row["ids"]) == ["fact", "ok"], "skipped events are still searchable by vector"
    assert [event.status for event in memory.history("cli:1")] == ["complete", "skipped", "skipped", "skipped"]


class AddresseeExtractor:
    """An `Extractor` that finds nothing and records who is addressed by each text."""

    name = "addressees"
    layers: tuple[int, ...] = ()

    def __init__(self) -> None:
        self.addressees: dict[str, str | None] = {}

    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        self.addressees |= {one.text: one.addressee for one in passages}
        return Extraction(tuple(TextExtraction() for _ in passages))


@pytest.mark.slow
@pytest.mark.parametrize("logged_at_once", [1, 2, 20])
def test_a_message_addresses_the_only_other_speaker_before_it(
    connect: Callable[..., Memory], logged_at_once: int
) -> None:
    extractor = AddresseeExtractor()
    memory = connect(extractor=extractor)
    events = [
        Event(f"Here is line {number} of this talk.", speaker=f"cli:{who}", speaker_name=who, session="cli:1", at=T0)
        for number, who in enumerate(["Ann", "Bob", "Ann", "Cem", "Bob", *["Ann"] * 12, "Ann", "Bob"])
    ]
    for start in range(0, len(events), logged_at_once):
        memory.log(events[start : start + logged_at_once])
        memory.digest()
    assert [extractor.addressees[event.text] for event in events] == [
        *[None, "Ann", "Bob", None, None],
        # Cem left the window of twelve turns before Bob did.
        *[None] * 11,
        *["Bob", None, "Ann"],
    ]


def test_a_second_digestion_has_nothing_to_do(memory: Memory, talk: Callable[..., list[Event]]) -> None:
    memory.log(talk())
    assert memory.digest().events == 12
    assert memory.digest() == Digest(trips=1)
    memory.log(talk())
    assert memory.digest() == Digest(trips=1), "logging the same events again adds nothing"


def test_twenty_messages_take_three_round_trips_and_a_last_claim(
    memory: Memory, talk: Callable[..., list[Event]]
) -> None:
    memory.log(talk(20))
    assert memory.digest().trips == 3 + 1


@pytest.mark.slow
def test_vectors_have_the_dimension_of_the_model_and_match_the_text(memory: Memory, look: Look) -> None:
    memory.log([Event("Ann moved to Oslo.", id="short", at=T0), Event(LONG, id="long", at=T0)])
    memory.digest()
    embedder = RecordingEmbedder()
    rows = look(
        "MATCH (n:Memory {scope: $scope}) WHERE n.embedding IS NOT NULL AND NOT n:Person "
        "RETURN n.id AS id, n.kind AS kind, n.text AS text, n.embedding AS v"
    )
    assert {row["kind"] for row in rows} == {"event", "passage", "entity", "topic"}
    ids = {row["id"] for row in rows if row["kind"] in ("event", "passage")}
    assert ids == {"short", *(f"passage-long#{number}" for number in range(len(ids) - 1))}
    for row in rows:
        assert row["v"] == pytest.approx(embedder.embed([row["text"]])[0].tolist())


@pytest.mark.slow
def test_full_text_finds_the_passages_of_a_long_text_instead_of_the_event(memory: Memory, look: Look) -> None:
    memory.log([Event(LONG, id="long", at=T0), Event("A word of weather.", id="short", at=T0)])

    def found() -> set[str]:
        query = Filters.from_arguments().lucene_query(memory.scope, ["weather"])
        return {
            row["id"]
            for row in look(
                "CALL db.index.fulltext.queryNodes('memory_text', $query) YIELD node RETURN node.id AS id", query=query
            )
        }

    assert found() == {"long", "short"}
    memory.digest()
    assert {name.split("#")[0] for name in found()} == {"passage-long", "short"}


@pytest.mark.slow
def test_a_long_text_is_cut_into_linked_passages(memory: Memory, look: Look) -> None:
    memory.log([Event(LONG, id="long", speaker="cli:ann", session="cli:1", audience="session", at=T0)])
    digest = memory.digest()
    rows = look(
        "MATCH (e:Event {scope: $scope, id: 'long'})-[:HAS_PASSAGE]->(p:Passage:Memory) RETURN p {.*, embedding: null} AS p, "
        "size(p.embedding) AS n, e.embedding IS NULL AS bare ORDER BY p.ordinal"
    )
    passages = [row["p"] for row in rows]
    assert digest.passages == len(passages) > 2
    assert [passage["id"] for passage in passages] == [f"passage-long#{number}" for number in range(len(passages))]
    assert all(row["n"] == 64 and row["bare"] for row in rows), "passages have vectors, the event has none"
    for passage in passages:
        assert passage["text"] == LONG[passage["start"] : passage["end"]]
        assert (passage["audience"], passage["session"], passage["speaker"]) == ("session:cli:1", "cli:1", "cli:ann")
    assert passages[0]["start"] == 0
    assert passages[-1]["end"] == len(LONG)
    assert all(later["start"] <= earlier["end"] + 1 for earlier, later in itertools.pairwise(passages))


@pytest.mark.slow
def test_the_passage_size_is_a_setting(connect: Callable[..., Memory], settings: Settings) -> None:
    counts = []
    for pieces in (60, 200):
        memory = connect(settings=settings.model_copy(update={"passage_pieces": pieces, "passage_overlap": 0}))
        memory.log([Event(LONG, id=f"long-{pieces}", at=T0)])
        counts.append(memory.digest().passages)
    assert counts[0] > 2 * counts[1] > 0


def test_the_oldest_events_are_digested_first(connect: Callable[..., Memory]) -> None:
    embedder = RecordingEmbedder()
    memory = connect(embedder=embedder)
    memory.log(
        [Event(f"number {number}", session=f"cli:{number % 3}", at=T0 - minutes(number)) for number in range(12)]
    )
    digester = Digester(replace(memory.runtime, embedder=embedder, clock=FixedClock(T0), extractor=None))
    assert digester.run(batch=5, batches=1).trips == 3
    assert embedder.texts == [f"number {number}" for number in range(11, 6, -1)]


@pytest.mark.slow
def test_a_large_claim_is_stored_in_parts(connect: Callable[..., Memory], look: Look) -> None:
    embedder = RecordingEmbedder()
    memory = connect(embedder=embedder)
    memory.log([Event(f"{number} " + f"{'x' * 99} " * 850, id=f"{number}", at=T0) for number in range(5)])
    digest = memory.digest()
    assert digest.events == 5
    assert digest.trips == 1 + 2 * 5 + 1, "a claim, five parts that are resolved and written, and an empty claim"


def test_a_text_that_cannot_be_embedded_fails_alone_with_its_error(
    connect: Callable[..., Memory], look: Look, talk: Callable[..., list[Event]], caplog: pytest.LogCaptureFixture
) -> None:
    memory = connect(embedder=FailingEmbedder(ValueError("no such token"), "poison"))
    memory.log([*talk(10), Event("This one is poison to it.", id="bad", session="cli:1", at=T0)])
    with caplog.at_level(logging.CRITICAL):
        digest = memory.digest()
    assert (digest.events, digest.failed) == (10, 1)
    assert [event_id for event_id, status in statuses(look).items() if status != "complete"] == ["bad"]
    [row] = look(
        "MATCH (e:Event {scope: $scope, id: 'bad'}) RETURN e.status AS status, e.error AS error, e.lease AS lease"
    )
    assert (row["status"], row["error"], row["lease"]) == ("failed_permanent", "ValueError: no such token", None)
    assert memory.queue()["failed_permanent"] == 1
    assert memory.search("poison")[0].id == "bad", "failed events are still found by full text"


class BrokenEmbedder(HashingEmbedder):
    """Returns invalid vectors for texts with a certain word."""

    def __init__(self, broken: Callable[[Any], Any]) -> None:
        super().__init__()
        self.broken = broken

    def embed(self, texts: Sequence[str]) -> Any:
        vectors = super().embed(texts)
        return self.broken(vectors) if any("poison" in text for text in texts) else vectors


@pytest.mark.slow
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
def test_a_text_with_an_invalid_vector_fails_alone(connect: Callable[..., Memory], look: Look, broken: Any) -> None:
    memory = connect(embedder=BrokenEmbedder(broken))
    memory.log([Event("All is well here today.", id="good", at=T0), Event("There is poison in it.", id="bad", at=T0)])
    digest = memory.digest()
    assert (digest.events, digest.failed) == (1, 1)
    [row] = look("MATCH (e:Event {scope: $scope, id: 'bad'}) RETURN e.status AS status, e.error AS error")
    assert row["status"] == "failed_permanent"
    assert "hashing-64 gave vectors of shape" in row["error"]
    found = memory.search("poison")
    assert found[0].id == "bad"
    assert found.degraded, "a query with an invalid vector is answered by full text"


class CutFailingEmbedder(FailingEmbedder):
    """Fails when it is asked for the pieces of a text."""

    def pieces(self, text: str) -> list[tuple[int, int]]:
        if self.error is not None and self.word in text:
            raise self.error
        return super().pieces(text)


def test_a_text_that_cannot_be_cut_fails_alone(connect: Callable[..., Memory], look: Look) -> None:
    memory = connect(embedder=CutFailingEmbedder(ValueError("cannot cut"), "poison"))
    memory.log([Event("All is well here today.", id="good", at=T0), Event(LONG + " poison", id="bad", at=T0)])
    digest = memory.digest()
    assert (digest.events, digest.failed) == (1, 1)
    assert statuses(look) == {"good": "complete", "bad": "failed_permanent"}


@pytest.mark.slow
@pytest.mark.parametrize("error", [ConnectionError("away"), TimeoutError("late"), ConnectionFailed("rate")], ids=repr)
def test_a_transient_error_is_retried_after_1_2_and_4_seconds(
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


def test_a_successful_retry_clears_the_error(connect: Callable[..., Memory], look: Look, clock: FixedClock) -> None:
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


def create_long_events() -> Sequence[Event]:
    """Return more events than one chunk holds."""
    return [Event(f"{'x' * 99} " * 1_500 + f"poison {number}.", id=f"{number}", at=T0) for number in range(3)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", [FailingEmbedder, CutFailingEmbedder])
@pytest.mark.parametrize("word", ["", "poison 2"], ids=["all", "the last"])
def test_without_weights_undigested_events_are_pending_again(
    connect: Callable[..., Memory], look: Look, kind: type[FailingEmbedder], word: str
) -> None:
    embedder = kind(ModelUnavailable("no weights.", how="kg models fetch"), word)
    memory = connect(embedder=embedder)
    memory.log(create_long_events())
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


def test_weights_that_vanish_between_tries_fail_no_event(connect: Callable[..., Memory], look: Look) -> None:
    class VanishingEmbedder(FailingEmbedder):
        def embed(self, texts: Sequence[str]) -> Any:
            try:
                return super().embed(texts)
            finally:
                self.error = ModelUnavailable("gone.", how="fetch")

    memory = connect(embedder=VanishingEmbedder(RuntimeError("first another error")))
    memory.log([Event("All is well here today.", id="one", at=T0)])
    with pytest.raises(ModelUnavailable):
        memory.digest()
    assert statuses(look) == {"one": "pending"}


def test_the_queue_counts_events_per_status(connect: Callable[..., Memory], clock: FixedClock) -> None:
    memory = connect(embedder=FailingEmbedder(TimeoutError("late"), "poison"))
    assert memory.queue() == {"pending": 0, "processing": 0, "failed": 0, "failed_permanent": 0, "stale": 0}
    memory.log([Event(f"Some text of number {number}.", at=T0 + minutes(number)) for number in range(4)])
    until = T0 + minutes(5)
    memory.graph.run("ingestion/claim", worker="dead", now=T0, lease_until=until, limit=1)
    assert memory.queue() == {"pending": 3, "processing": 1, "failed": 0, "failed_permanent": 0, "stale": 0}
    clock.forward(minutes(5))
    assert memory.queue()["stale"] == 1


def test_failed_events_are_retried_on_request(connect: Callable[..., Memory], look: Look) -> None:
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
