"""Import of SQLite databases: tables are recognised by their columns. The file is opened read-only."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg.transfer.bounded_lines import MAX_LINE_BYTES
from kg.transfer.importers.items import DatedItem, EventItem, ImportContext, ImportItem, SkippedItem, qualify_speaker
from kg.transfer.importers.source_folder import ImportSource

_MAGIC = b"SQLite format 3\0"
_TEXT = ("text", "content", "message", "body", "memory", "fact", "note", "value", "document", "summary")
_TIME = ("timestamp", "created_at", "at", "ts", "date", "time", "created", "updated_at")
_SPEAKER = ("speaker", "sender", "author", "user_id", "user", "from_id")
_SESSION = ("session", "session_id", "session_key", "conversation_id", "chat_id", "thread_id", "channel_id")
_ROLES = ("user", "assistant", "system", "tool")


def recognise(source: ImportSource) -> bool:
    """Recognise an SQLite database, except that of Chroma."""
    return source.read_head().startswith(_MAGIC) and source.name != "chroma.sqlite3"


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read rows with a role, a speaker or a session as events, and other rows with a text as long-term notes."""
    address = source.path.resolve().as_uri() + "?mode=ro"
    database = sqlite3.connect(address, uri=True)
    try:
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_LINE_BYTES)
        database.row_factory = sqlite3.Row
        database.text_factory = lambda raw: raw.decode("utf-8", "replace")
        tables = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        # The shadow tables of a virtual table repeat its content.
        hidden = tuple(f"{row['name']}_" for row in tables if str(row["sql"]).upper().startswith("CREATE VIRTUAL"))
        for row in tables:
            name = str(row["name"])
            if name.startswith("sqlite_") or str(row["sql"]).upper().startswith("CREATE VIRTUAL"):
                continue
            if hidden and name.startswith(hidden):
                continue
            yield from _table(database, name, context)
    finally:
        database.close()


def _table(database: sqlite3.Connection, name: str, context: ImportContext) -> Iterator[ImportItem]:
    quoted = _quote(name)
    columns = [str(row["name"]) for row in database.execute(f"PRAGMA table_info({quoted})")]
    columns_by_name = {column.lower(): column for column in columns}
    text = _first(columns_by_name, _TEXT)
    if text is None:
        [count] = database.execute(f"SELECT count(*) FROM {quoted}").fetchone()  # noqa: S608 - a quoted name from the file
        yield SkippedItem(f"table {name}", f"{count} rows without a column of text ({', '.join(columns)})")
        return
    is_conversation = any(_first(columns_by_name, names) for names in (("role",), _SPEAKER, _SESSION))
    # Generated columns, which are not listed, are not computed: they may be of any size.
    read = ", ".join(_quote(column) for column in columns)
    for number, row in enumerate(database.execute(f"SELECT {read} FROM {quoted}"), start=1):  # noqa: S608
        values = {column.lower(): row[column] for column in columns}
        key = values.get("id", number)
        where = f"table {name}, row {key}"
        body = values[text.lower()]
        if not isinstance(body, str) or not body.strip():
            yield SkippedItem(where, "no text")
        elif is_conversation:
            yield EventItem(where, _event(values, columns_by_name, body, name, context))
        else:
            yield DatedItem(
                where, body, "note", context.parse_time(_value(values, columns_by_name, _TIME)), _importance(values)
            )


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _first(columns_by_name: Mapping[str, str], names: Sequence[str]) -> str | None:
    return next((columns_by_name[name] for name in names if name in columns_by_name), None)


def _value(row: Mapping[str, Any], columns_by_name: Mapping[str, str], names: Sequence[str]) -> Any:
    column = _first(columns_by_name, names)
    return None if column is None else row[column.lower()]


def _importance(row: Mapping[str, Any]) -> int:
    """Return the importance, 1 to 10; a fraction is scaled."""
    values = row.get("importance")
    if isinstance(values, bool) or not isinstance(values, (int, float)):
        return 5
    return round(values * 10) if isinstance(values, float) and values <= 1 else round(values)


def _event(
    row: Mapping[str, Any], columns_by_name: Mapping[str, str], text: str, table: str, context: ImportContext
) -> dict[str, Any]:
    role = str(row.get("role") or "user").lower()
    role = {"human": "user", "ai": "assistant", "bot": "assistant"}.get(role, role)
    speaker, session = _value(row, columns_by_name, _SPEAKER), _value(row, columns_by_name, _SESSION)
    channel = row.get("channel")
    session_key = str(session) if session not in (None, "") else table
    place = f"{channel}:{session_key}" if channel and ":" not in session_key else session_key
    at = context.parse_time(_value(row, columns_by_name, _TIME))
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
