"""Chats and memories of other programs: whatever is in their files, it is taken, or refused by name."""

from __future__ import annotations

import functools
import io
import tempfile
import zipfile
import zoneinfo
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from kg.errors import InvalidInput
from kg.events.validation import accept
from kg.settings import Settings
from kg.transfer.file_import import form_of, items
from kg.transfer.importers.items import Dated, Line, Told
from kg.transfer.importers.source_folder import Place
from tests.fuzz.drawn import damaged, dumped, shaped, texts, values
from tests.fuzz.targets import target
from tests.support import T0

SETTINGS = Settings()
ZONE = zoneinfo.ZoneInfo("Europe/Oslo")
TIMES = st.sampled_from(
    ["2026-03-02T09:00:00Z", "2026-03-02", 1_772_000_000, "1772000000.5", "0001-01-01", "9999-12-31T23:59:59-23:00"]
)
WORDS = texts(most=4)


@functools.cache
def folder() -> Path:
    """Where files are written that are read at once."""
    return Path(tempfile.mkdtemp(prefix="kg-fuzz-"))


def read(name: str, raw: bytes, form: str | None = None) -> None:
    """Read a file as an import does: twice the same, each event taken or refused, or the whole file refused."""
    path = folder() / name
    path.write_bytes(raw)
    told = []
    for _ in range(2):
        try:
            place = Place(path, 10)
        except InvalidInput:
            return
        try:
            found = form or form_of(place, None)
            told.append(list(items(found, place, ZONE)) if found else [])
        except InvalidInput as error:
            assert error.allowed
            return
        finally:
            place.close()
    assert str(told[0]) == str(told[1])
    for item in told[0]:
        if isinstance(item, Told):
            taken(item.event)
        elif isinstance(item, Line | Dated):
            assert isinstance(item.text, str)
            assert isinstance(item.importance, int)


def taken(event: dict[str, Any]) -> None:
    try:
        [found] = accept([event], scope="fuzz", now=T0, settings=SETTINGS)
    except InvalidInput:
        return
    "".join((found.id, found.text, found.session, found.speaker_name or "", found.metadata or "")).encode()


def chats(
    key: str, message: st.SearchStrategy[object], **fields: st.SearchStrategy[object]
) -> st.SearchStrategy[bytes]:
    """Conversations, each with messages under a key."""
    many = st.lists(message, max_size=3) | values()
    return st.lists(shaped(**{key: many}, **fields), max_size=3).map(dumped)


_GPT = shaped(
    id=WORDS, create_time=TIMES, metadata=shaped(is_visually_hidden_from_conversation=st.booleans()),
    author=shaped(role=st.sampled_from(["user", "assistant", "tool", "system"]), name=WORDS),
    content=shaped(parts=st.lists(WORDS | shaped(text=WORDS, content_type=WORDS), max_size=2), text=WORDS, thoughts=values(("content",))),
)  # fmt: skip


@target(
    st.lists(
        shaped(
            id=WORDS,
            conversation_id=WORDS,
            title=WORDS,
            mapping=st.dictionaries(WORDS, shaped(message=_GPT), max_size=3),
        ),
        max_size=3,
    ).map(dumped)
)
def chatgpt(raw: bytes) -> None:
    """Conversations of ChatGPT."""
    read("conversations.json", raw, "chatgpt")


@target(
    chats(
        "chat_messages",
        shaped(
            uuid=WORDS, sender=st.sampled_from(["human", "assistant"]), text=WORDS, created_at=TIMES,
            content=st.lists(shaped(text=WORDS), max_size=2), attachments=st.lists(shaped(file_name=WORDS, extracted_content=WORDS), max_size=2),
            files=st.lists(shaped(file_name=WORDS), max_size=2),
        ),
        uuid=WORDS, name=WORDS,
    ),
    broke=(b'[{"chat_messages": [{"sender": "human", "text": ' + b"[" * 990 + b"]" * 990 + b"}]}]",),
)  # fmt: skip
def claude(raw: bytes) -> None:
    """Conversations of Claude."""
    read("conversations.json", raw, "claude")


@target(
    shaped(
        guild=shaped(name=WORDS), channel=shaped(id=WORDS, name=WORDS),
        messages=st.lists(
            shaped(
                id=WORDS, type=st.sampled_from(["Default", "Reply"]), content=WORDS, timestamp=TIMES,
                author=shaped(id=WORDS, name=WORDS, nickname=WORDS, isBot=st.booleans()), reference=shaped(messageId=WORDS),
                attachments=st.lists(shaped(fileName=WORDS), max_size=2), embeds=st.lists(shaped(title=WORDS, description=WORDS), max_size=2),
            ),
            max_size=3,
        ),
    ).map(dumped)
)  # fmt: skip
def discord(raw: bytes) -> None:
    """A channel of Discord."""
    read("channel.json", raw, "discord")


_TELEGRAM = {
    "id": st.integers(0, 99), "name": WORDS, "type": WORDS,
    "messages": st.lists(
        shaped(
            id=st.integers(), type=st.just("message"), date=TIMES, date_unixtime=TIMES, from_=WORDS, from_id=WORDS,
            text=WORDS | st.lists(WORDS | shaped(text=WORDS), max_size=3), sticker_emoji=WORDS, media_type=WORDS, photo=WORDS,
        ),
        max_size=3,
    ),
}  # fmt: skip


@target((shaped(**_TELEGRAM) | shaped(chats=shaped(list=st.lists(shaped(**_TELEGRAM), max_size=2)))).map(dumped))
def telegram(raw: bytes) -> None:
    """Chats of Telegram."""
    read("result.json", raw, "telegram")


@target(
    (
        shaped(sections=values(("text", "importance", "section", "entries"))) | values(("text", "identity", "entries"))
    ).map(dumped)
)
def core_json(raw: bytes) -> None:
    """Core memory as JSON."""
    read("core.json", raw, "core-json")


@target(
    st.lists(
        shaped(
            _type=WORDS, key=WORDS, role=st.sampled_from(["user", "assistant", "tool"]), content=WORDS | values(("text", "type")),
            timestamp=TIMES, tool_calls=st.lists(shaped(id=WORDS, function=shaped(name=WORDS, arguments=WORDS)), max_size=2), name=WORDS,
        ),
        max_size=5,
    ).map(lambda rows: b"\n".join(map(dumped, rows)))
)  # fmt: skip
def session(raw: bytes) -> None:
    """Sessions as JSON lines."""
    read("session.jsonl", raw, "session")


WHATSAPP = texts(
    *(
        "31/12/2025, 23:59 - ",
        "12/31/25, 11:59\u202fPM - ",
        "[2026-01-02, 03:04:05] ",
        "١٢/٣/٢٠٢٦, 10:00 - ",
        "Ann: ",
        "~ ",
        "\u200e",
    ),
    *("99/99/9999, 99:99 - ", "\n", ": "),
).map(lambda text: text.encode("utf-8", "replace"))


@target(WHATSAPP)
def whatsapp(raw: bytes) -> None:
    """Chats of WhatsApp."""
    read("WhatsApp Chat with Ann.txt", raw, "whatsapp")


MARKDOWN = texts(
    *(
        "# ",
        "## Identity\n",
        "- ",
        "  * ",
        "1. ",
        "<!--",
        "-->",
        "```\n",
        "---\n",
        "[id:0a1b2c]",
        "[2026-01-02 03:04] ",
        "**[2026-01-02 03:04]**",
    ),
    *("[9999-99-99 99:99] ", "\n", "\n\n", "Family:\n"),
).map(lambda text: text.encode("utf-8", "replace"))


@target(
    st.tuples(st.sampled_from(["MEMORY.md", "HISTORY.md", "2026-01-03.md"]), MARKDOWN),
    broke=(("MEMORY.md", b"<!--" * 3_000),),
)
def markdown(given: tuple[str, bytes]) -> None:
    """Memories in Markdown."""
    read(*given)


@target(
    st.dictionaries(
        st.sampled_from(["users.json", "channels.json", "general/2026-01-02.json", "a/b/2026-01-03.json", "x/2026-99-99.json"]),
        st.lists(
            shaped(
                id=WORDS, type=st.just("message"), subtype=WORDS, user=WORDS, ts=TIMES, thread_ts=TIMES, bot_id=WORDS, name=WORDS,
                text=texts("<@U1>", "<@U1|ann>", "<https://a.b|c>", "<#C1|d>", "&lt;", "<http:"), profile=shaped(display_name=WORDS),
                files=st.lists(shaped(name=WORDS, title=WORDS), max_size=2),
            ),
            max_size=3,
        ).map(dumped),
        max_size=4,
    ),
    weight=0.5,
)  # fmt: skip
def slack(files: dict[str, bytes]) -> None:
    """A workspace of Slack, as a zip."""
    read("slack.zip", zipped(files), "slack")


def zipped(files: dict[str, bytes]) -> bytes:
    whole_file = io.BytesIO()
    with zipfile.ZipFile(whole_file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, raw in files.items():
            packed.writestr(name, raw)
    return whole_file.getvalue()


ZIPS = st.sampled_from(
    [
        zipped({"conversations.json": b'[{"mapping": {"a": {"message": {"content": {"text": "hello there"}}}}}]'}),
        zipped({"_chat.txt": b"31/12/2025, 23:59 - Ann: hello\n" * 9}),
        zipped({"users.json": b"[]", "general/2026-01-02.json": b'[{"type": "message", "text": "hi", "user": "U1"}]'}),
    ]
).flatmap(damaged)


@target(ZIPS, weight=0.5)
def broken_zips(raw: bytes) -> None:
    """A zip that is cut off or changed is refused by name, or read."""
    read("export.zip", raw)
