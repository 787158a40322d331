"""The summary tree's shape: the keys of its nodes, which hangs from which, and how a node is read back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.graph.driver_values import as_datetime
from kg.memories.memory_store import identity
from kg.types import Said, Summary

ROOT = "root"
"""The key of the root."""
PREFERENCES = "user_preferences"
"""The key of what the owner, or the only one who speaks, prefers."""
LEAVES = ("session", "entity", "topic")
"""What leaves are of."""
BRANCHES = ("channel", "entity_type")
"""What branches are of."""


def summary_id(key: str) -> str:
    """The id of the node with that key."""
    return identity("summary", key)


@dataclass(frozen=True)
class Place:
    """A node's place in the tree.

    Attributes:
        key: as `entity:person-1`.
        name: what it is about, in words.
        level: 0 for leaves, 1 for branches, 2 for the root.
        of: id of the session, channel, entity or topic that it sums up; None where it is no node.
        of_kind: session, channel, memory or nothing.
        parents: from the next to the root.
    """

    key: str
    name: str
    level: int
    of: str | None = None
    of_kind: str = "nothing"
    parents: tuple[Place, ...] = ()

    @property
    def id(self) -> str:
        """The node's id."""
        return summary_id(self.key)

    def row(self) -> dict[str, Any]:
        """The place as statements take it."""
        return {"id": self.id, "key": self.key, "name": self.name, "level": self.level, "of": self.of}


TOP = Place(ROOT, "everything", 2)
"""The root's place."""


def leaf(kind: str, name: str, of: str, group: str | None) -> Place:
    """The place of a leaf.

    Args:
        kind: session, entity or topic.
        name: what it is called.
        of: id of the session, entity or topic.
        group: channel of the session, or type of the entity.
    """
    if kind == "topic" or group is None:
        return Place(f"{kind}:{of}", name, 0, of, "memory", (TOP,))
    above = branch(f"channel:{group}" if kind == "session" else f"entity_type:{group}")
    return Place(f"{kind}:{of}", name, 0, of, "session" if kind == "session" else "memory", (above, TOP))


def branch(key: str) -> Place:
    """The place of the root or of a branch, by its key."""
    kind, _, name = key.partition(":")
    if key == ROOT:
        return TOP
    if kind == "channel":
        return Place(key, name, 1, name, "channel", (TOP,))
    return Place(key, f"{name} entities" if name else key, 1, parents=(TOP,))


PREFERRED = Place(PREFERENCES, "preferences", 0, parents=(TOP,))
"""The place of the preferences."""


def said_of(sentences: Sequence[str] | None, cited: Sequence[str] | None) -> tuple[Said, ...]:
    """Sentences with their sources, as they are stored."""
    pairs = zip(sentences or (), cited or (), strict=True)
    return tuple(Said(text, tuple(json.loads(sources))) for text, sources in pairs)


def sources_of(said: Sequence[Said]) -> tuple[str, ...]:
    """The sources of sentences, each once, in their order."""
    return tuple(dict.fromkeys(source for one in said for source in one.sources))


def summary_record(row: Mapping[str, Any]) -> Summary:
    """The record of a node, as `summaries/tree` returns it."""
    node = row["node"]
    said = said_of(node.get("sentences"), node.get("cited"))
    return Summary(
        key=node["key"],
        text=node["text"],
        confidence=node.get("confidence") or 0.0,
        stale=max(0, row["news"] or 0),
        sources=sources_of(said),
        id=node["id"],
        name=node.get("name") or "",
        parent=row["parent"],
        sentences=said,
        written_by=node.get("written_by") or "",
        audience=node["audience"],
        updated_at=as_datetime(node["updated_at"]),
    )
