"""Re-embedding a scope under reads and writes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from kg import Event, Memory, Settings
from kg.errors import InvalidInput, ModelUnavailable, NotFound
from kg.ingestion import Digester
from kg.language.hashing_embedder import HashingEmbedder
from kg.maintenance import reembedding
from kg.protocols import FixedClock
from tests.support import T0, FailingEmbedder, minutes

Look = Callable[..., list[Any]]
OTHER = HashingEmbedder(96)


def dimensions(look: Look) -> dict[tuple[str, int], int]:
    """Count memories by kind and vector length."""
    rows = look(
        "MATCH (n:Memory {scope: $scope}) WHERE n.embedding IS NOT NULL "
        "RETURN n.kind AS kind, size(n.embedding) AS size, count(*) AS count"
    )
    return {(row["kind"], row["size"]): row["count"] for row in rows}


def marks(look: Look) -> int:
    """Count nodes with properties of an unfinished re-embedding."""
    return int(
        look(
            "MATCH (n {scope: $scope}) WHERE n.next_by IS NOT NULL OR n.next_at IS NOT NULL OR n.next_embedding IS NOT NULL "
            "OR n.next_states IS NOT NULL OR n.next_embedder IS NOT NULL OR n.next_dimension IS NOT NULL RETURN count(n) AS n"
        )[0]["n"]
    )


@pytest.fixture
def known(memory: Memory) -> Memory:
    """A memory of several kinds."""
    memory.log(
        [
            Event("I live in Oslo.", speaker="cli:ann", session="cli:1", at=T0),
            Event("I work at Acme.", speaker="cli:bob", session="cli:1", at=T0 + minutes(1)),
            Event(" ".join(f"Sentence {n} tells of a garden." for n in range(90)), session="cli:1", at=T0 + minutes(2)),
        ]
    )
    memory.digest()
    memory.core.add("Short answers.", "preferences")
    return memory


@pytest.mark.slow
def test_a_re_embedded_scope_equals_one_built_with_the_new_model(
    known: Memory, connect: Callable[..., Memory], look: Look, settings: Settings, clock: FixedClock
) -> None:
    before = dimensions(look)
    reports: list[tuple[int, int]] = []
    done = Memory.reembed(
        known.scope,
        embedder=OTHER,
        settings=settings,
        clock=clock,
        progress=lambda made, total: reports.append((made, total)),
    )
    assert (done.embedder, done.dimension, done.memories) == (OTHER.name, 96, sum(before.values()))
    assert reports[-1] == (done.memories, done.memories)
    assert dimensions(look) == {(kind, 96): count for (kind, _), count in before.items()}
    assert marks(look) == 0
    found = connect(embedder=OTHER).search("Where does Ann live?")
    assert (found.degraded, "Oslo" in found.hits[0].text) == ((), True)
    for node in look("MATCH (n:Memory {scope: $scope}) WHERE n.embedding IS NOT NULL RETURN n, labels(n) AS labels"):
        made_of = node["n"]["name"] if "Entity" in node["labels"] else node["n"]["text"]
        assert node["n"]["embedding"] == pytest.approx(OTHER.embed([made_of])[0].tolist(), abs=1e-6)


def test_clients_of_the_old_model_search_by_words_and_cannot_digest(
    known: Memory, settings: Settings, clock: FixedClock
) -> None:
    Memory.reembed(known.scope, embedder=OTHER, settings=settings, clock=clock)
    found = known.search("Where does Ann live?")
    assert "Oslo" in found.hits[0].text
    assert found.degraded == (f"vectors: the scope uses {OTHER.name} now; open it with that model",)
    known.log([Event("Later.", session="cli:1", at=T0 + minutes(9))])
    with pytest.raises(InvalidInput, match=OTHER.name):
        known.digest()
    assert known.queue()["pending"] == 1, "what was claimed is given back"
    with pytest.raises(InvalidInput, match="kg reembed"):
        Memory.connect(known.scope, settings=settings, embedder=HashingEmbedder())


def test_searches_and_writers_continue_meanwhile(
    known: Memory, connect: Callable[..., Memory], look: Look, settings: Settings, clock: FixedClock
) -> None:
    done = threading.Event()
    failures: list[BaseException] = []
    searches = 0

    def reading() -> None:
        nonlocal searches
        while not done.is_set():
            try:
                assert known.search("Where does Ann live?").hits
            except BaseException as error:  # noqa: BLE001 - reported below
                failures.append(error)
                return
            searches += 1

    class Late(HashingEmbedder):
        """An embedder during whose work a client of the old model digests another message."""

        def embed(self, texts: Any) -> Any:
            if len(texts) > 1 and not fresh:
                fresh.extend(known.log([Event("The new boat is red.", session="cli:2", at=T0 + minutes(5))]))
                known.digest()
            return super().embed(texts)

    fresh: list[str] = []
    thread = threading.Thread(target=reading)
    thread.start()
    try:
        Memory.reembed(known.scope, embedder=Late(96), settings=settings, clock=clock)
    finally:
        done.set()
        thread.join()
    assert (failures, searches > 0) == ([], True)
    assert {size for _, size in dimensions(look)} == {96}
    assert connect(embedder=OTHER).search("red boat").hits[0].id == fresh[0]


def test_events_in_digestion_are_digested_again(
    known: Memory, connect: Callable[..., Memory], look: Look, settings: Settings, clock: FixedClock
) -> None:
    known.log([Event("The ferry leaves at noon.", id="ferry", session="cli:1", at=T0 + minutes(9))])

    class Slow(HashingEmbedder):
        """An embedder during whose work the scope changes its model."""

        def embed_late(self, texts: Any) -> Any:
            if "ferry" in texts[0]:
                Memory.reembed(known.scope, embedder=OTHER, settings=settings, clock=clock)
            return super().embed_late(texts)

    done = Digester(replace(known.runtime, embedder=Slow(), settings=settings, extractor=None)).run(batches=1)
    assert done.events == 0, "its claim is gone"
    other = connect(embedder=OTHER)
    assert other.queue()["pending"] == 1
    assert other.digest().events == 1
    assert {size for _, size in dimensions(look)} == {96}
    assert other.search("ferry").hits[0].id == "ferry"


@pytest.mark.slow
@pytest.mark.parametrize("statement", ["reembed_store", "reembed_turn", "reembed_switch", "reembed_end"])
def test_an_interrupted_re_embedding_continues(
    known: Memory, look: Look, settings: Settings, clock: FixedClock, monkeypatch: pytest.MonkeyPatch, statement: str
) -> None:
    monkeypatch.setattr(reembedding, "_PAGE_SIZE", 2)
    monkeypatch.setattr(reembedding, "_SWITCH_PAGE", 2)
    graph = known.graph
    run, sent = graph.run, []

    def cut_off(name: str, /, *args: Any, **params: Any) -> Any:
        sent.append(name)
        if sent.count(f"maintenance/{statement}") == 2 or (
            statement == "reembed_turn" and name.endswith("reembed_switch")
        ):
            raise KeyboardInterrupt
        return run(name, *args, **params)

    monkeypatch.setattr(graph, "run", cut_off)
    with pytest.raises(KeyboardInterrupt):
        reembedding.reembed_scope(graph, OTHER, clock)
    reembedding.reembed_scope(known.graph, OTHER, clock)
    assert {size for _, size in dimensions(look)} == {96}
    assert marks(look) == 0


def test_another_model_can_be_chosen_half_way(
    known: Memory, look: Look, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = known.graph
    with monkeypatch.context() as patch:
        patch.setattr(reembedding, "_switch_vectors", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
        with pytest.raises(KeyboardInterrupt):
            reembedding.reembed_scope(graph, OTHER, clock)
    reembedding.reembed_scope(graph, HashingEmbedder(32), clock)
    assert {size for _, size in dimensions(look)} == {32}
    assert marks(look) == 0


def test_a_missing_model_or_an_empty_scope_changes_nothing(known: Memory, look: Look, settings: Settings) -> None:
    before = dimensions(look)
    with pytest.raises(ModelUnavailable):
        Memory.reembed(
            known.scope, embedder=FailingEmbedder(ModelUnavailable("No weights.", how="?")), settings=settings
        )
    with pytest.raises(NotFound):
        Memory.reembed(f"{known.scope}-none", embedder=OTHER, settings=settings)
    with pytest.raises(InvalidInput):
        Memory.reembed("not a name", embedder=OTHER, settings=settings)
    assert (dimensions(look), marks(look)) == (before, 0)
