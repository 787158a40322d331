"""Messages that were read: several files of a home repeat them, some seconds apart."""

from __future__ import annotations

import datetime as dt
import hashlib

from kg.language import fold_text

_NEAR_SECONDS = 180


class SeenMessages:
    """The messages of the parts of a home that were read; a message repeats one of another part, not one of its own."""

    def __init__(self) -> None:
        self._times: dict[bytes, list[float]] = {}
        self._waiting: list[tuple[bytes, float | None]] = []

    def has(self, role: str, text: str, at: dt.datetime | None) -> bool:
        """Return whether a message was read in another part at about this time; otherwise count it as read."""
        key, moment = _key(role, text), None if at is None else at.timestamp()
        times = self._times.get(key, ())
        if times and (moment is None or any(abs(each - moment) <= _NEAR_SECONDS for each in times)):
            return True
        self._waiting.append((key, moment))
        return False

    def end_part(self) -> None:
        """End a part: the next one is compared with its messages, too."""
        for key, moment in self._waiting:
            self._times.setdefault(key, []).append(float("-inf") if moment is None else moment)
        self._waiting.clear()


def _key(role: str, text: str) -> bytes:
    return hashlib.blake2b(f"{role}\0{fold_text(text)}".encode("utf-8", "surrogatepass"), digest_size=12).digest()
