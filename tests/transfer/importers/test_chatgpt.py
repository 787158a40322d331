"""Import of ChatGPT conversations: all branches, roles and tools; hidden messages are skipped."""

from __future__ import annotations

import datetime as dt
import json
import zipfile
from pathlib import Path
from typing import Any

from kg import Memory
from tests.transfer.imports import import_twice, write_json

NOON = dt.datetime(2026, 1, 3, 12, tzinfo=dt.UTC)


def test_chatgpt(memory: Memory, tmp_path: Path) -> None:
    def node(name: str, role: str, *parts: object, **fields: Any) -> dict[str, Any]:
        content = {"content_type": "text", "parts": list(parts)}
        message = {"id": name, "author": {"role": role}, "create_time": NOON.timestamp(), "content": content} | fields
        return {name: {"id": name, "message": message, "parent": None, "children": []}}

    talk = {"id": "t1", "title": "Plants", "mapping": {"root": {"id": "root", "message": None}}}
    talk["mapping"] |= node("a", "user", "What grows?", {"content_type": "image_asset_pointer"})  # type: ignore[operator]
    talk["mapping"] |= node("b", "assistant", "Beans.", create_time=NOON.timestamp() + 1.5)  # type: ignore[operator]
    talk["mapping"] |= node("c", "system", "") | node(
        "d", "user", "secret", metadata={"is_visually_hidden_from_conversation": True}
    )  # type: ignore[operator]
    talk["mapping"] |= node(
        "e", "tool", "x = 1", author={"role": "tool", "name": "python"}, create_time=NOON.timestamp() + 2
    )  # type: ignore[operator]
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("conversations.json", json.dumps([talk]))
        made.writestr("chat.html", "<p>")
    file = import_twice(memory, path)
    assert (file.form, file.events, len(file.skipped or {})) == ("chatgpt", 3, 2)
    events = memory.history("chatgpt:t1")
    assert [(event.speaker, event.role, event.text) for event in events] == [
        ("chatgpt:user", "user", "What grows?\n[image_asset_pointer]"),
        ("chatgpt:assistant", "assistant", "Beans."),
        (None, "tool", "x = 1"),
    ]
    assert (events[0].at, events[0].channel, events[0].metadata, events[2].tool) == (
        NOON,
        "chatgpt",
        {"title": "Plants"},
        "python",
    )
    write_json(tmp_path / "conversations.json", [talk])
    assert memory.import_files([tmp_path / "conversations.json"]).events == 3
    assert memory.queue()["pending"] == 3, "the same messages from another file"
