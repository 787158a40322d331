"""The shape of the summary tree: the keys of its nodes, their parents, and the conversion of rows to records."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.graph import as_datetime
from kg.memories import derive_memory_id
from kg.types import Summary, SummarySentence

ROOT_KEY = "root"
"""The key of the root."""
PREFERENCES_KEY = "user_preferences"
"""The key of the preferences of the owner, or of the only speaker."""
LEAF_KINDS = ("session", "entity", "topic")
"""The kinds of leaves."""
BRANCH_KINDS = ("channel", "entity_type")
"""The kinds of branches."""


def summary_id(key: str) -> str:
    """Return the id of the node with this key."""
    return derive_memory_id("summary", key)


@dataclass(frozen=True)
class TreeNode:
    """A node of the tree.

    Attributes:
        key: its key, as `entity:person-1`.
        name: display name of its subject.
        level: 0 for leaves, 1 for branches, 2 for the root.
        subject_id: id of the session, channel, entity or topic that it summarizes; None where that is not a node.
        subject_kind: session, channel, memory or nothing.
        parents: its ancestors, up to the root.
    """

    key: str
    name: str
    level: int
    subject_id: str | None = None
    subject_kind: str = "nothing"
    parents: tuple[TreeNode, ...] = ()

    @property
    def id(self) -> str:
        """The node's id."""
        return summary_id(self.key)

    def row(self) -> dict[str, Any]:
        """Return the node as a parameter of statements."""
        return {"id": self.id, "key": self.key, "name": self.name, "level": self.level, "subject_id": self.subject_id}


ROOT_NODE = TreeNode(ROOT_KEY, "everything", 2)
"""The root node."""


def leaf_node(kind: str, name: str, subject_id: str, group: str | None) -> TreeNode:
    """Return the node of a leaf.

    Args:
        kind: session, entity or topic.
        name: display name.
        subject_id: id of the session, entity or topic.
        group: channel of the session, or type of the entity.
    """
    if kind == "topic" or group is None:
        return TreeNode(f"{kind}:{subject_id}", name, 0, subject_id, "memory", (ROOT_NODE,))
    above = branch_node(f"channel:{group}" if kind == "session" else f"entity_type:{group}")
    return TreeNode(
        f"{kind}:{subject_id}", name, 0, subject_id, "session" if kind == "session" else "memory", (above, ROOT_NODE)
    )


def branch_node(key: str) -> TreeNode:
    """Return the root or a branch by its key."""
    kind, _, name = key.partition(":")
    if key == ROOT_KEY:
        return ROOT_NODE
    if kind == "channel":
        return TreeNode(key, name, 1, name, "channel", (ROOT_NODE,))
    return TreeNode(key, f"{name} entities" if name else key, 1, parents=(ROOT_NODE,))


PREFERENCES_NODE = TreeNode(PREFERENCES_KEY, "preferences", 0, parents=(ROOT_NODE,))
"""The preferences node."""


def parse_sentences(row: Mapping[str, Any]) -> tuple[SummarySentence, ...]:
    """Return sentences with their sources and importances from the stored lists `sentences`, `cited` and `importances`."""
    sentences = row.get("sentences") or ()
    importances = row.get("importances") or (0.0,) * len(sentences)
    rows = zip(sentences, row.get("cited") or (), importances, strict=True)
    return tuple(SummarySentence(text, tuple(json.loads(cited)), importance) for text, cited, importance in rows)


def collect_sources(said: Sequence[SummarySentence]) -> tuple[str, ...]:
    """Return the sources of sentences without duplicates, in order."""
    return tuple(dict.fromkeys(source for one in said for source in one.sources))


def to_summary(row: Mapping[str, Any]) -> Summary:
    """Convert a row of `summaries/tree` to a `Summary`."""
    node = row["node"]
    said = parse_sentences(node)
    return Summary(
        key=node["key"],
        text=node["text"],
        confidence=node.get("confidence") or 0.0,
        stale=max(0, row["staleness"] or 0),
        sources=collect_sources(said),
        id=node["id"],
        name=node.get("name") or "",
        parent=row["parent"],
        sentences=said,
        written_by=node.get("written_by") or "",
        audience=node["audience"],
        updated_at=as_datetime(node["updated_at"]),
    )
