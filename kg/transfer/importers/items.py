"""The items that importers read from files: events, entries, notes, and skipped parts with a reason."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import zoneinfo
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from kg.types import canonical_session, channel_of_session

_SPLIT_WINDOW = 200


@dataclass(frozen=True, slots=True)
class EventItem:
    """An event with the fields that `Memory.log` accepts; its id is the same on every import of the file."""

    where: str
    event: dict[str, Any]


@dataclass(frozen=True, slots=True)
class CoreItem:
    """An entry for core memory, or for long-term memory if core memory is full."""

    where: str
    text: str
    section: str
    importance: int = 5


@dataclass(frozen=True, slots=True)
class DatedItem:
    """An entry of the diary or of long-term memory, with a time.

    A diary entry has an event with the same text: searches find it, digestion reads it, and it is the source of the entry.
    """

    where: str
    text: str
    kind: Literal["diary", "note"]
    at: dt.datetime | None = None
    importance: int = 5
    event: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class SkippedItem:
    """A part of the file that is skipped, with the reason."""

    where: str
    why: str


ImportItem = EventItem | CoreItem | DatedItem | SkippedItem


@dataclass
class ImportContext:
    """The context of an import.

    Attributes:
        zone: the time zone of times without one.
        occurrences: how often each content has occurred, which distinguishes equal messages of the same time.
    """

    zone: zoneinfo.ZoneInfo
    occurrences: Counter[str] = field(default_factory=Counter)

    def with_zone(self, moment: dt.datetime) -> dt.datetime:
        """Return the time with its own time zone, or else the owner's."""
        return moment.replace(tzinfo=self.zone) if moment.tzinfo is None else moment

    def parse_time(self, value: object) -> dt.datetime | None:
        """Parse ISO 8601, or seconds or milliseconds since 1970; return None if the value is not a time."""
        if isinstance(value, bool) or value is None:
            return None
        try:
            if isinstance(value, (int, float)) or (isinstance(value, str) and re.fullmatch(r"\d{9,13}(\.\d+)?", value)):
                number = float(value)
                # A value of this size can only be in milliseconds.
                return dt.datetime.fromtimestamp(number / 1000 if number > 1e11 else number, dt.UTC)
            return self.with_zone(dt.datetime.fromisoformat(str(value).strip()))
        except (ValueError, OverflowError, OSError):
            return None

    def make_id(self, form: str, *parts: object) -> str:
        """Return an id for an item without one, derived from its content and the number of equal items before it."""
        content = "\0".join(str(part) for part in (form, *parts))
        self.occurrences[content] += 1
        encoded = f"{content}\0{self.occurrences[content]}".encode("utf-8", "surrogatepass")
        return f"{form}-" + hashlib.blake2b(encoded, digest_size=12).hexdigest()


def qualify_speaker(speaker: object, session: str, form: str) -> str | None:
    """Return the account of a speaker on the channel of their session; a name with another platform is one that they chose.

    Args:
        speaker: account or name; None or "" for none.
        session: the session, as `channel:chat` if its channel is known.
        form: the format of the file, which is the platform where the channel is not known.
    """
    if speaker in (None, ""):
        return None
    channel = channel_of_session(canonical_session(session))
    platform = form if channel == "any" else channel
    return str(speaker) if str(speaker).startswith(f"{platform}:") else f"{platform}:{speaker}"


def split_text(text: str, max_chars: int) -> Iterator[str]:
    """Split a text that is too long between paragraphs, sentences or words; no text is lost."""
    while len(text) > max_chars:
        head = text[:max_chars]
        boundary = max(head.rfind(mark) + len(mark) for mark in ("\n\n", "\n", ". ", " "))
        cut = boundary if boundary > max_chars - _SPLIT_WINDOW else max_chars
        if part := text[:cut].strip():
            yield part
        text = text[cut:]
    if text.strip():
        yield text.strip()
