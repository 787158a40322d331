"""Import of Claude conversations: the text of blocks and attachments."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from kg import Memory
from tests.transfer.imports import import_twice, speaker_texts, write_json

NOON = dt.datetime(2026, 1, 3, 12, tzinfo=dt.UTC)


def test_claude(memory: Memory, tmp_path: Path) -> None:
    messages = [
        {"uuid": "m1", "sender": "human", "text": "Old text", "created_at": "2026-01-03T12:00:00Z"}
        | {"attachments": [{"file_name": "a.txt", "extracted_content": "inside"}], "files": [{"file_name": "b.png"}]},
        {
            "uuid": "m2",
            "sender": "assistant",
            "text": "Twice",
            "content": [{"type": "text", "text": "Once"}, {"type": "tool_use"}],
        },
        {"uuid": "m3", "sender": "human", "text": "", "content": []},
    ]
    path = write_json(tmp_path / "conversations.json", [{"uuid": "t", "name": "Talk", "chat_messages": messages}])
    file = import_twice(memory, path)
    assert (file.form, file.events, file.skipped) == ("claude", 2, {"conversation 1, message m3": "no text"})
    assert speaker_texts(memory, "claude:t") == [
        ("claude:user", "Old text\n[a.txt]\ninside\n[b.png]"),
        ("claude:assistant", "Once"),
    ]
