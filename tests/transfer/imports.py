"""Helpers for tests of exports and imports: sample texts and lines, and imports that are planned first or repeated."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kg import Memory
from kg.types import FileImportResult

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


def write_json(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return path
