"""Import of Discord channels: authors, replies, embeds and attachments."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from kg import Memory
from tests.transfer.imports import import_twice, write_json

NOON = dt.datetime(2026, 1, 3, 12, tzinfo=dt.UTC)


def test_discord(memory: Memory, tmp_path: Path) -> None:
    author = {"id": "9", "name": "ann", "nickname": "Ann", "isBot": False}
    messages = [
        {"id": "1", "type": "Default", "timestamp": "2026-01-03T13:00:00+01:00", "content": "Hello", "author": author}
        | {"attachments": [{"fileName": "cat.png"}], "embeds": [{"title": "Cats", "description": ""}]},
        {
            "id": "2",
            "type": "Reply",
            "timestamp": "2026-01-03T13:01:00+01:00",
            "content": "Hi\n>>> one\ntwo",
            "reference": {"messageId": "1"},
        }
        | {"author": {"id": "8", "name": "helper", "isBot": True}},
        {
            "id": "3",
            "type": "GuildMemberJoin",
            "timestamp": "2026-01-03T13:02:00+01:00",
            "content": "Joined",
            "author": author,
        },
    ]
    content = {"guild": {"id": "5", "name": "Cats"}, "channel": {"id": "77", "name": "general"}, "messages": messages}
    file = import_twice(memory, write_json(tmp_path / "Cats - general [77].json", content))
    assert (file.form, file.skipped) == ("discord", {"message 3": "system message of Discord: GuildMemberJoin"})
    first, second = memory.history("discord:77")
    assert (first.speaker, first.speaker_name, first.text, first.at) == (
        "discord:9",
        "Ann",
        "Hello\n> Cats\n[cat.png]",
        NOON,
    )
    assert second.text == "Hi\n> one\n> two"
    assert (second.role, second.parent, second.metadata) == ("assistant", first.id, {"title": "Cats / general"})
