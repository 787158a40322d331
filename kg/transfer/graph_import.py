"""Import of an export: its nodes, then its edges, into a scope that is empty, or that holds the beginning of the same import.

Each step writes its lines, and how far the import is, in one transaction. So an import that was killed goes on where it ended,
and a step whose answer was lost is not taken twice.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from neo4j.vector import Vector

from kg.errors import InvalidInput
from kg.graph import Graph
from kg.graph.scoped_graph import Turn
from kg.language.embedders import embed_late
from kg.maintenance.reembedding import BY_NAME
from kg.protocols import Embedder
from kg.transfer.graph_file import Reader
from kg.types import Imported

Advance = Callable[[int], None]
"""Called with how many more are done."""
_STEP = 500


class Restoration:
    """An export that is whole and fits the scope, ready to be written; the same file again changes nothing.

    Attributes:
        told: what the file holds.
        left: how many of its nodes and edges are not written yet.
    """

    def __init__(self, graph: Graph, path: Path, embedder: Embedder, *, embed_anew: bool = False) -> None:
        """Check the file, every line of it, and the scope.

        Args:
            graph: the scope, which need not have the name that the file's had.
            path: the file.
            embedder: the scope's.
            embed_anew: make vectors and token states anew instead of taking those of the file.

        Raises:
            InvalidInput: the file is cut off, changed or of a newer version, its vectors come from another model, or the scope
                holds something else.
            SchemaTooNew: the file was made of a graph that is newer than this kg.
        """
        self._graph = graph
        self._embedder = embedder
        self._embed_anew = embed_anew
        self._reader = Reader(path)
        if not embed_anew:
            _fits(self._reader, embedder)
        self._reader.check()
        footer = self._reader.footer
        self._done = _begun(graph, footer.sha256)
        self.left = footer.nodes + footer.edges - self._done
        self.told = Imported(str(path), "kg", nodes=footer.nodes, edges=footer.edges)

    def write(self, advance: Advance) -> None:
        """Write what is left, step by step.

        Args:
            advance: told after each step how many more are done.

        Raises:
            ModelUnavailable: vectors are to be made, and the embedder has no weights.
        """
        source = self._reader.footer.sha256
        rows = itertools.islice(self._reader.rows(self._graph.scope), self._done, None)
        while step := list(itertools.islice(rows, _STEP)):
            if self._embed_anew:
                _embed(step, self._embedder)
            _write(self._graph, source, self._done, step)
            self._done += len(step)
            advance(len(step))


def _fits(reader: Reader, embedder: Embedder) -> None:
    """Refuse vectors that this embedder's would not fit.

    Raises:
        InvalidInput: they are of another model, or there are none.
    """
    header, name = reader.header, reader.path.name
    if header.embedder is None:
        return
    own = f"{embedder.name} ({embedder.dimension})"
    if (header.embedder, header.dimension) != (embedder.name, embedder.dimension):
        told = f"{header.embedder} ({header.dimension})"
        raise InvalidInput(f"{name}, embedder", told, f"{own}; --embed-anew makes new vectors")
    if not header.embeddings:
        raise InvalidInput(f"{name}, embeddings", False, "a file with vectors; --embed-anew makes new ones")


def _begun(graph: Graph, source: str) -> int:
    """How many lines of this file the scope has already.

    Raises:
        InvalidInput: it has something else.
    """
    [state] = graph.run("transfer/import_state")
    if state["source"] == source and not state["empty"]:
        return int(state["done"])
    if not state["empty"]:
        raise InvalidInput("scope", graph.scope, "an empty scope, or one that holds a part of the same import")
    return 0


def _write(graph: Graph, source: str, start: int, step: Sequence[dict[str, Any]]) -> None:
    nodes = [row for row in step if "family" in row]
    edges = [row for row in step if "family" not in row]

    def work(turn: Turn) -> None:
        if not turn.run("transfer/import_step", source=source, start=start, done=start + len(step)):
            return
        if nodes:
            turn.run("transfer/write_nodes", rows=nodes)
        if edges:
            turn.run("transfer/write_edges", rows=edges)

    graph.transact(work)


def _embed(step: Sequence[dict[str, Any]], embedder: Embedder) -> None:
    """Give each node that had a vector one of this embedder's, and the scope its name."""
    wanted = []
    for row in step:
        properties = row["properties"]
        if row.get("family") == "Scope":
            properties |= {"embedder": embedder.name, "dimension": embedder.dimension}
        if row.get("embedded"):
            text = properties.get("name" if properties.get("kind") in BY_NAME else "text")
            row["embedding"] = None
            if text:
                wanted.append((row, text))
    if not wanted:
        return
    vectors, states = embed_late(embedder, [text for _, text in wanted])
    for (row, _), vector, block in zip(wanted, vectors, states, strict=True):
        row["embedding"] = Vector.from_numpy(vector)
        if "states" in row["properties"] or row["properties"].get("kind") not in BY_NAME:
            row["properties"]["states"] = block
