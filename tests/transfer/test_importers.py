"""Imports of other memories: every format is recognised and read, and a repeated import changes nothing."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Memory, Settings
from kg.errors import InvalidInput
from kg.settings import CORE_LIMITS
from kg.transfer.importers.items import split_text
from kg.types import FileImportResult

Look = Callable[..., list[Any]]
MEMORY = """\
# Memory

<!-- kept by hand -->
## Who I am
- A helpful assistant called Kit
  who lives in a terminal [id:0a1b2c]

## Important people
- Family:
  - Ann, my sister
  - Bob
1. The neighbour is Tom.

### Of the club
* Uma rows.

## Preferences & rules
- [ ] Short answers

Never call before nine,
unless it burns.

## Current work
+ The greenhouse

---
# Odd things
```
make tea   # twice
```
"""
HISTORY = """\
# History

Before all dates.

[2026-01-03 10:15] We planned the garden.
It took an hour.

And then some.

[2026-01-04 09:00] Seeds were ordered.
[2026-99-99 09:00] is no date.
"""


@pytest.fixture
def zoned(connect: Callable[..., Memory], settings: Settings) -> Memory:
    """A memory whose owner is in the time zone UTC+1."""
    return connect(settings=settings.model_copy(update={"owner_zone": "Europe/Oslo"}))


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


def test_headings_of_core_memory_choose_the_section(zoned: Memory, look: Look, tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text(MEMORY, encoding="utf-8")
    [file] = import_checked(zoned, look, tmp_path).values()
    texts_by_section = {section: [entry.text for entry in zoned.core.list(section)] for section in CORE_LIMITS}
    assert {section: sorted(texts) for section, texts in texts_by_section.items()} == {
        "identity": ["A helpful assistant called Kit\nwho lives in a terminal"],
        "people": ["Family:", "Family: Ann, my sister", "Family: Bob", "The neighbour is Tom.", "Uma rows."],
        "preferences": ["Never call before nine,\nunless it burns.", "[ ] Short answers"],
        "context": ["The greenhouse"],
        "scratch": ["```\nmake tea   # twice\n```"],
    }
    assert (file.form, file.core, file.archived, file.skipped) == ("core", 10, 0, {"line 3": "a comment"})
    assert all(entry.importance == 5 for entry in zoned.core.list())


def test_entries_that_exceed_core_memory_are_archived(memory: Memory, look: Look, tmp_path: Path) -> None:
    long = " ".join(["word"] * 700)
    lines = [f"- Rule number {n} is that one of them has to be the {n}th{' of them all' * 10}." for n in range(24)]
    (tmp_path / "CORE.md").write_text("# Rules\n" + "\n".join(lines) + f"\n# Identity\n- {long}\n", encoding="utf-8")
    [file] = import_checked(memory, look, tmp_path / "CORE.md").values()
    assert file.core + file.archived == 25
    assert file.core == len(memory.core.list())
    notes = {note.text for note in memory.longterm.list()}
    assert len(notes) == file.archived > 1
    assert long in notes
    assert {entry.text for entry in memory.core.list()} | notes == {line[2:] for line in lines} | {long}


def test_history_becomes_diary_entries_that_can_be_searched(zoned: Memory, look: Look, tmp_path: Path) -> None:
    (tmp_path / "HISTORY.md").write_text(HISTORY, encoding="utf-8")
    [file] = import_checked(zoned, look, tmp_path).values()
    assert (file.form, file.diary, file.events, file.notes) == ("history", 2, 2, 1)
    entries = zoned.diary.recent(days=400)
    assert [entry.text for entry in entries] == [
        "We planned the garden.\nIt took an hour.\n\nAnd then some.",
        "Seeds were ordered.\n[2026-99-99 09:00] is no date.",
    ]
    assert entries[0].at == dt.datetime(2026, 1, 3, 9, 15, tzinfo=dt.UTC), "UTC+1"
    assert entries[0].sources[0] in {hit.id for hit in zoned.search("garden plans", limit=3)}
    assert [note.text for note in zoned.longterm.list()] == ["Before all dates."]


def test_a_long_entry_is_split(memory: Memory, look: Look, tmp_path: Path) -> None:
    text = " ".join(f"Sentence {n} tells of the day." for n in range(900))
    (tmp_path / "HISTORY.md").write_text(f"[2026-01-03 10:15] {text}\n", encoding="utf-8")
    import_checked(memory, look, tmp_path / "HISTORY.md")
    kept = memory.diary.recent(days=400)
    assert len(kept) > 2
    assert sorted(" ".join(entry.text for entry in kept).split()) == sorted(text.split())
    assert "".join(split_text("ab" * 50, 7)) == "ab" * 50


def test_daily_notes_are_events_of_their_day(zoned: Memory, look: Look, tmp_path: Path) -> None:
    notes = "# Work\n- Fixed the pump\n- Fixed the pump\n\n## Later\nCalled Ann.\n\n# Home\nTea.\n"
    (tmp_path / "2026-01-03.md").write_text(notes, encoding="utf-8")
    (tmp_path / "2026-13-03.md").write_text("no day", encoding="utf-8")
    found = import_checked(zoned, look, tmp_path)
    assert found["2026-01-03.md"].events == 4
    assert (found["2026-13-03.md"].form, found["2026-13-03.md"].skipped) == ("", {"file": "unknown format"})
    events = zoned.history("notes:2026-01-03")
    assert [event.text for event in events] == [
        "Work\nFixed the pump",
        "Work\nFixed the pump",
        "Work\nLater\nCalled Ann.",
        "Home\nTea.",
    ]
    assert {event.at.date() if event.at else None for event in events[:1]} == {dt.date(2026, 1, 2)}, "midnight in Oslo"
    assert {event.kind for event in events} == {"observation"}


def test_sessions_keep_tool_calls_and_results(memory: Memory, look: Look, tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = [
        {"_type": "metadata", "created_at": "2026-01-03T10:00:00", "metadata": {}},
        {"role": "user", "content": "Is it raining?\u2028Really?", "timestamp": "2026-01-03T10:00:01"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "function": {"name": "weather", "arguments": "{}"}}],
        },
        {"role": "tool", "content": "Light rain.", "tool_call_id": "c1", "name": "weather"},
        {"role": "assistant", "content": [{"type": "text", "text": "Yes."}, {"type": "image"}]},
        {"role": "assistant", "content": ""},
        {"_type": "note"},
        {"role": "alien", "content": "zzz"},
    ]
    path = tmp_path / "telegram_77.jsonl"
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    file = import_checked(memory, look, path)[path.name]
    assert (file.form, file.events) == ("session", 4)
    assert set(file.skipped or {}) == {"line 6", "line 7", "line 8"}
    events = memory.history("telegram:77")
    assert [(event.role, event.kind, event.text) for event in events] == [
        ("user", "message", "Is it raining?\u2028Really?"),
        ("assistant", "tool_call", "weather({})"),
        ("tool", "tool_result", "Light rain."),
        ("assistant", "message", "Yes.\n[image]"),
    ]
    assert events[2].parent == events[1].id
    path.write_text('{"_type": "metadata"}\n{broken\n', encoding="utf-8")
    with pytest.raises(InvalidInput, match="line 2"):
        memory.import_files([path])


@pytest.mark.parametrize(
    "content",
    [
        {"identity": ["I am Kit."], "people": [{"content": "Ann", "importance": 9}], "whatever": ["x", ""]},
        {
            "sections": {
                "identity": {"entries": [{"text": "I am Kit."}]},
                "people": [{"text": "Ann", "importance": 9}],
                "odd": "x",
            }
        },
        [{"text": "I am Kit.", "section": "identity"}, {"text": "Ann", "section": "People", "importance": 9}, "x", 7],
    ],
    ids=["by section", "sections", "a list"],
)
def test_core_json(memory: Memory, look: Look, tmp_path: Path, content: object) -> None:
    (tmp_path / "core.json").write_text(json.dumps(content), encoding="utf-8")
    [file] = import_checked(memory, look, tmp_path).values()
    entries = [(entry.text, entry.section, entry.importance) for entry in memory.core.list()]
    assert entries == [("I am Kit.", "identity", 5), ("Ann", "people", 9), ("x", "scratch", 5)]
    assert (file.form, file.core) == ("core-json", 3)


def test_sqlite_tables_are_recognised_by_columns(memory: Memory, look: Look, tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with sqlite3.connect(path) as base:
        base.execute(
            "CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, created_at REAL)"
        )
        rows = [
            (1, "cli:1", "user", "Hello.", 1767434400.5),
            (2, "cli:1", "assistant", "Hi.", 1767434401),
            (3, "cli:1", "user", None, 0),
        ]
        base.executemany("INSERT INTO messages VALUES (?, ?, ?, ?, ?)", rows)
        base.execute("CREATE TABLE memories (id INTEGER, text TEXT, importance REAL, timestamp TEXT)")
        base.execute("INSERT INTO memories VALUES (1, 'The key is under the pot.', 0.9, '2026-01-03 10:00:00')")
        base.execute('CREATE TABLE "odd ""name" (a INTEGER, b INTEGER)')
        base.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
        base.execute("INSERT INTO words VALUES ('The key is under the pot.')")
    base.close()
    before = path.read_bytes()
    file = import_checked(memory, look, path)["memory.db"]
    assert (file.form, file.events, file.notes) == ("sqlite", 2, 1)
    assert set(file.skipped or {}) == {"table messages, row 3", 'table odd "name'}
    events = memory.history("cli:1")
    assert [(event.role, event.text) for event in events] == [("user", "Hello."), ("assistant", "Hi.")]
    assert events[0].at == dt.datetime(2026, 1, 3, 10, 0, 0, 500_000, tzinfo=dt.UTC)
    [note] = memory.longterm.list()
    assert (note.text, note.importance, note.at) == (
        "The key is under the pot.",
        9,
        dt.datetime(2026, 1, 3, 10, tzinfo=dt.UTC),
    )
    assert path.read_bytes() == before


def test_a_folder_with_files_of_several_formats(memory: Memory, look: Look, tmp_path: Path) -> None:
    inner = tmp_path / "memory" / "daily"
    inner.mkdir(parents=True)
    (inner / "2026-01-03.md").write_text("Tea.", encoding="utf-8")
    (tmp_path / "memory" / "MEMORY.md").write_text("# People\n- Ann", encoding="utf-8")
    (tmp_path / "memory" / "chat.jsonl").write_text('{"text": "Hello.", "session": "cli:1"}\n', encoding="utf-8")
    (tmp_path / "memory" / ".hidden.jsonl").write_text("{", encoding="utf-8")
    (tmp_path / "memory" / "photo.png").write_bytes(b"\x89PNG\0")
    (tmp_path / "memory" / "loop").symlink_to(tmp_path)
    found = import_checked(memory, look, tmp_path)
    assert {name: file.form for name, file in found.items()} == {
        "MEMORY.md": "core", "chat.jsonl": "events", "2026-01-03.md": "daily", "photo.png": "",
    }  # fmt: skip
    only = memory.import_files([tmp_path], form="daily", dry_run=True)
    assert [file.form for file in only.files if file.form] == ["daily"]
    with pytest.raises(InvalidInput, match="one of kg, events, core"):
        memory.import_files([tmp_path], form="nonsense")


def test_an_explicit_format_need_not_be_recognised(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "about-me.md").write_text("# People\n- Ann", encoding="utf-8")
    memory.import_files([tmp_path / "about-me.md"], form="core")
    assert [entry.text for entry in memory.core.list("people")] == ["Ann"]
