"""Making a scope on one server equal to the same scope on another: only what differs is written.

Both are read, page by page, and compared whole: properties, vectors, token states, labels, edges. So nothing is trusted that
could be wrong, no time and no counter; a pass that finds nothing is the proof that both are equal; and whatever was cut off is
made good by the next pass.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TypeVar

import neo4j.time
import numpy as np
from neo4j.vector import Vector

from kg.graph import Graph
from kg.graph.scoped_graph import Turn
from kg.transfer import graph_pages
from kg.transfer.graph_shape import Edge, Node
from kg.transfer.json_values import iso

_STEP = 500
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
Write = Callable[[Callable[[Turn], None]], None]
"""Does some work in one transaction at the place that is written to."""
Told = Callable[[int], None]
"""Told how many nodes and edges were compared."""


@dataclass
class Pass:
    """What one pass found.

    Attributes:
        nodes: how many there are.
        edges: how many there are.
        changed: nodes and edges that were written or erased.
    """

    nodes: int = 0
    edges: int = 0
    changed: int = 0


def level(source: Graph, target: Graph, write: Write, told: Told | None = None) -> Pass:
    """Write to the target what it lacks, and erase what it has too much.

    Args:
        source: the scope as it is to be.
        target: the scope of the same name at the other place.
        write: a transaction there.
        told: told now and then how many nodes and edges were compared.
    """
    done = Pass()
    families = _nodes(source, target, write, done, told)
    _edges(source, target, families, write, done, told)
    return done


def strike(graph: Graph, write: Write, told: Told | None = None) -> int:
    """Erase all of a scope but what tells where it lives; returns how many nodes."""
    struck = 0
    rows: list[dict[str, Any]] = []
    for node in graph_pages.nodes(graph, vectors=False, whole=True):
        if node.family == "Scope":
            _bare(node, write)
            continue
        rows.append({"family": node.family, "key": node.key})
        if len(rows) >= _STEP:
            struck += _struck(rows, write)
            if told is not None:
                told(struck)
    return struck + _struck(rows, write)


def _bare(scope: Node, write: Write) -> None:
    row = {**_row(scope, None), "properties": dict.fromkeys(scope.properties.keys() - {"name"}), "times": {}}
    write(lambda turn: _run(turn, "transfer/write_nodes", [row]))


def paired(ours: Iterator[T], theirs: Iterator[T], key: Callable[[T], K]) -> Iterator[tuple[T | None, T | None]]:
    """Each of ours with that of theirs of the same key; None where there is none.

    Both come in the same order, whichever that is: databases and Python do not sort all letters alike.
    """
    left: dict[K, T] = {}
    right: dict[K, T] = {}
    for one, other in zip_longest(ours, theirs):
        if one is not None:
            yield from _met(one, key(one), left, right, alone=other is None)
        if other is not None:
            for pair in _met(other, key(other), right, left, alone=one is None):
                yield pair[1], pair[0]
    yield from ((one, None) for one in left.values())
    yield from ((None, other) for other in right.values())


def _met(item: T, name: K, own: dict[K, T], others: dict[K, T], *, alone: bool) -> Iterator[tuple[T | None, T | None]]:
    """What is known once an item was read on one side: those before it on both sides have no partner."""
    if name not in others:
        if alone:
            yield item, None
        else:
            own[name] = item
        return
    for passed in list(own):
        yield own.pop(passed), None
    for passed in list(others):
        other = others.pop(passed)
        if passed == name:
            yield item, other
            return
        yield None, other


def _nodes(source: Graph, target: Graph, write: Write, done: Pass, told: Told | None) -> set[str]:
    """Level the nodes; the families of those that there are."""
    families: set[str] = set()
    put: list[dict[str, Any]] = []
    gone: list[dict[str, Any]] = []

    def flush() -> None:
        done.changed += len(put) + len(gone)
        _struck(gone, write)
        if put:
            rows = list(put)
            put.clear()
            write(lambda turn: _run(turn, "transfer/write_nodes", rows))

    both = paired(
        graph_pages.nodes(source, whole=True),
        graph_pages.nodes(target, whole=True),
        lambda node: (node.family, *node.key),
    )
    for ours, theirs in both:
        if ours is not None:
            done.nodes += 1
            families.add(ours.family)
            if not _equal(ours, theirs):
                put.append(_row(ours, theirs))
        elif theirs is not None and theirs.family != "Scope":
            gone.append({"family": theirs.family, "key": theirs.key})
        if max(len(put), len(gone)) >= _STEP:
            flush()
            if told is not None:
                told(done.nodes)
    flush()
    return families


def _equal(ours: Node, theirs: Node | None) -> bool:
    if theirs is None or ours != theirs:
        return False
    if ours.embedding is None or theirs.embedding is None:
        return ours.embedding is theirs.embedding
    return np.array_equal(ours.embedding, theirs.embedding)


def _run(turn: Turn, name: str, rows: Sequence[dict[str, Any]]) -> None:
    turn.run(name, rows=rows)


def _struck(rows: list[dict[str, Any]], write: Write) -> int:
    """Erase these nodes, and forget them."""
    taken = list(rows)
    rows.clear()
    if taken:
        write(lambda turn: _run(turn, "relocation/erase_nodes", taken))
    return len(taken)


def _row(ours: Node, theirs: Node | None) -> dict[str, Any]:
    """A node as `transfer/write_nodes` takes it: what the other had and this has not is told as gone."""
    properties: dict[str, Any] = {}
    times: dict[str, str] = {}
    for name, value in ours.properties.items():
        if isinstance(value, neo4j.time.DateTime):
            times[name] = iso(value)
        else:
            properties[name] = value
    if ours.states is not None:
        properties["states"] = ours.states
    gone: list[str] = []
    if theirs is not None:
        gone = sorted(set(theirs.labels) - set(ours.labels))
        properties |= dict.fromkeys(theirs.properties.keys() - ours.properties.keys())
        if ours.states is None:
            properties["states"] = None
        if ours.embedding is None:
            properties["embedding"] = None
    vector = None if ours.embedding is None else Vector.from_numpy(ours.embedding)
    made = {"family": ours.family, "key": ours.key, "labels": ours.labels, "gone": gone}
    return {**made, "properties": properties, "times": times, "embedding": vector}


def _edges(
    source: Graph, target: Graph, families: Collection[str], write: Write, done: Pass, told: Told | None
) -> None:
    put: list[dict[str, Any]] = []
    cut: list[dict[str, Any]] = []

    def flush() -> None:
        done.changed += len(put) + len(cut)
        if put or cut:
            taken, added = list(cut), list(put)
            cut.clear()
            put.clear()
            write(lambda turn: _exchanged(turn, taken, added))

    for ours, theirs in paired(
        graph_pages.linked(source, families), graph_pages.linked(target, families), lambda linked: linked[0]
    ):
        if ours is None:
            # Its node is not to be there: the pass through the nodes has erased it, with its edges.
            continue
        done.edges += len(ours[1])
        if theirs is None or ours[1] != theirs[1]:
            _differing(ours[1], theirs[1] if theirs else [], put, cut)
        if max(len(put), len(cut)) >= _STEP:
            flush()
            if told is not None:
                told(done.nodes + done.edges)
    flush()


def _differing(
    ours: Sequence[Edge], theirs: Sequence[Edge], put: list[dict[str, Any]], cut: list[dict[str, Any]]
) -> None:
    """All edges of a type between two nodes are put anew where one of them differs: they have no name of their own."""
    wanted, found = _grouped(ours), _grouped(theirs)
    for group in {**wanted, **found}:
        if wanted[group] == found[group]:
            continue
        kind, source, target = group
        if found[group]:
            cut.append({"type": kind, "source": source, "target": target})
        for edge in wanted[group]:
            times = {name: iso(each) for name, each in edge.properties.items() if isinstance(each, neo4j.time.DateTime)}
            properties = {name: each for name, each in edge.properties.items() if name not in times}
            put.append({"type": kind, "source": source, "target": target, "properties": properties, "times": times})


def _grouped(edges: Sequence[Edge]) -> defaultdict[tuple[str, tuple[str, ...], tuple[str, ...]], list[Edge]]:
    groups: defaultdict[tuple[str, tuple[str, ...], tuple[str, ...]], list[Edge]] = defaultdict(list)
    for edge in edges:
        groups[edge.type, edge.source, edge.target].append(edge)
    return groups


def _exchanged(turn: Turn, cut: Sequence[dict[str, Any]], put: Sequence[dict[str, Any]]) -> None:
    if cut:
        turn.run("relocation/erase_edges", rows=cut)
    if put:
        turn.run("transfer/write_edges", rows=put)
