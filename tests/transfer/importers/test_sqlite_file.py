"""SQLite databases of other programs, read row by row."""

from __future__ import annotations

import sqlite3
import zipfile
from pathlib import Path

import pytest

from kg.transfer.importers.source_folder import ImportSource
from kg.transfer.importers.sqlite_file import DatabaseFile
from tests.transfer.imports import write_database


def test_changes_in_the_log_are_read_and_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    writer = sqlite3.connect(path)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("CREATE TABLE t (a TEXT)")
    writer.commit()
    writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    writer.execute("INSERT INTO t VALUES ('new')")
    writer.commit()
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir() if each.suffix != ".db-shm"}
    with DatabaseFile(ImportSource(path, 10)) as database:
        assert [row["a"] for row in database.rows("t")] == ["new"]
        assert database.count("t") == 1
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir() if each.suffix != ".db-shm"} == before
    writer.close()


def test_a_database_in_an_archive_is_read(tmp_path: Path) -> None:
    path = write_database(tmp_path / "memory.db", "CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('x');")
    with zipfile.ZipFile(tmp_path / "home.zip", "w") as archive:
        archive.write(path, "home/memory.db")
    source = ImportSource(tmp_path / "home.zip", 10)
    with DatabaseFile(source, "home/memory.db") as database:
        assert database.tables == {"t": ("a",)}
        assert [dict(row) for row in database.select("t", "a", "x")] == [{"a": "x"}]
        assert database.select("t", "missing", 1) == []
    source.close()


def test_rows_that_are_too_large_are_reported_and_the_others_read(tmp_path: Path) -> None:
    script = "CREATE TABLE t (a); INSERT INTO t VALUES ('one'), (zeroblob(20000000)), ('three');"
    with DatabaseFile(ImportSource(write_database(tmp_path / "big.db", script), 100)) as database:
        faults: list[str] = []
        assert [row["a"] for row in database.rows("t", faults)] == ["one", "three"]
        assert faults == ["row 2: string or blob too big"]
        assert list(database.rows("missing")) == []


def test_tables_without_row_ids_and_of_text_search(tmp_path: Path) -> None:
    script = (
        "CREATE TABLE w (a TEXT PRIMARY KEY) WITHOUT ROWID; INSERT INTO w VALUES ('x');"
        "CREATE VIRTUAL TABLE f USING fts5(body); INSERT INTO f VALUES ('y');"
    )
    with DatabaseFile(ImportSource(write_database(tmp_path / "odd.db", script), 10)) as database:
        assert list(database.tables) == ["w"]
        assert [row["a"] for row in database.rows("w")] == ["x"]


def test_a_damaged_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "broken.db"
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    with pytest.raises(sqlite3.DatabaseError):
        DatabaseFile(ImportSource(path, 10))
