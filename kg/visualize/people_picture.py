"""The pictures of people: who is connected to whom, and who is how near to the owner's trust."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kg.graph.driver_values import as_datetime
from kg.people.relationships import PREDICATES, relationship
from kg.trust.formula import TIERS
from kg.trust.trust_state import Standing
from kg.types import Trust
from kg.visualize import layout
from kg.visualize.scene import Node, Scene, Tie, quote, shown
from kg.visualize.viewer import Look, day

_MOST = 20_000
_EVERYBODY = 10_000
_FEW = 400
_TIERS = tuple((tier, tier.replace("_", " "), tier) for tier in reversed(TIERS))
PEOPLE_KEYS = (("owner", "owner", "owner"), *_TIERS)
"""The legend of people, those most trusted first."""
# What people call what they are to each other, by what it is: whatever is in none of these is only known.
_KINDS = {
    "family": "aunt brother child child_of cousin daughter family father grandchild grandfather grandmother grandparent husband "
    "married_to mother parent parent_of partner partner_of sibling sibling_of sister son spouse uncle wife",
    "friend": "best_friend buddy flatmate friend friend_of neighbor neighbour",
    "work": "boss client coach coworker colleague colleague_of employee employer manager mentor report reports_to student "
    "teacher teammate",
}
_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_TIE_KEYS = (
    ("family", "family", "family"),
    ("friend", "friends, neighbours", "friend"),
    ("work", "work", "work"),
    ("known", "other ties", "known"),
    ("trusts", "says: is to be trusted", "trusts"),
    ("distrusts", "says: is not", "distrusts"),
)


@dataclass(frozen=True)
class Company:
    """The people of a picture and what is between them.

    Attributes:
        people: rows of `visualize/people`, owners first, then those most spoken of.
        trust: how far each is trusted, by id.
        ties: rows.
        ratings: rows.
        left_out: whether there are more.
    """

    people: Sequence[Mapping[str, Any]]
    trust: Mapping[str, Trust]
    ties: Sequence[Mapping[str, Any]]
    ratings: Sequence[Mapping[str, Any]]
    left_out: bool


def company(look: Look, least: float, limit: int) -> Company:
    """Read the people that a picture shows and what is between them; in one trip more where not everything may be seen."""
    graph = look.graph
    # What an asker may not see takes nobody's place.
    most = limit + 1 if look.audiences is None else _EVERYBODY
    people = [dict(row) for row in graph.run("visualize/people", look.fragments(), limit=most, **look.params())]
    names = look.named({one["person"]: one["name"] for one in people})
    people = [one | {"name": names[one["person"]]} for one in people if one["person"] in names]
    left_out = len(people) > limit
    people = people[:limit]
    there = {one["person"] for one in people}
    asked = {"by": [look.asker]} if look.audiences is not None else {}
    rows = graph.run(
        "visualize/ties",
        look.fragments(),
        ids=sorted(there),
        predicates=list(PREDICATES),
        least=least,
        limit=_MOST,
        quotes=2 if limit <= _FEW else 1,
        **asked,
        **look.params(),
    )
    between = [row for row in rows if row["other"] in there]
    return Company(
        people,
        {one["person"]: _trust(one, look) for one in people},
        _once([row for row in between if row["rating"] is None]),
        [row for row in between if row["rating"] is not None],
        left_out,
    )


def _trust(row: Mapping[str, Any], look: Look) -> Trust:
    standing = Standing.read(row)
    return standing.trust_before(look.at) if look.then else standing.trust(look.at)


def _once(ties: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Each tie once, the strongest: what was told to several audiences is one."""
    found: dict[tuple[str, str, str], Mapping[str, Any]] = {}
    for tie in ties:
        found.setdefault((tie["one"], tie["other"], tie["relationship"] or tie["predicate"]), tie)
    return list(found.values())


def social(look: Look, *, least: float, limit: int) -> Scene:
    """Who is connected to whom: people by how much they are spoken of and how far they are trusted, ties by their kind."""
    found = company(look, least, limit)
    most = max((one["mentions"] for one in found.people), default=0)
    nodes = [_person(one, found.trust[one["person"]], most) for one in found.people]
    ties = [*map(_tie, found.ties), *map(_rating, found.ratings)]
    number = {node.id: place for place, node in enumerate(nodes)}
    strengths = [1.0 if tie.tone in {"trusts", "distrusts"} else min(1.0, tie.width / 3) for tie in ties]
    pairs = [(number[tie.source], number[tie.target], far) for tie, far in zip(ties, strengths, strict=True)]
    room = layout.boxes([node.width for node in nodes], [node.label for node in nodes])
    places = layout.network(len(nodes), pairs, room)
    return Scene(
        "social",
        "Who knows whom",
        look.graph.scope,
        look.at,
        [node.at(x, y) for node, (x, y) in zip(nodes, places, strict=True)],
        ties,
        note=_left_out(found),
        thing_keys=PEOPLE_KEYS,
        tie_keys=_TIE_KEYS,
    )


def trust(look: Look, *, limit: int) -> Scene:
    """Who is how near to the owner's trust: a ring for each tier, and what people say of each other."""
    # No tie is so strong: only what people say of each other is read.
    found = company(look, 2.0, limit)
    most = max((one["mentions"] for one in found.people), default=0)
    nodes = [_person(one, found.trust[one["person"]], most) for one in found.people]
    middle = [node for node in nodes if node.filter == "owner"]
    others = sorted(
        (node for node in nodes if node.filter != "owner"),
        key=lambda node: (-found.trust[node.id].score, node.label, node.id),
    )
    tiers = [tier for tier in reversed(TIERS) if any(node.filter == tier for node in others)]
    wanted = [0] * len(middle) + [1 + tiers.index(node.filter) for node in others]
    drawn = [*middle, *others]
    room = layout.boxes([node.width for node in drawn], [node.label for node in drawn])
    places, edges = layout.rings(wanted, room)
    if len(middle) == 1:
        places[0] = np.zeros(2)
    decor = [
        Node(
            f"ring-{tier}",
            tier.replace("_", " "),
            "ring",
            tier,
            2 * edge * layout.FLAT,
            2 * edge,
            where="above",
            rank=1e9,
            decor=True,
        )
        for tier, edge in zip(tiers, edges[1:], strict=True)
    ]
    return Scene(
        "trust",
        "Who is trusted how far",
        look.graph.scope,
        look.at,
        [*decor[::-1], *(node.at(x, y) for node, (x, y) in zip(drawn, places, strict=True))],
        [*map(_rating, found.ratings)],
        note=_left_out(found),
        thing_keys=PEOPLE_KEYS,
        tie_keys=_TIE_KEYS[-2:],
    )


def _left_out(found: Company) -> str:
    return f"only the {len(found.people):,} most spoken of" if found.left_out else ""


def _person(row: Mapping[str, Any], trust: Trust, most: int) -> Node:
    tier = "owner" if row["owner"] else trust.tier
    size = 18.0 + 26.0 * math.sqrt(row["mentions"] / most if most else 0.0) + (10.0 if row["owner"] else 0.0)
    lines = [
        ("trust", f"{tier.replace('_', ' ')}, {trust.score:.2f}"),
        *(("because", shown(reason, 80)) for reason in trust.reasons[:3]),
        ("spoken of", f"{row['mentions']:,} times"),
        ("seen", f"{day(row['first_seen'])} to {day(row['last_seen'])}"),
        *(("account", shown(account, 60)) for account in row["accounts"][:3]),
    ]
    return Node(
        row["person"],
        shown(row["name"]),
        tier,
        tier,
        size,
        size,
        rank=row["mentions"] + (1e6 if row["owner"] else 0.0) + trust.score,
        since=as_datetime(row["first_seen"]),
        lines=tuple(lines),
        search=" ".join(shown(text, 60) for text in [row["name"], *row["accounts"][:3]]),
    )


def _tie(row: Mapping[str, Any]) -> Tie:
    called = row["relationship"] or relationship(row, outward=True)
    kind = _KIND_OF.get("_".join((row["relationship"] or row["predicate"]).casefold().split()), "known")
    lines = [("stated" if row["relationship"] else "from facts", shown(called, 60))]
    lines += [("where", shown(row["context"], 120))] if row["context"] else []
    for fact in row["told"]:
        lines.append(("fact", shown(fact["text"], 120)))
        lines += [("said", quote(words)) for words in fact["words"]]
    return Tie(
        row["one"],
        row["other"],
        kind,
        shown(called),
        kind,
        width=1.0 + 2.0 * row["strength"],
        since=as_datetime(row["at"]),
        lines=tuple(lines),
    )


def _rating(row: Mapping[str, Any]) -> Tie:
    tone = "trusts" if row["rating"] > 0 else "distrusts"
    lines = [(tone, f"{row['rating']:+.2f}, {day(row['at'])}")]
    lines += [("because", shown(row["reason"], 120))] if row["reason"] else []
    return Tie(
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
