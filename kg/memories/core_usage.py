"""The tokens of core memory: what the fullest context contains, which has the shared entries and those of one audience."""

from __future__ import annotations

from collections import Counter, defaultdict

from kg.settings import CORE_LIMITS

_SHARED = "shared"


class CoreUsage:
    """The tokens of the entries of core memory, by section and audience."""

    def __init__(self) -> None:
        self._used: dict[str, Counter[str]] = defaultdict(Counter)

    def add(self, section: str, audience: str, tokens: int) -> None:
        """Add an entry; a negative number of tokens removes one."""
        self._used[section][audience] += tokens

    def sections(self) -> dict[str, int]:
        """Return the tokens of each section for the reader who sees most of it."""
        return {section: self._fullest(self._used[section]) for section in CORE_LIMITS}

    @staticmethod
    def _fullest(used: Counter[str]) -> int:
        private = max((tokens for audience, tokens in used.items() if audience != _SHARED), default=0)
        return used[_SHARED] + private
