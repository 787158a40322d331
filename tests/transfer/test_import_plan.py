"""Import plans: room in core memory is reserved in advance, and long texts are split."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Memory
from tests.transfer.imports import import_checked

Look = Callable[..., list[Any]]


@pytest.mark.slow
def test_entries_that_exceed_core_memory_are_archived(memory: Memory, look: Look, tmp_path: Path) -> None:
    long = " ".join(["word"] * 700)
    lines = [f"- Rule number {n} is that one of them has to be the {n}th{' of them all' * 10}." for n in range(24)]
    (tmp_path / "CORE.md").write_text("# Rules\n" + "\n".join(lines) + f"\n# Identity\n- {long}\n", encoding="utf-8")
    [file] = import_checked(memory, look, tmp_path / "CORE.md").values()
    assert file.core + file.archived == 25
    assert file.core == len(memory.core.list())
    notes = {note.text for note in memory.longterm.list()}
    assert len(notes) == file.archived > 1
    assert long in notes
    assert {entry.text for entry in memory.core.list()} | notes == {line[2:] for line in lines} | {long}


def test_a_line_whose_id_another_event_has_is_left_out_and_reported(memory: Memory, tmp_path: Path) -> None:
    def write(*texts: str) -> Path:
        path = tmp_path / "chat.jsonl"
        rows = [{"id": f"m{n}", "text": text, "session": "cli:1", "speaker": "cli:ann"} for n, text in enumerate(texts)]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return path

    memory.import_files([write("one", "two")])
    [file] = memory.import_files([write("one, edited", "two", "three")]).files
    assert file.events == 2
    assert file.skipped == {"event m0": "another event has this id, with other content or another speaker"}
    assert [event.text for event in memory.history("cli:1")] == ["one", "two", "three"]


@pytest.mark.slow
def test_a_long_entry_is_split(memory: Memory, look: Look, tmp_path: Path) -> None:
    text = " ".join(f"Sentence {n} tells of the day." for n in range(900))
    (tmp_path / "HISTORY.md").write_text(f"[2026-01-03 10:15] {text}\n", encoding="utf-8")
    import_checked(memory, look, tmp_path / "HISTORY.md")
    kept = memory.diary.recent(days=400)
    assert len(kept) > 2
    assert sorted(" ".join(entry.text for entry in kept).split()) == sorted(text.split())
