"""Import of an Ene home."""

from __future__ import annotations

from pathlib import Path

from kg.knowledge import ImportedEntity
from kg.transfer.importers.items import CoreItem
from tests.transfer.homes.ene_home import write_chroma
from tests.transfer.imports import events_of, items_of, left_out_of, memories_of, records_of, write_files

PERSON = {"id": "p", "display_name": "CCC", "platform_ids": {"discord:555": {}}, "entity_id": "e1"}


def home(tmp_path: Path) -> Path:
    core = {"sections": {"identity": {"entries": [{"content": "I am Ene.", "importance": 9}]}}}
    write_files(
        tmp_path,
        {
            "workspace/memory/social/people/p.json": PERSON,
            "workspace/memory/core.json": core,
            "workspace/memory/MEMORY.md.bak": "x",
            "workspace/SOUL.md": "I am cheeky.",
            "workspace/memory/HISTORY.md": "[2026-01-03 10:15] We planned the garden.",
            "sessions/discord_100.jsonl": [
                {"_type": "metadata"},
                {"role": "system", "content": "[Previous session summary: They met.]"},
                {"role": "user", "content": "CCC: I live in Leeds", "timestamp": "2026-02-10T14:05:10"},
                {"role": "assistant", "content": "cute", "timestamp": "2026-02-10T14:05:20"},
                '{"role": "user", "content": "cut',
            ],
        },
    )
    (tmp_path / "workspace" / "chroma_db").mkdir()
    documents = {
        "memories": [
            ("m1", "CCC works at Rockstar.", {"superseded_by": "new_fact", "created_at": "2026-01-01T00:00:00"}),
            ("m2", "[Diary 2026-02-10] They met", {}),
        ],
        "entities": [("e1", "CCC: a streamer", {"name": "CCC", "entity_type": "person"})],
    }
    write_chroma(tmp_path / "workspace" / "chroma_db" / "chroma.sqlite3", documents)
    return tmp_path


def test_all_parts_of_a_home_are_joined(tmp_path: Path) -> None:
    items = items_of(home(tmp_path))
    events = {event["text"]: event for event in events_of(items)}
    assert events["I live in Leeds"]["speaker"] == "discord:555"
    assert events["cute"]["speaker"] is None
    assert events["They met."]["kind"] == "observation", "a seed line is no one's words"
    assert events["They met."]["at"] == events["I live in Leeds"]["at"], "it has no time of its own"
    [memory] = memories_of(items, "longterm")
    assert (memory.text, memory.is_superseded) == ("CCC works at Rockstar.", True)
    [entity] = records_of(items, ImportedEntity)
    assert (entity.name, entity.account) == ("CCC", "discord:555")
    assert {item.text: item.section for item in items if isinstance(item, CoreItem)} == {
        "I am Ene.": "identity", "I am cheeky.": "identity",
    }  # fmt: skip
    assert [entry.text for entry in memories_of(items, "diary")] == ["We planned the garden."]
    left_out = left_out_of(items)
    assert left_out["sessions/discord_100.jsonl, line 5"].startswith("no JSON")
    assert left_out["workspace/memory/MEMORY.md.bak"] == "a second copy"
    assert "a second copy of the beginning of a diary" in left_out.values()


def test_in_a_direct_chat_all_is_of_one_person(tmp_path: Path) -> None:
    said = ["Reminder: buy milk", "I like tea", "Dad: my city is Oslo"]
    lines = [{"role": "user", "content": each, "timestamp": "2026-02-10T14:05:10"} for each in said]
    job = {"name": "water", "schedule": {"kind": "every", "everyMs": 7200000}, "payload": {"message": "Water the fern"}}
    files = {
        "memory/social/people/p.json": PERSON,
        "sessions/telegram_77.jsonl": lines[:2],
        "sessions/telegram_78.jsonl": lines[2:],
        "cron/jobs.json": {"version": 1, "jobs": [job]},
    }
    items = items_of(write_files(tmp_path, files))
    assert [(event["speaker"], event["text"]) for event in events_of(items)] == [
        ("telegram:77", "Reminder: buy milk"), ("telegram:77", "I like tea"), ("telegram:78", "my city is Oslo"),
    ]  # fmt: skip
    assert [note.text for note in memories_of(items, "longterm")] == [
        "Scheduled task (every 2 h): water: Water the fern"
    ]
