"""Token usage in databases of other programs."""

from __future__ import annotations

import zoneinfo
from pathlib import Path

from kg.transfer.importers.home_files import HomeFiles
from kg.transfer.importers.items import ImportContext
from kg.transfer.importers.model_usage import read_databases
from kg.transfer.importers.source_folder import ImportSource
from kg.types import TokenUsage
from tests.transfer.imports import left_out_of, records_of, write_database

CALLS = "CREATE TABLE llm_calls (timestamp REAL, model TEXT, prompt_tokens INT, completion_tokens INT);"


def test_days_count_and_calls_are_summed(tmp_path: Path) -> None:
    write_database(
        tmp_path / "a.db",
        f"{CALLS} INSERT INTO llm_calls VALUES (1770993000, 'm', 10, 5), (1770993060, 'm', 20, 5), ('never', 'm', 1, 1);"
        "CREATE TABLE token_usage (date TEXT, model TEXT, prompt_tokens INT, completion_tokens INT, requests INT);"
        "INSERT INTO token_usage VALUES ('2026-02-13', 'm', 99, 9, 3), ('2026-02-14', 'm', -5, 'x', 1);"
        "CREATE TABLE log (a); INSERT INTO log VALUES (1);",
    )
    (tmp_path / "b.db").write_bytes(b"SQLite format 3\0junk")
    items = list(read_databases(HomeFiles(ImportSource(tmp_path, 10), "Test"), ImportContext(zoneinfo.ZoneInfo("UTC"))))
    assert records_of(items, TokenUsage) == [
        TokenUsage("2026-02-13", "m", 99, 9, 3),
        TokenUsage("2026-02-14", "m", 0, 0, 1),
    ]
    assert left_out_of(items)["a.db, table log"] == "1 rows of no memory"
    assert "b.db" in left_out_of(items)
