"""Import of a KenoBot home."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kg.people import ImportedPerson
from kg.transfer.importers.items import CoreItem
from tests.transfer.imports import events_of, items_of, left_out_of, memories_of, records_of, write_files

PATTERNS: list[dict[str, Any]] = [
    {"id": "p1", "trigger": "n8n + 401 error", "response": "Use ?token=", "confidence": 0.9, "usageCount": 5,
    "learnedFrom": "x.md"},
    {"id": "p2", "trigger": "old habit", "response": "No.", "status": "disabled"},
    {"id": "p3", "trigger": "", "response": "x"},
]  # fmt: skip
WORKING = "Task: debugging\nContext: tried a token\n- and a query\nPending: ask Ana\nSomething else"


@pytest.mark.parametrize("is_list", [True, False])
def test_patterns_are_procedures_with_status_and_use(tmp_path: Path, *, is_list: bool) -> None:
    content = PATTERNS if is_list else {"patterns": PATTERNS}
    write_files(tmp_path, {"memory/procedural/patterns.json": content if not is_list else ""})
    if is_list:
        import json

        (tmp_path / "memory/procedural/patterns.json").write_text(json.dumps(content), encoding="utf-8")
    items = items_of(tmp_path)
    first, second = memories_of(items, "procedure")
    assert (first.text, first.fields["trigger"], first.fields["status"], first.access_count) == (
        "Use ?token=", "n8n + 401 error", "approved", 5,
    )  # fmt: skip
    assert second.fields["status"] == "rejected"
    assert "no trigger or no response" in left_out_of(items).values()


def test_identity_rules_chats_and_working_memory(tmp_path: Path) -> None:
    rules = {
        "rules": ["Be kind"],
        "behavioral": [
            {"category": "tone", "rule": "Never apologise", "instruction": "no filler", "examples": ["ok"]},
            {},
        ],
        "forbidden": [{"pattern": "passwords", "reason": "leaks"}],
    }
    files = {
        "memory/identity/core.md": "- I am Keno", "memory/identity/preferences.md": "- Be direct",
        "memory/identity/rules.json": rules,
        "memory/MEMORY.md": "- Name: Adrian", "memory/chats/telegram-5/context.md": "Type: work group",
        "memory/chats/telegram-5/MEMORY.md": "- The treasurer is Ana\n- The treasurer is Ana",
        "memory/working/telegram-5.json": {"content": WORKING, "updatedAt": "2026-02-13T18:00:00Z"},
        "memory/working/telegram-6.md": "## Task\nother\n## Pending\n- call Ana\n## Notes\nnone",
        "data/sessions/telegram-5.jsonl": [{"role": "user", "content": "My sister moved", "timestamp": 1770993000000}],
        "data/sessions/telegram--1005.jsonl": [{"role": "user", "content": "in a group", "timestamp": 1770993000000}],
        "data/scheduler.jsonl": [{"cronExpr": "0 9 * * 1", "message": "weekly report", "channel": "telegram", "chatId": "5"}],
        "data/secrets.env": "x",
    }  # fmt: skip
    items = items_of(write_files(tmp_path, files))
    core = {item.text: (item.section, item.audience) for item in items if isinstance(item, CoreItem)}
    here = "session:telegram:5"
    assert core == {
        "I am Keno": ("identity", "shared"), "Be direct": ("preferences", "shared"), "Be kind": ("preferences", "shared"),
        "tone: Never apologise: no filler (for example: ok)": ("preferences", "shared"),
        "Forbidden: passwords (leaks)": ("preferences", "shared"), "Name: Adrian": ("scratch", "shared"),
        "About this chat: Type: work group": ("context", here), "The treasurer is Ana": ("context", here),
    }  # fmt: skip
    events = {event["text"]: event for event in events_of(items)}
    assert events["My sister moved"]["speaker"] == "telegram:5"
    assert events["in a group"]["speaker"] is None, "group messages have no sender"
    assert events["in a group"]["session"] == "telegram:-1005"
    [person] = records_of(items, ImportedPerson)
    assert (list(person.accounts), person.name) == (["telegram:5"], "Adrian")
    working = {memory.fields["session"]: memory for memory in memories_of(items, "working")}
    first = working["telegram:5"]
    assert (first.fields["task"], list(first.fields["context"]), list(first.fields["pending"])) == (
        "debugging", ["tried a token", "and a query"], ["ask Ana", "Something else"],
    )  # fmt: skip
    assert working["telegram:6"].at is not None, "Markdown is dated by its file"
    assert (working["telegram:6"].fields["task"], working["telegram:6"].fields["pending"]) == ("other", ["call Ana"])
    assert any(
        note.text == "Scheduled task (0 9 * * 1): weekly report" and note.audience == here
        for note in memories_of(items, "longterm")
    )
    assert left_out_of(items)["data/secrets.env"] == "settings of the program"
