"""Import of a folder of Markdown notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.knowledge import ImportedEntity
from kg.transfer.importers import markdown_folder
from kg.transfer.importers.source_folder import ImportSource
from tests.transfer.imports import events_of, items_of, left_out_of, memories_of, records_of, write_files

GARDEN = """---
aliases: [Grd, "The plot"]
tags:
  - outdoor
  - 2026
status: open
created: 2026-02-03
empty:
---
# Plan
- Ask [[People/Ann|my Ann]] about the [[Fence#Cost]]
## Later
A paragraph
of two lines.
"""


def test_notes_are_about_their_title_and_links(tmp_path: Path) -> None:
    files = {
        "Garden.md": GARDEN,
        "People/Ann.md": "Lives nearby",
        "2026-01-02.md": "- rain",
        ".obsidian/app.json": "{}",
        "a.png": "x",
    }
    items = items_of(write_files(tmp_path, files))
    entities = {entity.name: list(entity.aliases) for entity in records_of(items, ImportedEntity)}
    assert entities == {"Garden": ["Grd", "The plot"], "Ann": []}
    notes = {note.text: list(note.about) for note in memories_of(items, "longterm")}
    assert notes == {
        "Garden — tags: outdoor, 2026; status: open": ["Garden"],
        "Garden › Plan: Ask my Ann about the Fence": ["Garden", "Ann", "Fence"],
        "Garden › Plan › Later: A paragraph\nof two lines.": ["Garden"],
        "Ann: Lives nearby": ["Ann"],
    }
    assert {f"{note.at:%Y-%m-%d}" for note in memories_of(items, "longterm") if note.text.startswith("Garden")} == {
        "2026-02-03"
    }
    assert [event["text"] for event in events_of(items)] == ["rain"]
    assert left_out_of(items) == {".obsidian/app.json": "settings of the program", "a.png": "no memory"}


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"a.md": "x", "b/c.md": "y"}, True),
        ({"a.md": "x", "MEMORY.md": "y"}, False),
        ({"a.md": "x", "b.jsonl": "y"}, False),
        ({"2026-01-01.md": "x"}, False),
        ({"MEMORY.md": "x", ".obsidian/app.json": "{}"}, True),
    ],
)
def test_only_vaults_and_folders_of_notes_alone(tmp_path: Path, files: dict[str, object], found: bool) -> None:
    assert markdown_folder.recognise(ImportSource(write_files(tmp_path, files), 1)) is found
