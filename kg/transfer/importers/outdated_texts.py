"""Texts that repeat facts that are over: summaries and notes that were written before something changed."""

from __future__ import annotations

from collections import defaultdict

from kg.language import fold_text

_MIN_CHARS = 3


class OutdatedTexts:
    """The values of facts that are over, and those that follow them."""

    def __init__(self) -> None:
        self._over: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._current: dict[tuple[str, str], set[str]] = defaultdict(set)

    def add(self, subject: str, predicate: str, value: str, *, is_over: bool) -> None:
        """Add a fact."""
        if len(value) >= _MIN_CHARS:
            (self._over if is_over else self._current)[fold_text(subject), predicate].add(fold_text(value))

    def has(self, text: str) -> bool:
        """Return whether a text names a subject with a value that is over, and not the value that follows."""
        folded = fold_text(text)
        for (subject, predicate), values in self._over.items():
            current = self._current.get((subject, predicate), set())
            names_old = subject in folded and any(value in folded for value in values - current)
            if names_old and not any(value in folded for value in current):
                return True
        return False
