"""Import of an export: its nodes, then its edges, into a scope that is empty or has the first part of the same import.

Each step writes its lines and the progress of the import in one transaction. An interrupted import thus continues where it
ended, and a step whose response was lost is not applied twice.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from neo4j.vector import Vector

from kg.errors import InvalidInput
from kg.graph import Graph, GraphTransaction
from kg.knowledge import read_fact_key, text_to_embed
from kg.language import embed_with_token_states
from kg.maintenance import KINDS_EMBEDDED_BY_NAME
from kg.protocols import Embedder
from kg.transfer.graph_file import ExportReader
from kg.transfer.imported_instructions import mark_instructions
from kg.transfer.untrusted_rows import disown
from kg.types import FileImportResult

Advance = Callable[[int], None]
"""Called with the number of items written since the last call."""
_STEP = 500


class GraphImport:
    """The import of a complete export that fits the scope; repeating it changes nothing.

    Attributes:
        summary: the numbers of nodes and edges in the file.
        footer: the footer of the file.
        remaining: the number of nodes and edges that are not written yet.
    """

    def __init__(
        self, graph: Graph, path: Path, embedder: Embedder, *, owners: Collection[str], embed_anew: bool = False
    ) -> None:
        """Check all lines of the file, and the scope.

        Args:
            graph: the scope; its name may differ from that of the exported scope.
            path: the export.
            embedder: the embedder of the scope.
            owners: accounts of the owners; the file does not decide who owns the scope.
            embed_anew: compute vectors and token states instead of reading them from the file.

        Raises:
            InvalidInput: the file is truncated, damaged or of a newer format, its vectors are of another model, or the scope has
                other content.
            SchemaTooNew: the file was exported by a newer version of kg.
        """
        self._graph = graph
        self._embedder = embedder
        self._owners = sorted(owners)
        self._embed_anew = embed_anew
        self._reader = ExportReader(path)
        if not embed_anew:
            _check_vectors(self._reader, embedder)
        self._reader.check()
        footer = self._reader.footer
        self._done = _lines_done(graph, footer.sha256)
        self.footer = footer
        self.remaining = footer.nodes + footer.edges - self._done
        self.summary = FileImportResult(str(path), "kg", nodes=footer.nodes, edges=footer.edges)

    def write(self, advance: Advance) -> None:
        """Write the remaining lines in steps.

        Args:
            advance: called after each step with the number of lines written.

        Raises:
            ModelUnavailable: vectors must be computed, and the embedder has no weights, or the English pipeline cannot be loaded.
        """
        source = self._reader.footer.sha256
        rows = itertools.islice(self._reader.rows(self._graph.scope), self._done, None)
        while step := list(itertools.islice(rows, _STEP)):
            if self._embed_anew:
                _embed(step, self._embedder)
            for row in step:
                disown(row, self._owners)
            mark_instructions(step, self._owners)
            _write(self._graph, source, self._done, step)
            self._done += len(step)
            advance(len(step))
        self._graph.run("transfer/mark_passages")
        self._graph.run("transfer/set_owners", owners=self._owners)


def _check_vectors(reader: ExportReader, embedder: Embedder) -> None:
    """Check that the vectors of the file are of this embedder's model.

    Raises:
        InvalidInput: they are of another model, or the file has none.
    """
    header, name = reader.header, reader.path.name
    if header.embedder is None:
        return
    own = f"{embedder.name} ({embedder.dimension})"
    if (header.embedder, header.dimension) != (embedder.name, embedder.dimension):
        value = f"{header.embedder} ({header.dimension})"
        raise InvalidInput(f"{name}, embedder", value, f"{own}; --embed-anew makes new vectors")
    if not header.embeddings:
        raise InvalidInput(f"{name}, embeddings", False, "a file with vectors; --embed-anew makes new ones")


def _lines_done(graph: Graph, source: str) -> int:
    """Return how many lines of this file the scope already has.

    Raises:
        InvalidInput: the scope has other content.
    """
    [state] = graph.run("transfer/import_state")
    if state["source"] == source and not state["empty"]:
        return int(state["done"])
    if not state["empty"]:
        raise InvalidInput("scope", graph.scope, "an empty scope, or one with a part of the same import")
    return 0


def _write(graph: Graph, source: str, start: int, step: Sequence[dict[str, Any]]) -> None:
    nodes = [row for row in step if "family" in row]
    edges = [row for row in step if "family" not in row]

    def work(transaction: GraphTransaction) -> None:
        if not transaction.run("transfer/import_step", source=source, start=start, done=start + len(step)):
            return
        if nodes:
            transaction.run("transfer/write_nodes", rows=nodes)
        if edges:
            transaction.run("transfer/write_edges", rows=edges)

    graph.transact(work)


def _embed(step: Sequence[dict[str, Any]], embedder: Embedder) -> None:
    """Compute the vectors of all nodes that had one, and set the embedder of the scope."""
    pending = []
    for row in step:
        properties = row["properties"]
        if row.get("family") == "Scope":
            properties |= {"embedder": embedder.name, "dimension": embedder.dimension}
        if row.get("embedded"):
            text = properties.get("name" if properties.get("kind") in KINDS_EMBEDDED_BY_NAME else "text")
            if text and properties.get("kind") == "fact":
                text = text_to_embed(text, read_fact_key(properties))
            row["embedding"] = None
            if text:
                pending.append((row, text))
    if not pending:
        return
    vectors, states = embed_with_token_states(embedder, [text for _, text in pending])
    for (row, _), vector, block in zip(pending, vectors, states, strict=True):
        row["embedding"] = Vector.from_numpy(vector)
        if "states" in row["properties"] or row["properties"].get("kind") not in KINDS_EMBEDDED_BY_NAME:
            row["properties"]["states"] = block
