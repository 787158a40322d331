"""SQLite databases of other programs, read row by row within bounds; the files are only read."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from kg.transfer.bounded_lines import MAX_LINE_BYTES
from kg.transfer.importers.source_folder import ImportSource

MAGIC = b"SQLite format 3\0"
_MAX_FAULTS = 100
# Raised for values that are too large, and for damaged pages.
_ROW_ERRORS = (sqlite3.DatabaseError, OverflowError, ValueError)


class DatabaseFile:
    """A database of a source, open for reading; use it as a context manager.

    Attributes:
        tables: table → names of its columns, in lower case.
    """

    def __init__(self, source: ImportSource, name: str = "") -> None:
        """Open a database: the source itself, or a file in it.

        Changes that are not yet in its main file are in a second one, which a copy applies. One in an archive is copied too.

        Raises:
            InvalidInput: it is too large.
            sqlite3.Error: it is no database.
        """
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        path, has_changes = source.file_path(name), source.has_file(name, "-wal")
        if path is None or has_changes:
            self._folder = tempfile.TemporaryDirectory()
            path = Path(self._folder.name) / "copy.db"
            source.copy_file(path, name)
            if has_changes:
                source.copy_file(Path(f"{path}-wal"), name, "-wal")
        # A file that no program changes needs no lock, which would be another file next to it.
        mode = "mode=rw" if self._folder else "mode=ro&immutable=1"
        try:
            self._database = sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True)
            self._database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_LINE_BYTES)
            self._database.row_factory = sqlite3.Row
            self._database.text_factory = lambda raw: raw.decode("utf-8", "replace")
            self._without_row_ids: set[str] = set()
            self.tables = dict(self._list_tables())
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database, and delete its copy if there is one."""
        if hasattr(self, "_database"):
            self._database.close()
        if self._folder is not None:
            self._folder.cleanup()

    def has_columns(self, table: str, *columns: str) -> bool:
        """Return whether there is a table with at least these columns."""
        return set(columns) <= set(self.tables.get(table, ()))

    def count(self, table: str) -> int:
        """Return the number of rows of a table."""
        [count] = self._database.execute(f"SELECT count(*) FROM {_quote(table)}").fetchone()  # noqa: S608 - a quoted name
        return int(count)

    def rows(self, table: str, faults: list[str] | None = None) -> Iterator[Mapping[str, Any]]:
        """Yield the rows of a table by column, in the order in which they were added, without those that cannot be read.

        Args:
            table: a name of `tables`; a table that is missing has no rows.
            faults: gets a sentence for each row that cannot be read.
        """
        columns = self.tables.get(table)
        if not columns:
            return
        if table in self._without_row_ids:
            yield from self._rows_without_ids(table, columns, faults)
            return
        # Generated columns, which are not listed, are not computed: they may be of any size.
        listed = ", ".join(_quote(column) for column in columns)
        query = f"SELECT rowid AS kg_row, {listed} FROM {_quote(table)}"  # noqa: S608 - quoted names
        last, count = None, 0
        while True:
            after = "" if last is None else " WHERE rowid > ?"
            try:
                for row in self._database.execute(f"{query}{after} ORDER BY rowid", () if last is None else (last,)):
                    last = row["kg_row"]
                    yield {column: row[column] for column in columns}
            except _ROW_ERRORS:
                number = self._next_row(table, last)
            else:
                return
            # The driver reads one row ahead, so the row may be one that can be read.
            fault = "no row can be found" if number is None else ""
            try:
                for row in self._database.execute(f"{query} WHERE rowid = ?", (number,)) if number is not None else ():
                    yield {column: row[column] for column in columns}
            except _ROW_ERRORS as error:
                fault = str(error)
            count += bool(fault)
            if fault and faults is not None:
                faults.append(f"row {number}: {fault}" if number is not None else f"the rows after {last}: {fault}")
            if number is None or count > _MAX_FAULTS:
                if number is not None and faults is not None:
                    faults.append(f"the rows after {number}: too many cannot be read")
                return
            last = number

    def select(self, table: str, column: str, value: Any) -> list[Mapping[str, Any]]:
        """Return the rows of a table with this value in a column; none where they cannot be read."""
        columns = self.tables.get(table)
        if not columns or column not in columns:
            return []
        listed = ", ".join(_quote(each) for each in columns)
        query = f"SELECT {listed} FROM {_quote(table)} WHERE {_quote(column)} = ?"  # noqa: S608 - quoted names
        try:
            return [{each: row[each] for each in columns} for row in self._database.execute(query, (value,))]
        except _ROW_ERRORS:
            return []

    def _rows_without_ids(
        self, table: str, columns: tuple[str, ...], faults: list[str] | None
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the rows of a table that has no row ids, up to the first that cannot be read."""
        query = f"SELECT {', '.join(_quote(column) for column in columns)} FROM {_quote(table)}"  # noqa: S608
        try:
            for row in self._database.execute(query):
                yield {column: row[column] for column in columns}
        except _ROW_ERRORS as error:
            if faults is not None:
                faults.append(f"the remaining rows: {error}")

    def _next_row(self, table: str, last: Any) -> Any:
        query = f"SELECT min(rowid) FROM {_quote(table)}"  # noqa: S608 - a quoted name
        try:
            if last is None:
                return self._database.execute(query).fetchone()[0]
            return self._database.execute(f"{query} WHERE rowid > ?", (last,)).fetchone()[0]
        except _ROW_ERRORS:
            return None

    def _list_tables(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        rows = self._database.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name"
        ).fetchall()
        virtual = {str(row["name"]) for row in rows if str(row["sql"]).upper().startswith("CREATE VIRTUAL")}
        # The shadow tables of a virtual table repeat its content.
        hidden = tuple(f"{name}_" for name in virtual)
        for row in rows:
            name, text = str(row["name"]), " ".join(str(row["sql"]).upper().split())
            if text.endswith("WITHOUT ROWID"):
                self._without_row_ids.add(name)
            if name.startswith("sqlite_") or name in virtual or (hidden and name.startswith(hidden)):
                continue
            columns = self._database.execute(f"PRAGMA table_info({_quote(name)})").fetchall()
            yield name, tuple(str(column["name"]).lower() for column in columns)


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
