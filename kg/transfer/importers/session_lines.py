"""Import of sessions as JSON lines: a metadata line with `_type`, followed by one message per line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kg.errors import InvalidInput
from kg.transfer.importers.items import EventItem, ImportContext, ImportItem, SkippedItem, qualify_speaker
from kg.transfer.importers.source_folder import ImportSource

_ROLES = ("user", "assistant", "system", "tool")


def recognise(source: ImportSource) -> bool:
    """Recognise a file whose first line is an object with `_type`."""
    first = source.read_head().decode("utf-8-sig", "replace").lstrip().partition("\n")[0]
    row = _row(first)
    return row is not None and "_type" in row


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read all messages, tool calls and tool results."""
    # JSON lines end with a line feed only; `splitlines` would also split at other characters.
    lines = source.read_text().split("\n")
    metadata = _row(lines[0]) or {}
    session = str(metadata.get("key") or metadata.get("session_key") or metadata.get("session") or source.path.stem)
    last = context.parse_time(metadata.get("created_at"))
    for number, line in enumerate(lines[1:], start=2):
        where = f"line {number}"
        row = _row(line)
        if not line.strip():
            continue
        if row is None:
            raise InvalidInput(f"{source.name}, {where}", line, "a JSON object; nothing was imported")
        if "_type" in row:
            yield SkippedItem(where, f"metadata: {row['_type']}")
            continue
        # A message without a time takes the time of the message before.
        last = context.parse_time(row.get("timestamp") or row.get("at") or row.get("ts")) or last
        yield from _parse_row(row, session, last, where, context)


def _row(line: str) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _parse_row(
    row: Mapping[str, Any], session: str, at: Any, where: str, context: ImportContext
) -> Iterator[ImportItem]:
    role = str(row.get("role") or "user")
    text = _text(row.get("content"))
    shared = {"session": session, "at": at, "role": role if role in _ROLES else "user"}
    if role not in _ROLES:
        yield SkippedItem(where, f"unknown author: the role is {role!r}")
        return
    tool_calls = [each for each in row.get("tool_calls") or [] if isinstance(each, Mapping)]
    if text.strip():
        kind = "tool_result" if role == "tool" else "message"
        parent = row.get("tool_call_id") if role == "tool" else None
        yield EventItem(
            where,
            {**shared, "text": text, "kind": kind, "id": context.make_id("session", session, at, role, text)}
            | {
                "direction": "inbound" if role == "user" else "outbound",
                "speaker": qualify_speaker(row.get("speaker"), session, "session"),
                "tool": row.get("name") if role == "tool" else None,
                "parent": _call_id(session, parent) if parent else None,
            },
        )
    for each in tool_calls:
        function = each.get("function") or each
        call_text = f"{function.get('name')}({function.get('arguments', '')})"
        name = _call_id(session, each["id"]) if each.get("id") else context.make_id("session", session, at, call_text)
        yield EventItem(
            where,
            {
                **shared,
                "text": call_text,
                "kind": "tool_call",
                "id": name,
                "tool": function.get("name"),
                "direction": "outbound",
            },
        )
    if not text.strip() and not tool_calls:
        yield SkippedItem(where, "no text")


def _call_id(session: str, name: object) -> str:
    return f"{session}/{name}"


def _text(content: Any) -> str:
    """Return the text of a message; for a part without text, its type in brackets."""
    if isinstance(content, list):
        return "\n".join(
            str(each.get("text") or f"[{each.get('type')}]") if isinstance(each, Mapping) else str(each)
            for each in content
        )
    return "" if content is None else str(content)
