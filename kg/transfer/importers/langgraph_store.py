"""Import of LangGraph stores: items with a namespace, a key and a value, as JSON, JSON lines, or the SQLite store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any

from kg.errors import InvalidInput
from kg.transfer.importers.items import ImportContext, ImportItem, SkippedItem, note_item
from kg.transfer.importers.source_folder import ImportSource
from kg.transfer.importers.sqlite_file import MAGIC, DatabaseFile
from kg.transfer.importers.user_audiences import UserAudiences
from kg.transfer.importers.values import read_importance, read_json, read_names, read_text

_TEXTS = ("content", "text", "memory", "data", "value", "fact", "summary")
# The first parts of namespaces that are followed by a user.
_OF_USERS = frozenset(["memories", "memory", "users", "user", "profile", "profiles"])
_STORE = ("prefix", "key", "value")


def recognise(source: ImportSource) -> bool:
    """Recognise items with namespace, key and value."""
    if source.is_folder:
        return False
    head = source.read_head()
    if head.startswith(MAGIC):
        try:
            with DatabaseFile(source) as database:
                return database.has_columns("store", *_STORE)
        except (InvalidInput, sqlite3.Error):
            return False
    if not source.has_ending(".json", ".jsonl"):
        return False
    first = next(iter(_json_rows(source)), None)
    return isinstance(first, Mapping) and {"namespace", "key", "value"} <= first.keys()


def _json_rows(source: ImportSource) -> Iterator[Any]:
    """Yield the rows of a list, of an object with a list, or of JSON lines."""
    first = read_json(source.read_head().lstrip().partition(b"\n")[0].strip())
    if isinstance(first, Mapping) and "namespace" in first:
        yield from (row for _, row in source.read_rows())
        return
    content = source.read_json() if source.has_ending(".json") else None
    listed = content.get("items") if isinstance(content, Mapping) else content
    yield from listed if isinstance(listed, list) else []


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read the items as notes; those of several users are for each of them alone."""
    if source.read_head().startswith(MAGIC):
        with DatabaseFile(source) as database:
            faults: list[str] = []
            rows: list[Any] = [
                {**row, "namespace": read_text(row["prefix"]).split("."), "value": read_json(row["value"])}
                for row in database.rows("store", faults)
            ]
            yield from _read_items(rows, context)
            yield from (SkippedItem("store", fault) for fault in faults)
    else:
        yield from _read_items(list(_json_rows(source)), context)


def _read_items(rows: list[Any], context: ImportContext) -> Iterator[ImportItem]:
    users = UserAudiences.of("langgraph", (_user(row) for row in rows if isinstance(row, Mapping)))
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, Mapping):
            yield SkippedItem(f"item {number}", row if isinstance(row, str) else "no JSON object")
            continue
        where = f"item {read_text(row.get('key')) or number}"
        value = row.get("value")
        text = _text(value)
        if not text:
            yield SkippedItem(where, "no text in its value")
            continue
        at = context.parse_time(row.get("updated_at")) or context.parse_time(row.get("created_at"))
        weight = value.get("importance") if isinstance(value, Mapping) else None
        yield note_item(where, text, at, read_importance(weight), audience=users.audience(_user(row)))


def _user(row: Mapping[str, Any]) -> str | None:
    """Return the user of a namespace such as ("memories", "ann")."""
    spaces = row.get("namespace")
    names = list(read_names(spaces)) if isinstance(spaces, (list, str)) else []
    return names[1] if len(names) > 1 and names[0].casefold() in _OF_USERS else None


def _text(value: Any) -> str:
    """Return the text of a value: the one that is its content, or all of its fields."""
    if not isinstance(value, Mapping):
        return read_text(value).strip()
    for name in _TEXTS:
        inner = value.get(name)
        if isinstance(inner, str) and inner.strip():
            return inner.strip()
        if isinstance(inner, Mapping) and (found := _text(inner)):
            return found
    parts = ((name, _field(inner)) for name, inner in value.items())
    return "; ".join(f"{name}: {text}" for name, text in parts if text)


def _field(value: Any) -> str:
    return ", ".join(read_names(value)) if isinstance(value, list) else read_text(value).strip()
