"""Find and repair faults that need no decision by a person."""

from __future__ import annotations

from kg.graph import Graph, rebuild_indexes
from kg.ingestion import count_queue, requeue_failed_events
from kg.maintenance.reembedding import count_missing_vectors, embed_missing
from kg.protocols import Clock, Embedder


def find_faults(graph: Graph, embedder: Embedder, clock: Clock) -> dict[str, int]:
    """Count what `repair_scope` would repair, by kind; kinds without faults are omitted."""
    waiting = count_queue(graph, clock.now())
    [found] = graph.run("maintenance/faults")
    vectors = count_missing_vectors(graph, embedder)
    return _nonzero(waiting["stale"], waiting["failed_permanent"], found["orphans"], found["counts"], vectors)


def repair_scope(graph: Graph, embedder: Embedder, clock: Clock, *, indexes: bool = False) -> dict[str, int]:
    """Repair a scope; return the number of repairs by kind.

    Args:
        graph: the scope.
        embedder: its model.
        clock: the time.
        indexes: rebuild the search indexes first; they serve all scopes.

    Raises:
        ModelUnavailable: vectors are missing, and the model has no weights.
    """
    if indexes:
        rebuild_indexes(graph)
    now = clock.now()
    failed = count_queue(graph, now)["failed_permanent"]
    [claims] = graph.run("maintenance/lapsed_claims", now=now)
    requeue_failed_events(graph, now)
    [found] = graph.run("maintenance/faults", ["repair"])
    return _nonzero(claims["events"], failed, found["orphans"], found["counts"], embed_missing(graph, embedder))


def _nonzero(claims: int, failed: int, orphans: int, counts: int, vectors: int) -> dict[str, int]:
    counts_by_kind = {
        "lapsed claims": claims,
        "failed events": failed,
        "orphans": orphans,
        "wrong counts": counts,
        "missing vectors": vectors,
    }
    return {kind: count for kind, count in counts_by_kind.items() if count}
