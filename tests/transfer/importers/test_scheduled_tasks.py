"""Scheduled tasks of homes."""

from __future__ import annotations

import json
import zoneinfo
from pathlib import Path
from typing import Any

import pytest

from kg.transfer.importers.home_files import HomeFiles
from kg.transfer.importers.items import ImportContext, ImportItem
from kg.transfer.importers.scheduled_tasks import read_tasks
from kg.transfer.importers.source_folder import ImportSource
from tests.transfer.imports import left_out_of, memories_of, write_files


def tasks(folder: Path, content: object) -> list[ImportItem]:
    source = ImportSource(write_files(folder, {"cron/jobs.json": json.dumps(content)}), 100)
    return list(read_tasks(HomeFiles(source, "Ene"), ImportContext(zoneinfo.ZoneInfo("UTC"))))


@pytest.mark.parametrize(
    ("schedule", "words"),
    [
        ({"kind": "cron", "expr": "0 9 * * *"}, " (0 9 * * *)"),
        ({"kind": "every", "everyMs": 90_000}, " (every 90 s)"),
        ({"kind": "every", "everyMs": 600_000}, " (every 10 min)"),
        ({"kind": "at", "atMs": 1_770_993_000_000}, " (at 2026-02-13 14:30)"),
        (None, ""),
    ],
)
def test_a_task_is_a_note_of_its_chat(tmp_path: Path, schedule: Any, words: str) -> None:
    payload = {"message": "Water the fern", "channel": "telegram", "to": "77"}
    [note] = memories_of(
        tasks(tmp_path, {"jobs": [{"name": "water", "schedule": schedule, "payload": payload}]}), "longterm"
    )
    assert note.text == f"Scheduled task{words}: water: Water the fern"
    assert note.audience == "session:telegram:77"


def test_what_is_no_active_task_is_left_out(tmp_path: Path) -> None:
    jobs = [{"name": "off", "enabled": False}, {}, 7]
    assert set(left_out_of(tasks(tmp_path, jobs)).values()) == {"switched off", "no text"}
    assert left_out_of(tasks(tmp_path, "x")) == {"cron/jobs.json": "no list of tasks"}
