"""The layout of a crowd: communities, each with a layout of its own, arranged as if each were one node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kg.visualize.label_text import label_width
from kg.visualize.layout import Points, network_layout, separate
from kg.visualize.scene import Group, Node

COLLAPSE_ABOVE = 150
"""With more nodes than this, a page draws communities as one node each."""
_MAX_MEMBERS, _MAX_GROUPS, _MIN_MEMBERS = 100, 36, 3
_SEED = 7
_NAMED_MEMBERS = 2
_MARGIN, _LABEL_HEIGHT = 22.0, 34.0
# The labels of closed groups keep their size when the page is zoomed out to show all.
_CLOSED_LABEL = 1.35
# Labels of groups are bold, and in a figure of a crowd they are larger.
_BOLD, _FIGURE_LABEL, _FIGURE_LABEL_HEIGHT = 1.15, 2.2, 60.0
# Pages and figures are wider than high.
_STRETCH = (1.15, 0.8)
Ends = tuple[int, int, float]


@dataclass(frozen=True)
class GroupedNodes:
    """Nodes with positions and groups, and the groups."""

    nodes: list[Node]
    groups: list[Group]


def group_radius(count: int) -> float:
    """Return the radius of a closed group of so many nodes."""
    return 10.0 + 1.8 * float(np.sqrt(count))


def arrange_communities(
    nodes: Sequence[Node], edges: Sequence[Ends], sizes: Points, free: Collection[int]
) -> GroupedNodes:
    """Find the communities of a network, place their members, and place the communities.

    Args:
        nodes: the nodes.
        edges: pairs of node indices with a weight of 0 to 1.
        sizes: the space that each node takes, (count, 2).
        free: indices of nodes that belong to no community.
    """
    members = _find_communities(nodes, edges, free)
    places = np.zeros((len(nodes), 2))
    radii: list[float] = []
    for each in members:
        number = {index: place for place, index in enumerate(each)}
        inner = [(number[one], number[other], far) for one, other, far in edges if one in number and other in number]
        local = network_layout(len(each), inner, sizes[each])
        local -= (local.min(axis=0) + local.max(axis=0)) / 2
        places[each] = local
        radii.append(float(np.hypot(*(np.abs(local) + sizes[each] / 2).T).max()))
    # A node without a community is a group of its own, which is always open.
    members += [[index] for index in sorted(free)]
    radii += [float(sizes[index].max()) / 2 for index in sorted(free)]
    labels = [_label(nodes, each) for each in members]
    boxes = np.array([_closed_box(each, label, sizes) for each, label in zip(members, labels, strict=True)])
    compact = network_layout(len(boxes), _edges_between(members, edges), boxes)
    open_boxes = np.array([_open_box(radius, label) for radius, label in zip(radii, labels, strict=True)])
    spread = float(open_boxes.mean() / boxes.mean()) * np.array(_STRETCH)
    wide = separate(compact * spread, open_boxes)
    placed = list(nodes)
    for place, each in enumerate(members):
        for index in each:
            placed[index] = replace(nodes[index].moved_to(*(places[index] + wide[place])), group=f"group-{place}")
    groups = [
        Group(
            f"group-{place}",
            label,
            len(each),
            float(compact[place, 0]),
            float(compact[place, 1]),
            float(wide[place, 0]),
            float(wide[place, 1]),
            radii[place],
        )
        for place, (each, label) in enumerate(zip(members, labels, strict=True))
    ]
    return GroupedNodes(placed, groups)


def _find_communities(nodes: Sequence[Node], edges: Sequence[Ends], free: Collection[int]) -> list[list[int]]:
    """Return the members of each community, the most important first; nodes without edges are one community."""
    import networkx  # noqa: PLC0415 - loading takes 0.3 s, and only crowds need it

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(index for index in range(len(nodes)) if index not in free)
    for one, other, weight in edges:
        if one != other and one in graph and other in graph:
            graph.add_edge(one, other, weight=max(weight, 0.001))
    unconnected = [index for index in graph if not graph.degree(index)]
    graph.remove_nodes_from(unconnected)
    found: list[set[int]] = []
    waiting = [set(graph)] if len(graph) else []
    while waiting:
        whole = waiting.pop()
        if len(whole) <= _MAX_MEMBERS and len(waiting) + len(found) > 0:
            found.append(whole)
            continue
        parts = networkx.community.louvain_communities(graph.subgraph(whole), seed=_SEED)
        if len(parts) == 1:
            found += _cut(sorted(whole, key=lambda index: -nodes[index].rank))
        else:
            waiting += [part for part in parts if len(part) > _MAX_MEMBERS]
            found += [part for part in parts if len(part) <= _MAX_MEMBERS]
    found.sort(key=lambda each: (-len(each), min(each)))
    large = [each for each in found[:_MAX_GROUPS] if len(each) >= _MIN_MEMBERS]
    small = [index for each in found[len(large) :] for index in each]
    rest = [*_cut(small), *_cut(unconnected)]
    return [sorted(each, key=lambda index: (-nodes[index].rank, index)) for each in [*large, *rest]]


def _cut(members: Sequence[int]) -> list[set[int]]:
    return [set(members[start : start + _MAX_MEMBERS]) for start in range(0, len(members), _MAX_MEMBERS)]


def _label(nodes: Sequence[Node], members: Sequence[int]) -> str:
    names = [nodes[index].label for index in members[:_NAMED_MEMBERS]]
    more = len(members) - len(names)
    return ",\n".join(names) + (f" +{more}" if more else "")


def _closed_box(members: Sequence[int], label: str, sizes: Points) -> list[float]:
    """Return the space that a closed group and its label below it take."""
    if len(members) == 1:
        return [float(sizes[members[0], 0]), float(sizes[members[0], 1])]
    radius = group_radius(len(members))
    wide = max(map(label_width, label.split("\n"))) * _BOLD * _CLOSED_LABEL
    return [max(2 * radius, wide) + _MARGIN, 2 * radius + _LABEL_HEIGHT + _MARGIN / 2]


def _open_box(radius: float, label: str) -> list[float]:
    """Return the space that an open group and its label above it take in a figure."""
    wide = label_width(label.replace("\n", " ")) * _BOLD * _FIGURE_LABEL
    return [max(2 * radius, wide) + _MARGIN, 2 * radius + _FIGURE_LABEL_HEIGHT + _MARGIN]


def _edges_between(members: Sequence[Sequence[int]], edges: Sequence[Ends]) -> list[Ends]:
    owner = {index: place for place, each in enumerate(members) for index in each}
    counts = Counter(
        (min(pair), max(pair)) for one, other, _ in edges if (pair := (owner[one], owner[other]))[0] != pair[1]
    )
    most = max(counts.values(), default=1)
    return [(one, other, number / most) for (one, other), number in counts.items()]
