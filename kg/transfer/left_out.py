"""What an import leaves out: each part with its location and the reason, up to a number, and a count of the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

_MAX_LISTED = 2_000


class LeftOut:
    """The parts of a file that are left out."""

    def __init__(self, max_listed: int = _MAX_LISTED) -> None:
        """Create an empty list; parts beyond `max_listed` are only counted."""
        self._max_listed = max_listed
        self._reasons: dict[str, str] = {}
        self._more = 0

    def __len__(self) -> int:
        return len(self._reasons) + self._more

    def add(self, where: str, why: str) -> None:
        """Add a part; one that has the location of another gets a number."""
        if len(self._reasons) >= self._max_listed:
            self._more += 1
            return
        self._reasons[where if where not in self._reasons else f"{where} ({len(self._reasons) + 1})"] = why

    def reasons(self) -> Mapping[str, str] | None:
        """Return location → reason; None where nothing was left out."""
        further = {"further parts": f"{self._more:,} more were left out"} if self._more else {}
        return {**self._reasons, **further} or None

    def __iter__(self) -> Iterator[str]:
        yield from self.reasons() or ()
