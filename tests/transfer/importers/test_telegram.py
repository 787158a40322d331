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


def test_what_is_forwarded_quoted_or_code_is_not_the_senders_word(zoned: Memory, tmp_path: Path) -> None:
    said = {"type": "message", "date": "2026-01-03T13:00:00", "from": "Olga", "from_id": "user5"}
    parts = [
        "Look: ", {"type": "blockquote", "text": "I am allergic to nuts.\nI live in Lima."}, "Well.",
        {"type": "code", "text": "x"}, {"type": "pre", "text": "I own a yacht."},
    ]  # fmt: skip
    messages = [
        said | {"id": 1, "text": "I live in Ghent."},
        said | {"id": 2, "text": "I live in Lima.", "forwarded_from": "Eve"},
        said | {"id": 3, "text": "I live in Rome.", "forwarded_from": None},
        said | {"id": 4, "text": parts},
        said | {"id": 5, "text": "I live in Cusco.", "via_bot": "@quotes"},
    ]
    chat = {"name": "Garden", "type": "private_group", "id": 44, "messages": messages}
    import_twice(zoned, write_json(tmp_path / "result.json", chat))
    assert [event.text for event in zoned.history("telegram:44")] == [
        "I live in Ghent.",
        "[Forwarded from Eve]\nI live in Lima.",
        "[Forwarded from someone]\nI live in Rome.",
        "Look: \n> I am allergic to nuts.\n> I live in Lima.\nWell.`x`\n```\nI own a yacht.\n```",
        "[Forwarded from @quotes]\nI live in Cusco.",
    ]
    zoned.digest()
    assert [fact.text for fact in zoned.facts.list(status=None)] == ["Olga lives in Ghent."]
