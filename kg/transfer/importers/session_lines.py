"""Sessions as JSON lines: a line of metadata with `_type`, then a message a line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kg.errors import InvalidInput
from kg.transfer.importers.items import Given, Item, Left, Told
from kg.transfer.importers.source_folder import Place

_ROLES = ("user", "assistant", "system", "tool")


def recognise(place: Place) -> bool:
    """Its first line is an object with `_type`."""
    first = place.head().decode("utf-8-sig", "replace").lstrip().partition("\n")[0]
    row = _row(first)
    return row is not None and "_type" in row


def read(place: Place, given: Given) -> Iterator[Item]:
    """Every message; what an agent asked of its tools, and what they answered, as such."""
    # A line of JSON ends with a line feed, and with none of the other signs that text knows.
    lines = place.text().split("\n")
    metadata = _row(lines[0]) or {}
    session = str(metadata.get("key") or metadata.get("session_key") or metadata.get("session") or place.path.stem)
    last = given.time(metadata.get("created_at"))
    for number, line in enumerate(lines[1:], start=2):
        where = f"line {number}"
        row = _row(line)
        if not line.strip():
            continue
        if row is None:
            raise InvalidInput(f"{place.name}, {where}", line, "a JSON object; nothing was imported")
        if "_type" in row:
            yield Left(where, f"metadata: {row['_type']}")
            continue
        # Who tells no time spoke after who did.
        last = given.time(row.get("timestamp") or row.get("at") or row.get("ts")) or last
        yield from _said(row, session, last, where, given)


def _row(line: str) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _said(row: Mapping[str, Any], session: str, at: Any, where: str, given: Given) -> Iterator[Item]:
    role = str(row.get("role") or "user")
    text = _text(row.get("content"))
    shared = {"session": session, "at": at, "role": role if role in _ROLES else "user"}
    if role not in _ROLES:
        yield Left(where, f"nobody's: the role is {role!r}")
        return
    called = [each for each in row.get("tool_calls") or [] if isinstance(each, Mapping)]
    if text.strip():
        kind = "tool_result" if role == "tool" else "message"
        parent = row.get("tool_call_id") if role == "tool" else None
        yield Told(
            where,
            {**shared, "text": text, "kind": kind, "id": given.own_id("session", session, at, role, text)}
            | {"direction": "inbound" if role == "user" else "outbound", "speaker": row.get("speaker")}
            | {
                "tool": row.get("name") if role == "tool" else None,
                "parent": _call(session, parent) if parent else None,
            },
        )
    for each in called:
        function = each.get("function") or each
        told = f"{function.get('name')}({function.get('arguments', '')})"
        name = _call(session, each["id"]) if each.get("id") else given.own_id("session", session, at, told)
        yield Told(
            where,
            {
                **shared,
                "text": told,
                "kind": "tool_call",
                "id": name,
                "tool": function.get("name"),
                "direction": "outbound",
            },
        )
    if not text.strip() and not called:
        yield Left(where, "no text")


def _call(session: str, name: object) -> str:
    return f"{session}/{name}"


def _text(content: Any) -> str:
    """What was said, where it is text or a list of parts; of a part that is no text, what it is."""
    if isinstance(content, list):
        return "\n".join(
            str(each.get("text") or f"[{each.get('type')}]") if isinstance(each, Mapping) else str(each)
            for each in content
        )
    return "" if content is None else str(content)
