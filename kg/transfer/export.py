"""Export: a scope as one file, written beside its place and put there when it is whole."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeVar

from kg.errors import InvalidInput
from kg.graph import Graph, schema
from kg.transfer import cypher_script, graph_pages, graphml
from kg.transfer.graph_file import VERSION, Header, Writer
from kg.transfer.graph_shape import Edge, Node
from kg.types import Exported, Progress

FORMS = ("jsonl", "graphml", "cypher")
"""The forms of an export; only the first can be imported again."""
_TOLD_EVERY = 500
T = TypeVar("T")


def export(
    graph: Graph,
    place: str | os.PathLike[str] | IO[bytes],
    *,
    form: str = "jsonl",
    embeddings: bool = True,
    progress: Progress | None = None,
) -> Exported:
    """Write a scope's whole graph, in constant memory.

    What others write meanwhile may be in it or not; an edge whose end is not in it is left out when it is imported.

    Args:
        graph: the scope.
        place: a path, which only its owner may read and which is there when it is whole; or a file open for writing bytes.
        form: of `FORMS`.
        embeddings: with vectors and token states.
        progress: told how many nodes and edges are written; what there is in all is not known, and told as the same.

    Raises:
        InvalidInput: the form, or the path, where no file can be written.
    """
    if form not in FORMS:
        raise InvalidInput("form", form, f"one of {', '.join(FORMS)}")
    count = _Count(progress)
    with _opened(place) as file:
        found = count.of(graph_pages.nodes(graph, vectors=embeddings and form != "graphml"))
        edges = count.of(graph_pages.edges(graph))
        if form == "jsonl":
            nodes, links = _lines(graph, file, found, edges, embeddings=embeddings)
        elif form == "graphml":
            nodes, links = graphml.write(file, found, edges)
        else:
            nodes, links = cypher_script.write(file, graph.scope, found, edges)
    return Exported(form, graph.scope, nodes, links)


def _lines(
    graph: Graph,
    file: IO[bytes],
    nodes: Iterable[Node],
    edges: Iterable[Edge],
    *,
    embeddings: bool,
) -> tuple[int, int]:
    [made] = graph.run("graph/migration_ledger")
    header = Header(VERSION, schema.newest(), graph.scope, made["embedder"], made["dimension"], embeddings)
    writer = Writer(file, header)
    for node in nodes:
        writer.node(node)
    for edge in edges:
        writer.edge(edge)
    footer = writer.close()
    return footer.nodes, footer.edges


class _Count:
    """Tells from time to time how many were handed on."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._done = 0

    def of(self, items: Iterable[T]) -> Iterator[T]:
        for item in items:
            self._done += 1
            if self._progress and self._done % _TOLD_EVERY == 0:
                self._progress(self._done, self._done)
            yield item


@contextmanager
def _opened(place: str | os.PathLike[str] | IO[bytes]) -> Iterator[IO[bytes]]:
    """The file to write to: a new one that takes its place when all is written, or the one that was given."""
    if not isinstance(place, (str, os.PathLike)):
        yield place
        place.flush()
        return
    path = Path(place)
    part: Path | None = None
    try:
        # Readable by its owner alone from its first byte on: it holds all that a memory knows.
        number, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        part = Path(name)
        with os.fdopen(number, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise InvalidInput("place", str(path), f"where a file can be written ({error.strerror or error})") from None
    finally:
        if part is not None:
            part.unlink(missing_ok=True)
