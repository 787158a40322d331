"""The picture of an entity: its facts, the entities that they name, and the relations between these."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

import numpy as np

from kg.errors import NotFound
from kg.graph import ENTITY_TYPES, as_datetime
from kg.knowledge import expand_validity_intervals, get_entity
from kg.types import Fact
from kg.visualize import layout
from kg.visualize.scene import Edge, Node, Scene, shorten
from kg.visualize.viewer import Viewer, format_date

STATUSES = ("current", "claimed", "contested", "superseded", "quarantined", "retracted")
FACT_KEYS = (
    ("current", "current", "current"),
    ("claimed", "claimed", "claimed"),
    ("contested", "contested", "contested"),
    ("superseded", "superseded", "superseded"),
    ("quarantined", "quarantined", "quarantined"),
    ("retracted", "retracted", "retracted"),
)
"""The legend of facts."""
_TYPE_LABELS = {"org": "organization", "event": "event", "other": "other"}
TYPE_KEYS = (
    ("owner", "owner", "owner"),
    *((kind, _TYPE_LABELS.get(kind, kind), kind) for kind in ENTITY_TYPES),
    ("value", "value", "value"),
)
"""The legend of entities."""
_MAX_QUOTES = 3
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def build_entity_scene(viewer: Viewer, name: str, *, limit: int) -> Scene:
    """Build the picture of an entity: its facts as arrows to their objects, newest first, and the relations between these.

    Raises:
        InvalidInput: the name is blank or too long.
        NotFound: there is no visible entity with this name.
    """
    center = get_entity(viewer.graph, name, "name").id
    facts = read_facts(viewer, ["subject"], {"subjects": [center]}, limit) + read_facts(
        viewer, ["object"], {"objects": [center]}, limit
    )
    facts = sorted({(fact.id, fact.valid_from): fact for fact in facts}.values(), key=_sort_key)[:limit]
    ids = {center, *(end for fact in facts for end in (fact.subject_id, fact.object_id) if end)}
    rows = {
        row["id"]: row
        for row in viewer.graph.run(
            "visualize/list_entity_relations", viewer.fragments(), ids=sorted(ids), **viewer.params()
        )
    }
    names = viewer.visible_names({each: row["name"] for each, row in rows.items()})
    if center not in names:
        raise NotFound(f"{name!r} in scope {viewer.graph.scope!r}")
    endpoints = {each: _entity_node(rows[each], name, each == center) for each, name in names.items()}
    quotes = viewer.quotes(source for fact in facts for source in fact.sources[:_MAX_QUOTES])
    ties: list[Edge] = []
    for fact in facts:
        other = fact.object_id or f"value-{fact.id}"
        if fact.subject_id not in endpoints or (fact.object_id and fact.object_id not in endpoints):
            continue
        if not fact.object_id and other not in endpoints:
            endpoints[other] = _value_node(other, fact)
        ties.append(_fact_edge(fact, other, status_at(fact, viewer), quotes))
    connected = {(tie.source, tie.target) for tie in ties} | {(tie.target, tie.source) for tie in ties}
    for each, row in rows.items():
        for relation in row["relations"]:
            pair = (each, relation["other"])
            if pair not in connected and set(pair) <= set(endpoints) and center not in pair:
                ties.append(_relation_edge(each, relation))
    nodes = list(endpoints.values())
    places = _place_nodes(center, nodes)
    return Scene(
        "entity",
        f"Facts about {endpoints[center].label}",
        viewer.graph.scope,
        viewer.at,
        [node.moved_to(x, y) for node, (x, y) in zip(nodes, places, strict=True)],
        ties,
        things="entities",
        thing_keys=TYPE_KEYS,
        tie_keys=(*FACT_KEYS, ("relation", "other relations", "relation")),
    )


def read_facts(viewer: Viewer, fragments: Sequence[str], params: dict[str, Any], limit: int) -> list[Fact]:
    """Return the visible facts with their validity intervals, oldest first, as recorded by the time of the picture."""
    audience_fragment = [] if viewer.audiences is None else ["audience"]
    audiences = {} if viewer.audiences is None else {"audiences": list(viewer.audiences)}
    rows = viewer.graph.run("knowledge/facts", [*fragments, *audience_fragment], limit=limit, **params, **audiences)
    return [
        fact
        for fact in expand_validity_intervals(rows)
        if not viewer.is_past or (fact_start(fact) <= viewer.at and (fact.recorded_at or fact_start(fact)) <= viewer.at)
    ]


def fact_start(fact: Fact) -> dt.datetime:
    """Return when a fact began to hold, or when it was recorded if that is not known."""
    return fact.valid_from or fact.recorded_at or _EPOCH


def status_at(fact: Fact, viewer: Viewer) -> str:
    """Return the status of a fact at the time of the picture."""
    if fact.status in {"current", "claimed"} and fact.valid_to is not None and fact.valid_to <= viewer.at:
        return "superseded"
    if fact.status == "superseded" and viewer.is_past and (fact.valid_to is None or fact.valid_to > viewer.at):
        return "current"
    return fact.status


def describe_fact(fact: Fact, quotes: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the details of a fact: sentence, validity, status, attribution and quotations."""
    until = "" if fact.valid_to is None else f" until {fact.valid_to:%Y-%m-%d}"
    lines = [
        ("fact", shorten(fact.text, 200)),
        ("held" if fact.valid_to else "holds", f"since {fact_start(fact):%Y-%m-%d}{until}"),
        ("status", f"{fact.status}, confidence {fact.confidence:.2f}"),
        *([("by", shorten(fact.asserted_by, 60))] if fact.asserted_by else []),
        *(("said", quotes[source]) for source in fact.sources[:_MAX_QUOTES] if source in quotes),
    ]
    return tuple(lines)


def _sort_key(fact: Fact) -> tuple[int, float, str]:
    return STATUSES.index(fact.status) // 3, -fact_start(fact).timestamp(), fact.id


def _entity_node(row: Any, name: str, is_center: bool) -> Node:
    kind = "owner" if row["owner"] else row["type"]
    size = 52.0 if is_center else 22.0 + min(14.0, 3.0 * float(np.log2(1 + row["mentions"])))
    lines = (
        ("is", _TYPE_LABELS.get(row["type"], row["type"])),
        ("mentioned", f"{row['mentions']:,} times"),
        ("seen", f"{format_date(row['first_seen'])} to {format_date(row['last_seen'])}"),
    )
    rank = 1e6 if is_center else float(row["mentions"])
    return Node(
        row["id"],
        shorten(name),
        kind,
        kind,
        size,
        size,
        rank=rank,
        since=as_datetime(row["first_seen"]),
        lines=lines,
        search=shorten(name, 60),
    )


def _value_node(id: str, fact: Fact) -> Node:  # noqa: A002 - as in a node
    text = shorten(fact.object, 34)
    width = layout.label_width(text) + 16
    return Node(
        id,
        text,
        "value",
        "value",
        width,
        22.0,
        where="inside",
        since=fact_start(fact),
        lines=(("is", shorten(fact.object, 200)),),
    )


def _fact_edge(fact: Fact, other: str, status: str, quotes: dict[str, str]) -> Edge:
    label = fact.predicate.replace("_", " ") if fact.polarity else f"not: {fact.predicate.replace('_', ' ')}"
    return Edge(
        fact.subject_id,
        other,
        status,
        shorten(label),
        status,
        width=1.0 + 2.0 * fact.strength,
        arrow=True,
        named=True,
        since=fact_start(fact),
        until=fact.valid_to,
        lines=describe_fact(fact, quotes),
    )


def _relation_edge(source: str, row: Any) -> Edge:
    label = row["predicate"].replace("_", " ")
    return Edge(
        source, row["other"], "relation", shorten(label), "relation", arrow=True, since=as_datetime(row["first_seen"]),
        lines=(("relation", shorten(label)), ("strength", f"{row['strength'] or 0:.2f}")),
    )  # fmt: skip


def _place_nodes(center: str, nodes: Sequence[Node]) -> Any:
    """Place the entity in the center and the other nodes on rings around it, grouped by type."""
    order = sorted(
        range(len(nodes)), key=lambda index: (nodes[index].id != center, nodes[index].filter, nodes[index].label)
    )
    sizes = layout.label_boxes(
        [node.width if node.where == "below" else node.width * 0.7 for node in nodes], [node.label for node in nodes]
    )
    ring_places, _ = layout.ring_layout(
        [0 if nodes[index].id == center else 1 for index in order], sizes[order], first=0.0
    )
    places = np.zeros((len(nodes), 2))
    # Edge labels need more space than node labels.
    places[order] = ring_places * np.array([1.3, 1.45])
    return places
