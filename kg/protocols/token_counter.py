"""The protocol for counting tokens."""

from __future__ import annotations

from typing import Protocol


class TokenCounter(Protocol):
    """A counter of the tokens that a text takes in a language model's context."""

    @property
    def name(self) -> str:
        """Name of the counter."""
        ...

    @property
    def exact(self) -> bool:
        """False if the count is an upper bound."""
        ...

    def count(self, text: str) -> int:
        """Return the tokens of `text`: exact or an upper bound, never too few."""
        ...
