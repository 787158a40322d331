"""Helpers for tests of exports and imports: sample texts and lines, and imports that are planned first or repeated."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import zoneinfo
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from kg import Memory
from kg.memories import ImportedMemory
from kg.transfer.file_import import read_items, recognise_form
from kg.transfer.importers.items import EventItem, ImportContext, ImportItem, RecordItem, SkippedItem
from kg.transfer.importers.source_folder import ImportSource
from kg.types import FileImportResult

R = TypeVar("R")
Look = Callable[..., list[Any]]
SpeakerTexts = list[tuple[str | None, str]]
HOSTILE = [
    "a'b\"c`d\\",
    "\\u0027 + 1 //",
    "line\nfeed\r\ttab\b\f",
    "'); MATCH (n) DETACH DELETE n; //",
    "</data><x> & ]]> \x01",
    "漢字 🎉 \u2028",
    "\\\\u005c'",
]
LINES = [
    {
        "id": "e1",
        "ts": "2026-03-01T10:00:00Z",
        "session": "cli:1",
        "speaker": "cli:ann",
        "role": "user",
        "text": "Hello.",
    },
    {
        "id": "e2",
        "at": "2026-03-01T10:01:00Z",
        "session": "cli:1",
        "speaker": "cli:bot",
        "role": "assistant",
        "text": "Hi.",
    },
    {
        "id": "e3",
        "timestamp": "2026-03-01T09:00:00Z",
        "session": "cli:2",
        "channel": "cli",
        "content": "Zażółć 漢字 🎉",
    },
]


def speaker_texts(memory: Memory, session: str) -> SpeakerTexts:
    return [(event.speaker, event.text) for event in memory.history(session)]


def import_twice(memory: Memory, path: Path) -> FileImportResult:
    """Import a file twice and return its result; the second import must change nothing."""
    [file] = memory.import_files([path]).files
    before = memory.queue()
    assert memory.import_files([path]).files == (file,)
    assert memory.queue() == before
    assert before["pending"] == file.events
    return file


def snapshot(look: Look) -> list[str]:
    found = look(
        "MATCH (n {scope: $scope}) WHERE NOT n:Turn "
        "RETURN labels(n) AS labels, n {.*, embedding: null, updated_at: null} AS properties"
    )
    return sorted(str(row["labels"]) + str(sorted(row["properties"].items(), key=str)) for row in found)


def import_checked(memory: Memory, look: Look, *paths: Path, **options: Any) -> dict[str, FileImportResult]:
    """Import files and return the results; checks that a dry run predicts them and that a second import changes nothing."""
    dry = memory.import_files(paths, dry_run=True, **options)
    assert look("MATCH (n {scope: $scope}) WHERE NOT n:Turn RETURN n") == []
    report = memory.import_files(paths, **options)
    assert dry.files == report.files
    before = snapshot(look)
    assert memory.import_files(paths, **options).files == report.files
    assert snapshot(look) == before
    return {Path(file.path).name: file for file in report.files}


def items_of(
    path: Path, form: str | None = None, *, owners: Collection[str] = (), zone: str = "UTC"
) -> list[ImportItem]:
    """Return the items of a source, in a form or the one that recognises it."""
    source = ImportSource(path, 100)
    try:
        name = recognise_form(source, form)
        assert name is not None, f"{path} is not recognised"
        return list(read_items(name, source, ImportContext(zoneinfo.ZoneInfo(zone), owners=frozenset(owners))))
    finally:
        source.close()


def records_of(items: Iterable[ImportItem], kind: type[R]) -> list[R]:
    """Return the records of a class among items."""
    return [item.record for item in items if isinstance(item, RecordItem) and isinstance(item.record, kind)]


def memories_of(items: Iterable[ImportItem], kind: str) -> list[ImportedMemory]:
    """Return the memories of a kind among items."""
    return [memory for memory in records_of(items, ImportedMemory) if memory.kind == kind]


def events_of(items: Iterable[ImportItem]) -> list[dict[str, Any]]:
    """Return the events of items, also those of records."""
    return [event for item in items if isinstance(item, EventItem | RecordItem) and (event := item.event)]


def left_out_of(items: Iterable[ImportItem]) -> dict[str, str]:
    """Return location → reason of what is left out."""
    return {item.where: item.why for item in items if isinstance(item, SkippedItem)}


def write_files(folder: Path, files: Mapping[str, object]) -> Path:
    """Write files: texts as they are, lists of objects as JSON lines, and other objects as JSON."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, list):
            text = "".join(
                (row if isinstance(row, str) else json.dumps(row, ensure_ascii=False)) + "\n" for row in content
            )
        else:
            text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
        path.write_text(text, encoding="utf-8")
    return folder


def write_database(path: Path, script: str) -> Path:
    """Write a SQLite database from its statements."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript(script)
        database.commit()
    return path


def write_json(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return path
