"""A section of a context while it is filled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kg.context.rendering import ContextLine


@dataclass
class SectionDraft:
    """A section that is being filled.

    Attributes:
        name: the section's name.
        max_tokens: maximum number of tokens.
        items: lines, the most important first; after filling, in reading order.
        newest_last: whether the reading order is reversed: the newest line last.
        places: id of a node → its place in reading order; empty: the order of the items.
    """

    name: str
    max_tokens: int
    items: list[ContextLine] = field(default_factory=list)
    newest_last: bool = False
    places: Mapping[str, str] = field(default_factory=dict)

    @property
    def in_reading_order(self) -> list[ContextLine]:
        """The lines as they are read, after filling."""
        return (
            sorted(self.items, key=lambda line: self.places.get(line.node_id or "", "")) if self.places else self.items
        )

    def remove_least_important(self) -> ContextLine:
        """Remove and return the least important line: the oldest, or the lowest ranked."""
        return self.items.pop(0 if self.newest_last else -1)
