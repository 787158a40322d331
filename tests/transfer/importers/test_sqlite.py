"""Import of SQLite databases: tables are recognised by their columns, and the file is not changed."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Memory
from tests.transfer.imports import import_checked

Look = Callable[..., list[Any]]


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


@pytest.mark.slow
def test_generated_columns_are_not_computed_and_values_are_bounded(memory: Memory, tmp_path: Path) -> None:
    path = tmp_path / "bomb.db"
    with sqlite3.connect(path) as base:
        base.execute(
            "CREATE TABLE messages (role TEXT, content TEXT, session TEXT, note TEXT AS (hex(zeroblob(400000000))) VIRTUAL)"
        )
        base.execute("INSERT INTO messages (role, content, session) VALUES ('user', 'Hello.', 'cli:1')")
    base.close()
    assert memory.import_files([path]).events == 1
    with sqlite3.connect(path) as base:
        base.execute("INSERT INTO messages (role, content, session) VALUES ('user', hex(zeroblob(9000000)), 'cli:1')")
    base.close()
    [file] = memory.import_files([path]).files
    assert file.events == 1
    assert "too big" in (file.skipped or {})["table messages"]


def test_a_name_with_another_platform_is_no_account_there(memory: Memory, tmp_path: Path) -> None:
    path = tmp_path / "chat.db"
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE messages (channel TEXT, session TEXT, speaker TEXT, content TEXT)")
        rows = [("discord", "7", "cli:olga", "a"), ("discord", "7", "discord:1", "b"), (None, "8", "cli:olga", "c")]
        base.executemany("INSERT INTO messages VALUES (?, ?, ?, ?)", rows)
    base.close()
    memory.import_files([path])
    said = {event.text: event.speaker for session in ("discord:7", "7", "8") for event in memory.history(session)}
    assert said == {"a": "discord:cli:olga", "b": "discord:1", "c": "sqlite:cli:olga"}
