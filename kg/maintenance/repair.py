"""Repair: what can be put right without asking anybody, and what there is of it."""

from __future__ import annotations

from kg.graph import Graph, schema
from kg.ingestion import queue, requeue
from kg.maintenance.reembedding import mend, unembedded
from kg.protocols import Clock, Embedder


def faults(graph: Graph, embedder: Embedder, clock: Clock) -> dict[str, int]:
    """What `repair` would put right: kind → how many. Kinds of which there are none are left out."""
    waiting = queue(graph, clock.now())
    [found] = graph.run("maintenance/faults")
    vectors = unembedded(graph, embedder)
    return _some(waiting["stale"], waiting["failed_permanent"], found["orphans"], found["counts"], vectors)


def repair(graph: Graph, embedder: Embedder, clock: Clock, *, indexes: bool = False) -> dict[str, int]:
    """Put right what can be; returns kind → how many.

    Args:
        graph: the scope.
        embedder: its model.
        clock: what tells the time.
        indexes: whether the search indexes, which serve all scopes, are built anew first.

    Raises:
        ModelUnavailable: vectors are missing, and the model has no weights.
    """
    if indexes:
        schema.rebuild(graph)
    now = clock.now()
    failed = queue(graph, now)["failed_permanent"]
    [claims] = graph.run("maintenance/lapsed_claims", now=now)
    requeue(graph, now)
    [found] = graph.run("maintenance/faults", ["mend"])
    return _some(claims["events"], failed, found["orphans"], found["counts"], mend(graph, embedder))


def _some(claims: int, failed: int, orphans: int, counts: int, vectors: int) -> dict[str, int]:
    told = {
        "lapsed claims": claims,
        "failed events": failed,
        "orphans": orphans,
        "wrong counts": counts,
        "missing vectors": vectors,
    }
    return {kind: count for kind, count in told.items() if count}
