"""The picture of trust: a ring for each tier around the owner, and the ratings between people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kg.trust import TIERS
from kg.visualize import layout
from kg.visualize.communities import COLLAPSE_ABOVE, group_radius
from kg.visualize.people_network import read_network
from kg.visualize.people_picture import (
    NO_PEOPLE,
    PEOPLE_KEYS,
    RATING_KEYS,
    greatest_importance,
    network_notes,
    person_node,
    rating_edge,
)
from kg.visualize.scene import Group, Node, Scene
from kg.visualize.viewer import Viewer

# Of a crowd, so many people of a tier are drawn on its ring.
_MAX_ON_RING = 28
# Agents and tools are no people whom one trusts.
_CATEGORIES = frozenset({"owner", *TIERS})


@dataclass
class _Rings:
    """People on rings, those of a crowd in groups on their ring, and the rings."""

    people: list[Node] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    rings: list[Node] = field(default_factory=list)


def build_trust_scene(viewer: Viewer, *, limit: int) -> Scene:
    """Build the trust picture: a ring for each tier around the owner, and the ratings between people with accounts."""
    # No connection has this strength: only ratings are read.
    network = read_network(viewer, min_strength=2.0, limit=limit, has_talk=False)
    most = greatest_importance(network)
    nodes = [
        person_node(one, network, most) for one in network.people if network.categories[one["person"]] in _CATEGORIES
    ]
    owners = [node for node in nodes if node.filter == "owner"]
    others = sorted(
        (node for node in nodes if node.filter != "owner"),
        key=lambda node: (-network.trust[node.id].score, node.label, node.id),
    )
    drawn = _place_on_rings(owners, others)
    ids = {node.id for node in nodes}
    return Scene(
        "trust",
        "Trust",
        viewer.graph.scope,
        viewer.at,
        [*drawn.rings[::-1], *drawn.people],
        [rating_edge(row) for row in network.ratings if row["one"] in ids and row["other"] in ids],
        note=network_notes(network),
        thing_keys=PEOPLE_KEYS,
        tie_keys=RATING_KEYS,
        groups=drawn.groups,
        empty=NO_PEOPLE,
    )


def _place_on_rings(owners: Sequence[Node], others: Sequence[Node]) -> _Rings:
    """Place people on a ring for each tier; of a crowd, all but the most trusted of each tier are a group on its ring."""
    tiers = [tier for tier in reversed(TIERS) if any(node.filter == tier for node in others)]
    members = {tier: [node for node in others if node.filter == tier] for tier in tiers}
    is_crowd = len(others) > COLLAPSE_ABOVE
    rest = {tier: each[_MAX_ON_RING:] for tier, each in members.items() if is_crowd and len(each) > _MAX_ON_RING + 1}
    shown = [node for tier, each in members.items() for node in (each[:_MAX_ON_RING] if tier in rest else each)]
    more = [_more_node(tier, len(each)) for tier, each in rest.items()]
    placed = [*owners, *shown, *more]
    ring_of = [0] * len(owners) + [1 + tiers.index(node.filter) for node in (*shown, *more)]
    sizes = layout.label_boxes([node.width for node in placed], [node.label for node in placed])
    places, edges = layout.ring_layout(ring_of, sizes)
    drawn = _Rings(rings=[_ring_node(tier, edge) for tier, edge in zip(tiers, edges[1:], strict=True)])
    for node, (x, y) in zip(placed, places, strict=True):
        if node.id.startswith("more-"):
            _add_group(drawn, node.moved_to(x, y), rest[node.filter])
        else:
            drawn.people.append(node.moved_to(x, y))
    return drawn


def _add_group(drawn: _Rings, node: Node, members: Sequence[Node]) -> None:
    """Add a group at the position of a node, and its members in rows."""
    sizes = layout.label_boxes([one.width for one in members], [one.label for one in members])
    at = layout.place_in_rows(sizes, below=layout.to_points([]))
    x, y = (at.min(axis=0) + at.max(axis=0)) / 2
    drawn.people += [replace(one.moved_to(*here), group=node.id) for one, here in zip(members, at, strict=True)]
    drawn.groups.append(
        Group(node.id, node.label, len(members), node.x, node.y, float(x), float(y), float(at.max()), is_closed=True)
    )


def _more_node(tier: str, count: int) -> Node:
    size = 2 * group_radius(count)
    return Node(f"more-{tier}", f"{count:,} more", tier, tier, size, size)


def _ring_node(tier: str, edge: float) -> Node:
    wide, high = 2 * edge * layout.ASPECT_RATIO, 2 * edge
    return Node(f"ring-{tier}", tier.replace("_", " "), "ring", tier, wide, high, where="above", rank=1e9, decor=True)
