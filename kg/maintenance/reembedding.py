"""Another embedding model for a scope while it is read: its vectors are made beside those in use, then put in their place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from neo4j.vector import Vector

from kg.errors import NotFound
from kg.graph import Graph
from kg.language.embedders import embed_late
from kg.protocols import Clock, Embedder
from kg.types import Progress, Renewed

BY_NAME = ("entity", "person", "topic", "tombstone")
"""Kinds of which the name is embedded, and no token states are kept; of everything else it is the text."""
# Texts that are embedded, and then written, at once.
_PAGE = 500
# Vectors that change place in one transaction: some 30 MB of them.
_SWITCHED = 5_000


def renew(graph: Graph, embedder: Embedder, clock: Clock, progress: Progress | None = None) -> Renewed:
    """Give a scope the vectors (and token states) of another model.

    Until all are there, everybody reads the old ones. Then the scope has the new model: who opened it with the old one finds
    by words and by the graph from then on, and is told so; workers of the old one are refused. What is cut off goes on where
    it was, when it is called again with the same model.

    Args:
        graph: the scope.
        embedder: the model that it is to have.
        clock: what tells the time.
        progress: called with how many vectors are made, and how many memories there are.

    Raises:
        NotFound: there is no such scope.
        ModelUnavailable: the model has no weights; nothing was changed.
    """
    embed_late(embedder, ["ready"])
    by = f"{embedder.name} {embedder.dimension}"
    if not graph.run("maintenance/reembed_begin", embedder=embedder.name, dimension=embedder.dimension):
        raise NotFound(f"scope {graph.scope!r}: nothing was logged in it")
    total = graph.run("maintenance/reembed_count")[0]["memories"]
    made = 0
    # What is written meanwhile has vectors of the old model: passes go on until one finds nothing of the kind.
    while more := _filled(graph, embedder, by, made, total, progress):
        made += more
    graph.run("maintenance/reembed_turn", embedder=embedder.name, dimension=embedder.dimension, now=clock.now())
    switched = _switched(graph, by)
    # What was stored between the last pass and the turn.
    while more := _filled(graph, embedder, by, made, total, progress):
        made += more
        switched += _switched(graph, by)
    after: str | None = ""
    while after is not None:
        after = graph.run("maintenance/reembed_end", after=after, limit=_SWITCHED)[0]["last"]
    graph.run("maintenance/reembed_begin", embedder=None, dimension=None)
    return Renewed(embedder.name, embedder.dimension, switched)


def unembedded(graph: Graph, embedder: Embedder) -> int:
    """How many vectors are missing, or are not of the scope's length."""
    return sum(len(rows) for rows in _pages(graph, ["missing"], dimension=embedder.dimension))


def mend(graph: Graph, embedder: Embedder) -> int:
    """Make the vectors that are missing, or are not of the scope's length; returns how many.

    Raises:
        ModelUnavailable: the model has no weights.
    """
    mended = 0
    for rows in _pages(graph, ["missing"], dimension=embedder.dimension):
        [done] = graph.run("maintenance/reembed_store", ["in"], rows=_embedded(embedder, rows))
        mended += done["stored"]
    return mended


def _filled(graph: Graph, embedder: Embedder, by: str, made: int, total: int, progress: Progress | None) -> int:
    """One pass through what has no next vector yet; returns how many were made."""
    filled = 0
    for rows in _pages(graph, ["model"], by=by):
        graph.run("maintenance/reembed_store", ["beside"], rows=_embedded(embedder, rows), by=by)
        filled += len(rows)
        if progress is not None:
            progress(min(made + filled, total), total)
    return filled


def _pages(graph: Graph, fragments: Sequence[str], **params: Any) -> Iterator[list[Any]]:
    after = ""
    while rows := graph.run("maintenance/reembed_page", fragments, after=after, limit=_PAGE, by_name=BY_NAME, **params):
        yield rows
        after = rows[-1]["id"]


def _embedded(embedder: Embedder, rows: Sequence[Any]) -> list[dict[str, Any]]:
    vectors, states = embed_late(embedder, [row["text"] for row in rows])
    return [
        {
            "id": row["id"],
            "vector": Vector.from_numpy(vector),
            "states": block if row["late"] else None,
            "at": row["at"],
        }
        for row, vector, block in zip(rows, vectors, states, strict=True)
    ]


def _switched(graph: Graph, by: str) -> int:
    after, switched = "", 0
    while True:
        [row] = graph.run("maintenance/reembed_switch", after=after, by=by, limit=_SWITCHED)
        if row["last"] is None:
            return switched
        after, switched = row["last"], switched + int(row["switched"])
