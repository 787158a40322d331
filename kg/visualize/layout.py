"""Places for the things of a picture, computed once, so that a page paints at once: the same things always stand the same way."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
_SEED = 7
# Beyond this many, names stand only where there is room: things keep apart, not their names.
NAMED = 120
# Rings are wider than high, as sheets and names are.
FLAT = 1.45
_LETTER, _LINE = 6.6, 16.0
_GAP = 10.0
# Up to so many one sees every tie.
_SMALL, _BETWEEN, _REACH = 60, 0.12, 12.0
_GOLDEN = math.pi * (3 - math.sqrt(5))
# So many things stand next to each other in the rows of those who have no ties.
_ROW = 24


def label_width(text: str) -> float:
    """How wide a label is, about, in points."""
    return len(text) * _LETTER


def boxes(sizes: Sequence[float], labels: Sequence[str]) -> Points:
    """The room that round things and the names below them take: (n, 2) widths and heights."""
    named = len(sizes) <= NAMED
    width = [max(size, label_width(text) if named else 0.0) + _GAP for size, text in zip(sizes, labels, strict=True)]
    height = [size + (_LINE if named else 0.0) + _GAP for size in sizes]
    return np.array([width, height], dtype=np.float64).T.reshape(-1, 2)


def network(count: int, ties: Sequence[tuple[int, int, float]], room: Points) -> Points:
    """Places for a network: who is bound stands near, groups stand apart, nothing covers another.

    The forces are those of Fruchterman and Reingold (Graph drawing by force-directed placement, 1991), begun with the
    groups that Louvain's method finds. Who has no tie stands in rows below.

    Args:
        count: how many things.
        ties: pairs of their numbers with a weight of 0 to 1.
        room: what each takes, (count, 2).

    Returns:
        (count, 2) middles in points; x to the right, y down.
    """
    places = np.zeros((count, 2))
    bound = sorted({end for one, other, _ in ties for end in (one, other)})
    if bound:
        number = {each: place for place, each in enumerate(bound)}
        inner = [(number[one], number[other], weight) for one, other, weight in ties if one != other]
        places[bound] = _apart(_forces(len(bound), inner, room[bound]), room[bound])
    lone = [each for each in range(count) if each not in set(bound)]
    if lone:
        places[lone] = _rows(room[lone], below=places[bound] if bound else None)
    return places


def _forces(count: int, ties: Sequence[tuple[int, int, float]], room: Points) -> Points:
    # It takes a third of a second to load, and only pictures of networks need it.
    import networkx  # noqa: PLC0415

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_weighted_edges_from(ties)
    # The ideal length of a tie: room for a thing and its name, less where there are many.
    ideal = float(np.sqrt(np.prod(room, axis=1).mean())) * (1.9 if count <= NAMED else 1.6)
    groups = networkx.community.louvain_communities(graph, seed=_SEED)
    at = _sunflowers(count, sorted(groups, key=lambda group: (-len(group), min(group))), ideal)
    one, other = (np.array([tie[end] for tie in ties], dtype=np.intp) for end in (0, 1))
    group = np.zeros(count, dtype=np.intp)
    for place, members in enumerate(groups):
        group[list(members)] = place
    weight = np.array([0.4 + 0.6 * tie[2] for tie in ties])
    if count > _SMALL:
        # Among many, what binds groups would draw all of them into one knot.
        weight = weight * np.where(group[one] == group[other], 1.0, _BETWEEN)
    rounds = 300 if count <= NAMED else 120 if count <= 400 else 60
    gravity = 0.06 if count <= NAMED else 0.02
    for turn in range(rounds):
        flat = at.astype(np.float32)
        square = (flat**2).sum(axis=1)
        push = flat @ flat.T
        push *= -2
        push += square[:, None]
        push += square[None, :]
        np.maximum(push, 0.01, out=push)
        np.divide(ideal**2, push, out=push)
        # Beyond some lengths nothing is pushed away: parts that have nothing to do with each other stay on one sheet.
        push -= 1 / _REACH**2
        np.maximum(push, 0.0, out=push)
        # The same as the sum of all (a - b) * push, without the differences.
        move = (flat * push.sum(axis=1)[:, None] - push @ flat).astype(np.float64)
        along = at[one] - at[other]
        pull = along * (np.sqrt((along**2).sum(axis=1)) / ideal * weight)[:, None]
        np.subtract.at(move, one, pull)
        np.add.at(move, other, pull)
        move -= at * gravity
        length = np.maximum(np.sqrt((move**2).sum(axis=1)), 0.01)
        most = ideal * 1.2 * (1 - turn / rounds) ** 1.3 + 0.5
        at = at + move / length[:, None] * np.minimum(length, most)[:, None]
    # A sheet is wider than high.
    return np.asarray((at - at.mean(axis=0)) * np.array([1.25, 0.9]), dtype=np.float64)


def _sunflowers(count: int, groups: Sequence[set[int]], ideal: float) -> Points:
    """A beginning: each group as a sunflower, the sunflowers as a sunflower."""
    at = np.zeros((count, 2))
    reach = 0.0
    for place, group in enumerate(groups):
        own = ideal * 0.6 * math.sqrt(len(group))
        middle = np.array([math.cos(place * _GOLDEN), math.sin(place * _GOLDEN)]) * reach
        for seed, each in enumerate(sorted(group)):
            turn = seed * _GOLDEN
            at[each] = middle + np.array([math.cos(turn), math.sin(turn)]) * ideal * 0.6 * math.sqrt(seed + 0.5)
        reach = math.sqrt(reach**2 + (own * 1.6) ** 2) if place else own * 1.4
    return at


def _apart(at: Points, room: Points) -> Points:
    """The same with everything pushed aside that covers another, along the shorter way."""
    places = at.copy()
    size = room.astype(np.float32)
    wide, high = ((size[:, None, axis] + size[None, :, axis]) / 2 for axis in (0, 1))
    for _ in range(200 if len(at) <= NAMED else 30):
        x, y = places.astype(np.float32).T
        covered = (np.abs(x[:, None] - x[None, :]) < wide) & (np.abs(y[:, None] - y[None, :]) < high)
        one, other = _pairs(covered)
        if not len(one):
            break
        apart = places[one] - places[other]
        over = (room[one] + room[other]) / 2 - np.abs(apart)
        axis = np.argmin(over, axis=1)
        pair = np.arange(len(one))
        # Of two in the very same place, the first goes one way and the second the other.
        sign = np.where(apart[pair, axis] < 0, -1.0, 1.0)
        step = np.zeros_like(apart)
        step[pair, axis] = sign * (over[pair, axis] / 2 + 0.5)
        moved = np.zeros_like(places)
        np.add.at(moved, one, step)
        np.subtract.at(moved, other, step)
        places += np.clip(moved, -40, 40)
    return places


def _pairs(covered: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    one, other = np.nonzero(covered)
    once = one < other
    return one[once], other[once]


def _rows(room: Points, below: Points | None) -> Points:
    columns = min(_ROW, max(1, math.ceil(math.sqrt(len(room) * 2.5))))
    wide, high = float(room[:, 0].max()) + _GAP, float(room[:, 1].max()) + _GAP
    middle = 0.0 if below is None else float(below[:, 0].min() + below[:, 0].max()) / 2
    top = 0.0 if below is None else float(below[:, 1].max()) + high * 1.5
    rows = [(place % columns, place // columns) for place in range(len(room))]
    last = len(room) - (len(room) - 1) // columns * columns
    full = (len(room) - 1) // columns
    return np.array(
        [
            (middle + (column - ((last if row == full else columns) - 1) / 2) * wide, top + row * high)
            for column, row in rows
        ]
    )


def rings(wanted: Sequence[int], room: Points, first: float = 0.0) -> tuple[Points, list[float]]:
    """Places on rings around a middle, so many on each as there is room for.

    Args:
        wanted: of each thing, which ring, 0 the innermost; things of one ring stand in the order given.
        room: what each takes.
        first: the radius below which nothing stands.

    Returns:
        Their places, and half the outer height of each ring, which is `FLAT` times as wide; with many
        on it a ring is several rows deep.
    """
    places = np.zeros((len(wanted), 2))
    edges: list[float] = []
    reach = first
    for ring in range(max(wanted, default=-1) + 1):
        members = [place for place, each in enumerate(wanted) if each == ring]
        wide = float(room[members, 0].max()) if members else 0.0
        high = max(float(room[members, 1].max()), wide * 0.5) if members else 0.0
        while members:
            radius = max(reach + high * 0.75, wide / 2)
            fits = max(1, int(2 * math.pi * radius * (1 + FLAT) / 2 / wide))
            row, members = members[:fits], members[fits:]
            for place, each in enumerate(row):
                turn = 2 * math.pi * (place + 0.5 * (ring % 2)) / len(row) - math.pi / 2
                places[each] = math.cos(turn) * radius * FLAT, math.sin(turn) * radius
            reach = radius + high * 0.45
        reach += 22.0
        edges.append(reach)
        reach += 4.0
    return places, edges
