"""Export of a scope to one file, which is written next to its target and renamed when it is complete."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeVar

from kg.errors import InvalidInput
from kg.graph import Graph, latest_version
from kg.transfer import cypher_script, graph_pages, graphml
from kg.transfer.graph_file import FORMAT_VERSION, ExportHeader, ExportWriter
from kg.transfer.graph_shape import GraphEdge, GraphNode
from kg.types import ExportResult, Progress

EXPORT_FORMS = ("jsonl", "graphml", "cypher")
"""The formats of an export; only the first can be imported again."""
_PROGRESS_INTERVAL = 500
T = TypeVar("T")


def export_scope(
    graph: Graph,
    place: str | os.PathLike[str] | IO[bytes],
    *,
    form: str = "jsonl",
    embeddings: bool = True,
    progress: Progress | None = None,
    sign: Callable[[str], str] | None = None,
) -> ExportResult:
    """Write the whole graph of a scope, in constant memory.

    Concurrent writes may or may not be included; an edge to a node that is not in the file is skipped on import.

    Args:
        graph: the scope.
        place: a path, which only its owner may read and which exists once it is complete; or a binary file open for writing.
        form: one of `EXPORT_FORMS`.
        embeddings: include vectors and token states.
        progress: called with the number of nodes and edges written, twice: the total is not known.
        sign: returns the signature of a checksum; None: lines are not signed.

    Raises:
        InvalidInput: the form is unknown, or the path cannot be written.
    """
    if form not in EXPORT_FORMS:
        raise InvalidInput("form", form, f"one of {', '.join(EXPORT_FORMS)}")
    counter = _ProgressCounter(progress)
    with _open_output(place) as file:
        nodes = counter.count(graph_pages.read_nodes(graph, vectors=embeddings and form != "graphml"))
        edges = counter.count(graph_pages.read_edges(graph))
        if form == "jsonl":
            node_count, edge_count = _write_lines(graph, file, nodes, edges, embeddings=embeddings, sign=sign)
        elif form == "graphml":
            node_count, edge_count = graphml.write_graphml(file, nodes, edges)
        else:
            node_count, edge_count = cypher_script.write_cypher_script(file, graph.scope, nodes, edges)
    return ExportResult(form, graph.scope, node_count, edge_count)


def _write_lines(
    graph: Graph,
    file: IO[bytes],
    nodes: Iterable[GraphNode],
    edges: Iterable[GraphEdge],
    *,
    embeddings: bool,
    sign: Callable[[str], str] | None,
) -> tuple[int, int]:
    [ledger] = graph.run("graph/migration_ledger")
    header = ExportHeader(
        FORMAT_VERSION, latest_version(), graph.scope, ledger["embedder"], ledger["dimension"], embeddings
    )
    writer = ExportWriter(file, header, sign=sign)
    for node in nodes:
        writer.node(node)
    for edge in edges:
        writer.edge(edge)
    footer = writer.close()
    return footer.nodes, footer.edges


class _ProgressCounter:
    """Reports how many items have passed, at intervals."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._done = 0

    def count(self, items: Iterable[T]) -> Iterator[T]:
        for item in items:
            self._done += 1
            if self._progress and self._done % _PROGRESS_INTERVAL == 0:
                self._progress(self._done, self._done)
            yield item


@contextmanager
def _open_output(place: str | os.PathLike[str] | IO[bytes]) -> Iterator[IO[bytes]]:
    """Yield the file to write to: a temporary file that replaces the path at the end, or the given file."""
    if not isinstance(place, (str, os.PathLike)):
        yield place
        place.flush()
        return
    path = Path(place)
    part: Path | None = None
    try:
        # mkstemp makes the file readable by its owner only: it contains the whole memory.
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        part = Path(name)
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise InvalidInput(
            "place", str(path), f"a path where a file can be written ({error.strerror or error})"
        ) from None
    finally:
        if part is not None:
            part.unlink(missing_ok=True)
