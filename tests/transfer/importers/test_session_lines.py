"""Import of sessions as JSON lines: messages, tool calls and their results."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kg import Memory
from tests.transfer.imports import import_checked

Look = Callable[..., list[Any]]


def test_sessions_keep_tool_calls_and_results(memory: Memory, look: Look, tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = [
        {"_type": "metadata", "created_at": "2026-01-03T10:00:00", "metadata": {}},
        {"role": "user", "content": "Is it raining?\u2028Really?", "timestamp": "2026-01-03T10:00:01"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "function": {"name": "weather", "arguments": "{}"}}],
        },
        {"role": "tool", "content": "Light rain.", "tool_call_id": "c1", "name": "weather"},
        {"role": "assistant", "content": [{"type": "text", "text": "Yes."}, {"type": "image"}]},
        {"role": "assistant", "content": ""},
        {"_type": "note"},
        {"role": "alien", "content": "zzz"},
    ]
    path = tmp_path / "telegram_77.jsonl"
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    file = import_checked(memory, look, path)[path.name]
    assert (file.form, file.events) == ("session", 4)
    assert file.skipped == {"line 6": "no text", "line 8": "unknown author: the role is 'alien'"}
    events = memory.history("telegram:77")
    assert [(event.role, event.kind, event.text) for event in events] == [
        ("user", "message", "Is it raining?\u2028Really?"),
        ("assistant", "tool_call", "weather({})"),
        ("tool", "tool_result", "Light rain."),
        ("assistant", "message", "Yes.\n[image]"),
    ]
    assert events[2].parent == events[1].id
    path.write_text('{"_type": "metadata"}\n{broken\n', encoding="utf-8")
    assert "line 2" in (memory.import_files([path]).files[0].skipped or {})
