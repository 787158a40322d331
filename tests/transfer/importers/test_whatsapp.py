"""Import of WhatsApp chats: the formats and date orders of several telephones."""

from __future__ import annotations

import datetime as dt
import zipfile
from pathlib import Path

import pytest

from kg import Memory
from tests.transfer.imports import import_twice, speaker_texts

NOON = dt.datetime(2026, 1, 3, 12, tzinfo=dt.UTC)
WHATSAPP = {
    "Android, month first": [
        "1/3/26, 1:00 PM - Messages are encrypted.",
        "1/3/26, 1:00 PM - Ann: Hello\nand more",
        "1/13/26, 1:01\u202fPM - Bob: Hi: you",
    ],
    "Android, day first": [
        "03/01/2026, 13:00 - Messages are encrypted.",
        "03/01/2026, 13:00 - Ann: Hello\nand more",
        "13/01/2026, 13:01 - Bob: Hi: you",
    ],
    "iOS": [
        "\u200e[03.01.26, 13:00:00] Group: \u200e",
        "[03.01.26, 13:00:00] Ann: Hello\nand more",
        "[13.01.26, 13:01:00] ~\u202fBob: Hi: you",
    ],
}


@pytest.mark.parametrize("style", WHATSAPP)
def test_whatsapp(zoned: Memory, tmp_path: Path, style: str) -> None:
    path = tmp_path / "WhatsApp Chat with Garden.txt"
    path.write_text("\n".join(WHATSAPP[style]) + "\n", encoding="utf-8")
    file = import_twice(zoned, path)
    assert (file.form, file.events, len(file.skipped or {})) == ("whatsapp", 2, 1)
    first, second = zoned.history("whatsapp:Garden")
    assert (first.speaker, first.text, first.at) == ("whatsapp:Ann", "Hello\nand more", NOON)
    # In the export of iOS, Bob is a name that a number without an entry in the address book gave itself.
    assert (second.speaker, second.text, second.at) == (
        "whatsapp:~Bob" if style == "iOS" else "whatsapp:Bob",
        "Hi: you",
        NOON + dt.timedelta(days=10, minutes=1),
    )


def test_a_message_repeated_within_a_minute_is_imported_twice(zoned: Memory, tmp_path: Path) -> None:
    path = tmp_path / "WhatsApp Chat - Garden.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("_chat.txt", "[03.01.26, 13:00:00] Ann: Ha\n[03.01.26, 13:00:00] Ann: Ha\n")
    assert import_twice(zoned, path).events == 2
    assert speaker_texts(zoned, "whatsapp:Garden") == [("whatsapp:Ann", "Ha")] * 2
