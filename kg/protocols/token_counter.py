"""The protocol for counting tokens."""

from __future__ import annotations

from typing import Protocol


class TokenCounter(Protocol):
    """Counts what a text costs in a language model's context."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def exact(self) -> bool:
        """False where the count is an upper bound."""
        ...

    def count(self, text: str) -> int:
        """Tokens of `text`: exact, or an upper bound; never too few."""
        ...
