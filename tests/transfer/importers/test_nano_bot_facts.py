"""Facts of a Nano_Bot home: the newest counts, and what memory files say otherwise is superseded."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.knowledge import FactKey, ImportedFact
from tests.transfer.imports import items_of, left_out_of, records_of, write_database

NEW = "CREATE TABLE facts (id INTEGER PRIMARY KEY, category, key, value, domain, sub_category, created_at, updated_at);"
OLD = "CREATE TABLE facts (id INTEGER PRIMARY KEY, category, key, value, created_at, updated_at);"


def test_the_newest_of_a_russian_and_an_english_key_counts(tmp_path: Path) -> None:
    write_database(
        tmp_path / "memory.db",
        f"{NEW} INSERT INTO facts VALUES"
        "(1, 'здоровье', 'аллергия', 'пыльца', NULL, NULL, '2026-01-01T10:00:00', '2026-01-01T10:00:00'),"
        "(2, 'health', 'allergy', 'penicillin', 'personal', NULL, '2026-01-05T10:00:00', '2026-02-01T10:00:00'),"
        "(3, 'project', 'deadline', '2026-04-01', 'work', 'alpha', '2026-01-05T10:00:00', '2026-02-01T10:00:00'),"
        "(4, 'odd', 'no value', '', NULL, NULL, '2026-01-05T10:00:00', '2026-02-01T10:00:00'),"
        "(5, 'odd', 'no time', 'x', NULL, NULL, NULL, 'never');",
    )
    items = items_of(tmp_path)
    older, newer, deadline, undated = records_of(items, ImportedFact)
    assert older.fact_key == newer.fact_key == FactKey("personal", "health", "allergy")
    assert (older.object, newer.object) == ("пыльца", "penicillin")
    assert older.at < newer.at
    assert older.details["key"] == "аллергия"
    assert deadline.template == "{s}'s deadline (project, alpha) is {o}"
    assert (undated.object, undated.at) == ("x", older.at), "without a time it is older than all others"
    assert left_out_of(items) == {"memory.db, fact 4": "no category, key or value"}


def test_facts_of_several_parts_hold_at_once(tmp_path: Path) -> None:
    write_database(
        tmp_path / "memory.db",
        f"{NEW} INSERT INTO facts VALUES"
        "(1, 'project', 'deadline', '2026-04-01', 'work', 'alpha', '2026-01-05', '2026-02-01'),"
        "(2, 'project', 'deadline', '2026-06-01', 'work', 'beta', '2026-01-05', '2026-02-02');",
    )
    facts = records_of(items_of(tmp_path), ImportedFact)
    assert [fact.fact_key and fact.fact_key.key for fact in facts] == ["deadline (alpha)", "deadline (beta)"]
    assert facts[0].template == "{s}'s deadline (project, alpha) is {o}"


@pytest.mark.parametrize("chat", ["telegram_42", "discord_9_1"])
def test_an_old_table_and_the_user(tmp_path: Path, chat: str) -> None:
    write_database(
        tmp_path / "memory.db",
        f"{OLD} INSERT INTO facts VALUES (1, 'personal', 'name', 'Sergey', '2026-01-01', '2026-01-01');"
        "CREATE TABLE conversations (id INTEGER PRIMARY KEY, chat_id, role, message, timestamp);"
        f"INSERT INTO conversations VALUES (1, '{chat}', 'user', 'hi', '2026-01-01');",
    )
    [fact] = records_of(items_of(tmp_path), ImportedFact)
    account = "telegram:42" if chat == "telegram_42" else None
    assert (fact.subject, fact.subject_account, fact.predicate) == ("Sergey", account, "name_is")
    assert fact.fact_key == FactKey(None, "personal", "name")
