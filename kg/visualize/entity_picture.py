"""The picture of an entity: its facts by kind, what they name, its topics, its summary and reflections on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from kg.errors import NotFound
from kg.graph import ENTITY_TYPES, as_datetime
from kg.knowledge import get_entity
from kg.types import Fact
from kg.visualize.drawn_facts import (
    FACT_KEYS,
    KIND_TITLES,
    MAX_QUOTES,
    describe_fact,
    fact_rank,
    fact_start,
    read_facts,
    short_statement,
    status_at,
)
from kg.visualize.label_text import label_width, shorten
from kg.visualize.mind_map import Branch, Leaf, arrange_mind_map
from kg.visualize.scene import Edge, Node, Scene
from kg.visualize.viewer import Viewer, format_date

_TYPE_LABELS = {"org": "organization", "event": "event", "other": "other"}
TYPE_KEYS = (
    ("owner", "owner", "owner"),
    *((kind, _TYPE_LABELS.get(kind, kind), kind) for kind in ENTITY_TYPES),
)
"""The legend of entities."""
MEMORY_KEYS = (
    ("topic", "topics", "topic"),
    ("summary", "summary", "summary"),
    ("reflection", "reflections", "reflection"),
)
"""The legend of what rests on facts and messages."""
_MAX_TOPIC_MESSAGES = 2_000
_STATEMENT_CHARS = 40
_BOX_HEIGHT = 24.0


def build_entity_scene(viewer: Viewer, name: str, *, limit: int) -> Scene:
    """Build the picture of an entity: its facts by kind, most important first, with the entities that they name.

    Raises:
        InvalidInput: the name is blank or too long.
        NotFound: there is no visible entity with this name.
    """
    center = get_entity(viewer.graph, name, "name").id
    facts = read_facts(viewer, ["subject"], {"subjects": [center]}, limit) + read_facts(
        viewer, ["object"], {"objects": [center]}, limit
    )
    facts = sorted({(fact.id, fact.valid_from): fact for fact in facts}.values(), key=fact_rank)[:limit]
    rows = _read_entities(viewer, center, facts)
    names = viewer.visible_names({each: row["name"] for each, row in rows.items()})
    if center not in names:
        raise NotFound(f"{name!r} in scope {viewer.graph.scope!r}")
    ends = {each: _entity_node(viewer, rows[each], label, each == center) for each, label in names.items()}
    facts = [fact for fact in facts if fact.subject_id in ends and (not fact.object_id or fact.object_id in ends)]
    quotes = viewer.quotes(source for fact in facts for source in fact.sources[:MAX_QUOTES])
    [found] = viewer.graph.run(
        "visualize/get_entity_memories",
        viewer.fragments(),
        id=center,
        max_events=_MAX_TOPIC_MESSAGES,
        **viewer.params(),
    )
    branches = _fact_branches(center, facts, ends, viewer, quotes)
    branches += _topic_branch(found["topics"])
    above = [_memory_node(found["summary"], "summary")] if found["summary"] else []
    below = [_memory_node(row, "reflection") for row in found["reflections"]]
    nodes = arrange_mind_map(ends[center], branches, above, below)
    drawn = {node.id for node in nodes}
    ties = [*_fact_edges(center, branches, viewer), *(_memory_edge(center, node) for node in (*above, *below))]
    ties += [tie for tie in _relation_edges(rows, center) if {tie.source, tie.target} <= drawn]
    return Scene(
        "entity",
        ends[center].label,
        viewer.graph.scope,
        viewer.at,
        nodes,
        ties,
        things="entities and facts",
        thing_keys=(*TYPE_KEYS, *FACT_KEYS, *MEMORY_KEYS),
        tie_keys=(("relation", "other relations", "relation"),),
        empty="Nothing is known about it yet. Run kg digest.",
    )


def _read_entities(viewer: Viewer, center: str, facts: Sequence[Fact]) -> dict[str, Any]:
    ids = {center, *(end for fact in facts for end in (fact.subject_id, fact.object_id) if end)}
    rows = viewer.graph.run(
        "visualize/list_entity_relations",
        viewer.fragments(),
        ids=sorted(ids),
        owners=sorted(viewer.owners),
        **viewer.params(),
    )
    return {row["id"]: row for row in rows}


def _fact_branches(
    center: str, facts: Sequence[Fact], ends: Mapping[str, Node], viewer: Viewer, quotes: Mapping[str, str]
) -> list[Branch]:
    """Return a branch for each kind of facts."""
    branches: list[Branch] = []
    placed: set[str] = set()
    for kind, title in KIND_TITLES.items():
        leaves = []
        for fact in (each for each in facts if each.kind == kind):
            other = fact.object_id if fact.subject_id == center else fact.subject_id
            end = ends[other] if other and other != center and other not in placed else None
            placed |= {end.id} if end else set()
            leaves.append(Leaf(_fact_node(fact, center, status_at(fact, viewer), quotes), end, fact, other))
        if leaves:
            branches.append(Branch(kind, title, tuple(leaves)))
    return branches


def _fact_node(fact: Fact, center: str, status: str, quotes: Mapping[str, str]) -> Node:
    is_subject = fact.subject_id == center
    text = short_statement(fact, _STATEMENT_CHARS) if is_subject else shorten(fact.text, _STATEMENT_CHARS)
    return Node(
        f"{fact.id}-{fact_start(fact).timestamp():.0f}",
        text,
        status,
        status,
        label_width(text) + 18,
        _BOX_HEIGHT,
        where="inside",
        rank=fact.worth * fact.confidence,
        since=fact_start(fact),
        until=fact.valid_to,
        lines=describe_fact(fact, quotes),
        search=shorten(fact.text, 160),
        record=fact.id,
        facets=(("kind", fact.kind),),
    )


def _topic_branch(topics: Sequence[Any]) -> list[Branch]:
    leaves = []
    for topic in topics:
        text = shorten(topic["name"])
        lines = (("topic", text), ("in", f"{topic['events']:,} messages"))
        node = Node(
            topic["id"], text, "topic", "topic", label_width(text) + 18, _BOX_HEIGHT, where="inside",
            rank=float(topic["events"]), lines=lines, search=text, record=topic["id"],
        )  # fmt: skip
        leaves.append(Leaf(node))
    return [Branch("topic", "Topics", tuple(leaves))] if leaves else []


def _memory_node(row: Any, tone: str) -> Node:
    lines = ((tone, shorten(row["text"], 280)), ("written", format_date(row["at"])))
    return Node(
        row["id"], row["text"], tone, tone, where="inside", rank=1e5, lines=lines,
        search=shorten(row["text"], 120), record=row["id"],
    )  # fmt: skip


def _entity_node(viewer: Viewer, row: Any, name: str, is_center: bool) -> Node:
    kind = "owner" if row["owner"] else row["type"]
    size = 52.0 if is_center else 20.0
    # Counts and dates include messages that the viewer may not read.
    activity = (
        ("mentioned", f"{row['mentions']:,} times"),
        ("seen", f"{format_date(row['first_seen'])} to {format_date(row['last_seen'])}"),
    )
    lines = (("is", _TYPE_LABELS.get(row["type"], row["type"])), *(activity if viewer.audiences is None else ()))
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
        record=row["id"],
    )


def _fact_edges(center: str, branches: Sequence[Branch], viewer: Viewer) -> list[Edge]:
    """Return edges between the entity, its facts, and what these name, in the direction of the facts."""
    edges: list[Edge] = []
    for branch in branches:
        for leaf in branch.leaves:
            if leaf.fact is None:
                edges.append(Edge(center, leaf.node.id, leaf.node.tone, "topic", leaf.node.tone, is_branch=True))
                continue
            chain = [center, leaf.node.id, *([leaf.other] if leaf.other and leaf.other != center else [])]
            if leaf.fact.subject_id != center:
                chain.reverse()
            status = status_at(leaf.fact, viewer)
            edges += [
                _fact_edge(leaf.fact, one, other, status, is_last=other == chain[-1], is_branch=center in {one, other})
                for one, other in pairwise(chain)
            ]
    return edges


def _fact_edge(fact: Fact, source: str, target: str, status: str, *, is_last: bool, is_branch: bool) -> Edge:
    label = fact.predicate.replace("_", " ") if fact.polarity else f"not: {fact.predicate.replace('_', ' ')}"
    return Edge(
        source,
        target,
        status,
        shorten(label),
        status,
        width=1.0 + 1.5 * fact.strength,
        arrow=is_last,
        since=fact_start(fact),
        until=fact.valid_to,
        record=fact.id,
        is_branch=is_branch,
    )


def _memory_edge(center: str, node: Node) -> Edge:
    return Edge(center, node.id, node.tone, node.tone, node.tone, quiet=True)


def _relation_edges(rows: Mapping[str, Any], center: str) -> list[Edge]:
    """Return the relations between the entities that facts name."""
    edges = []
    for each, row in rows.items():
        for relation in row["relations"]:
            if center not in {each, relation["other"]}:
                label = shorten(relation["predicate"].replace("_", " "))
                lines = (("relation", label), ("strength", f"{relation['strength'] or 0:.2f}"))
                since = as_datetime(relation["first_seen"])
                edges.append(
                    Edge(each, relation["other"], "relation", label, "relation", arrow=True, since=since, lines=lines)
                )
    return edges
