"""The diary of an Ene home: a file a day, each entry after a header with its time and participants."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence

from kg.memories import ImportedMemory
from kg.transfer.importers.chat_sessions import is_account
from kg.transfer.importers.home_files import day_of
from kg.transfer.importers.items import (
    ImportContext,
    ImportItem,
    RecordItem,
    SkippedItem,
    observation,
)
from kg.transfer.importers.message_authors import Roster
from kg.transfer.importers.source_folder import ImportSource

# The header can be doubled: the time of writing, then that of the conversation.
_HEADER = re.compile(r"(?:\[(\d{1,2}:\d\d(?::\d\d)?)\]|\*\*(\d{1,2}:\d\d(?::\d\d)?)\*\*)\s*[—–:-]?\s*(.*)", re.DOTALL)
_STAMP = re.compile(r"\[(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)\]\s*(.*)", re.DOTALL)
_PARTICIPANTS = re.compile(r"participants\s*=\s*([^\n]*)", re.IGNORECASE)
_AUTHOR = re.compile(r"(?P<name>.*?)\s*(?:\(?@(?P<handle>[\w.\-]+)\)?)?\s*")
_STATISTICS = re.compile(r"Daily deep processing:[^\n]*\d+ reflections?\b")
_MIGRATED = re.compile(r"\[migrated\][^\n]*\n?")


def read_diary(source: ImportSource, name: str, roster: Roster, context: ImportContext) -> Iterator[ImportItem]:
    """Read the entries of a file named by its day; each has an event with the same text, so that searches find it."""
    day = day_of(name, context)
    if day is None:
        yield SkippedItem(name, "no date in the name of the file")
        return
    for number, at, participants, text in _entries(source.read_text(name), day, context):
        where = f"{name}, line {number}"
        if _STATISTICS.search(text):
            yield SkippedItem(where, "statistics of a run of the program")
            continue
        people = [account for each in participants if (account := _account(each, roster))]
        event = observation(context.make_id("diary", at.isoformat(), text), text, at, "notes:diary")
        memory = ImportedMemory(kind="diary", text=text, at=at, fields={"participants": people})
        yield RecordItem(where, memory, event)


def _account(participant: str, roster: Roster) -> str | None:
    match = _AUTHOR.fullmatch(participant.strip())
    if match is None or not (match["name"] or match["handle"]):
        return None
    account = roster.account(match["name"] or match["handle"], match["handle"])
    return account if is_account(account) else None


def _entries(
    text: str, day: dt.datetime, context: ImportContext
) -> Iterator[tuple[int, dt.datetime, Sequence[str], str]]:
    """Yield line, time, participants and text of each entry."""
    at, first, participants, block = day, 1, list[str](), list[str]()

    def flush() -> Iterator[tuple[int, dt.datetime, Sequence[str], str]]:
        body = _MIGRATED.sub("", "\n".join(block)).strip()
        if body:
            yield first, at, participants, body

    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        stamp, header = _STAMP.fullmatch(stripped), _HEADER.fullmatch(stripped)
        moment = context.parse_time(f"{stamp[1]}T{stamp[2]}") if stamp else None
        if stamp and moment:
            yield from flush()
            at, first, participants, block = moment, number, [], [stamp[3]]
        elif header and (time := _time(header, day)):
            yield from flush()
            rest = header[3]
            while (inner := _HEADER.fullmatch(rest)) and (nested := _time(inner, day)):
                time, rest = nested, inner[3]
            listed = _PARTICIPANTS.match(rest)
            participants = [each.strip() for each in listed[1].split(",") if each.strip()] if listed else []
            at, first, block = time, number, [rest[listed.end() :] if listed else rest]
        elif re.match(r"#{1,6}\s", stripped):
            # A heading that repeats the day.
            continue
        else:
            block.append(line)
    yield from flush()


def _time(header: re.Match[str], day: dt.datetime) -> dt.datetime | None:
    hour, minute, *rest = (int(part) for part in (header[1] or header[2]).split(":"))
    try:
        return day.replace(hour=hour, minute=minute, second=rest[0] if rest else 0)
    except ValueError:
        return None
