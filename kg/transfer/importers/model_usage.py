"""Token usage that other programs record in SQLite: one row a day and model, or one a call."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from kg.errors import InvalidInput
from kg.transfer.importers.home_files import HomeFiles
from kg.transfer.importers.items import ImportContext, ImportItem, RecordItem, SkippedItem
from kg.transfer.importers.sqlite_file import MAGIC, DatabaseFile
from kg.transfer.importers.values import read_count, read_text
from kg.types import TokenUsage

_CALLS = ("llm_calls", "token_usage_calls", "usage", "model_calls")
_DAYS = "token_usage"


def read_databases(files: HomeFiles, context: ImportContext) -> Iterator[ImportItem]:
    """Read the usage of all databases of a home that have a table of it."""
    for name in files.source.file_names():
        if not name.endswith((".db", ".sqlite", ".sqlite3")) or not files.source.read_head(name).startswith(MAGIC):
            continue
        try:
            with DatabaseFile(files.source, name) as database:
                if any(has_usage(database, table) for table in (_DAYS, *_CALLS)) and files.take_file(name):
                    yield from read_usage(database, name, context)
                    for table in sorted(set(database.tables) - {_DAYS, *_CALLS}):
                        yield SkippedItem(f"{name}, table {table}", f"{database.count(table)} rows of no memory")
        except (InvalidInput, sqlite3.Error) as error:
            yield SkippedItem(name, f"no database that can be read ({error})")


def has_usage(database: DatabaseFile, table: str) -> bool:
    """Return whether a table has token usage."""
    return database.has_columns(table, "model", "prompt_tokens")


def read_usage(database: DatabaseFile, name: str, context: ImportContext) -> Iterator[ImportItem]:
    """Read the usage of a day and model from the table of days, else from that of calls, which repeats it."""
    faults: list[str] = []
    days: dict[tuple[str, str], Counter[str]] = {}
    for row in database.rows(_DAYS, faults) if has_usage(database, _DAYS) else ():
        _count(days, read_text(row.get("date"))[:10], row, read_count(row.get("requests")))
    calls: dict[tuple[str, str], Counter[str]] = {}
    for table in _CALLS:
        for row in database.rows(table, faults) if has_usage(database, table) else ():
            at = context.parse_time(row.get("timestamp") or row.get("created_at"))
            if at is not None:
                _count(calls, at.date().isoformat(), row, 1)
    for (date, model), counts in sorted({**calls, **days}.items()):
        where = f"{name}, token usage of {date} {model}"
        usage = TokenUsage(date, model, counts["prompt"], counts["completion"], counts["requests"])
        yield RecordItem(where, usage)
    yield from (SkippedItem(f"{name}, token usage", fault) for fault in faults)


def _count(days: dict[tuple[str, str], Counter[str]], date: str, row: Mapping[str, Any], requests: int) -> None:
    counts = {
        "prompt": read_count(row.get("prompt_tokens")),
        "completion": read_count(row.get("completion_tokens")),
        "requests": requests,
    }
    days.setdefault((date, read_text(row.get("model"))), Counter()).update(counts)
