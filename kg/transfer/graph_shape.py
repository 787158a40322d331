"""Nodes and edges as exports, imports and moves carry them; `kg.graph.catalogue` has the labels and types that exist."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOVE_PROPERTIES: frozenset[str] = frozenset(
    {
        *("move", "move_holder", "move_to", "closed", "arrived", "erased"),
        *("lives_at", "lives_in", "lives_since", "moved_at"),
    }
)
"""Properties of a scope that record on which server it is; they differ between servers."""
TRANSIENT_PROPERTIES: Mapping[str, frozenset[str]] = {
    "Scope": frozenset({"import_source", "import_done", "next_embedder", "next_dimension"}) | MOVE_PROPERTIES,
    "Memory": frozenset({"next_embedding", "next_states", "next_by", "next_at"}),
}
"""Properties that an export omits: the state of running imports, moves and changes of the embedding model."""


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A node in an export or a move.

    Attributes:
        family: the label that defines its key.
        key: the parts of its key, without the scope.
        labels: all of its labels, sorted.
        properties: all other properties, without the scope.
        embedding: its vector, or None; ignored in comparisons.
        states: its token states, or None.
        embedded: whether it has a vector, even if the vector is not included.
    """

    family: str
    key: tuple[str, ...]
    labels: tuple[str, ...]
    properties: Mapping[str, Any]
    embedding: NDArray[np.float32] | None = field(default=None, compare=False)
    states: bytes | None = None
    embedded: bool = False


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """An edge in an export or a move; each end is a family followed by the parts of a key."""

    type: str
    source: tuple[str, ...]
    target: tuple[str, ...]
    properties: Mapping[str, Any]
