"""Re-embedding: give a scope the vectors of another model while it is in use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from neo4j.vector import Vector

from kg.errors import NotFound
from kg.graph import Graph
from kg.language import embed_with_token_states
from kg.protocols import Clock, Embedder
from kg.types import Progress, ReembeddingResult

KINDS_EMBEDDED_BY_NAME = ("entity", "person", "topic", "tombstone")
"""Kinds whose name is embedded, without token states; of all other kinds the text is embedded."""
# Texts embedded and written at once.
_PAGE_SIZE = 500
# Vectors switched in one transaction, about 30 MB.
_SWITCH_PAGE = 5_000


def reembed_scope(
    graph: Graph, embedder: Embedder, clock: Clock, progress: Progress | None = None
) -> ReembeddingResult:
    """Give a scope the vectors (and token states) of another model.

    Readers use the old vectors until all new ones are stored. From then on, a memory opened with the old model searches by words
    and graph only and reports this as degraded, and its workers are refused. An interrupted call continues where it was when
    it is repeated with the same model.

    Args:
        graph: the scope.
        embedder: the new model.
        clock: the time.
        progress: called with the number of new vectors, and of memories.

    Raises:
        NotFound: the scope does not exist.
        ModelUnavailable: the model has no weights; nothing was changed.
    """
    embed_with_token_states(embedder, ["ready"])
    by = f"{embedder.name} {embedder.dimension}"
    if not graph.run("maintenance/reembed_begin", embedder=embedder.name, dimension=embedder.dimension):
        raise NotFound(f"scope {graph.scope!r}: nothing was logged in it")
    total = graph.run("maintenance/reembed_count")[0]["memories"]
    made = 0
    # Memories written meanwhile have vectors of the old model: repeat until a pass finds none.
    while more := _embed_pass(graph, embedder, by, made, total, progress):
        made += more
    graph.run("maintenance/reembed_turn", embedder=embedder.name, dimension=embedder.dimension, now=clock.now())
    switched = _switch_vectors(graph, by)
    # Memories stored between the last pass and the change of the model.
    while more := _embed_pass(graph, embedder, by, made, total, progress):
        made += more
        switched += _switch_vectors(graph, by)
    after: str | None = ""
    while after is not None:
        after = graph.run("maintenance/reembed_end", after=after, limit=_SWITCH_PAGE)[0]["last"]
    graph.run("maintenance/reembed_begin", embedder=None, dimension=None)
    return ReembeddingResult(embedder.name, embedder.dimension, switched)


def count_missing_vectors(graph: Graph, embedder: Embedder) -> int:
    """Count the vectors that are missing or have a wrong length."""
    return sum(len(rows) for rows in _read_pages(graph, ["missing"], dimension=embedder.dimension))


def embed_missing(graph: Graph, embedder: Embedder) -> int:
    """Embed memories whose vector is missing or has a wrong length; return their number.

    Raises:
        ModelUnavailable: the model has no weights.
    """
    embedded = 0
    for rows in _read_pages(graph, ["missing"], dimension=embedder.dimension):
        [done] = graph.run("maintenance/reembed_store", ["missing"], rows=_embed_rows(embedder, rows))
        embedded += done["stored"]
    return embedded


def _embed_pass(graph: Graph, embedder: Embedder, by: str, made: int, total: int, progress: Progress | None) -> int:
    """Embed the memories without a vector of the new model, once; return their number."""
    embedded = 0
    for rows in _read_pages(graph, ["model"], by=by):
        graph.run("maintenance/reembed_store", ["next"], rows=_embed_rows(embedder, rows), by=by)
        embedded += len(rows)
        if progress is not None:
            progress(min(made + embedded, total), total)
    return embedded


def _read_pages(graph: Graph, fragments: Sequence[str], **params: Any) -> Iterator[list[Any]]:
    after = ""
    while rows := graph.run(
        "maintenance/reembed_page", fragments, after=after, limit=_PAGE_SIZE, by_name=KINDS_EMBEDDED_BY_NAME, **params
    ):
        yield rows
        after = rows[-1]["id"]


def _embed_rows(embedder: Embedder, rows: Sequence[Any]) -> list[dict[str, Any]]:
    vectors, states = embed_with_token_states(embedder, [row["text"] for row in rows])
    return [
        {
            "id": row["id"],
            "vector": Vector.from_numpy(vector),
            "states": block if row["late"] else None,
            "at": row["at"],
        }
        for row, vector, block in zip(rows, vectors, states, strict=True)
    ]


def _switch_vectors(graph: Graph, by: str) -> int:
    after, switched = "", 0
    while True:
        [row] = graph.run("maintenance/reembed_switch", after=after, by=by, limit=_SWITCH_PAGE)
        if row["last"] is None:
            return switched
        after, switched = row["last"], switched + int(row["switched"])
