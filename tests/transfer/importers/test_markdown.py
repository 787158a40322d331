"""Import of Markdown memories: core memory by heading, the diary, and daily notes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Memory
from kg.settings import CORE_LIMITS
from kg.transfer.importers.items import SkippedItem
from kg.transfer.importers.markdown import read_entries
from kg.transfer.importers.source_folder import ImportSource
from tests.transfer.imports import import_checked, write_files

Look = Callable[..., list[Any]]
MEMORY = """\
# Memory

<!-- kept by hand -->
## Who I am
- A helpful assistant called Kit
  who lives in a terminal [id:0a1b2c]

## Important people
- Family:
  - Ann, my sister
  - Bob
1. The neighbour is Tom.

### Of the club
* Uma rows.

## Preferences & rules
- [ ] Short answers

Never call before nine,
unless it burns.

## Current work
+ The greenhouse

---
# Odd things
```
make tea   # twice
```
"""
HISTORY = """\
# History

Before all dates.

[2026-01-03 10:15] We planned the garden.
It took an hour.

And then some.

[2026-01-04 09:00] Seeds were ordered.
[2026-99-99 09:00] is no date.
"""


@pytest.mark.slow
def test_headings_of_core_memory_choose_the_section(zoned: Memory, look: Look, tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text(MEMORY, encoding="utf-8")
    [file] = import_checked(zoned, look, tmp_path).values()
    texts_by_section = {section: [entry.text for entry in zoned.core.list(section)] for section in CORE_LIMITS}
    assert {section: sorted(texts) for section, texts in texts_by_section.items()} == {
        "identity": ["A helpful assistant called Kit\nwho lives in a terminal"],
        "people": ["Family:", "Family: Ann, my sister", "Family: Bob", "The neighbour is Tom.", "Uma rows."],
        "preferences": ["Never call before nine,\nunless it burns.", "[ ] Short answers"],
        "context": ["The greenhouse"],
        "scratch": ["```\nmake tea   # twice\n```"],
    }
    assert (file.form, file.core, file.archived, file.skipped) == ("core", 10, 0, {"line 3": "a comment"})
    assert all(entry.importance == 5 for entry in zoned.core.list())


def test_history_becomes_diary_entries_that_can_be_searched(zoned: Memory, look: Look, tmp_path: Path) -> None:
    (tmp_path / "HISTORY.md").write_text(HISTORY, encoding="utf-8")
    [file] = import_checked(zoned, look, tmp_path).values()
    assert (file.form, file.diary, file.events, file.notes) == ("history", 2, 2, 1)
    entries = zoned.diary.recent(days=400)
    assert [entry.text for entry in entries] == [
        "We planned the garden.\nIt took an hour.\n\nAnd then some.",
        "Seeds were ordered.\n[2026-99-99 09:00] is no date.",
    ]
    assert entries[0].at == dt.datetime(2026, 1, 3, 9, 15, tzinfo=dt.UTC), "UTC+1"
    assert entries[0].sources[0] in {hit.id for hit in zoned.search("garden plans", limit=3)}
    assert [note.text for note in zoned.longterm.list()] == ["Before all dates."]


def test_daily_notes_are_events_of_their_day(zoned: Memory, look: Look, tmp_path: Path) -> None:
    notes = "# Work\n- Fixed the pump\n- Fixed the pump\n\n## Later\nCalled Ann.\n\n# Home\nTea.\n"
    (tmp_path / "2026-01-03.md").write_text(notes, encoding="utf-8")
    (tmp_path / "2026-13-03.md").write_text("no day", encoding="utf-8")
    found = import_checked(zoned, look, tmp_path)
    assert found["2026-01-03.md"].events == 4
    assert (found["2026-13-03.md"].form, found["2026-13-03.md"].skipped) == ("", {"file": "unknown format"})
    events = zoned.history("notes:2026-01-03")
    assert [event.text for event in events] == [
        "Work\nFixed the pump",
        "Work\nFixed the pump",
        "Work\nLater\nCalled Ann.",
        "Home\nTea.",
    ]
    assert {event.at.date() if event.at else None for event in events[:1]} == {dt.date(2026, 1, 2)}, "midnight in Oslo"
    assert {event.kind for event in events} == {"observation"}


def test_an_entry_keeps_whom_its_heading_names(tmp_path: Path) -> None:
    text = (
        "# Memory\n\n## About Rosa\n- Birthday: 3 May\n- likes tea\n- Rosa: a sister\n\n## User Information\n- City: Oslo\n"
        "### Garden\n- Tomatoes grow there\n- The gate is green\n"
    )
    source = ImportSource(write_files(tmp_path, {"MEMORY.md": text}) / "MEMORY.md", 100)
    found = [entry.statement for entry in read_entries(source) if not isinstance(entry, SkippedItem)]
    assert found == [
        "Rosa: Birthday: 3 May", "Rosa: likes tea", "Rosa: a sister", "City: Oslo", "Garden: Tomatoes grow there",
        "The gate is green",
    ]  # fmt: skip
