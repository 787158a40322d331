"""The events of a Turbo home: messages, and calls and results of tools, with who wrote them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kg.transfer.importers.chat_sessions import session_of_file
from kg.transfer.importers.items import EventItem, ImportContext, ImportItem, SkippedItem
from kg.transfer.importers.seen_messages import SeenMessages
from kg.transfer.importers.sqlite_file import DatabaseFile
from kg.transfer.importers.turbo_people import TurboPeople
from kg.transfer.importers.values import read_json, read_mapping, read_text

TABLE = "events"
_ROLES = {"inbound": "user", "outbound": "assistant", "internal": "system"}
_TOOL_KINDS = ("tool_call", "tool_result", "tool_error")
# Columns that an event has a place for, and vectors.
_KNOWN = frozenset(
    ["id", "timestamp", "created_at", "channel", "direction", "event_type", "content", "session_key", "parent_event_id",
     "person_id", "tool_name", "extraction_status", "content_embedding", "embedding", "last_accessed", "relevance_score",
     "metadata"]
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SourceEvent:
    """An event that facts rest on.

    Attributes:
        is_agents: whether the agent said it.
        speaker: account of the person who did; None: it is not known, or no person did.
    """

    is_agents: bool
    speaker: str | None


def event_id(name: object) -> str:
    """Return the id of an event of the database."""
    return f"turbo-{name}"


def read_events(
    database: DatabaseFile, name: str, people: TurboPeople, seen: SeenMessages, context: ImportContext
) -> Iterator[ImportItem]:
    """Read the events of a database; `seen` gets them for the comparison with the sessions."""
    faults: list[str] = []
    for number, row in enumerate(database.rows(TABLE, faults) if TABLE in database.tables else (), start=1):
        where = f"{name}, event {row.get('id', number)}"
        text, session = read_text(row.get("content")), session_of_file(read_text(row.get("session_key")).strip())
        at = context.parse_time(row.get("timestamp") or row.get("created_at"))
        if not text.strip() or not session:
            yield SkippedItem(where, "no text" if session else "no session")
            continue
        event = _event(row, text, session, people)
        said = f"call of {event['tool']}" if event["kind"] == "tool_call" and event["tool"] else text
        seen.has(event["role"], said, at)
        yield EventItem(where, {**event, "at": at})
    seen.end_part()
    yield from (SkippedItem(f"{name}, events", fault) for fault in faults)


def _event(row: Mapping[str, Any], text: str, session: str, people: TurboPeople) -> dict[str, Any]:
    kind = read_text(row.get("event_type")).strip().casefold()
    direction = read_text(row.get("direction")).strip().casefold()
    details = dict(read_mapping(row.get("metadata")))
    is_person = direction == "inbound" and not is_of_bot(row, details, people)
    role = "user" if is_person else _ROLES.get(direction, "system") if direction != "inbound" else "assistant"
    if kind in _TOOL_KINDS:
        role = "assistant" if kind == "tool_call" else "tool"
    elif kind != "message" and role == "user":
        kind = "message"
    details |= {key: value for key, value in row.items() if key not in _KNOWN and read_text(value)}
    return {
        "id": event_id(row.get("id")),
        "text": text,
        "session": session,
        "channel": read_text(row.get("channel")).strip() or None,
        "role": role,
        "kind": kind if kind in ("message", *_TOOL_KINDS) else "message" if role == "assistant" else "observation",
        "direction": direction if is_person or direction in ("outbound", "internal") else "internal",
        "tool": read_text(row.get("tool_name")).strip() or None,
        "parent": event_id(row["parent_event_id"]) if row.get("parent_event_id") else None,
        "speaker": people.speaker(row.get("person_id"), session) if role == "user" else None,
        "metadata": details or None,
    }


def is_of_bot(row: Mapping[str, Any], details: Mapping[str, Any], people: TurboPeople) -> bool:
    """Return whether an inbound event is a bot's, in a room."""
    if any(details.get(field) for field in ("bot_name", "bot_id", "from_bot")):
        return True
    return read_text(row.get("person_id")).strip().casefold() in people.bots


def read_speakers(database: DatabaseFile, people: TurboPeople) -> dict[str, SourceEvent]:
    """Return the events that facts and edges rest on, by id."""
    wanted: set[str] = set()
    for table in ("facts", "edges"):
        for row in database.rows(table) if database.has_columns(table, "source_event_ids") else ():
            wanted.update(read_ids(row["source_event_ids"]))
    found: dict[str, SourceEvent] = {}
    for row in database.rows(TABLE) if wanted and TABLE in database.tables else ():
        if (key := read_text(row.get("id"))) in wanted and read_text(row.get("content")).strip():
            session = session_of_file(read_text(row.get("session_key")).strip())
            if session:
                event = _event(row, ".", session, people)
                found[key] = SourceEvent(event["role"] == "assistant", event["speaker"])
    return found


def read_ids(value: object) -> list[str]:
    """Return the ids of a list in JSON."""
    listed = read_json(value)
    return [read_text(each) for each in listed if read_text(each)] if isinstance(listed, list) else []
