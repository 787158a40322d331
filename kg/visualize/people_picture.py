"""The pictures of people: the social graph, and trust."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.graph import as_datetime
from kg.people import RELATIONSHIP_PREDICATES, relationship_name
from kg.trust import TIERS, TrustState
from kg.types import Trust
from kg.visualize import layout
from kg.visualize.scene import Edge, Node, Scene, format_quote, shorten
from kg.visualize.viewer import Viewer, format_date

_MAX_EDGES = 20_000
_MAX_PEOPLE = 10_000
_MANY_QUOTES_LIMIT = 400
_TIERS = tuple((tier, tier.replace("_", " "), tier) for tier in reversed(TIERS))
PEOPLE_KEYS = (("owner", "owner", "owner"), *_TIERS)
"""The legend of people, the most trusted first."""
# Names of relationships by category; all others are in the category `known`.
_RELATIONSHIPS = {
    "family": "aunt brother child child_of cousin daughter family father grandchild grandfather grandmother grandparent husband "
    "married_to mother parent parent_of partner partner_of sibling sibling_of sister son spouse uncle wife",
    "friend": "best_friend buddy flatmate friend friend_of neighbor neighbour",
    "work": "boss client coach coworker colleague colleague_of employee employer manager mentor report reports_to student "
    "teacher teammate",
}
_CATEGORY_OF = {word: kind for kind, words in _RELATIONSHIPS.items() for word in words.split()}
_TIE_KEYS = (
    ("family", "family", "family"),
    ("friend", "friends, neighbours", "friend"),
    ("work", "work", "work"),
    ("known", "other connections", "known"),
    ("trusts", "trusts", "trusts"),
    ("distrusts", "distrusts", "distrusts"),
)


@dataclass(frozen=True)
class PeopleNetwork:
    """The people of a picture and the connections between them.

    Attributes:
        people: rows of `visualize/list_people`, owners first, then the most mentioned.
        trust: the trust of each, by id.
        ties: rows of connections.
        ratings: rows of ratings.
        is_truncated: whether there are more people.
    """

    people: Sequence[Mapping[str, Any]]
    trust: Mapping[str, Trust]
    ties: Sequence[Mapping[str, Any]]
    ratings: Sequence[Mapping[str, Any]]
    is_truncated: bool


def read_network(viewer: Viewer, min_strength: float, limit: int) -> PeopleNetwork:
    """Read the people of a picture and their connections, with one more round trip if visibility is restricted."""
    graph = viewer.graph
    # People who are not visible must not count towards the limit.
    max_people = limit + 1 if viewer.audiences is None else _MAX_PEOPLE
    people = [
        dict(row) for row in graph.run("visualize/list_people", viewer.fragments(), limit=max_people, **viewer.params())
    ]
    names = viewer.visible_names({one["person"]: one["name"] for one in people})
    people = [one | {"name": names[one["person"]]} for one in people if one["person"] in names]
    is_truncated = len(people) > limit
    people = people[:limit]
    ids = {one["person"] for one in people}
    rater = {"by": [viewer.asker]} if viewer.audiences is not None else {}
    rows = graph.run(
        "visualize/list_connections",
        viewer.fragments(),
        ids=sorted(ids),
        predicates=list(RELATIONSHIP_PREDICATES),
        min_strength=min_strength,
        limit=_MAX_EDGES,
        max_quotes=2 if limit <= _MANY_QUOTES_LIMIT else 1,
        **rater,
        **viewer.params(),
    )
    edges = [row for row in rows if row["other"] in ids]
    return PeopleNetwork(
        people,
        {one["person"]: _trust_at(one, viewer) for one in people},
        _deduplicate([row for row in edges if row["rating"] is None]),
        [row for row in edges if row["rating"] is not None],
        is_truncated,
    )


def _trust_at(row: Mapping[str, Any], viewer: Viewer) -> Trust:
    state = TrustState.from_row(row)
    return state.trust_before(viewer.at) if viewer.is_past else state.trust(viewer.at)


def _deduplicate(ties: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return each connection once, the strongest: one may exist for several audiences."""
    found: dict[tuple[str, str, str], Mapping[str, Any]] = {}
    for tie in ties:
        found.setdefault((tie["one"], tie["other"], tie["relationship"] or tie["predicate"]), tie)
    return list(found.values())


def build_social_scene(viewer: Viewer, *, min_strength: float, limit: int) -> Scene:
    """Build the social graph: people by number of mentions and trust tier, connections by category."""
    network = read_network(viewer, min_strength, limit)
    most = max((one["mentions"] for one in network.people), default=0)
    nodes = [_person_node(one, network.trust[one["person"]], most) for one in network.people]
    ties = [*map(_connection_edge, network.ties), *map(_rating_edge, network.ratings)]
    number = {node.id: place for place, node in enumerate(nodes)}
    strengths = [1.0 if tie.tone in {"trusts", "distrusts"} else min(1.0, tie.width / 3) for tie in ties]
    pairs = [(number[tie.source], number[tie.target], far) for tie, far in zip(ties, strengths, strict=True)]
    sizes = layout.label_boxes([node.width for node in nodes], [node.label for node in nodes])
    places = layout.network_layout(len(nodes), pairs, sizes)
    return Scene(
        "social",
        "Social graph",
        viewer.graph.scope,
        viewer.at,
        [node.moved_to(x, y) for node, (x, y) in zip(nodes, places, strict=True)],
        ties,
        note=_truncation_note(network),
        thing_keys=PEOPLE_KEYS,
        tie_keys=_TIE_KEYS,
    )


def build_trust_scene(viewer: Viewer, *, limit: int) -> Scene:
    """Build the trust picture: a ring for each tier around the owner, and the ratings between people."""
    # No connection has this strength: only ratings are read.
    network = read_network(viewer, 2.0, limit)
    most = max((one["mentions"] for one in network.people), default=0)
    nodes = [_person_node(one, network.trust[one["person"]], most) for one in network.people]
    owners = [node for node in nodes if node.filter == "owner"]
    others = sorted(
        (node for node in nodes if node.filter != "owner"),
        key=lambda node: (-network.trust[node.id].score, node.label, node.id),
    )
    tiers = [tier for tier in reversed(TIERS) if any(node.filter == tier for node in others)]
    ring_of = [0] * len(owners) + [1 + tiers.index(node.filter) for node in others]
    drawn = [*owners, *others]
    sizes = layout.label_boxes([node.width for node in drawn], [node.label for node in drawn])
    places, edges = layout.ring_layout(ring_of, sizes)
    decor = [
        Node(
            f"ring-{tier}",
            tier.replace("_", " "),
            "ring",
            tier,
            2 * edge * layout.ASPECT_RATIO,
            2 * edge,
            where="above",
            rank=1e9,
            decor=True,
        )
        for tier, edge in zip(tiers, edges[1:], strict=True)
    ]
    return Scene(
        "trust",
        "Trust",
        viewer.graph.scope,
        viewer.at,
        [*decor[::-1], *(node.moved_to(x, y) for node, (x, y) in zip(drawn, places, strict=True))],
        [*map(_rating_edge, network.ratings)],
        note=_truncation_note(network),
        thing_keys=PEOPLE_KEYS,
        tie_keys=_TIE_KEYS[-2:],
    )


def _truncation_note(network: PeopleNetwork) -> str:
    return f"only the {len(network.people):,} most mentioned" if network.is_truncated else ""


def _person_node(row: Mapping[str, Any], trust: Trust, most: int) -> Node:
    tier = "owner" if row["owner"] else trust.tier
    size = 18.0 + 26.0 * math.sqrt(row["mentions"] / most if most else 0.0) + (10.0 if row["owner"] else 0.0)
    lines = [
        ("trust", f"{tier.replace('_', ' ')}, {trust.score:.2f}"),
        *(("because", shorten(reason, 80)) for reason in trust.reasons[:3]),
        ("mentioned", f"{row['mentions']:,} times"),
        ("seen", f"{format_date(row['first_seen'])} to {format_date(row['last_seen'])}"),
        *(("account", shorten(account, 60)) for account in row["accounts"][:3]),
    ]
    return Node(
        row["person"],
        shorten(row["name"]),
        tier,
        tier,
        size,
        size,
        rank=row["mentions"] + (1e6 if row["owner"] else 0.0) + trust.score,
        since=as_datetime(row["first_seen"]),
        lines=tuple(lines),
        search=" ".join(shorten(text, 60) for text in [row["name"], *row["accounts"][:3]]),
    )


def _connection_edge(row: Mapping[str, Any]) -> Edge:
    label = row["relationship"] or relationship_name(row, outward=True)
    kind = _CATEGORY_OF.get("_".join((row["relationship"] or row["predicate"]).casefold().split()), "known")
    lines = [("stated" if row["relationship"] else "from facts", shorten(label, 60))]
    lines += [("where", shorten(row["context"], 120))] if row["context"] else []
    for fact in row["facts"]:
        lines.append(("fact", shorten(fact["text"], 120)))
        lines += [("said", format_quote(event)) for event in fact["quotes"]]
    return Edge(
        row["one"],
        row["other"],
        kind,
        shorten(label),
        kind,
        width=1.0 + 2.0 * row["strength"],
        since=as_datetime(row["at"]),
        lines=tuple(lines),
    )


def _rating_edge(row: Mapping[str, Any]) -> Edge:
    tone = "trusts" if row["rating"] > 0 else "distrusts"
    lines = [(tone, f"{row['rating']:+.2f}, {format_date(row['at'])}")]
    lines += [("because", shorten(row["reason"], 120))] if row["reason"] else []
    return Edge(
        row["one"],
        row["other"],
        tone,
        f"{tone} {row['rating']:+.1f}",
        tone,
        width=1.0 + 2.0 * abs(row["rating"]),
        arrow=True,
        since=as_datetime(row["at"]),
        lines=tuple(lines),
    )
