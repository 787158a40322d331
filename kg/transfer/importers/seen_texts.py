"""Texts that were read: the parts of a home repeat each other, and each text is imported once."""

from __future__ import annotations

import datetime as dt
import hashlib

from kg.language import fold_text


class SeenTexts:
    """The texts that were read, by the day of each; their hashes take little memory."""

    def __init__(self) -> None:
        self._seen: set[bytes] = set()

    def add(self, text: str, at: dt.datetime | None = None) -> None:
        """Add a text of a day, or of no day."""
        self._seen.add(day_key(text, at))

    def has(self, text: str, at: dt.datetime | None = None) -> bool:
        """Return whether a text was read on this day, or on the day before or after."""
        days = [at] if at is None else [at + dt.timedelta(days=shift) for shift in (-1, 0, 1)]
        return any(day_key(text, day) in self._seen for day in days)

    def add_new(self, text: str, at: dt.datetime | None = None) -> bool:
        """Add a text; return whether it was not read before."""
        is_new = not self.has(text, at)
        self.add(text, at)
        return is_new


def day_key(text: str, at: dt.datetime | None) -> bytes:
    """Return a hash of a text and its day."""
    day = "" if at is None else at.date().isoformat()
    return hashlib.blake2b(f"{day}\0{fold_text(text)}".encode("utf-8", "surrogatepass"), digest_size=12).digest()
