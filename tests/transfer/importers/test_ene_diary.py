"""The diary of an Ene home."""

from __future__ import annotations

from pathlib import Path

from tests.transfer.imports import events_of, items_of, left_out_of, memories_of, write_files

DIARY = """# Diary — 2026-02-10

[22:40] [22:31] participants=CCC, @az_x
They built a tower.
It fell.

**09:15** A quiet morning.
[25:99] no time at all
[2026-02-10 23:50] Late entry.

[23:55] Daily deep processing: 3 facts, 2 reflections
"""


def test_entries_have_times_and_participants(tmp_path: Path) -> None:
    person = {"id": "p", "display_name": "CCC", "platform_ids": {"discord:555": {"username": "ccc"}}}
    files = {"memory/diary/2026-02-10.md": DIARY, "memory/diary/notes.md": "x", "social/people/p.json": person}
    items = items_of(write_files(tmp_path, files))
    entries = memories_of(items, "diary")
    assert [(f"{entry.at:%H:%M}", entry.text) for entry in entries] == [
        ("22:31", "They built a tower.\nIt fell."),
        ("09:15", "A quiet morning.\n[25:99] no time at all"),
        ("23:50", "Late entry."),
    ]
    assert list(entries[0].fields["participants"]) == ["discord:555", "discord:az_x"]
    event = next(each for each in events_of(items) if each["text"].startswith("They built"))
    assert (event["kind"], event["role"], event.get("speaker")) == ("observation", "system", None)
    left_out = left_out_of(items)
    assert left_out["memory/diary/notes.md"] == "no date in the name of the file"
    assert "statistics of a run of the program" in left_out.values()
