"""The picture of somebody or something: what is known of it, and what that is bound to."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

import numpy as np

from kg.errors import NotFound
from kg.graph.driver_values import as_datetime
from kg.knowledge.batch_names import TYPES
from kg.knowledge.entity_lookup import one
from kg.knowledge.fact_records import expanded
from kg.types import Fact
from kg.visualize import layout
from kg.visualize.scene import Node, Scene, Tie, shown
from kg.visualize.viewer import Look, day

STATUSES = ("current", "claimed", "contested", "superseded", "quarantined", "retracted")
FACT_KEYS = (
    ("current", "holds", "current"),
    ("claimed", "only claimed", "claimed"),
    ("contested", "contested", "contested"),
    ("superseded", "held once", "superseded"),
    ("quarantined", "set aside", "quarantined"),
    ("retracted", "taken back", "retracted"),
)
"""The legend of facts."""
_THINGS = {"org": "organization", "event": "happening", "other": "something else"}
TYPE_KEYS = (
    ("owner", "owner", "owner"),
    *((kind, _THINGS.get(kind, kind), kind) for kind in TYPES),
    ("value", "value", "value"),
)
"""The legend of entities."""
_QUOTES = 3
_NEVER = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def entity(look: Look, name: str, *, limit: int) -> Scene:
    """What is known of an entity: its facts as arrows to what they name, newest first, and the relations around.

    Raises:
        InvalidInput: the name is blank or too long.
        NotFound: nothing is called so that may be seen.
    """
    middle = one(look.graph, name, "name").id
    facts = known(look, ["subject"], {"subjects": [middle]}, limit) + known(
        look, ["object"], {"objects": [middle]}, limit
    )
    facts = sorted({(fact.id, fact.valid_from): fact for fact in facts}.values(), key=_newest)[:limit]
    ids = {middle, *(end for fact in facts for end in (fact.subject_id, fact.object_id) if end)}
    rows = {
        row["id"]: row
        for row in look.graph.run("visualize/entity_surroundings", look.fragments(), ids=sorted(ids), **look.params())
    }
    names = look.named({each: row["name"] for each, row in rows.items()})
    if middle not in names:
        raise NotFound(f"{name!r} in scope {look.graph.scope!r}")
    ends = {each: _thing(rows[each], name, each == middle) for each, name in names.items()}
    words = look.words(source for fact in facts for source in fact.sources[:_QUOTES])
    ties: list[Tie] = []
    for fact in facts:
        other = fact.object_id or f"value-{fact.id}"
        if fact.subject_id not in ends or (fact.object_id and fact.object_id not in ends):
            continue
        if not fact.object_id and other not in ends:
            ends[other] = _value(other, fact)
        ties.append(_fact(fact, other, status(fact, look), words))
    bound = {(tie.source, tie.target) for tie in ties} | {(tie.target, tie.source) for tie in ties}
    for each, row in rows.items():
        for relation in row["relations"]:
            pair = (each, relation["other"])
            if pair not in bound and set(pair) <= set(ends) and middle not in pair:
                ties.append(_relation(each, relation))
    nodes = list(ends.values())
    places = _around(middle, nodes)
    return Scene(
        "entity",
        f"What is known of {ends[middle].label}",
        look.graph.scope,
        look.at,
        [node.at(x, y) for node, (x, y) in zip(nodes, places, strict=True)],
        ties,
        things="things",
        thing_keys=TYPE_KEYS,
        tie_keys=(*FACT_KEYS, ("relation", "relations around", "relation")),
    )


def known(look: Look, fragments: Sequence[str], params: dict[str, Any], limit: int) -> list[Fact]:
    """Every stretch of time in which facts held, oldest first, as far as they may be seen and were known."""
    seen = [] if look.audiences is None else ["audience"]
    audiences = {} if look.audiences is None else {"audiences": list(look.audiences)}
    rows = look.graph.run("knowledge/facts", [*fragments, *seen], limit=limit, **params, **audiences)
    return [
        fact
        for fact in expanded(rows)
        if not look.then or (began(fact) <= look.at and (fact.recorded_at or began(fact)) <= look.at)
    ]


def began(fact: Fact) -> dt.datetime:
    """When a stretch began, or when the memory learnt of it."""
    return fact.valid_from or fact.recorded_at or _NEVER


def status(fact: Fact, look: Look) -> str:
    """Where a stretch stands at the moment of the picture: what ended later held then, what ended before held once."""
    if fact.status in {"current", "claimed"} and fact.valid_to is not None and fact.valid_to <= look.at:
        return "superseded"
    if fact.status == "superseded" and look.then and (fact.valid_to is None or fact.valid_to > look.at):
        return "current"
    return fact.status


def evidence(fact: Fact, words: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """What a fact says, since when, who says so, and in which words."""
    until = "" if fact.valid_to is None else f" until {fact.valid_to:%Y-%m-%d}"
    lines = [
        ("fact", shown(fact.text, 200)),
        ("held" if fact.valid_to else "holds", f"since {began(fact):%Y-%m-%d}{until}"),
        ("status", f"{fact.status}, confidence {fact.confidence:.2f}"),
        *([("by", shown(fact.asserted_by, 60))] if fact.asserted_by else []),
        *(("said", words[source]) for source in fact.sources[:_QUOTES] if source in words),
    ]
    return tuple(lines)


def _newest(fact: Fact) -> tuple[int, float, str]:
    return STATUSES.index(fact.status) // 3, -began(fact).timestamp(), fact.id


def _thing(row: Any, name: str, middle: bool) -> Node:
    kind = "owner" if row["owner"] else row["type"]
    size = 52.0 if middle else 22.0 + min(14.0, 3.0 * float(np.log2(1 + row["mentions"])))
    lines = (
        ("is", _THINGS.get(row["type"], row["type"])),
        ("spoken of", f"{row['mentions']:,} times"),
        ("seen", f"{day(row['first_seen'])} to {day(row['last_seen'])}"),
    )
    rank = 1e6 if middle else float(row["mentions"])
    return Node(
        row["id"],
        shown(name),
        kind,
        kind,
        size,
        size,
        rank=rank,
        since=as_datetime(row["first_seen"]),
        lines=lines,
        search=shown(name, 60),
    )


def _value(id: str, fact: Fact) -> Node:  # noqa: A002 - as in a node
    text = shown(fact.object, 34)
    width = layout.label_width(text) + 16
    return Node(
        id,
        text,
        "value",
        "value",
        width,
        22.0,
        where="inside",
        since=began(fact),
        lines=(("is", shown(fact.object, 200)),),
    )


def _fact(fact: Fact, other: str, stands: str, words: dict[str, str]) -> Tie:
    said = fact.predicate.replace("_", " ") if fact.polarity else f"not: {fact.predicate.replace('_', ' ')}"
    return Tie(
        fact.subject_id,
        other,
        stands,
        shown(said),
        stands,
        width=1.0 + 2.0 * fact.strength,
        arrow=True,
        named=True,
        since=began(fact),
        until=fact.valid_to,
        lines=evidence(fact, words),
    )


def _relation(source: str, row: Any) -> Tie:
    said = row["predicate"].replace("_", " ")
    return Tie(
        source, row["other"], "relation", shown(said), "relation", arrow=True, since=as_datetime(row["first_seen"]),
        lines=(("relation", shown(said)), ("strength", f"{row['strength'] or 0:.2f}")),
    )  # fmt: skip


def _around(middle: str, nodes: Sequence[Node]) -> Any:
    """The entity in the middle, what it is bound to on rings around it, things of one kind side by side."""
    order = sorted(
        range(len(nodes)), key=lambda place: (nodes[place].id != middle, nodes[place].filter, nodes[place].label)
    )
    room = layout.boxes(
        [node.width if node.where == "below" else node.width * 0.7 for node in nodes], [node.label for node in nodes]
    )
    found, _ = layout.rings([0 if nodes[place].id == middle else 1 for place in order], room[order], first=0.0)
    places = np.zeros((len(nodes), 2))
    # A label stands at each tie: they need more room than things do.
    places[order] = found * np.array([1.3, 1.45])
    return places
