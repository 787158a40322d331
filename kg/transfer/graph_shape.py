"""The shape of a scope's graph: the closed sets of what its nodes and edges may be. By them exports are whole, imports safe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.knowledge.batch_names import LABELS as ENTITIES
from kg.memories.memory_store import LABELS as KEPT

FAMILIES: Mapping[str, tuple[str, int]] = {
    "Scope": ("scope", 0),
    "Turn": ("turn", 0),
    "Channel": ("channel", 1),
    "Session": ("session", 1),
    "Identity": ("identity", 2),
    "Memory": ("memory", 1),
    "Alias": ("alias", 1),
    "TrustEdge": ("trust_edge", 1),
    "Mark": ("mark", 1),
    "Audit": ("audit", 1),
    "Receipt": ("receipt", 1),
    "SleepRun": ("sleep_run", 1),
    "Proposals": ("proposals", 1),
    "TokenUsage": ("token_usage", 2),
}
"""The label by which a node has its key → what statements call it, and of how many parts the key is, beside the scope."""
LABELS: frozenset[str] = frozenset(
    {
        *FAMILIES,
        *("Event", "Passage", "Entity", "Person", "Tombstone", "Fact", "Folded", "Topic", "Note", "Kept"),
        *ENTITIES.values(),
        *KEPT.values(),
    }
)
"""Every label of a scope's nodes."""
TYPES: frozenset[str] = frozenset(
    {
        *(
            "IN",
            "HAS",
            "LAST",
            "NEXT",
            "SAID_BY",
            "RESULT_OF",
            "HAS_PASSAGE",
            "IDENTIFIES",
            "CONNECTED",
            "ABOUT",
            "NAMES",
        ),
        *("MENTIONS", "ON", "SUBJECT", "OBJECT", "EVIDENCE", "ASSERTED_BY", "SUPERSEDES", "CONTRADICTS", "RELATES_TO"),
        *("SAME_AS", "MERGED_INTO", "FOLDED_INTO", "EXTENDS", "TO", "MARKED", "FOR", "TRUSTS", "OF", "RESTS_ON"),
        *("SUMMARIZES", "PARENT"),
    }
)
"""Every type of a scope's edges."""
OUTSIDE: frozenset[str] = frozenset({"Migration", "SchemaLock"})
"""Labels that belong to the graph as a whole and to no scope."""
OF_MOVES: frozenset[str] = frozenset(
    {
        *("move", "move_holder", "move_to", "closed", "arrived", "erased"),
        *("lives_at", "lives_in", "lives_since", "moved_at"),
    }
)
"""Properties of a scope that tell where it lives: each server has its own."""
NOT_TOLD: Mapping[str, frozenset[str]] = {
    "Scope": frozenset({"import_source", "import_done", "next_embedder", "next_dimension"}) | OF_MOVES,
    "Memory": frozenset({"next_embedding", "next_states", "next_by", "next_at"}),
}
"""Properties that an export leaves out: imports, and changes of the embedding model, that are under way only where they are."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node as it is moved.

    Attributes:
        family: the label by which it has its key.
        key: the parts of its key, without the scope.
        labels: all of its labels, sorted.
        properties: the rest, without the scope.
        embedding: its vector, or None; it does not count when two nodes are compared.
        states: its block of token states, or None.
        embedded: whether it has a vector, even where that is not told.
    """

    family: str
    key: tuple[str, ...]
    labels: tuple[str, ...]
    properties: Mapping[str, Any]
    embedding: NDArray[np.float32] | None = field(default=None, compare=False)
    states: bytes | None = None
    embedded: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge as it is moved: its ends are each a family and the parts of a key."""

    type: str
    source: tuple[str, ...]
    target: tuple[str, ...]
    properties: Mapping[str, Any]
