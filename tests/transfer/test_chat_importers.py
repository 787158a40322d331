"""Imports of chats: the export of each program, with speakers, sessions and times."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import Event, Memory, Settings
from kg.errors import InvalidInput
from kg.types import FileImportResult

NOON = dt.datetime(2026, 1, 3, 12, tzinfo=dt.UTC)
SpeakerTexts = list[tuple[str | None, str]]


@pytest.fixture
def zoned(connect: Callable[..., Memory], settings: Settings) -> Memory:
    return connect(settings=settings.model_copy(update={"owner_zone": "Europe/Oslo"}))


def speaker_texts(memory: Memory, session: str) -> SpeakerTexts:
    return [(event.speaker, event.text) for event in memory.history(session)]


def import_twice(memory: Memory, path: Path) -> FileImportResult:
    """Import a file twice and return its result; the second import must change nothing."""
    [file] = memory.import_files([path]).files
    before = memory.queue()
    assert memory.import_files([path]).files == (file,)
    assert memory.queue() == before
    assert before["pending"] == file.events
    return file


def write(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return path


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
    write(tmp_path / "conversations.json", [talk])
    assert memory.import_files([tmp_path / "conversations.json"]).events == 3
    assert memory.queue()["pending"] == 3, "the same messages from another file"


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
    path = write(tmp_path / "conversations.json", [{"uuid": "t", "name": "Talk", "chat_messages": messages}])
    file = import_twice(memory, path)
    assert (file.form, file.events, file.skipped) == ("claude", 2, {"conversation 1, message m3": "no text"})
    assert speaker_texts(memory, "claude:t") == [
        ("claude:user", "Old text\n[a.txt]\ninside\n[b.png]"),
        ("claude:assistant", "Once"),
    ]


def test_discord(memory: Memory, tmp_path: Path) -> None:
    author = {"id": "9", "name": "ann", "nickname": "Ann", "isBot": False}
    messages = [
        {"id": "1", "type": "Default", "timestamp": "2026-01-03T13:00:00+01:00", "content": "Hello", "author": author}
        | {"attachments": [{"fileName": "cat.png"}], "embeds": [{"title": "Cats", "description": ""}]},
        {
            "id": "2",
            "type": "Reply",
            "timestamp": "2026-01-03T13:01:00+01:00",
            "content": "Hi",
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
    file = import_twice(memory, write(tmp_path / "Cats - general [77].json", content))
    assert (file.form, file.skipped) == ("discord", {"message 3": "system message of Discord: GuildMemberJoin"})
    first, second = memory.history("discord:77")
    assert (first.speaker, first.speaker_name, first.text, first.at) == (
        "discord:9",
        "Ann",
        "Hello\nCats\n[cat.png]",
        NOON,
    )
    assert (second.role, second.parent, second.metadata) == ("assistant", first.id, {"title": "Cats / general"})


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
    file = import_twice(zoned, write(tmp_path / "result.json", {"chats": {"list": [chat]}} if whole else chat))
    assert (file.form, file.skipped) == (
        "telegram",
        {"chat Garden, message 3": "system message of Telegram: pin_message"},
    )
    first, second = zoned.history("telegram:44")
    assert (first.speaker, first.speaker_name, first.text, first.at) == ("telegram:7", "Ann", "See https://a.b!", NOON)
    assert (second.text, second.parent, second.at) == ("[sticker 🎉]", "telegram:44:1", NOON + dt.timedelta(seconds=5))


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
    assert (second.speaker, second.text, second.at) == (
        "whatsapp:Bob",
        "Hi: you",
        NOON + dt.timedelta(days=10, minutes=1),
    )


def test_a_message_repeated_within_a_minute_is_imported_twice(zoned: Memory, tmp_path: Path) -> None:
    path = tmp_path / "WhatsApp Chat - Garden.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("_chat.txt", "[03.01.26, 13:00:00] Ann: Ha\n[03.01.26, 13:00:00] Ann: Ha\n")
    assert import_twice(zoned, path).events == 2
    assert speaker_texts(zoned, "whatsapp:Garden") == [("whatsapp:Ann", "Ha")] * 2


@pytest.mark.parametrize("zipped", [False, True], ids=["folder", "zip"])
def test_slack(memory: Memory, tmp_path: Path, zipped: bool) -> None:
    stamp = f"{NOON.timestamp():.6f}"
    files: dict[str, object] = {
        "users.json": [
            {"id": "U1", "name": "ann", "profile": {"display_name": "Ann"}},
            {"id": "U2", "real_name": "Bob"},
        ],
        "channels.json": [{"id": "C1", "name": "garden"}],
        "garden/2026-01-03.json": [
            {
                "type": "message",
                "user": "U1",
                "text": "<@U2> see <https://a.b|this> in <#C1|garden> &lt;3",
                "ts": stamp,
                "thread_ts": stamp,
            },
            {
                "type": "message",
                "user": "U2",
                "text": "Yes",
                "ts": f"{NOON.timestamp() + 1:.6f}",
                "thread_ts": stamp,
                "files": [{"name": "a.pdf"}],
            },
            {"type": "message", "subtype": "channel_join", "user": "U2", "text": "joined", "ts": stamp},
        ],
    }
    folder = tmp_path / "export"
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, content)
    path = folder
    if zipped:
        path = tmp_path / "export.zip"
        with zipfile.ZipFile(path, "w") as made:
            for name in files:
                made.write(folder / name, name)
    file = import_twice(memory, path)
    assert (file.form, file.events, len(file.skipped or {})) == ("slack", 2, 1)
    first, second = memory.history("slack:garden")
    assert (first.speaker, first.speaker_name, first.at) == ("slack:U1", "Ann", NOON)
    assert first.text == "@Bob see this (https://a.b) in #garden <3"
    assert (second.text, second.parent) == ("Yes\n[a.pdf]", first.id)


def test_malformed_files_are_skipped_or_refused(memory: Memory, tmp_path: Path) -> None:
    """Malformed content in a known format raises errors of kg and writes nothing."""
    odd = write(
        tmp_path / "conversations.json",
        [{"mapping": {}}, {"mapping": None}, {"mapping": {"a": {"message": {"author": None}}}}],
    )
    file = memory.import_files([odd]).files[0]
    assert (file.events, len(file.skipped or {})) == (0, 2)
    broken = write(tmp_path / "result.json", {"id": 1, "type": "x", "messages": ["no message", 7]})
    with pytest.raises(InvalidInput, match=r"result\.json"):
        memory.import_files([broken])
    path = tmp_path / "some.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("../../evil.txt", "x")
    with pytest.raises(InvalidInput, match="an archive in one of the formats"):
        memory.import_files([path])
    assert memory.queue()["pending"] == 0
    long = [{"uuid": "t", "chat_messages": [{"uuid": "m", "sender": "human", "text": "word " * 210_000}]}]
    assert memory.import_files([write(tmp_path / "long.json", long)]).events == 2
    content: list[Event] = memory.history("claude:t")
    assert " ".join(event.text for event in content).split() == ["word"] * 210_000


# Keys of the formats, with arbitrary values.
WORDS = [
    "mapping",
    "message",
    "author",
    "role",
    "content",
    "parts",
    "chat_messages",
    "sender",
    "text",
    "uuid",
    "id",
    "type",
]
WORDS += [
    "messages",
    "guild",
    "channel",
    "chats",
    "list",
    "from_id",
    "date",
    "attachments",
    "embeds",
    "sections",
    "importance",
]
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.sampled_from(["user", "message", "", "\ud800", "2026-01-03"]),
)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(WORDS), inner, max_size=5)),
    max_leaves=25,
)
SHAPES = st.one_of(
    st.fixed_dictionaries({"messages": ANYTHING, "guild": ANYTHING, "channel": ANYTHING}),
    st.fixed_dictionaries({"id": ANYTHING, "type": ANYTHING, "messages": st.lists(ANYTHING, max_size=4)}),
    st.lists(
        st.fixed_dictionaries({"mapping": st.dictionaries(st.text(max_size=3), ANYTHING, max_size=3)}),
        min_size=1,
        max_size=3,
    ),
    st.lists(st.fixed_dictionaries({"chat_messages": ANYTHING}), min_size=1, max_size=3),
    ANYTHING,
)


@settings(max_examples=40)
@given(content=SHAPES, name=st.sampled_from(["conversations.json", "result.json", "core.json"]))
def test_any_content_is_imported_or_refused(content: object, name: str, memory: Memory, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(json.dumps(content), encoding="utf-8")
    with contextlib.suppress(InvalidInput):
        memory.import_files([path])
