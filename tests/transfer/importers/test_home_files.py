"""The files of a home: each is read once, or reported with a reason."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from pathlib import Path

from kg.transfer.importers.home_files import HomeFiles, day_of, stem
from kg.transfer.importers.items import ImportContext, ImportItem, note_item
from kg.transfer.importers.source_folder import ImportSource
from tests.transfer.imports import left_out_of, write_files


def test_files_are_taken_once_and_the_others_reported(tmp_path: Path) -> None:
    write_files(
        tmp_path / "h",
        {"a/b/MEMORY.md": "x", "a/MEMORY.md.bak": "x", "config.json": "{}", "odd.xyz": "x", "AGENTS.md": "x"},
    )
    (tmp_path / "h" / "link").symlink_to(tmp_path)
    files = HomeFiles(ImportSource(tmp_path / "h", 1), "Test")
    assert files.take(r"MEMORY\.md") == ["a/b/MEMORY.md"]
    assert files.take(r"MEMORY\.md") == []
    assert files.has(r"b/MEMORY\.md")
    assert left_out_of(files.left()) == {
        "AGENTS.md": "instructions of the program, no memory",
        "a/MEMORY.md.bak": "a second copy",
        "config.json": "settings of the program",
        "odd.xyz": "no file of Test that is known",
        "link": "symbolic link",
    }


def test_a_file_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\xff\xfe")
    write_files(tmp_path, {"b.md": "fine", "c.md": "fails"})
    files = HomeFiles(ImportSource(tmp_path, 1), "Test")

    def read(name: str) -> Iterator[ImportItem]:
        text = files.source.read_text(name)
        if text == "fails":
            raise KeyError(name)
        yield note_item(name, text)

    items = list(files.read(r"[a-c]\.md", read))
    assert [item.where for item in items] == ["a.md", "b.md", "c.md"]
    assert "UTF-8" in left_out_of(items)["a.md"]
    assert "KeyError" in left_out_of(items)["c.md"]
    assert files.find(["a.md", "b.md"], lambda text: text.upper()) == "FINE"


def test_days_in_paths() -> None:
    context = ImportContext(zoneinfo.ZoneInfo("UTC"))
    assert str(day_of("logs/2026-02-10/discord.md", context))[:10] == "2026-02-10"
    assert str(day_of("2026-02-10_discord_1.md", context))[:10] == "2026-02-10"
    assert day_of("2026-99-10.md", context) is None
    assert stem("a/b.c.md") == "b.c"
