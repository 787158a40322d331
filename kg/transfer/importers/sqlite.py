"""Import of SQLite databases of unknown programs: tables are recognised by their columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg.transfer.importers.items import EventItem, ImportContext, ImportItem, SkippedItem, note_item, qualify_speaker
from kg.transfer.importers.source_folder import ImportSource
from kg.transfer.importers.sqlite_file import MAGIC, DatabaseFile

_TEXT = ("text", "content", "message", "body", "memory", "fact", "note", "value", "document", "summary")
_TIME = ("timestamp", "created_at", "at", "ts", "date", "time", "created", "updated_at")
_SPEAKER = ("speaker", "sender", "author", "user_id", "user", "from_id")
_SESSION = ("session", "session_id", "session_key", "conversation_id", "chat_id", "thread_id", "channel_id")
_ROLES = ("user", "assistant", "system", "tool")


def recognise(source: ImportSource) -> bool:
    """Recognise an SQLite database, except that of Chroma."""
    return source.read_head().startswith(MAGIC) and source.name != "chroma.sqlite3"


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read rows with a role, a speaker or a session as events, and other rows with a text as long-term notes."""
    with DatabaseFile(source) as database:
        for name in database.tables:
            yield from _table(database, name, context)


def _table(database: DatabaseFile, name: str, context: ImportContext) -> Iterator[ImportItem]:
    columns = database.tables[name]
    text = _first(columns, _TEXT)
    if text is None:
        count = database.count(name)
        yield SkippedItem(f"table {name}", f"{count} rows without a column of text ({', '.join(columns)})")
        return
    is_conversation = any(_first(columns, names) for names in (("role",), _SPEAKER, _SESSION))
    faults: list[str] = []
    for number, values in enumerate(database.rows(name, faults), start=1):
        where = f"table {name}, row {values.get('id', number)}"
        body = values[text]
        if not isinstance(body, str) or not body.strip():
            yield SkippedItem(where, "no text")
        elif is_conversation:
            yield EventItem(where, _event(values, body, name, context))
        else:
            yield note_item(where, body, context.parse_time(_value(values, _TIME)), _importance(values))
    yield from (SkippedItem(f"table {name}", fault) for fault in faults)


def _first(columns: Sequence[str], names: Sequence[str]) -> str | None:
    return next((name for name in names if name in columns), None)


def _value(row: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((row[name] for name in names if name in row), None)


def _importance(row: Mapping[str, Any]) -> int:
    """Return the importance, 1 to 10; a fraction is scaled."""
    values = row.get("importance")
    if isinstance(values, bool) or not isinstance(values, (int, float)):
        return 5
    return round(values * 10) if isinstance(values, float) and values <= 1 else round(values)


def _event(row: Mapping[str, Any], text: str, table: str, context: ImportContext) -> dict[str, Any]:
    role = str(row.get("role") or "user").lower()
    role = {"human": "user", "ai": "assistant", "bot": "assistant"}.get(role, role)
    speaker, session = _value(row, _SPEAKER), _value(row, _SESSION)
    channel = row.get("channel")
    session_key = str(session) if session not in (None, "") else table
    place = f"{channel}:{session_key}" if channel and ":" not in session_key else session_key
    at = context.parse_time(_value(row, _TIME))
    return {
        # Row ids start at 1 in every file: the content distinguishes rows of different files.
        "id": context.make_id("sqlite", table, row.get("id"), at, session_key, role, text),
        "text": text,
        "speaker": qualify_speaker(speaker, place, "sqlite"),
        "session": session_key,
        "channel": str(channel) if channel else None,
        "at": at,
        "role": role if role in _ROLES else "user",
        "direction": "outbound" if role == "assistant" else "inbound",
    }
