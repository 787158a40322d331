"""Make a scope on one server equal to the same scope on another by writing only the differences.

Each pass reads both copies page by page and compares everything: properties, vectors, token states, labels, edges. It relies on
no timestamp and no counter. A pass without differences proves that the copies are equal, and a pass completes what an
interrupted one left unfinished.
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

from kg.graph import Graph, GraphTransaction
from kg.transfer import GraphEdge, GraphNode, format_time, read_edges_by_node, read_nodes

_BATCH = 500
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
Write = Callable[[Callable[[GraphTransaction], None]], None]
"""Runs work in one transaction on the copy that is written."""
ComparisonProgress = Callable[[int], None]
"""Called with the number of nodes and edges compared so far."""


@dataclass
class ReconciliationPass:
    """The result of one pass.

    Attributes:
        nodes: number of nodes.
        edges: number of edges.
        changed: number of nodes and edges written or erased.
    """

    nodes: int = 0
    edges: int = 0
    changed: int = 0


def reconcile(
    source: Graph, target: Graph, write: Write, progress: ComparisonProgress | None = None
) -> ReconciliationPass:
    """Run one pass: write what the target lacks and erase what the source lacks.

    Args:
        source: the scope to copy.
        target: the scope of the same name on the other server.
        write: runs a transaction on the target.
        progress: called after each batch.
    """
    done = ReconciliationPass()
    families = _reconcile_nodes(source, target, write, done, progress)
    _reconcile_edges(source, target, families, write, done, progress)
    return done


def erase_contents(graph: Graph, write: Write, progress: ComparisonProgress | None = None) -> int:
    """Erase a scope except its location; return the number of erased nodes."""
    erased = 0
    rows: list[dict[str, Any]] = []
    for node in read_nodes(graph, vectors=False, include_transient=True):
        if node.family == "Scope":
            _clear_scope_node(node, write)
            continue
        rows.append({"family": node.family, "key": node.key})
        if len(rows) >= _BATCH:
            erased += _erase_nodes(rows, write)
            if progress is not None:
                progress(erased)
    return erased + _erase_nodes(rows, write)


def _clear_scope_node(scope: GraphNode, write: Write) -> None:
    row = {**_node_row(scope, None), "properties": dict.fromkeys(scope.properties.keys() - {"name"}), "times": {}}
    write(lambda turn: _run(turn, "transfer/write_nodes", [row]))


def pair_by_key(ours: Iterator[T], theirs: Iterator[T], key: Callable[[T], K]) -> Iterator[tuple[T | None, T | None]]:
    """Yield each item with the item of the same key from the other side, or None.

    Both sides must have the same order; which one does not matter, as databases and Python sort some letters differently.
    """
    left: dict[K, T] = {}
    right: dict[K, T] = {}
    for one, other in zip_longest(ours, theirs):
        if one is not None:
            yield from _match(one, key(one), left, right, alone=other is None)
        if other is not None:
            for pair in _match(other, key(other), right, left, alone=one is None):
                yield pair[1], pair[0]
    yield from ((one, None) for one in left.values())
    yield from ((None, other) for other in right.values())


def _match(
    item: T, name: K, own: dict[K, T], others: dict[K, T], *, alone: bool
) -> Iterator[tuple[T | None, T | None]]:
    """Yield the pairs that are certain once an item was read: items before it on both sides have no partner."""
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


def _reconcile_nodes(
    source: Graph, target: Graph, write: Write, done: ReconciliationPass, progress: ComparisonProgress | None
) -> set[str]:
    """Reconcile the nodes; return the families that occur."""
    families: set[str] = set()
    put: list[dict[str, Any]] = []
    gone: list[dict[str, Any]] = []

    def flush() -> None:
        done.changed += len(put) + len(gone)
        _erase_nodes(gone, write)
        if put:
            rows = list(put)
            put.clear()
            write(lambda turn: _run(turn, "transfer/write_nodes", rows))

    both = pair_by_key(
        read_nodes(source, include_transient=True),
        read_nodes(target, include_transient=True),
        lambda node: (node.family, *node.key),
    )
    for ours, theirs in both:
        if ours is not None:
            done.nodes += 1
            families.add(ours.family)
            if not _equal(ours, theirs):
                put.append(_node_row(ours, theirs))
        elif theirs is not None and theirs.family != "Scope":
            gone.append({"family": theirs.family, "key": theirs.key})
        if max(len(put), len(gone)) >= _BATCH:
            flush()
            if progress is not None:
                progress(done.nodes)
    flush()
    return families


def _equal(ours: GraphNode, theirs: GraphNode | None) -> bool:
    if theirs is None or ours != theirs:
        return False
    if ours.embedding is None or theirs.embedding is None:
        return ours.embedding is theirs.embedding
    return np.array_equal(ours.embedding, theirs.embedding)


def _run(turn: GraphTransaction, name: str, rows: Sequence[dict[str, Any]]) -> None:
    turn.run(name, rows=rows)


def _erase_nodes(rows: list[dict[str, Any]], write: Write) -> int:
    """Erase these nodes, empty the list, and return how many there were."""
    taken = list(rows)
    rows.clear()
    if taken:
        write(lambda turn: _run(turn, "relocation/erase_nodes", taken))
    return len(taken)


def _node_row(ours: GraphNode, theirs: GraphNode | None) -> dict[str, Any]:
    """Build a row of `transfer/write_nodes`; it removes the labels and properties that only the other copy has."""
    properties: dict[str, Any] = {}
    times: dict[str, str] = {}
    for name, value in ours.properties.items():
        if isinstance(value, neo4j.time.DateTime):
            times[name] = format_time(value)
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


def _reconcile_edges(
    source: Graph,
    target: Graph,
    families: Collection[str],
    write: Write,
    done: ReconciliationPass,
    progress: ComparisonProgress | None,
) -> None:
    put: list[dict[str, Any]] = []
    cut: list[dict[str, Any]] = []

    def flush() -> None:
        done.changed += len(put) + len(cut)
        if put or cut:
            taken, added = list(cut), list(put)
            cut.clear()
            put.clear()
            write(lambda turn: _replace_edges(turn, taken, added))

    for ours, theirs in pair_by_key(
        read_edges_by_node(source, families),
        read_edges_by_node(target, families),
        lambda linked: linked[0],
    ):
        if ours is None:
            # The node pass has erased this node with its edges.
            continue
        done.edges += len(ours[1])
        if theirs is None or ours[1] != theirs[1]:
            _collect_edge_changes(ours[1], theirs[1] if theirs else [], put, cut)
        if max(len(put), len(cut)) >= _BATCH:
            flush()
            if progress is not None:
                progress(done.nodes + done.edges)
    flush()


def _collect_edge_changes(
    ours: Sequence[GraphEdge], theirs: Sequence[GraphEdge], put: list[dict[str, Any]], cut: list[dict[str, Any]]
) -> None:
    """Replace all edges of a type between two nodes if one differs, since edges have no key."""
    wanted, found = _group_edges(ours), _group_edges(theirs)
    for group in {**wanted, **found}:
        if wanted[group] == found[group]:
            continue
        kind, source, target = group
        if found[group]:
            cut.append({"type": kind, "source": source, "target": target})
        for edge in wanted[group]:
            times = {
                name: format_time(each)
                for name, each in edge.properties.items()
                if isinstance(each, neo4j.time.DateTime)
            }
            properties = {name: each for name, each in edge.properties.items() if name not in times}
            put.append({"type": kind, "source": source, "target": target, "properties": properties, "times": times})


def _group_edges(
    edges: Sequence[GraphEdge],
) -> defaultdict[tuple[str, tuple[str, ...], tuple[str, ...]], list[GraphEdge]]:
    groups: defaultdict[tuple[str, tuple[str, ...], tuple[str, ...]], list[GraphEdge]] = defaultdict(list)
    for edge in edges:
        groups[edge.type, edge.source, edge.target].append(edge)
    return groups


def _replace_edges(turn: GraphTransaction, cut: Sequence[dict[str, Any]], put: Sequence[dict[str, Any]]) -> None:
    if cut:
        turn.run("relocation/erase_edges", rows=cut)
    if put:
        turn.run("transfer/write_edges", rows=put)
