"""Layouts of pictures: positions of nodes, computed deterministically in advance, so that pages render at once."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kg.visualize.label_text import label_width

Points = NDArray[np.float64]
_SEED = 7
# With more nodes than this, labels are drawn only where there is space, and only nodes are kept apart.
MAX_LABELLED = 120
# Rings are wider than high, as pages and labels are.
ASPECT_RATIO = 1.45
_LINE_HEIGHT = 16.0
_GAP = 10.0
# Up to _SMALL nodes, all edges have their full weight; beyond it, edges between groups have the weight _BETWEEN.
_SMALL, _BETWEEN, _REACH = 60, 0.12, 12.0
_LEAST_WEIGHT = 0.001
_GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))
# The number of columns for nodes without edges.
_MAX_COLUMNS = 24


def label_boxes(sizes: Sequence[float], labels: Sequence[str]) -> Points:
    """Return the space that round nodes and the labels below them take: (n, 2) widths and heights."""
    has_labels = len(sizes) <= MAX_LABELLED
    width = [
        max(size, label_width(text) if has_labels else 0.0) + _GAP for size, text in zip(sizes, labels, strict=True)
    ]
    height = [size + (_LINE_HEIGHT if has_labels else 0.0) + _GAP for size in sizes]
    return np.array([width, height], dtype=np.float64).T.reshape(-1, 2)


def network_layout(count: int, edges: Sequence[tuple[int, int, float]], sizes: Points) -> Points:
    """Compute the layout of a network: connected nodes are close, groups are separate, nodes do not overlap.

    The forces are those of Fruchterman and Reingold (Graph drawing by force-directed placement, 1991), initialised with the
    communities of the Louvain method. Nodes without edges are placed in rows below.

    Args:
        count: the number of nodes.
        edges: pairs of node indices with a weight of 0 to 1.
        sizes: the space that each node takes, (count, 2).

    Returns:
        (count, 2) centres in points; x to the right, y down.
    """
    places = np.zeros((count, 2))
    connected = sorted({end for one, other, _ in edges for end in (one, other)})
    if connected:
        number = {each: place for place, each in enumerate(connected)}
        inner = [(number[one], number[other], weight) for one, other, weight in edges if one != other]
        places[connected] = separate(_apply_forces(len(connected), inner, sizes[connected]), sizes[connected])
    isolated = [each for each in range(count) if each not in set(connected)]
    if isolated:
        places[isolated] = place_in_rows(sizes[isolated], below=places[connected])
    return places


def _apply_forces(count: int, edges: Sequence[tuple[int, int, float]], sizes: Points) -> Points:
    import networkx  # noqa: PLC0415 - loading takes 0.3 s, and only networks need it

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(count))
    # Communities are undefined where all weights are 0.
    graph.add_weighted_edges_from((one, other, max(weight, _LEAST_WEIGHT)) for one, other, weight in edges)
    # The ideal length of an edge: space for a node and its label, less if there are many.
    ideal = float(np.sqrt(np.prod(sizes, axis=1).mean())) * (1.9 if count <= MAX_LABELLED else 1.6)
    groups = networkx.community.louvain_communities(graph, seed=_SEED)
    at = _initial_positions(count, sorted(groups, key=lambda group: (-len(group), min(group))), ideal)
    one, other = (np.array([edge[end] for edge in edges], dtype=np.intp) for end in (0, 1))
    group = np.zeros(count, dtype=np.intp)
    for place, members in enumerate(groups):
        group[list(members)] = place
    weight = np.array([0.4 + 0.6 * edge[2] for edge in edges])
    if count > _SMALL:
        # With many nodes, edges between groups would pull all groups together.
        weight = weight * np.where(group[one] == group[other], 1.0, _BETWEEN)
    rounds = 300 if count <= MAX_LABELLED else 120 if count <= 400 else 60
    gravity = 0.06 if count <= MAX_LABELLED else 0.02
    for turn in range(rounds):
        flat = at.astype(np.float32)
        square = (flat**2).sum(axis=1)
        push = flat @ flat.T
        push *= -2
        push += square[:, None]
        push += square[None, :]
        np.maximum(push, 0.01, out=push)
        np.divide(ideal**2, push, out=push)
        # No repulsion beyond _REACH ideal lengths, so that unconnected parts stay close.
        push -= 1 / _REACH**2
        np.maximum(push, 0.0, out=push)
        # Equal to the sum of all (a - b) * push, without computing the differences.
        move = (flat * push.sum(axis=1)[:, None] - push @ flat).astype(np.float64)
        along = at[one] - at[other]
        pull = along * (np.sqrt((along**2).sum(axis=1)) / ideal * weight)[:, None]
        np.subtract.at(move, one, pull)
        np.add.at(move, other, pull)
        move -= at * gravity
        length = np.maximum(np.sqrt((move**2).sum(axis=1)), 0.01)
        most = ideal * 1.2 * (1 - turn / rounds) ** 1.3 + 0.5
        at = at + move / length[:, None] * np.minimum(length, most)[:, None]
    # Pages are wider than high.
    return np.asarray((at - at.mean(axis=0)) * np.array([1.25, 0.9]), dtype=np.float64)


def _initial_positions(count: int, groups: Sequence[set[int]], ideal: float) -> Points:
    """Return initial positions: sunflower spirals for the groups, arranged as a sunflower spiral."""
    at = np.zeros((count, 2))
    reach = 0.0
    for place, group in enumerate(groups):
        own = ideal * 0.6 * math.sqrt(len(group))
        middle = np.array([math.cos(place * _GOLDEN_ANGLE), math.sin(place * _GOLDEN_ANGLE)]) * reach
        for seed, each in enumerate(sorted(group)):
            turn = seed * _GOLDEN_ANGLE
            at[each] = middle + np.array([math.cos(turn), math.sin(turn)]) * ideal * 0.6 * math.sqrt(seed + 0.5)
        reach = math.sqrt(reach**2 + (own * 1.6) ** 2) if place else own * 1.4
    return at


def separate(at: Points, sizes: Points) -> Points:
    """Return the positions with overlapping nodes moved apart, along the axis with the smaller overlap."""
    places = at.copy()
    size = sizes.astype(np.float32)
    wide, high = ((size[:, None, axis] + size[None, :, axis]) / 2 for axis in (0, 1))
    for _ in range(200 if len(at) <= MAX_LABELLED else 30):
        x, y = places.astype(np.float32).T
        covered = (np.abs(x[:, None] - x[None, :]) < wide) & (np.abs(y[:, None] - y[None, :]) < high)
        one, other = _overlapping_pairs(covered)
        if not len(one):
            break
        apart = places[one] - places[other]
        over = (sizes[one] + sizes[other]) / 2 - np.abs(apart)
        axis = np.argmin(over, axis=1)
        pair = np.arange(len(one))
        # Of two nodes at the same position, the first moves in one direction and the second in the other.
        sign = np.where(apart[pair, axis] < 0, -1.0, 1.0)
        step = np.zeros_like(apart)
        step[pair, axis] = sign * (over[pair, axis] / 2 + 0.5)
        moved = np.zeros_like(places)
        np.add.at(moved, one, step)
        np.subtract.at(moved, other, step)
        places += np.clip(moved, -40, 40)
    return places


def _overlapping_pairs(covered: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    one, other = np.nonzero(covered)
    once = one < other
    return one[once], other[once]


def to_points(places: Sequence[tuple[float, float]]) -> Points:
    """Return positions as an array, (n, 2)."""
    return np.array(places, dtype=np.float64).reshape(-1, 2)


def place_in_rows(sizes: Points, below: Points) -> Points:
    """Return positions in rows, centred below other positions if there are any."""
    columns = min(_MAX_COLUMNS, max(1, math.ceil(math.sqrt(len(sizes) * 2.5))))
    wide, high = float(sizes[:, 0].max()) + _GAP, float(sizes[:, 1].max()) + _GAP
    middle = float(below[:, 0].min() + below[:, 0].max()) / 2 if len(below) else 0.0
    top = float(below[:, 1].max()) + high * 1.5 if len(below) else 0.0
    rows = [(place % columns, place // columns) for place in range(len(sizes))]
    last = len(sizes) - (len(sizes) - 1) // columns * columns
    full = (len(sizes) - 1) // columns
    return np.array(
        [
            (middle + (column - ((last if row == full else columns) - 1) / 2) * wide, top + row * high)
            for column, row in rows
        ]
    )


def ring_layout(ring_of: Sequence[int], sizes: Points, first: float = 0.0) -> tuple[Points, list[float]]:
    """Compute the layout of nodes on concentric rings; one node alone on the innermost ring, without a radius, is the centre.

    Args:
        ring_of: the ring of each node, 0 the innermost; the nodes of a ring keep their order.
        sizes: the space that each node takes.
        first: the minimum radius.

    Returns:
        The positions, and half the outer height of each ring, which is `ASPECT_RATIO` times as wide; a ring with many nodes
        consists of several rows.
    """
    places = np.zeros((len(ring_of), 2))
    edges: list[float] = []
    reach = first
    for ring in range(max(ring_of, default=-1) + 1):
        members = [place for place, each in enumerate(ring_of) if each == ring]
        wide = float(sizes[members, 0].max()) if members else 0.0
        high = max(float(sizes[members, 1].max()), wide * 0.5) if members else 0.0
        while members:
            radius = max(reach + high * 0.75, wide / 2)
            fits = max(1, int(2 * math.pi * radius * (1 + ASPECT_RATIO) / 2 / wide))
            row, members = members[:fits], members[fits:]
            for place, each in enumerate(row):
                turn = 2 * math.pi * (place + 0.5 * (ring % 2)) / len(row) - math.pi / 2
                places[each] = math.cos(turn) * radius * ASPECT_RATIO, math.sin(turn) * radius
            reach = radius + high * 0.45
        reach += 22.0
        edges.append(reach)
        reach += 4.0
    if not first and ring_of.count(0) == 1:
        places[ring_of.index(0)] = 0.0
    return places, edges
