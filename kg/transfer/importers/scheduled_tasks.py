"""Tasks that a program runs at a time or again and again: `cron/jobs.json`, read as notes of the chats that they are for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kg.transfer.importers.chat_sessions import session_name
from kg.transfer.importers.home_files import HomeFiles
from kg.transfer.importers.items import ImportContext, ImportItem, SkippedItem, note_item
from kg.transfer.importers.values import read_mapping, read_number, read_text

_FILES = r"cron/(?:jobs|store)\.json"
_SECOND_MS, _MINUTE, _HOUR = 1000, 60, 3600


def read_tasks(files: HomeFiles, context: ImportContext) -> Iterator[ImportItem]:
    """Read the tasks of a home; those that are switched off are left out."""
    yield from files.read(_FILES, lambda name: _read_file(files, name, context))


def _read_file(files: HomeFiles, name: str, context: ImportContext) -> Iterator[ImportItem]:
    content = files.source.read_json(name)
    listed = content.get("jobs") if isinstance(content, Mapping) else content
    if not isinstance(listed, list):
        yield SkippedItem(name, "no list of tasks")
        return
    for number, each in enumerate(listed, start=1):
        yield _task(f"{name}, task {number}", read_mapping(each), context)


def _task(where: str, task: Mapping[str, Any], context: ImportContext) -> ImportItem:
    payload = read_mapping(task.get("payload"))
    words = (read_text(each).strip() for each in (task.get("name"), payload.get("message") or task.get("message")))
    text = ": ".join(dict.fromkeys(word for word in words if word))
    if not text:
        return SkippedItem(where, "no text")
    if task.get("enabled") is False:
        return SkippedItem(where, "switched off")
    when = _schedule(read_mapping(task.get("schedule")), context)
    channel, chat = read_text(payload.get("channel")).strip(), read_text(payload.get("to")).strip()
    audience = f"session:{session_name(f'{channel}:{chat}')}" if channel and chat else "shared"
    at = context.parse_time(task.get("createdAtMs") or task.get("created_at_ms") or task.get("created_at"))
    return note_item(where, f"Scheduled task{f' ({when})' if when else ''}: {text}", at, audience=audience)


def _schedule(schedule: Mapping[str, Any], context: ImportContext) -> str:
    """Return the time of a task in words: a cron expression, an interval, or a moment."""
    if expression := read_text(schedule.get("expr")).strip():
        return expression
    if seconds := (read_number(schedule.get("everyMs") or schedule.get("every_ms")) or 0) / _SECOND_MS:
        size, unit = next(
            (each for each in ((_HOUR, "h"), (_MINUTE, "min")) if seconds % each[0] == 0), (1, "s")
        )  # fmt: skip
        return f"every {seconds / size:g} {unit}"
    moment = context.parse_time(schedule.get("atMs") or schedule.get("at_ms"))
    return f"at {moment:%Y-%m-%d %H:%M}" if moment else ""
