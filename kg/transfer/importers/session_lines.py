"""Import of sessions as JSON lines: one message per line, mostly after a metadata line with `_type`."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.transfer.importers.chat_sessions import direct_account, session_name
from kg.transfer.importers.items import EventItem, ImportContext, ImportItem, SkippedItem, qualify_speaker
from kg.transfer.importers.source_folder import ImportSource
from kg.transfer.importers.values import read_mapping, read_text

ROLES = {
    "user": "user", "human": "user", "inbound": "user", "assistant": "assistant", "ai": "assistant", "bot": "assistant",
    "model": "assistant", "agent": "assistant", "outbound": "assistant", "system": "system", "developer": "system",
    "tool": "tool", "function": "tool", "tool_result": "tool",
}  # fmt: skip
TIME_FIELDS = ("timestamp", "at", "ts", "created_at", "createdAt", "time", "date")
_SPEAKER_FIELDS = ("speaker", "sender_id", "author_id", "user_id", "sender")
_NAME_FIELDS = ("speaker_name", "author_name", "sender_name", "display_name", "username")
# Fields of a line that have a place of their own in an event.
_KNOWN = {
    "role", "content", "text", "message", "direction", "tool_calls", "tool_call_id", "tool_use_id", "name", "type", "_type",
    *TIME_FIELDS, *_SPEAKER_FIELDS, *_NAME_FIELDS,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SpokenPart:
    """A part of the text of a line: what one person said.

    Attributes:
        text: the words.
        speaker: their account; None: not known.
        name: their display name.
        details: further metadata.
    """

    text: str
    speaker: str | None = None
    name: str | None = None
    details: Mapping[str, Any] | None = None


UserLine = Callable[[str, Mapping[str, Any], dt.datetime | None], Sequence[SpokenPart]]
"""Returns who said what in the text of a line of a user, given the line and its time."""


@dataclass(frozen=True, slots=True)
class SessionForm:
    """How a program writes its sessions.

    Attributes:
        name: name of the format.
        split: returns who said what in a user's line; None: all of it is of one speaker.
        speaker: returns the speaker of a user's line of a session; None: the account of a direct chat, or the sender that the
            line names.
        is_person: returns whether a line with the role of a user is a person's; None: all are.
    """

    name: str = "session"
    split: UserLine | None = None
    speaker: Callable[[Mapping[str, Any], str], str | None] | None = None
    is_person: Callable[[Mapping[str, Any]], bool] | None = None


def recognise(source: ImportSource) -> bool:
    """Recognise a file whose first line is an object with `_type`, or a message without a session."""
    if source.is_folder:
        return False
    first = source.read_head().decode("utf-8-sig", "replace").lstrip().partition("\n")[0]
    row = _row(first)
    if row is None:
        return False
    return "_type" in row or (
        {"role", "content"} <= row.keys() and not {"session", "speaker", "id", "text"} & row.keys()
    )


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read all messages, tool calls and tool results."""
    yield from read_session(source, "", source.path.stem, SessionForm(), context)


def read_session(
    source: ImportSource, name: str, session: str, form: SessionForm, context: ImportContext
) -> Iterator[ImportItem]:
    """Read the lines of a file; those that are no messages are left out.

    A message without a time takes the time of the message before, and the first ones that of the first message with a time.

    Args:
        source: the source.
        name: path of the file inside, "" for the source itself.
        session: the session, unless the metadata line names it.
        form: how its program writes it.
        context: the context of the import.
    """
    yield from read_session_rows(source.read_rows(name), name, session, form, context)


def read_session_rows(
    rows: Iterable[tuple[int, dict[str, Any] | str]],
    name: str,
    session: str,
    form: SessionForm,
    context: ImportContext,
    created: dt.datetime | None = None,
) -> Iterator[ImportItem]:
    """Read the rows of a session, each with its number, or what is wrong with it."""
    last: dt.datetime | None = None
    waiting: list[tuple[int, dict[str, Any]]] = []

    def flush(at: dt.datetime | None) -> Iterator[ImportItem]:
        for number, row in waiting:
            yield from _parse_row(row, session, at, _where(name, number), form, context)
        waiting.clear()

    for number, row in rows:
        if isinstance(row, str):
            yield SkippedItem(_where(name, number), row)
            continue
        if "_type" in row:
            session = read_text(row.get("key") or row.get("session_key") or row.get("session")) or session
            created = created or context.parse_time(row.get("created_at"))
            continue
        at = read_time(row, context)
        if at is None and last is None:
            waiting.append((number, row))
            continue
        last = at or last
        yield from flush(last)
        yield from _parse_row(row, session, last, _where(name, number), form, context)
    yield from flush(created)


def read_time(row: Mapping[str, Any], context: ImportContext) -> dt.datetime | None:
    """Return the time of a line."""
    return next((at for field in TIME_FIELDS if (at := context.parse_time(row.get(field)))), None)


def _where(name: str, number: int) -> str:
    return f"{name}, line {number}" if name else f"line {number}"


def _row(line: str) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _parse_row(
    row: Mapping[str, Any],
    session: str,
    at: dt.datetime | None,
    where: str,
    form: SessionForm,
    context: ImportContext,
) -> Iterator[ImportItem]:
    content = row.get("content", row.get("text", row.get("message")))
    role = ROLES.get(read_text(row.get("role") or row.get("direction") or "user").strip().lower())
    if role is None:
        yield SkippedItem(where, f"unknown author: the role is {row.get('role')!r}")
        return
    results = [each for each in _blocks(content) if each.get("type") == "tool_result"]
    text = content_text(content)
    if role == "user" and _is_tool_result(row):
        role = "tool"
    shared = {"session": session, "at": at, "role": role, "metadata": _details(row)}
    calls = [*_calls(row.get("tool_calls")), *_block_calls(content)]
    if text.strip():
        yield from _message_items(row, text, shared, where, form, context)
    for each in calls:
        yield EventItem(where, _call_event(each, session, at, context))
    for each in results:
        body = content_text(each.get("content"))
        if body.strip():
            yield EventItem(where, _result_event(each, body, session, at, context))
    if not text.strip() and not calls and not results:
        yield SkippedItem(where, "no text")


def _message_items(
    row: Mapping[str, Any],
    text: str,
    shared: Mapping[str, Any],
    where: str,
    form: SessionForm,
    context: ImportContext,
) -> Iterator[ImportItem]:
    session, at, role = shared["session"], shared["at"], shared["role"]
    parent = row.get("tool_call_id") or row.get("tool_use_id")
    event = {
        **shared,
        "kind": "tool_result" if role == "tool" else "message",
        "direction": "inbound" if role == "user" else "outbound",
        "tool": read_text(row.get("name")) or None if role == "tool" else None,
        "parent": _call_id(session, parent) if parent and role == "tool" else None,
    }
    is_person = role == "user" and (form.is_person is None or form.is_person(row))
    if role == "user" and not is_person:
        event |= {"role": "assistant", "direction": "internal"}
    for each in _utterances(row, text, session, at, form) if is_person else [SpokenPart(text)]:
        yield EventItem(
            where,
            event
            | {
                "id": context.make_id("session", session, at, role, each.text),
                "text": each.text,
                "speaker": each.speaker,
                "speaker_name": each.name,
                "metadata": {**(event["metadata"] or {}), **(each.details or {})} or None,
            },
        )


def _utterances(
    row: Mapping[str, Any], text: str, session: str, at: dt.datetime | None, form: SessionForm
) -> Sequence[SpokenPart]:
    if form.split is not None:
        return form.split(text, row, at)
    named = next((row[field] for field in _SPEAKER_FIELDS if row.get(field)), None)
    if form.speaker is not None:
        speaker = form.speaker(row, session)
    else:
        speaker = qualify_speaker(named, session, form.name) if named else direct_account(session_name(session))
    name = next((read_text(row[field]) for field in _NAME_FIELDS if row.get(field)), None)
    return [SpokenPart(text, speaker, name or None if speaker else None)]


def _is_tool_result(row: Mapping[str, Any]) -> bool:
    """Return whether a line with the role of a user is the result of a tool."""
    if row.get("tool_call_id") or row.get("tool_use_id"):
        return True
    kinds = {read_text(row.get(field)).lower() for field in ("type", "kind", "event_type")}
    return bool(kinds & {"tool_result", "tool"})


def _details(row: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the fields that an event has no place for."""
    return {name: value for name, value in row.items() if name not in _KNOWN and value is not None} or None


def _blocks(content: Any) -> list[Mapping[str, Any]]:
    return [each for each in content if isinstance(each, Mapping)] if isinstance(content, list) else []


def _calls(value: Any) -> list[Mapping[str, Any]]:
    calls = [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []
    return [{**read_mapping(each.get("function") or each), "id": each.get("id")} for each in calls]


def _block_calls(content: Any) -> list[Mapping[str, Any]]:
    blocks = [each for each in _blocks(content) if each.get("type") == "tool_use"]
    return [{"name": each.get("name"), "arguments": each.get("input", ""), "id": each.get("id")} for each in blocks]


def _call_event(
    call: Mapping[str, Any], session: str, at: dt.datetime | None, context: ImportContext
) -> dict[str, Any]:
    arguments = call.get("arguments", "")
    written = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    text = f"{call.get('name')}({written})"
    return {
        "id": _call_id(session, call["id"]) if call.get("id") else context.make_id("session", session, at, text),
        "text": text,
        "session": session,
        "at": at,
        "role": "assistant",
        "kind": "tool_call",
        "tool": read_text(call.get("name")) or None,
        "direction": "outbound",
    }


def _result_event(
    block: Mapping[str, Any], text: str, session: str, at: dt.datetime | None, context: ImportContext
) -> dict[str, Any]:
    call = block.get("tool_use_id")
    return {
        "id": context.make_id("session", session, at, "tool", text),
        "text": text,
        "session": session,
        "at": at,
        "role": "tool",
        "kind": "tool_result",
        "direction": "outbound",
        "parent": _call_id(session, call) if call else None,
    }


def _call_id(session: str, name: object) -> str:
    return f"{session}/{name}"


def content_text(content: Any) -> str:
    """Return the text of a message without calls and results of tools; for another part without text, its type in brackets."""
    if isinstance(content, list):
        parts = (
            each if isinstance(each, str) else _block_text(each) for each in content if isinstance(each, (str, Mapping))
        )
        return "\n".join(part for part in parts if part)
    return content if isinstance(content, str) else ""


def _block_text(block: Mapping[str, Any]) -> str:
    if block.get("type") in ("tool_use", "tool_result"):
        return ""
    text = block.get("text") or block.get("content")
    return text if isinstance(text, str) else f"[{block.get('type')}]"
