"""Import of a Nano_Bot home: facts, journal, conversations and reflections of its database, sessions, notes and skills."""

from __future__ import annotations

import datetime as dt
import re
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from kg.errors import InvalidInput
from kg.memories import ImportedMemory
from kg.people import ImportedPerson
from kg.transfer.importers import chroma, markdown
from kg.transfer.importers.chat_sessions import direct_account, session_name, session_of_file
from kg.transfer.importers.home_files import HomeFiles, stem
from kg.transfer.importers.home_user import HomeUser, find_user, name_in_notes
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
from kg.transfer.importers.model_usage import has_usage, read_usage
from kg.transfer.importers.nano_bot_facts import COLUMNS, StoredFacts
from kg.transfer.importers.nano_bot_skills import read_skills
from kg.transfer.importers.scheduled_tasks import read_tasks
from kg.transfer.importers.seen_texts import SeenTexts
from kg.transfer.importers.session_lines import ROLES, SessionForm, read_session
from kg.transfer.importers.source_folder import ImportSource
from kg.transfer.importers.sqlite_file import MAGIC, DatabaseFile
from kg.transfer.importers.values import read_text

_SESSIONS = r"sessions/[^/]+\.jsonl"
_DAY = r"\d{4}-\d\d-\d\d\.md"
_MEMORY = r"(?:memory/)?MEMORY\.md"
_ENDINGS = (".db", ".sqlite", ".sqlite3")
_CONVERSATION = ("chat_id", "role", "message")
_USAGE = ("token_usage", "token_usage_calls")
_KNOWN = frozenset(
    ["facts", "journal", "conversations", "reflections", "skills", "skill_versions", "skill_tags", *_USAGE]
)


def recognise(source: ImportSource) -> bool:
    """Recognise a database with facts by category and key, or with conversations and reflections, in a folder."""
    return source.is_folder and any(_is_memory(source, name) for name in _databases(source))


def _databases(source: ImportSource) -> list[str]:
    return [name for name in source.file_names() if name.endswith(_ENDINGS) and not name.endswith(chroma.FILE)]


def _is_memory(source: ImportSource, name: str) -> bool:
    def check(database: DatabaseFile) -> bool:
        has_facts = database.has_columns("facts", *COLUMNS)
        return has_facts or (database.has_columns("conversations", *_CONVERSATION) and "reflections" in database.tables)

    return bool(_with_database(source, name, check))


def _with_database(source: ImportSource, name: str, work: Callable[[DatabaseFile], Any]) -> Any:
    """Return what a function makes of a database; None for a file that is none."""
    if not source.read_head(name).startswith(MAGIC):
        return None
    try:
        with DatabaseFile(source, name) as database:
            return work(database)
    except (InvalidInput, sqlite3.Error):
        return None


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read the sessions, then what the databases have: facts, and the conversations that no session has."""
    files = HomeFiles(source, "Nano_Bot")
    sessions, notes = files.take(_SESSIONS), files.take(_MEMORY)
    databases = [name for name in _databases(source) if files.take_file(name)]
    facts, chats = StoredFacts(), {session_of_file(stem(name)) for name in sessions}
    for name in databases:
        _with_database(source, name, partial(_scan, name=name, facts=facts, chats=chats, context=context))
    user = find_user(chats, context.owners, facts.user_name or files.find(notes, name_in_notes))
    if user.account:
        known = user.name if user != HomeUser(user.account) else None
        yield RecordItem("the user", ImportedPerson(accounts=[user.account], name=known, origin="nano-bot"))
    seen = SeenTexts()
    yield from files.read_each(sessions, lambda name: _read_session(source, name, seen, context))
    yield from facts.items(user)
    yield from files.read_each(databases, lambda name: _read_database(source, name, seen, context))
    yield from files.read_each(notes, lambda name: _read_memory(source, name, facts))
    yield from _read_notes(files, context)
    has_facts = any(_is_memory(source, name) for name in databases)
    stores = rf"{re.escape(chroma.FILE)}"
    yield from files.read(stores, lambda name: _read_chroma(source, name, context, has_facts=has_facts))
    yield from read_tasks(files, context)
    for name in files.take(r"history/[^/]+\.jsonl"):
        yield SkippedItem(name, "the history of a skill, whose newest version counts")
    yield from files.left()


def _read_session(source: ImportSource, name: str, seen: SeenTexts, context: ImportContext) -> Iterator[ImportItem]:
    for item in read_session(source, name, session_of_file(stem(name)), SessionForm("nano-bot"), context):
        if isinstance(item, EventItem):
            seen.add(_said(item.event), item.event["at"])
        yield item


def _said(event: dict[str, Any]) -> str:
    return f"{session_name(event['session'])} {event['role']} {event['text']}"


def _scan(database: DatabaseFile, name: str, facts: StoredFacts, chats: set[str], context: ImportContext) -> None:
    """Collect the facts of a database, and the names of its chats."""
    if database.has_columns("facts", *COLUMNS):
        facts.add_table(database, name, context)
    for row in database.rows("conversations") if database.has_columns("conversations", *_CONVERSATION) else ():
        chats.add(session_of_file(read_text(row["chat_id"])))


def _read_database(source: ImportSource, name: str, seen: SeenTexts, context: ImportContext) -> Iterator[ImportItem]:
    if not source.read_head(name).startswith(MAGIC):
        yield SkippedItem(name, "no database")
        return
    try:
        with DatabaseFile(source, name) as database:
            if database.has_columns("conversations", *_CONVERSATION):
                yield from _read_conversations(database, name, seen, context)
            if database.has_columns("journal", "date", "content"):
                yield from _read_journal(database, name, context)
            if database.has_columns("reflections", "tool_name", "insight"):
                yield from _read_reflections(database, name, context)
            if database.has_columns("skills", "name", "content"):
                yield from read_skills(database, name, context)
            if any(has_usage(database, table) for table in _USAGE):
                yield from read_usage(database, name, context)
            for table in sorted(set(database.tables) - _KNOWN):
                if count := database.count(table):
                    yield SkippedItem(f"{name}, table {table}", f"{count} rows of no memory")
    except (InvalidInput, sqlite3.Error) as error:
        yield SkippedItem(name, f"no database that can be read ({error})")


def _read_conversations(
    database: DatabaseFile, name: str, seen: SeenTexts, context: ImportContext
) -> Iterator[ImportItem]:
    copies, faults = 0, list[str]()
    for number, row in enumerate(database.rows("conversations", faults), start=1):
        where = f"{name}, conversation {row.get('id', number)}"
        role = ROLES.get(read_text(row["role"]).strip().casefold())
        session, text = session_of_file(read_text(row["chat_id"])), read_text(row["message"])
        at = context.parse_time(row.get("timestamp"))
        if role is None or not text.strip() or not session:
            yield SkippedItem(where, "no text" if role else f"unknown author: the role is {row['role']!r}")
            continue
        event = {
            "session": session,
            "role": role,
            "text": text,
            "at": at,
            "kind": "tool_result" if role == "tool" else "message",
            "direction": "inbound" if role == "user" else "outbound",
            "speaker": direct_account(session_name(session)) if role == "user" else None,
        }
        if seen.has(_said(event), at):
            copies += 1
            continue
        yield EventItem(where, event | {"id": context.make_id("nano-bot", session, at, role, text)})
    if copies:
        yield SkippedItem(f"{name}, conversations", f"{copies} second copies of lines of sessions")
    yield from (SkippedItem(f"{name}, conversations", fault) for fault in faults)


def _read_journal(database: DatabaseFile, name: str, context: ImportContext) -> Iterator[ImportItem]:
    faults: list[str] = []
    for number, row in enumerate(database.rows("journal", faults), start=1):
        where = f"{name}, journal {row.get('id', number)}"
        text, day = read_text(row["content"]).strip(), _day(row["date"])
        if not text or day is None:
            yield SkippedItem(where, "no text" if day else "no date")
            continue
        written = context.parse_time(row.get("created_at")) or day
        event = observation(context.make_id("journal", day.date(), text), text, written, f"notes:{day:%Y-%m-%d}")
        yield RecordItem(
            where, ImportedMemory(kind="journal", text=text, at=day, fields={"written_at": written}), event
        )
    yield from (SkippedItem(f"{name}, journal", fault) for fault in faults)


def _day(value: object) -> dt.datetime | None:
    """Return the midnight UTC of a day."""
    try:
        return dt.datetime.fromisoformat(read_text(value).strip()[:10]).replace(tzinfo=dt.UTC)
    except ValueError:
        return None


def _read_reflections(database: DatabaseFile, name: str, context: ImportContext) -> Iterator[ImportItem]:
    """Read what was learned from errors of tools: the reflection, and the learning that it is."""
    faults: list[str] = []
    for number, row in enumerate(database.rows("reflections", faults), start=1):
        where = f"{name}, reflection {row.get('id', number)}"
        insight, tool = read_text(row["insight"]).strip(), read_text(row["tool_name"]).strip()
        if not insight or not tool:
            yield SkippedItem(where, "no insight or no tool")
            continue
        at = context.parse_time(row.get("created_at"))
        fields = {
            "tool": tool,
            "arguments": read_text(row.get("tool_args")),
            "error": read_text(row.get("error_text")),
            "session": session_of_file(read_text(row.get("session_key"))) or None,
        }
        key = f"reflection-{row.get('id', number)}"
        yield RecordItem(where, ImportedMemory(kind="reflection", text=insight, at=at, key=key, fields=fields))
        advice = {"tool": tool, "sentiment": "negative", "recommendation": insight}
        yield RecordItem(where, ImportedMemory(kind="learning", text=insight, at=at, sources=[key], fields=advice))
    yield from (SkippedItem(f"{name}, reflections", fault) for fault in faults)


def _read_memory(source: ImportSource, name: str, facts: StoredFacts) -> Iterator[ImportItem]:
    """Read a memory file; what the facts say otherwise is superseded."""
    for entry in markdown.read_entries(source, name):
        if isinstance(entry, SkippedItem):
            yield entry
        elif facts.contradict(entry.text, entry.headings):
            yield note_item(entry.where, entry.statement, source.modified(name), is_superseded=True)
        else:
            yield CoreItem(entry.where, entry.statement, entry.section or markdown.SCRATCH)


def _read_notes(files: HomeFiles, context: ImportContext) -> Iterator[ImportItem]:
    source = files.source
    yield from files.read(rf"(?:memory/)?{_DAY}", lambda name: markdown.read_daily(source, context, name))
    yield from files.read(r"HISTORY\.md", lambda name: markdown.read_history(source, context, name))
    yield from files.read(r"(?:SOUL|IDENTITY)\.md", lambda name: markdown.read_core(source, context, name, "identity"))
    yield from files.read(r"USER\.md", lambda name: markdown.read_core(source, context, name, "people"))


def _read_chroma(source: ImportSource, name: str, context: ImportContext, *, has_facts: bool) -> Iterator[ImportItem]:
    """Read the Chroma store, which keeps facts that were deleted."""
    copies = 0
    for item in chroma.read_database(source, name, context):
        if has_facts and "fact::" in item.where:
            copies += 1
        else:
            yield item
    if copies:
        yield SkippedItem(name, f"{copies} second copies of facts, or facts that were deleted")
