"""What importers read out of files: what is to be kept, and what is left out and why."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import zoneinfo
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

_LOOKED_BACK = 200


@dataclass(frozen=True, slots=True)
class Told:
    """An event, with the fields that `Memory.log` takes; its id is the same whenever the file is read."""

    where: str
    event: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A line for core memory, or for long-term memory where that has no room."""

    where: str
    text: str
    section: str
    importance: int = 5


@dataclass(frozen=True, slots=True)
class Dated:
    """What a diary or a long-term memory keeps under a time.

    An entry of a diary has an event that says the same: searches find it, digestion reads it, and the entry rests on it.
    """

    where: str
    text: str
    kind: Literal["diary", "note"]
    at: dt.datetime | None = None
    importance: int = 5
    event: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """What is left out, and why."""

    where: str
    why: str


Item = Told | Line | Dated | Left


@dataclass
class Given:
    """What an importer may need to know.

    Attributes:
        zone: of times that have none.
        twins: how often the same was said at the same moment, so that neither is taken for the other.
    """

    zone: zoneinfo.ZoneInfo
    twins: Counter[str] = field(default_factory=Counter)

    def aware(self, moment: dt.datetime) -> dt.datetime:
        """A time with a zone: its own, else the owner's."""
        return moment.replace(tzinfo=self.zone) if moment.tzinfo is None else moment

    def time(self, value: object) -> dt.datetime | None:
        """A time as files tell it: ISO 8601, or seconds (or milliseconds) since 1970; None where it is none."""
        if isinstance(value, bool) or value is None:
            return None
        try:
            if isinstance(value, (int, float)) or (isinstance(value, str) and re.fullmatch(r"\d{9,13}(\.\d+)?", value)):
                number = float(value)
                # Of what is said since 1970 no second has so many digits.
                return dt.datetime.fromtimestamp(number / 1000 if number > 1e11 else number, dt.UTC)
            return self.aware(dt.datetime.fromisoformat(str(value).strip()))
        except (ValueError, OverflowError, OSError):
            return None

    def own_id(self, form: str, *parts: object) -> str:
        """An id for what has none in its file: of what it is, and of how often it was so before."""
        what = "\0".join(str(part) for part in (form, *parts))
        self.twins[what] += 1
        told = f"{what}\0{self.twins[what]}".encode("utf-8", "surrogatepass")
        return f"{form}-" + hashlib.blake2b(told, digest_size=12).hexdigest()


def parts(text: str, longest: int) -> Iterator[str]:
    """A text, cut between paragraphs, sentences or words where it is longer than may be kept in one; nothing is lost."""
    while len(text) > longest:
        head = text[:longest]
        found = max(head.rfind(mark) + len(mark) for mark in ("\n\n", "\n", ". ", " "))
        cut = found if found > longest - _LOOKED_BACK else longest
        yield text[:cut].strip()
        text = text[cut:]
    if text.strip():
        yield text.strip()
