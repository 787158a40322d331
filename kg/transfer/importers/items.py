"""The items that importers read from files: events, core memory entries, other records, and skipped parts with a reason."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import zoneinfo
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kg.knowledge import ImportedEntity, ImportedFact
from kg.memories import ImportedMemory
from kg.people import ImportedPerson, ImportedTie
from kg.transfer.importers.chat_sessions import session_name
from kg.types import TokenUsage, channel_of_session

_SPLIT_WINDOW = 200
_EPOCH = re.compile(r"\d{9,13}(\.\d+)?")


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
    audience: str = "shared"
    at: dt.datetime | None = None


Record = ImportedPerson | ImportedTie | ImportedEntity | ImportedFact | ImportedMemory | TokenUsage
"""A record of another memory that has a place of its own here."""


@dataclass(frozen=True, slots=True)
class RecordItem:
    """A record other than an event or an entry of core memory.

    A diary entry has an event with the same text: searches find it, digestion reads it, and it is the source of the entry.
    """

    where: str
    record: Record
    event: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class SkippedItem:
    """A part of the file that is skipped, with the reason."""

    where: str
    why: str


ImportItem = EventItem | CoreItem | RecordItem | SkippedItem


@dataclass
class ImportContext:
    """The context of an import.

    Attributes:
        zone: the time zone of times without one.
        occurrences: how often the content with each hash has occurred, which distinguishes equal messages of the same time.
        owners: accounts of the owners.
        now: the time of the import, for records without one.
    """

    zone: zoneinfo.ZoneInfo
    occurrences: Counter[bytes] = field(default_factory=Counter)
    owners: frozenset[str] = frozenset()
    now: dt.datetime = field(default_factory=lambda: dt.datetime.now(dt.UTC))

    def with_zone(self, moment: dt.datetime) -> dt.datetime:
        """Return the time with its own time zone, or else the owner's."""
        return moment.replace(tzinfo=self.zone) if moment.tzinfo is None else moment

    def parse_time(self, value: object) -> dt.datetime | None:
        """Parse ISO 8601, or seconds or milliseconds since 1970; return None if the value is not a time."""
        if isinstance(value, bool) or value is None:
            return None
        try:
            if isinstance(value, (int, float)) or (isinstance(value, str) and _EPOCH.fullmatch(value)):
                number = float(value)
                # A value of this size can only be in milliseconds.
                return dt.datetime.fromtimestamp(number / 1000 if number > 1e11 else number, dt.UTC)
            return self.with_zone(dt.datetime.fromisoformat(str(value).strip()))
        except (ValueError, OverflowError, OSError):
            return None

    def make_id(self, form: str, *parts: object) -> str:
        """Return an id for an item without one, derived from its content and the number of equal items before it."""
        content = "\0".join(str(part) for part in (form, *parts)).encode("utf-8", "surrogatepass")
        key = hashlib.blake2b(content, digest_size=12).digest()
        self.occurrences[key] += 1
        encoded = content + f"\0{self.occurrences[key]}".encode()
        return f"{form}-" + hashlib.blake2b(encoded, digest_size=12).hexdigest()


def note_item(
    where: str, text: str, at: dt.datetime | None = None, importance: int = 5, **properties: Any
) -> RecordItem:
    """Return the item of a long-term note.

    Args:
        where: its location.
        text: the note.
        at: its date.
        importance: 1 to 10.
        properties: further fields of `ImportedMemory`.
    """
    fields = {"importance": importance}
    return RecordItem(where, ImportedMemory(kind="longterm", text=text, at=at, fields=fields, **properties))


def observation(event_id: str, text: str, at: dt.datetime | None, session: str, **properties: Any) -> dict[str, Any]:
    """Return the event of a note or of an entry of a diary, which no one said."""
    return {
        "id": event_id,
        "text": text,
        "session": session,
        "channel": "notes",
        "at": at,
        "kind": "observation",
        "role": "system",
        "direction": "internal",
        **properties,
    }


def qualify_speaker(speaker: object, session: str, form: str) -> str | None:
    """Return the account of a speaker on the channel of their session; a name with another platform is one that they chose.

    Args:
        speaker: account or name; None or "" for none.
        session: the session, as `channel:chat` if its channel is known.
        form: the format of the file, which is the platform where the channel is not known.
    """
    if speaker in (None, ""):
        return None
    channel = channel_of_session(session_name(session))
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
