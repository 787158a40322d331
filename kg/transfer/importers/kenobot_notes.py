"""The notes of a KenoBot home: a file a day with entries by time, the long-term memory, and notes of chats."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.language import fold_text
from kg.memories import ImportedMemory
from kg.transfer.importers import markdown
from kg.transfer.importers.chat_sessions import session_name, session_of_file
from kg.transfer.importers.home_files import stem
from kg.transfer.importers.items import (
    CoreItem,
    EventItem,
    ImportContext,
    ImportItem,
    RecordItem,
    SkippedItem,
    note_item,
    observation,
)
from kg.transfer.importers.seen_texts import SeenTexts
from kg.transfer.importers.source_folder import ImportSource
from kg.transfer.importers.values import read_names, read_text

_TIMED = re.compile(r"#{2,3}\s+(\d{1,2}):(\d\d)(?::\d\d)?\s*(?:[—–:-]\s*)?(.*)")
_CONSOLIDATED = re.compile(r"\bconsolidated\b", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_KEYED = re.compile(r"\**([^\s:*][^:*]{0,59}?)\**\s*:\**\s+(\S.*)", re.DOTALL)
_FRONT_MATTER = re.compile(r"---\s*\n(.*?)\n---\s*(?:\n|$)", re.DOTALL)
_FIELD = re.compile(r"(\w+)\s*:\s*(.*)")


def read_notes(source: ImportSource, name: str, seen: SeenTexts, context: ImportContext) -> Iterator[ImportItem]:
    """Read the entries of a day as events; its times are UTC."""
    day = _midnight(name)
    if day is None:
        yield SkippedItem(name, "no date in the name of the file")
        return
    for number, at, text in _entries(source.read_text(name), day):
        where = f"{name}, line {number}"
        if seen.add_new(text, at):
            seen.add(text)
            yield EventItem(
                where, observation(context.make_id("note", day.date(), at, text), text, at, f"notes:{day:%Y-%m-%d}")
            )
        else:
            yield SkippedItem(where, "a second copy of a note of this day")


@dataclass
class MemoryFiles:
    """The long-term memory that was read.

    Attributes:
        seen: the texts of the home.
        values: heading and key → value, of the newest file.
        is_newest: whether the next file is the newest.
    """

    seen: SeenTexts
    values: dict[tuple[str, str], str] = field(default_factory=dict)
    is_newest: bool = True


def read_memory(source: ImportSource, name: str, memory: MemoryFiles, context: ImportContext) -> Iterator[ImportItem]:
    """Read a file of long-term memory, the newest one first; what an older one says otherwise is superseded.

    Consolidated sections repeat the daily notes, and bring what is in none of them.
    """
    is_newest, memory.is_newest = memory.is_newest, False
    for entry in markdown.read_entries(source, name):
        if isinstance(entry, SkippedItem):
            yield entry
            continue
        dated = _consolidated_on(entry.headings)
        at = context.parse_time(f"{dated}T00:00:00+00:00") if dated else None
        keyed = _KEYED.fullmatch(entry.text)
        key = (fold_text(entry.headings[-1] if entry.headings else ""), fold_text(keyed[1])) if keyed else ("", "")
        value = fold_text(keyed[2]) if keyed and not dated else ""
        if not memory.seen.add_new(entry.text):
            yield SkippedItem(entry.where, "a second copy: a note of a day or the memory has it")
        elif value and not is_newest and memory.values.get(key, value) != value:
            yield note_item(entry.where, entry.statement, at or source.modified(name), is_superseded=True)
        else:
            yield CoreItem(entry.where, entry.statement, entry.section or markdown.SCRATCH, at=at)
        if value and is_newest:
            memory.values[key] = value


def _consolidated_on(headings: Sequence[str]) -> str | None:
    days = (_DAY.search(each) for each in headings if _CONSOLIDATED.search(each))
    return next((day[0] for day in days if day), None)


def read_chat_notes(
    source: ImportSource, name: str, session: str, seen: SeenTexts, context: ImportContext
) -> Iterator[ImportItem]:
    """Read the notes of a day of a chat, for that chat alone: episodes, each with a note that searches find."""
    day = _midnight(name)
    text = source.read_text(name).lstrip("\ufeff\n ")
    front = _FRONT_MATTER.match(text)
    found = (_FIELD.match(line.strip()) for line in (front[1] if front else "").splitlines())
    fields = {match[1].casefold(): match[2].strip() for match in found if match}
    at = context.parse_time(fields.get("timestamp")) or day
    if at is None:
        yield SkippedItem(name, "no date in the name of the file")
        return
    body = text[front.end() :] if front else text
    shared = {"tags": _listed(fields.get("tags")), "session": session}
    audience = f"session:{session}"
    timed = any(_TIMED.match(line) for line in body.splitlines())
    parts = list(_entries(body, day or at)) if timed else [(1, at, body.strip())]
    for number, moment, part in parts:
        where = f"{name}, line {number}"
        if not part:
            yield SkippedItem(where, "no text")
        elif not seen.add_new(f"{session} {part}"):
            yield SkippedItem(where, "a second copy of a note of this chat")
        else:
            yield RecordItem(
                where, ImportedMemory(kind="episode", text=part, at=moment, audience=audience, fields=shared)
            )
            yield note_item(where, part, moment, audience=audience)


def read_embedded_texts(
    source: ImportSource, name: str, seen: SeenTexts, context: ImportContext
) -> Iterator[ImportItem]:
    """Read the texts that were embedded; most are second copies, and the others are in no file any more."""
    copies = 0
    for number, row in source.read_rows(name):
        where = f"{name}, line {number}"
        if isinstance(row, str):
            yield SkippedItem(where, row)
            continue
        text = read_text(row.get("text")).strip()
        chat = read_text(row.get("sessionId") or row.get("session_id")).strip()
        session = session_name(session_of_file(chat)) if chat else ""
        is_of_chat = read_text(row.get("type") or stem(name)) == "episodic" and bool(session)
        known = f"{session} {text}" if is_of_chat else text
        if not text or not seen.add_new(known):
            copies += 1
        else:
            audience = f"session:{session}" if is_of_chat else "shared"
            yield note_item(
                where, text, context.parse_time(row.get("createdAt") or row.get("created_at")), audience=audience
            )
    if copies:
        yield SkippedItem(name, f"{copies} second copies of notes")


def _entries(text: str, day: dt.datetime) -> Iterator[tuple[int, dt.datetime, str]]:
    """Yield line, time and text of each entry; what comes before the first one with a time is of the beginning of the day."""
    at, first, block = day, 1, list[str]()

    def flush() -> Iterator[tuple[int, dt.datetime, str]]:
        body = "\n".join(block).strip()
        if body:
            yield first, at, body

    for number, line in enumerate(text.splitlines(), start=1):
        if timed := _TIMED.match(line):
            yield from flush()
            hour, minute = int(timed[1]), int(timed[2])
            at = day + dt.timedelta(hours=hour, minutes=minute) if hour < 24 and minute < 60 else day
            first, block = number, [timed[3].strip()]
        elif not (not any(block) and _DAY.search(line) and line.startswith("#")):
            block.append(line.rstrip())
    yield from flush()


def _midnight(name: str) -> dt.datetime | None:
    try:
        return dt.datetime.fromisoformat(stem(name)).replace(tzinfo=dt.UTC)
    except ValueError:
        return None


def _listed(value: Any) -> tuple[str, ...]:
    return read_names(read_text(value).strip().removeprefix("[").removesuffix("]"))
