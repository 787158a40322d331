"""Import of a Nano_Bot home."""

from __future__ import annotations

from pathlib import Path

from kg.people import ImportedPerson
from kg.transfer.importers.items import CoreItem
from kg.types import TokenUsage
from tests.transfer.homes.ene_home import write_chroma
from tests.transfer.imports import (
    events_of,
    items_of,
    left_out_of,
    memories_of,
    records_of,
    write_database,
    write_files,
)

DATABASE = """
CREATE TABLE facts (id INTEGER PRIMARY KEY, category, key, value, created_at, updated_at);
INSERT INTO facts VALUES (1, 'personal', 'city', 'Kazan', '2026-01-01', '2026-02-01'), (2, 'personal', 'name', 'Sergey',
  '2026-01-01', '2026-01-01');
CREATE TABLE journal (id INTEGER PRIMARY KEY, date, content, created_at);
INSERT INTO journal VALUES (1, '2026-02-01', 'Started alpha.', '2026-02-01T21:00:00'), (2, 'never', 'x', NULL);
CREATE TABLE conversations (id INTEGER PRIMARY KEY, chat_id, role, message, timestamp);
INSERT INTO conversations VALUES (1, 'telegram_42', 'user', 'I live in Omsk.', '2026-02-02T10:00:03'), (2, 'telegram_42',
  'user', 'only here', '2026-02-02T10:00:03'),
  (3, 'telegram_42', 'alien', 'x', NULL);
CREATE TABLE reflections (id INTEGER PRIMARY KEY, tool_name, tool_args, error_text, insight, session_key, created_at);
INSERT INTO reflections VALUES (1, 'exec', '{}', 'Error', 'Ask before running exec', 'telegram:42', '2026-02-02T10:00:00');
CREATE TABLE token_usage (date, model, prompt_tokens, completion_tokens, requests);
INSERT INTO token_usage VALUES ('2026-02-01', 'm', 100, 50, 3);
CREATE TABLE schema_version (v); INSERT INTO schema_version VALUES (4);
"""
SESSION = [
    {"_type": "metadata", "metadata": {"pending_confirmation": {"messages": [{"role": "user", "content": "a copy"}]}}},
    {"role": "user", "content": "I live in Omsk.", "timestamp": "2026-02-02T10:00:00"},
]


def test_the_database_the_sessions_and_the_notes_are_joined(tmp_path: Path) -> None:
    write_database(tmp_path / "memory.db", DATABASE)
    memory = "## User Information\n- Lives in Omsk\n- City: Kazan\n## Preferences\n- Short answers\n"
    files = {
        "sessions/telegram_42.jsonl": SESSION,
        "workspace/memory/MEMORY.md": memory,
        "workspace/memory/2026-02-01.md": "- Fixed it",
    }
    write_files(tmp_path, files)
    (tmp_path / "chroma").mkdir()
    documents = [("fact::personal::city", "city: Omsk", {"category": "personal"}), ("other", "A note.", {})]
    write_chroma(tmp_path / "chroma" / "chroma.sqlite3", {"memory": documents})
    items = items_of(tmp_path)
    [person] = records_of(items, ImportedPerson)
    assert (list(person.accounts), person.name) == (["telegram:42"], "Sergey")
    events = [event["text"] for event in events_of(items)]
    assert events.count("I live in Omsk.") == 1
    assert {"only here", "Started alpha.", "Fixed it"} <= set(events)
    assert "a copy" not in events
    core = [item.text for item in items if isinstance(item, CoreItem)]
    assert core == ["City: Kazan", "Short answers"]
    notes = {note.text: note.is_superseded for note in memories_of(items, "longterm")}
    assert notes == {"Lives in Omsk": True, "A note.": False}
    [journal] = memories_of(items, "journal")
    assert f"{journal.at:%Y-%m-%d}" == "2026-02-01"
    [reflection], [learning] = memories_of(items, "reflection"), memories_of(items, "learning")
    assert (reflection.fields["tool"], reflection.fields["session"]) == ("exec", "telegram:42")
    assert (learning.fields["tool"], learning.sources) == ("exec", [reflection.key])
    assert records_of(items, TokenUsage) == [TokenUsage("2026-02-01", "m", 100, 50, 3)]
    left_out = left_out_of(items)
    assert left_out["memory.db, conversations"] == "1 second copies of lines of sessions"
    assert left_out["memory.db, journal 2"] == "no date"
    assert "unknown author" in left_out["memory.db, conversation 3"]
    assert left_out["memory.db, table schema_version"] == "1 rows of no memory"
    assert "facts that were deleted" in left_out["chroma/chroma.sqlite3"]
