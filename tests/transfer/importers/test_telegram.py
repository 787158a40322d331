"""Import of Telegram chats: one chat or an account, exact times, replies and stickers."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from kg import Memory
from tests.transfer.imports import import_twice, write_json

NOON = dt.datetime(2026, 1, 3, 12, tzinfo=dt.UTC)


@pytest.mark.parametrize("whole", [False, True], ids=["one chat", "an account"])
def test_telegram(zoned: Memory, tmp_path: Path, whole: bool) -> None:
    messages = [
        {"id": 1, "type": "message", "date": "2026-01-03T13:00:00", "from": "Ann", "from_id": "user7"}
        | {"text": ["See ", {"type": "link", "text": "https://a.b"}, "!"]},
        {"id": 2, "type": "message", "date": "2026-01-03T13:00:00", "date_unixtime": str(int(NOON.timestamp()) + 5)}
        | {
            "from": "Bob",
            "from_id": "user8",
            "text": "",
            "media_type": "sticker",
            "sticker_emoji": "🎉",
            "reply_to_message_id": 1,
        },
        {"id": 3, "type": "service", "action": "pin_message", "text": ""},
    ]
    chat = {"name": "Garden", "type": "private_group", "id": 44, "messages": messages}
    file = import_twice(zoned, write_json(tmp_path / "result.json", {"chats": {"list": [chat]}} if whole else chat))
    assert (file.form, file.skipped) == (
        "telegram",
        {"chat Garden, message 3": "system message of Telegram: pin_message"},
    )
    first, second = zoned.history("telegram:44")
    assert (first.speaker, first.speaker_name, first.text, first.at) == ("telegram:7", "Ann", "See https://a.b!", NOON)
    assert (second.text, second.parent, second.at) == ("[sticker 🎉]", "telegram:44:1", NOON + dt.timedelta(seconds=5))
