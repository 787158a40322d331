"""Logs and threads of an Ene home: second copies of its sessions, which also hold what the sessions have lost."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kg.transfer.importers.chat_sessions import session_name, session_of_file
from kg.transfer.importers.home_files import HomeFiles, day_of, stem
from kg.transfer.importers.items import EventItem, ImportContext, ImportItem, SkippedItem
from kg.transfer.importers.message_authors import Roster, split_authors
from kg.transfer.importers.seen_texts import SeenTexts, day_key
from kg.transfer.importers.session_lines import SpokenPart
from kg.transfer.importers.values import read_mapping, read_text
from kg.types import channel_of_session

LOGS = r"logs/\d{4}-\d\d-\d\d/[^/]+\.md|logs/\d{4}-\d\d-\d\d_[^/]+\.md"
THREADS = r"threads/archive/[^/]+\.jsonl"
ACTIVE_THREADS = r"threads/active\.json"
PENDING_THREADS = r"threads/pending\.json"
_LINE = re.compile(
    r"\[(\d{1,2}:\d\d(?::\d\d)?)\] (?P<role>[A-Z][A-Z _]*)(?: \((?P<name>.*?)\))?"
    r"(?: \[tools: (?P<tools>[^\]]*)\])?: (?P<text>.*)",
    re.DOTALL,
)
_HANDLE = re.compile(r"(?P<name>.*?)\s*\(@(?P<handle>[\w.\-]+)\)?.*", re.DOTALL)
_DATED_STEM = re.compile(r"\d{4}-\d\d-\d\d[_-](.+)")
_NO_RESPONSE = re.compile(r"\[no response[^\]]*\]?")
Text = Mapping[str, Any]


def read_log_authors(files: HomeFiles, names: list[str], context: ImportContext) -> Callable[[str, Any], str | None]:
    """Return a function that finds the author of a text of a day in the logs; "" names none."""
    authors: dict[bytes, str | None] = {}

    def collect(name: str) -> Iterator[ImportItem]:
        for _, at, match in _log_lines(files, name, context):
            if match["role"] == "USER" and match["name"]:
                key = day_key(match["text"], at)
                # Two people may have said the same on one day.
                authors[key] = match["name"] if authors.get(key, match["name"]) == match["name"] else None
        yield from ()

    # Files that cannot be read are reported when their messages are read.
    for _ in files.read_each(names, collect):
        pass

    def find(text: str, at: dt.datetime | None) -> str | None:
        return authors.get(day_key(text, at))

    return find


def read_logs(
    files: HomeFiles, names: list[str], roster: Roster, seen: SeenTexts, context: ImportContext
) -> Iterator[ImportItem]:
    """Read the messages of logs that are in no session."""
    yield from files.read_each(names, lambda name: _read_log(files, name, roster, seen, context))


def _read_log(
    files: HomeFiles, name: str, roster: Roster, seen: SeenTexts, context: ImportContext
) -> Iterator[ImportItem]:
    if day_of(name, context) is None:
        yield SkippedItem(name, "no date in its path")
        return
    copies = 0
    base = _DATED_STEM.fullmatch(stem(name))
    session = session_of_file(base[1] if base else stem(name))
    for number, at, match in _log_lines(files, name, context):
        for said in _said(match, roster, session_name(session)):
            if seen.has(said.text, at):
                copies += 1
                continue
            seen.add(said.text, at)
            role = "user" if match["role"] == "USER" else "assistant"
            yield EventItem(f"{name}, line {number}", _event(said, session, at, role, match["tools"], context))
    if copies:
        yield SkippedItem(name, f"{copies} messages that the sessions have, too")


def _said(match: re.Match[str], roster: Roster, session: str) -> Iterator[SpokenPart]:
    text = match["text"].strip()
    if not text or _NO_RESPONSE.fullmatch(text):
        return
    if match["role"] != "USER":
        yield SpokenPart(text)
        return
    platform = channel_of_session(session)
    for part in split_authors(text, roster, platform):
        yield part if part.speaker or not match["name"] else with_author(part, match["name"], roster, platform)


def with_author(part: SpokenPart, author: str, roster: Roster, platform: str) -> SpokenPart:
    """Return an utterance with its author, given as in logs: `Name` or `Name (@handle)`."""
    match = _HANDLE.fullmatch(author)
    name, handle = (match["name"], match["handle"]) if match else (author, None)
    return SpokenPart(part.text, roster.account(name, handle, platform), name.strip() or None, part.details)


def _log_lines(files: HomeFiles, name: str, context: ImportContext) -> Iterator[tuple[int, dt.datetime, re.Match[str]]]:
    """Yield line, time and parts of each message of a log; a message may have several lines."""
    day = day_of(name, context)
    if day is None:
        return
    first, block = 1, list[str]()

    def flush() -> Iterator[tuple[int, dt.datetime, re.Match[str]]]:
        match = _LINE.fullmatch("\n".join(block)) if block else None
        if match:
            yield first, _at(day, match[1]), match

    for number, line in enumerate(files.source.read_text(name).split("\n"), start=1):
        if _LINE.match(line):
            yield from flush()
            first, block = number, [line.rstrip("\r")]
        elif block:
            block.append(line.rstrip("\r"))
    yield from flush()


def _at(day: dt.datetime, time: str) -> dt.datetime:
    hour, minute, *rest = (int(part) for part in time.split(":"))
    return day + dt.timedelta(hours=hour, minutes=minute, seconds=rest[0] if rest else 0)


def _event(
    said: SpokenPart, session: str, at: dt.datetime | None, role: str, tools: str | None, context: ImportContext
) -> dict[str, Any]:
    return {
        "id": context.make_id("session", session, at, role, said.text),
        "text": said.text,
        "session": session,
        "at": at,
        "role": role,
        "direction": "inbound" if role == "user" else "outbound",
        "speaker": said.speaker,
        "speaker_name": said.name if said.speaker else None,
        "metadata": {**(said.details or {}), **({"tools_used": tools.split(", ")} if tools else {})} or None,
    }


def read_threads(files: HomeFiles, seen: SeenTexts, context: ImportContext) -> Iterator[ImportItem]:
    """Read the messages of threads that are in no session and no log."""

    def read_active(name: str) -> Iterator[ImportItem]:
        threads = read_mapping(read_mapping(files.source.read_json(name)).get("threads"))
        yield from _thread_items(name, threads.values(), seen, context)

    def read_pending(name: str) -> Iterator[ImportItem]:
        listed = read_mapping(files.source.read_json(name)).get("messages")
        waiting = [read_mapping(each) for each in listed] if isinstance(listed, list) else []
        pending = [{"channel_key": each.get("channel_key"), "messages": [each.get("message")]} for each in waiting]
        yield from _thread_items(name, pending, seen, context)

    def read_archive(name: str) -> Iterator[ImportItem]:
        rows = []
        for number, row in files.source.read_rows(name):
            if isinstance(row, str):
                yield SkippedItem(f"{name}, line {number}", row)
            else:
                rows.append(row)
        yield from _thread_items(name, rows, seen, context)

    yield from files.read(ACTIVE_THREADS, read_active)
    yield from files.read(PENDING_THREADS, read_pending)
    yield from files.read(THREADS, read_archive)


def _thread_items(name: str, threads: Any, seen: SeenTexts, context: ImportContext) -> Iterator[ImportItem]:
    copies = 0
    for thread in threads:
        session = read_text(read_mapping(thread).get("channel_key")) or "threads"
        listed = read_mapping(thread).get("messages")
        for message in listed if isinstance(listed, list) else []:
            fields = read_mapping(message)
            text, at = read_text(fields.get("content")).strip(), context.parse_time(fields.get("timestamp"))
            if not text:
                continue
            if seen.has(text, at):
                copies += 1
                continue
            seen.add(text, at)
            is_agent = bool(fields.get("is_ene"))
            account = read_text(fields.get("author_id"))
            said = SpokenPart(
                text,
                None if is_agent else (account if ":" in account else None),
                None if is_agent else read_text(fields.get("author_name")) or None,
            )
            role = "assistant" if is_agent else "user"
            yield EventItem(f"{name}, message", _event(said, session, at, role, None, context))
    if copies:
        yield SkippedItem(name, f"{copies} messages that the sessions have, too")


def add_thread_authors(files: HomeFiles, roster: Roster) -> None:
    """Add the accounts of the authors of threads, by their names and handles, to a roster."""
    for name in files.source.file_names():
        if re.fullmatch(rf"(?:.*/)?{ACTIVE_THREADS}", name):
            threads = list(read_mapping(read_mapping(files.source.read_json(name)).get("threads")).values())
        elif re.fullmatch(rf"(?:.*/)?{THREADS}", name):
            threads = [row for _, row in files.source.read_rows(name) if isinstance(row, dict)]
        else:
            continue
        for thread in threads:
            listed = read_mapping(thread).get("messages")
            for message in listed if isinstance(listed, list) else []:
                fields = read_mapping(message)
                account = read_text(fields.get("author_id"))
                if ":" in account and not fields.get("is_ene") and not roster.knows(account):
                    roster.add(account, [read_text(fields.get(each)) for each in ("author_name", "author_username")])
