"""The pictures of people: the social graph, and trust."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.graph import as_datetime
from kg.people import relationship_name
from kg.trust import TIERS
from kg.types import Trust
from kg.visualize import layout
from kg.visualize.communities import COLLAPSE_ABOVE, arrange_communities
from kg.visualize.label_text import format_quote, shorten
from kg.visualize.people_network import HIDDEN_CATEGORIES, PeopleNetwork, read_network
from kg.visualize.scene import Edge, Group, Node, Scene
from kg.visualize.talk_ties import MAX_MESSAGES, TalkTie
from kg.visualize.viewer import Viewer, format_date

_TIERS = tuple((tier, tier.replace("_", " "), tier) for tier in reversed(TIERS))
PEOPLE_KEYS = (
    ("owner", "owner", "owner"),
    *_TIERS,
    ("agent", "agents", "agent"),
    ("related", "spoken of, related", "related"),
    ("mentioned", "only mentioned", "mentioned"),
    ("pet", "animals", "pet"),
    ("tool", "tools", "tool"),
)
"""The legend of people: those with accounts, the most trusted first, agents, then those who are only spoken of, and tools."""
# Names of relationships by category; all others are in the category `known`.
_RELATIONSHIPS = {
    "family": "aunt brother child child_of cousin daughter family father grandchild grandfather grandmother grandparent husband "
    "married_to mother parent parent_of partner partner_of sibling sibling_of sister son spouse uncle wife",
    "friend": "best_friend buddy flatmate friend friend_of neighbor neighbour",
    "work": "boss client coach coworker colleague colleague_of employee employer manager mentor report reports_to student "
    "teacher teammate",
}
_CATEGORY_OF = {word: kind for kind, words in _RELATIONSHIPS.items() for word in words.split()}
RATING_KEYS = (("trusts", "trusts", "trusts"), ("distrusts", "distrusts", "distrusts"))
"""The legend of ratings."""
TIE_KEYS = (
    ("family", "family", "family"),
    ("friend", "friends, neighbours", "friend"),
    ("work", "work", "work"),
    ("known", "other connections", "known"),
    *RATING_KEYS,
    ("talk", "talk with each other", "talk"),
)
"""The legend of what connects people."""
NO_PEOPLE = "There are no people yet. Log messages with kg log or kg import, then run kg digest."
"""What to do where there are no people."""
_TALK_LAYOUT_WEIGHT = 0.6
_HIDDEN_GROUP_DISTANCE = 90.0


def build_social_scene(viewer: Viewer, *, min_strength: float, limit: int, mentioned: bool) -> Scene:
    """Build the social graph: people by how much they said and are mentioned, and by trust tier, with what connects them.

    Args:
        viewer: the viewer.
        min_strength: the minimum strength of what connects two people.
        limit: the maximum number of people.
        mentioned: whether people who are only mentioned, and animals, are drawn at first.
    """
    network = read_network(viewer, min_strength=min_strength, limit=limit, has_talk=True)
    most = greatest_importance(network)
    nodes = [person_node(one, network, most) for one in network.people]
    names = {node.id: node.label for node in nodes}
    ties = [
        *map(_connection_edge, network.ties),
        *map(rating_edge, network.ratings),
        *(_talk_edge(tie, names) for tie in network.talk),
    ]
    off = () if mentioned else HIDDEN_CATEGORIES
    if all(node.filter in off for node in nodes):
        off = ()
    placed, groups = _place(nodes, ties, off)
    return Scene(
        "social",
        "Social graph",
        viewer.graph.scope,
        viewer.at,
        placed,
        ties,
        note=network_notes(network),
        thing_keys=PEOPLE_KEYS,
        tie_keys=TIE_KEYS,
        off=off,
        groups=groups,
        empty=NO_PEOPLE,
    )


def _place(nodes: Sequence[Node], ties: Sequence[Edge], off: Sequence[str]) -> tuple[list[Node], list[Group]]:
    """Place the nodes that are drawn at first, in communities if there are many, and the others in rows below."""
    shown = [place for place, node in enumerate(nodes) if node.filter not in off]
    number = {nodes[place].id: index for index, place in enumerate(shown)}
    pairs = [
        (number[tie.source], number[tie.target], _layout_weight(tie))
        for tie in ties
        if tie.source in number and tie.target in number
    ]
    sizes = layout.label_boxes([node.width for node in nodes], [node.label for node in nodes])
    groups: list[Group] = []
    placed = list(nodes)
    if len(shown) > COLLAPSE_ABOVE:
        owners = {index for index, place in enumerate(shown) if nodes[place].filter == "owner"}
        arranged = arrange_communities([nodes[place] for place in shown], pairs, sizes[shown], owners)
        groups = arranged.groups
        for place, node in zip(shown, arranged.nodes, strict=True):
            placed[place] = node
    else:
        for place, at in zip(shown, layout.network_layout(len(shown), pairs, sizes[shown]), strict=True):
            placed[place] = nodes[place].moved_to(*at)
    hidden = [place for place in range(len(nodes)) if nodes[place].filter in off]
    if not hidden:
        return placed, groups
    at = layout.place_in_rows(
        sizes[hidden], below=layout.to_points([(placed[each].x, placed[each].y) for each in shown])
    )
    group = _hidden_group(groups, len(hidden), at) if groups else None
    for place, (x, y) in zip(hidden, at, strict=True):
        placed[place] = replace(nodes[place].moved_to(x, y), group=group.id if group else "")
    return placed, [*groups, *([group] if group else [])]


def _hidden_group(groups: Sequence[Group], count: int, at: layout.Points) -> Group:
    """Return the group of the people of a crowd who are not drawn at first, below all others."""
    x, y = (at.min(axis=0) + at.max(axis=0)) / 2
    below = max(group.y for group in groups) + _HIDDEN_GROUP_DISTANCE
    radius = float(max(at[:, 0].max() - x, at[:, 1].max() - y)) + _HIDDEN_GROUP_DISTANCE / 2
    return Group("group-hidden", f"only mentioned\n+{count}", count, 0.0, below, float(x), float(y), radius)


def _layout_weight(tie: Edge) -> float:
    if tie.tone in {"trusts", "distrusts"}:
        return 1.0
    strength = min(1.0, tie.width / 3)
    return strength * _TALK_LAYOUT_WEIGHT if tie.tone == "talk" else strength


def network_notes(network: PeopleNetwork) -> str:
    """Return what a picture of a network leaves out, in words."""
    notes = [
        *([f"only the {len(network.people):,} most mentioned"] if network.is_truncated else []),
        *([f"talk in the newest {MAX_MESSAGES:,} messages"] if network.is_talk_truncated else []),
    ]
    return " · ".join(notes)


def _importance(row: Mapping[str, Any]) -> int:
    """Return how much a person said and is mentioned, in messages."""
    return int(row["mentions"]) + int((row["edge"] or {}).get("message_count") or 0)


def greatest_importance(network: PeopleNetwork) -> int:
    """Return the greatest importance of a person of a network, in messages."""
    return max(map(_importance, network.people), default=0)


def person_node(row: Mapping[str, Any], network: PeopleNetwork, most: int) -> Node:
    """Return the node of a person, without a position.

    Args:
        row: the person, a row of the network.
        network: the network.
        most: the importance that is drawn largest.
    """
    category, trust = network.categories[row["person"]], network.trust[row["person"]]
    weight = _importance(row)
    size = 18.0 + 26.0 * math.sqrt(weight / most if most else 0.0) + (10.0 if category == "owner" else 0.0)
    rank = weight + (1e6 if category == "owner" else 1e4 if row["accounts"] else 0.0) + trust.score
    return Node(
        row["person"],
        shorten(row["name"]),
        category,
        category,
        size,
        size,
        rank=rank,
        since=as_datetime(row["first_seen"]),
        lines=_describe_person(row, category, trust),
        search=" ".join(shorten(text, 60) for text in [row["name"], *row["accounts"][:3]]),
        record=row["person"],
    )


def _describe_person(row: Mapping[str, Any], category: str, trust: Trust) -> tuple[tuple[str, str], ...]:
    said = (row["edge"] or {}).get("message_count") or 0
    tier = trust.tier.replace("_", " ")
    has_account = bool(row["accounts"])
    is_person = category not in {"agent", "tool"}
    seen = f"{format_date(row['first_seen'])} to {format_date(row['last_seen'])}"
    kind = {"pet": "an animal", "agent": "an agent", "tool": "a tool"}.get(category, "spoken of, without an account")
    return (
        *(
            [("trust", f"{'owner' if category == 'owner' else tier}, {trust.score:.2f}")]
            if has_account and is_person
            else []
        ),
        *(("because", shorten(reason, 80)) for reason in trust.reasons[:3] if has_account and is_person),
        *([] if has_account and is_person else [("is", kind)]),
        *([("said", f"{said:,} messages")] if said and row["sees_activity"] else []),
        ("mentioned", f"{row['mentions']:,} times"),
        *([("seen", seen)] if row["sees_activity"] else []),
        *(("account", shorten(account, 60)) for account in row["accounts"][:3]),
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
        width=1.5 + 1.5 * row["strength"],
        since=as_datetime(row["at"]),
        lines=tuple(lines),
    )


def rating_edge(row: Mapping[str, Any]) -> Edge:
    """Return the edge of a rating."""
    tone = "trusts" if row["rating"] > 0 else "distrusts"
    lines = [(tone, f"{row['rating']:+.2f}, {format_date(row['at'])}")]
    lines += [("because", shorten(row["reason"], 120))] if row["reason"] else []
    return Edge(
        row["one"],
        row["other"],
        tone,
        f"{tone} {row['rating']:+.1f}",
        tone,
        width=1.5 + 1.5 * abs(row["rating"]),
        arrow=True,
        since=as_datetime(row["at"]),
        lines=tuple(lines),
    )


def _talk_edge(tie: TalkTie, names: Mapping[str, str]) -> Edge:
    one, other = names[tie.one], names[tie.other]
    lines = [
        (word, "; ".join(f"{first} {verb} {second}: {count:,}" for first, second, count in
                         ((one, other, counts[0]), (other, one, counts[1])) if count))
        for word, verb, counts in (("replies", "to", tie.replies), ("mentions", "names", tie.mentions))
        if sum(counts)
    ]  # fmt: skip
    lines += [("both in", f"{tie.together:,} conversations, by day")] if tie.together else []
    lines.append(("between", f"{tie.first:%Y-%m-%d} and {tie.last:%Y-%m-%d}" if tie.first and tie.last else "-"))
    return Edge(
        tie.one,
        tie.other,
        "talk",
        tie.label,
        "talk",
        width=0.8 + 1.2 * tie.strength,
        since=tie.first,
        lines=tuple(lines),
    )
