"""Memories in SQLite: tables are known by their columns, whatever they are called. The file is only read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg.transfer.importers.items import Dated, Given, Item, Left, Told
from kg.transfer.importers.source_folder import Place

_MAGIC = b"SQLite format 3\0"
_TEXT = ("text", "content", "message", "body", "memory", "fact", "note", "value", "document", "summary")
_TIME = ("timestamp", "created_at", "at", "ts", "date", "time", "created", "updated_at")
_SPEAKER = ("speaker", "sender", "author", "user_id", "user", "from_id")
_SESSION = ("session", "session_id", "session_key", "conversation_id", "chat_id", "thread_id", "channel_id")
_ROLES = ("user", "assistant", "system", "tool")


def recognise(place: Place) -> bool:
    """A database of SQLite, but none of Chroma's."""
    return place.head().startswith(_MAGIC) and place.name != "chroma.sqlite3"


def read(place: Place, given: Given) -> Iterator[Item]:
    """Rows with a role, a speaker or a session are events; other rows with a text are long-term notes."""
    address = place.path.resolve().as_uri() + "?mode=ro"
    base = sqlite3.connect(address, uri=True)
    try:
        base.row_factory = sqlite3.Row
        base.text_factory = lambda raw: raw.decode("utf-8", "replace")
        tables = base.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        # A virtual table keeps its words in tables of its own, which say the same once more.
        hidden = tuple(f"{row['name']}_" for row in tables if str(row["sql"]).upper().startswith("CREATE VIRTUAL"))
        for row in tables:
            name = str(row["name"])
            if name.startswith("sqlite_") or str(row["sql"]).upper().startswith("CREATE VIRTUAL"):
                continue
            if hidden and name.startswith(hidden):
                continue
            yield from _table(base, name, given)
    finally:
        base.close()


def _table(base: sqlite3.Connection, name: str, given: Given) -> Iterator[Item]:
    quoted = '"' + name.replace('"', '""') + '"'
    columns = [str(row["name"]) for row in base.execute(f"PRAGMA table_info({quoted})")]
    known = {column.lower(): column for column in columns}
    text = _first(known, _TEXT)
    if text is None:
        [count] = base.execute(f"SELECT count(*) FROM {quoted}").fetchone()  # noqa: S608 - a name of the file's own, quoted
        yield Left(f"table {name}", f"{count} rows without a column of text ({', '.join(columns)})")
        return
    said = any(_first(known, names) for names in (("role",), _SPEAKER, _SESSION))
    for number, row in enumerate(base.execute(f"SELECT * FROM {quoted}"), start=1):  # noqa: S608
        told = {column.lower(): row[column] for column in columns}
        key = told.get("id", number)
        where = f"table {name}, row {key}"
        body = told[text.lower()]
        if not isinstance(body, str) or not body.strip():
            yield Left(where, "no text")
        elif said:
            yield Told(where, _event(told, known, body, name, given))
        else:
            yield Dated(where, body, "note", given.time(_value(told, known, _TIME)), _importance(told))


def _first(known: Mapping[str, str], wanted: Sequence[str]) -> str | None:
    return next((known[name] for name in wanted if name in known), None)


def _value(row: Mapping[str, Any], known: Mapping[str, str], wanted: Sequence[str]) -> Any:
    column = _first(known, wanted)
    return None if column is None else row[column.lower()]


def _importance(row: Mapping[str, Any]) -> int:
    """1 to 10, also where it is told as a share."""
    told = row.get("importance")
    if isinstance(told, bool) or not isinstance(told, (int, float)):
        return 5
    return round(told * 10) if isinstance(told, float) and told <= 1 else round(told)


def _event(row: Mapping[str, Any], known: Mapping[str, str], text: str, table: str, given: Given) -> dict[str, Any]:
    role = str(row.get("role") or "user").lower()
    role = {"human": "user", "ai": "assistant", "bot": "assistant"}.get(role, role)
    speaker, session = _value(row, known, _SPEAKER), _value(row, known, _SESSION)
    channel = row.get("channel")
    talk = str(session) if session not in (None, "") else table
    at = given.time(_value(row, known, _TIME))
    return {
        # Ids of tables begin with 1 in every file: what the row says tells it from others.
        "id": given.own_id("sqlite", table, row.get("id"), at, talk, role, text),
        "text": text,
        "speaker": str(speaker) if speaker not in (None, "") else None,
        "session": talk,
        "channel": str(channel) if channel else None,
        "at": at,
        "role": role if role in _ROLES else "user",
        "direction": "outbound" if role == "assistant" else "inbound",
    }
