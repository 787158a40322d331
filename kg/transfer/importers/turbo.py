"""Import of a Turbo home: the events and the graph of its database, sessions, rooms, learnings, summaries and notes."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kg.errors import InvalidInput
from kg.transfer.importers import markdown, model_usage
from kg.transfer.importers.chat_sessions import session_of_file
from kg.transfer.importers.home_files import HomeFiles, stem
from kg.transfer.importers.items import CoreItem, EventItem, ImportContext, ImportItem, SkippedItem, note_item
from kg.transfer.importers.scheduled_tasks import read_tasks
from kg.transfer.importers.seen_messages import SeenMessages
from kg.transfer.importers.session_lines import SessionForm, read_session, read_session_rows
from kg.transfer.importers.source_folder import ImportSource
from kg.transfer.importers.sqlite_file import MAGIC, DatabaseFile
from kg.transfer.importers.turbo_events import read_events, read_speakers
from kg.transfer.importers.turbo_facts import read_graph
from kg.transfer.importers.turbo_learnings import read_memories
from kg.transfer.importers.turbo_people import TurboPeople, add_people
from kg.transfer.importers.values import read_mapping, read_text

_SESSIONS = r"sessions/[^/]+\.jsonl"
_ROOMS = r"room_sessions/[^/]+\.jsonl?|room_sessions/[^/]+/[^/]+\.jsonl?"
_DAY = r"\d{4}-\d\d-\d\d\.md"
_ENDINGS = (".db", ".sqlite", ".sqlite3")
_EVENTS = ("content", "session_key", "direction")
_KNOWN = frozenset(
    ["events", "entities", "edges", "facts", "topics", "summary_nodes", "learnings", "bot_expertise", "bot_memory_ledger",
     "migrations", "schema_version"]
)  # fmt: skip
# Fields that only lines of a bot have.
_BOT_FIELDS = ("bot_name", "bot_id", "bot_role", "agent_name", "agent_id", "from_bot")
_BOT_KINDS = frozenset(["bot", "agent", "assistant", "ai"])


def recognise(source: ImportSource) -> bool:
    """Recognise sessions of rooms, or a database with events by session and direction, or with facts of entities."""
    if not source.is_folder:
        return False
    return HomeFiles(source, "Turbo").has(_ROOMS) or any(_is_memory(source, name) for name in _databases(source))


def _databases(source: ImportSource) -> list[str]:
    return [
        name for name in source.file_names() if name.endswith(_ENDINGS) and source.read_head(name).startswith(MAGIC)
    ]


def _is_memory(source: ImportSource, name: str) -> bool:
    try:
        with DatabaseFile(source, name) as database:
            return has_memory(database)
    except (InvalidInput, sqlite3.Error):
        return False


def has_memory(database: DatabaseFile) -> bool:
    """Return whether a database is the memory of this program."""
    has_events = database.has_columns("events", *_EVENTS)
    has_facts = bool({"subject_entity_id", "subject_id"} & set(database.tables.get("facts", ())))
    return has_events or has_facts or database.has_columns("learnings", "content", "superseded_by")


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read the databases, then what the sessions and rooms have in addition, then the notes."""
    files = HomeFiles(source, "Turbo")
    sessions, rooms = files.take(_SESSIONS), files.take(_ROOMS)
    names = [name for name in _databases(source) if _is_memory(source, name) and files.take_file(name)]
    seen = SeenMessages()
    people = TurboPeople(context.owners)
    people.add_sessions(session_of_file(stem(name)) for name in sessions)

    def read_each(read_database: Callable[[DatabaseFile, str], Iterator[ImportItem]]) -> Iterator[ImportItem]:
        yield from files.read_each(names, lambda name: _with_database(source, name, read_database))

    yield from read_each(lambda database, _: add_people(database, people))
    people.join()
    yield from people.items()
    yield from read_each(lambda database, name: read_events(database, name, people, seen, context))
    yield from _read_sessions(files, sessions, rooms, people, seen, context)
    yield from read_each(lambda database, name: _read_memory(database, name, people, context))
    yield from _read_notes(files, context)
    yield from read_tasks(files, context)
    yield from model_usage.read_databases(files, context)
    yield from files.left()


def _with_database(
    source: ImportSource, name: str, read_database: Callable[[DatabaseFile, str], Iterator[ImportItem]]
) -> Iterator[ImportItem]:
    with DatabaseFile(source, name) as database:
        yield from read_database(database, name)


def _read_memory(
    database: DatabaseFile, name: str, people: TurboPeople, context: ImportContext
) -> Iterator[ImportItem]:
    speakers = read_speakers(database, people)
    outdated = yield from read_graph(database, name, people, speakers, context)
    yield from read_memories(database, name, outdated, context)
    for table in sorted(set(database.tables) - _KNOWN):
        if (count := database.count(table)) and not model_usage.has_usage(database, table):
            yield SkippedItem(f"{name}, table {table}", f"{count} rows of no memory")


def _read_sessions(
    files: HomeFiles,
    sessions: list[str],
    rooms: list[str],
    people: TurboPeople,
    seen: SeenMessages,
    context: ImportContext,
) -> Iterator[ImportItem]:
    form = SessionForm("turbo", speaker=people.speaker_of_line, is_person=lambda row: is_person(row, people.bots))

    def read_one(name: str) -> Iterator[ImportItem]:
        session = session_of_file(stem(name))
        if name in rooms and ":" not in session:
            session = f"room:{session}"
        read_items = _read_room if name.endswith(".json") else read_session
        copies = 0
        for item in read_items(files.source, name, session, form, context):
            if isinstance(item, EventItem) and seen.has(item.event["role"], seen_text(item.event), item.event["at"]):
                copies += 1
            else:
                yield item
        seen.end_part()
        if copies:
            yield SkippedItem(name, f"{copies} second copies of messages that the database or another session has")

    yield from files.read_each([*sessions, *rooms], read_one)


def seen_text(event: Mapping[str, Any]) -> str:
    """Return what second copies of a message share: its text, or the tool of a call, whose arguments are written in two ways."""
    return f"call of {event['tool']}" if event.get("kind") == "tool_call" and event.get("tool") else event["text"]


def _read_room(
    source: ImportSource, name: str, session: str, form: SessionForm, context: ImportContext
) -> Iterator[ImportItem]:
    """Read a room that is one JSON object."""
    content = read_mapping(source.read_json(name))
    listed = content.get("messages") or content.get("history")
    if not isinstance(listed, list):
        yield SkippedItem(name, "no list of messages")
        return
    room = read_text(content.get("room_id") or content.get("key"))
    chosen = (room if ":" in room else f"room:{room}") if room else session
    rows = ((number, row if isinstance(row, dict) else "no JSON object") for number, row in enumerate(listed, start=1))
    created = context.parse_time(content.get("created_at"))
    yield from read_session_rows(rows, name, chosen, form, context, created=created)


def is_person(row: Mapping[str, Any], bots: frozenset[str]) -> bool:
    """Return whether a line with the role of a user is a person's, not a bot's in a room."""
    details = {**read_mapping(row.get("metadata")), **row}
    if any(read_text(details.get(field)).strip() for field in _BOT_FIELDS):
        return False
    kinds = (read_text(details.get(field)).casefold() for field in ("sender_type", "sender_role", "author_type"))
    sender = (
        read_text(details.get("sender") or details.get("sender_id") or details.get("author"))
        .strip()
        .casefold()
        .lstrip("@")
    )
    return not any(kind in _BOT_KINDS for kind in kinds) and sender not in bots


def _read_notes(files: HomeFiles, context: ImportContext) -> Iterator[ImportItem]:
    source = files.source
    yield from files.read(r"bots/[^/]+/(?:SOUL|IDENTITY|ROLE)\.md", lambda name: _read_bot(source, name, context))
    yield from files.read(r"(?:SOUL|IDENTITY)\.md", lambda name: markdown.read_core(source, context, name, "identity"))
    yield from files.read(r"USER\.md", lambda name: markdown.read_core(source, context, name, "people"))
    yield from files.read(r"(?:MEMORY|CORE)\.md", lambda name: markdown.read_core(source, context, name))
    yield from files.read(r"HISTORY\.md", lambda name: markdown.read_history(source, context, name))
    yield from files.read(_DAY, lambda name: markdown.read_daily(source, context, name))


def _read_bot(source: ImportSource, name: str, context: ImportContext) -> Iterator[ImportItem]:
    """Read the character of a bot, which is not the agent's own."""
    bot = name.split("/")[-2]
    for item in markdown.read_core(source, context, name, "identity"):
        yield note_item(item.where, f"Of the bot {bot}: {item.text}") if isinstance(item, CoreItem) else item
