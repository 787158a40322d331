"""Notes of a KenoBot home: days, long-term memory with consolidated sections, chats, and embedded texts."""

from __future__ import annotations

from pathlib import Path

from kg.transfer.importers.items import CoreItem
from tests.transfer.imports import events_of, items_of, left_out_of, memories_of, write_files

DAY = """## 14:30 — Adrian wants short answers
and no emoji

## 16:45 - Project context
Working on the documentation
"""
MEMORY = """# Facts
## About Adrian
- City: Puebla

## Consolidated — 2026-02-13
- Adrian wants short answers
and no emoji
- The staging server is in Falkenstein
"""
OLD = "# Facts\n## About Adrian\n- City: Leon\n- Locker: 4417\n"
CHAT = """---
timestamp: 2026-02-13T14:30:00Z
session: telegram-5
participants: [Adrian]
tags: [n8n, debugging]
---

The webhook answers 401.
"""
RULES = {"memory/identity/rules.json": {"rules": []}}


def test_each_fact_arrives_once_and_old_values_are_superseded(tmp_path: Path) -> None:
    embedded = [
        {"id": "1", "text": "Adrian wants short answers\nand no emoji", "type": "semantic", "createdAt": 1770993000000},
        {"id": "2", "text": "The key hangs behind the barometer", "type": "semantic", "createdAt": 1770993000000},
        {"id": "3", "text": "Said in the chat", "type": "episodic", "sessionId": "telegram-5", "createdAt": 1770993000000},
        "{broken",
    ]  # fmt: skip
    files = {
        "memory/2026-02-13.md": DAY, "memory/MEMORY.md": MEMORY, "data/memory/MEMORY.md": OLD,
        "memory/embeddings/semantic.jsonl": embedded, **RULES,
    }  # fmt: skip
    items = items_of(write_files(tmp_path, files), zone="America/Mexico_City")
    events = events_of(items)
    assert [(f"{event['at']:%H:%M %Z}", event["text"]) for event in events] == [
        ("14:30 UTC", "Adrian wants short answers\nand no emoji"),
        ("16:45 UTC", "Project context\nWorking on the documentation"),
    ]
    core = [item.text for item in items if isinstance(item, CoreItem)]
    assert core == ["Adrian: City: Puebla", "The staging server is in Falkenstein", "Adrian: Locker: 4417"]
    notes = {note.text: note for note in memories_of(items, "longterm")}
    assert notes["Adrian: City: Leon"].is_superseded
    assert notes["The key hangs behind the barometer"].audience == "shared"
    assert notes["Said in the chat"].audience == "session:telegram:5"
    assert len(notes) == 3
    assert left_out_of(items)["memory/embeddings/semantic.jsonl"] == "1 second copies of notes"


def test_notes_of_a_chat_are_for_that_chat(tmp_path: Path) -> None:
    files = {
        "memory/chats/telegram-5/2026-02-13.md": CHAT,
        "memory/chats/telegram--100/2026-02-14.md": "## 10:00 — First\n\n## 11:30 — Second\n",
        "memory/chats/telegram-5/nodate.md": "x",
        **RULES,
    }
    items = items_of(write_files(tmp_path, files))
    episodes = memories_of(items, "episode")
    assert [(episode.text, episode.audience, f"{episode.at:%d %H:%M}") for episode in episodes] == [
        ("First", "session:telegram:-100", "14 10:00"),
        ("Second", "session:telegram:-100", "14 11:30"),
        ("The webhook answers 401.", "session:telegram:5", "13 14:30"),
    ]
    assert list(episodes[2].fields["tags"]) == ["n8n", "debugging"]
    assert [note.text for note in memories_of(items, "longterm")] == [episode.text for episode in episodes]
