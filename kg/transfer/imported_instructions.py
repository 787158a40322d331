"""Which events and memories of an export instruct an agent, found again in their texts: the marks of a file prove nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from kg.language import bundled_pipeline, find_instructions
from kg.memories import MARKED_KINDS

_MARKED_KINDS = MARKED_KINDS | {"event", "passage", "note"}
# They are checked when they are digested or shown.
_NOT_DIGESTED = frozenset(["pending", "processing"])


def mark_instructions(step: Sequence[dict[str, Any]], owners: Collection[str]) -> None:
    """Set `instructs` in rows of nodes whose text instructs an agent and is not an owner's, and remove it from others.

    Args:
        step: rows of an export; only nodes of memories are changed.
        owners: accounts of the owners.

    Raises:
        ModelUnavailable: the English pipeline cannot be loaded.
    """
    checked = []
    for row in step:
        properties = row["properties"]
        properties.pop("instructs", None)
        if row.get("family") == "Memory" and _may_instruct(properties, owners):
            checked.append(properties)
    docs = bundled_pipeline().parse([properties["text"] for properties in checked], trees=False) if checked else []
    for properties, doc in zip(checked, docs, strict=True):
        if find_instructions(properties["text"], doc):
            properties["instructs"] = True


def _may_instruct(properties: dict[str, Any], owners: Collection[str]) -> bool:
    return bool(
        properties.get("kind") in _MARKED_KINDS
        and properties.get("text")
        and properties.get("event_kind") != "tool_call"
        and properties.get("status") not in _NOT_DIGESTED
        and properties.get("speaker", properties.get("by")) not in owners
    )
