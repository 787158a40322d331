"""The content of a picture, independent of its format: nodes and edges with positions, styles and evidence."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Node:
    """A node of a picture.

    Attributes:
        id: its id.
        label: a short label.
        tone: its style, a name of `kg.visualize.styles.NODE_STYLES`.
        filter: the key of its legend entry, by which it is filtered, or empty.
        width: in points.
        height: in points.
        x: the horizontal position of its centre.
        y: the vertical position of its centre, downwards.
        where: the position of the label: below, inside, left, right or above.
        rank: the priority of its label where space is limited; greater first.
        since: the time from which it exists; None: always.
        until: the time until which it exists; None: still.
        lines: its details: pairs of a name and a text.
        search: further text that the search finds.
        decor: whether it is only decoration (a ring, the mark of a date).
        record: the id of the record that it shows, or empty.
        group: the id of its group, or empty.
        facets: what it can be grouped and sorted by: pairs of a name and a value.
    """

    id: str
    label: str
    tone: str
    filter: str = ""
    width: float = 24.0
    height: float = 24.0
    x: float = 0.0
    y: float = 0.0
    where: str = "below"
    rank: float = 0.0
    since: dt.datetime | None = None
    until: dt.datetime | None = None
    lines: tuple[tuple[str, str], ...] = ()
    search: str = ""
    decor: bool = False
    record: str = ""
    group: str = ""
    facets: tuple[tuple[str, str], ...] = ()

    def moved_to(self, x: float, y: float) -> Node:
        """Return the node at another position."""
        return replace(self, x=float(x), y=float(y))


@dataclass(frozen=True)
class Edge:
    """An edge between two nodes of a picture.

    Attributes:
        source: the id of a node.
        target: the id of another node.
        tone: its style, a name of `kg.visualize.styles.EDGE_STYLES`.
        kind: its label, in a word or two.
        filter: the key of its legend entry, by which it is filtered.
        width: the width of the line, in points.
        arrow: whether it is directed.
        named: whether its label is drawn.
        since: the time from which it exists; None: always.
        until: the time until which it exists; None: still.
        lines: its evidence: pairs of a name and a text.
        quiet: whether it is drawn only when one of its nodes is selected.
        record: the id of the record that it shows, or empty.
        is_branch: whether it is drawn as a branch: from the side of one node to the side of the other, at right angles.
    """

    source: str
    target: str
    tone: str
    kind: str
    filter: str = ""
    width: float = 1.5
    arrow: bool = False
    named: bool = False
    since: dt.datetime | None = None
    until: dt.datetime | None = None
    lines: tuple[tuple[str, str], ...] = ()
    quiet: bool = False
    record: str = ""
    is_branch: bool = False


@dataclass(frozen=True)
class Group:
    """A group of nodes that a page draws as one node until it is opened.

    Attributes:
        id: its id, the `group` of its nodes.
        label: the names of its most important nodes.
        count: the number of its nodes.
        x: the horizontal position of its centre while all groups are closed.
        y: the vertical position of its centre while all groups are closed.
        center_x: the horizontal position of its centre among the positions of the nodes.
        center_y: the vertical position of its centre among the positions of the nodes.
        radius: the distance of its outermost node from its centre, labels included.
        is_closed: whether figures draw it as one node too.
    """

    id: str
    label: str
    count: int
    x: float
    y: float
    center_x: float
    center_y: float
    radius: float
    is_closed: bool = False


@dataclass(frozen=True)
class LegendEntry:
    """An entry of the legend, by which nodes or edges are filtered.

    Attributes:
        filter: the `filter` of its nodes or edges.
        label: its label.
        tone: their style.
        of: node or tie.
        count: their number.
        is_on: whether they are drawn until the reader decides otherwise.
    """

    filter: str
    label: str
    tone: str
    of: str
    count: int
    is_on: bool = True


@dataclass(frozen=True)
class Scene:
    """The content of a picture.

    Attributes:
        view: social, trust, entity, session or timeline.
        title: its title.
        scope: the scope of the memory.
        at: the time of the state that is drawn.
        nodes: the nodes, with positions.
        ties: the edges between them.
        note: a remark for the reader, such as how many nodes are omitted.
        things: the plural noun for its nodes, such as people.
        thing_keys: the legend of nodes: (filter, label, style), in order.
        tie_keys: the legend of edges, in order.
        off: the legend entries of nodes that are not drawn at first.
        groups: groups of nodes that are drawn as one node at first.
        activity: how much was said over time: pairs of the start of a period, in seconds since 1970, and a number of messages.
        empty: what to do if there are no nodes.
    """

    view: str
    title: str
    scope: str
    at: dt.datetime
    nodes: Sequence[Node]
    ties: Sequence[Edge]
    note: str = ""
    things: str = "people"
    thing_keys: Sequence[tuple[str, str, str]] = ()
    tie_keys: Sequence[tuple[str, str, str]] = ()
    off: tuple[str, ...] = ()
    groups: Sequence[Group] = ()
    activity: Sequence[tuple[int, int]] = ()
    empty: str = ""

    def legend(self) -> list[LegendEntry]:
        """Return the legend entries that have nodes or edges, with counts."""
        kinds = [("node", *key) for key in self.thing_keys] + [("tie", *key) for key in self.tie_keys]
        counts: dict[tuple[str, str], int] = {}
        for node in (one for one in self.nodes if not one.decor):
            counts["node", node.filter] = counts.get(("node", node.filter), 0) + 1
        for tie in self.ties:
            counts["tie", tie.filter] = counts.get(("tie", tie.filter), 0) + 1
        return [
            LegendEntry(key, label, tone, of, counts[of, key], of == "tie" or key not in self.off)
            for of, key, label, tone in kinds
            if (of, key) in counts
        ]

    def drawn(self) -> Scene:
        """Return the scene without the nodes that figures do not draw, and without their edges."""
        closed = {group.id for group in self.groups if group.is_closed}
        nodes = [node for node in self.nodes if node.filter not in self.off and node.group not in closed]
        ids = {node.id for node in nodes}
        return replace(self, nodes=nodes, ties=[tie for tie in self.ties if tie.source in ids and tie.target in ids])

    def bounds(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of all nodes without their labels; zeros if there are none."""
        if not self.nodes:
            return 0.0, 0.0, 0.0, 0.0
        return (
            min(node.x - node.width / 2 for node in self.nodes),
            min(node.y - node.height / 2 for node in self.nodes),
            max(node.x + node.width / 2 for node in self.nodes),
            max(node.y + node.height / 2 for node in self.nodes),
        )

    def data(self) -> dict[str, Any]:
        """Return the scene as JSON types. Default values are omitted; times are seconds since 1970."""
        return {
            "view": self.view,
            "title": self.title,
            "scope": self.scope,
            "at": self.at.timestamp(),
            "note": self.note,
            "things": self.things,
            "keys": [{"filter": key.filter, "label": key.label, "tone": key.tone, "of": key.of, "count": key.count,
                      "on": key.is_on} for key in self.legend()],
            "groups": [{name: round(value, 1) if isinstance(value, float) else value for name, value in vars(each).items()}
                       for each in self.groups],
            "activity": [list(each) for each in self.activity],
            "empty": self.empty,
            "nodes": [_non_default_fields(node, _DEFAULT_NODE) for node in self.nodes],
            "ties": [_non_default_fields(tie, _DEFAULT_EDGE) for tie in self.ties],
        }  # fmt: skip


_DEFAULT_NODE, _DEFAULT_EDGE = Node("", "", ""), Edge("", "", "", "")


def _non_default_fields(item: Node | Edge, default: Node | Edge) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in vars(item).items():
        if name not in {"width", "height"} and value == getattr(default, name):
            continue
        if isinstance(value, dt.datetime):
            fields[name] = round(value.timestamp())
        else:
            fields[name] = round(value, 1) if isinstance(value, float) else value
    return fields
