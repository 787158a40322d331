"""Fuzz targets for imports of chats and memories: a file is either read, or refused with `InvalidInput`."""

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
from kg.events.validation import validate_events
from kg.knowledge import ImportedEntity, ImportedFact, check_imported_entity, check_imported_fact
from kg.llm import check_usage
from kg.people import ImportedPerson, check_imported_person
from kg.settings import Settings
from kg.transfer.file_import import read_items, recognise_form
from kg.transfer.importers.items import CoreItem, EventItem, ImportContext, RecordItem
from kg.transfer.importers.source_folder import ImportSource
from kg.types import TokenUsage
from tests.fuzz.strategies import damaged_copies, dump_json, partial_objects, texts, values
from tests.fuzz.targets import target
from tests.support import T0

SETTINGS = Settings()
ZONE = zoneinfo.ZoneInfo("Europe/Oslo")
TIMES = st.sampled_from(
    ["2026-03-02T09:00:00Z", "2026-03-02", 1_772_000_000, "1772000000.5", "0001-01-01", "9999-12-31T23:59:59-23:00"]
)
WORDS = texts(max_parts=4)


@functools.cache
def temporary_folder() -> Path:
    """Return the folder for temporary input files."""
    return Path(tempfile.mkdtemp(prefix="kg-fuzz-"))


def check_import(name: str, raw: bytes, form: str | None = None) -> None:
    """Import a file twice: the results must be equal, and each event or the whole file accepted or refused."""
    path = temporary_folder() / name
    path.write_bytes(raw)
    results = []
    for _ in range(2):
        try:
            source = ImportSource(path, 10)
        except InvalidInput:
            return
        try:
            form_ = form or recognise_form(source, None)
            results.append(list(read_items(form_, source, ImportContext(ZONE, now=T0))) if form_ else [])
        except InvalidInput as error:
            assert error.allowed
            return
        finally:
            source.close()
    assert str(results[0]) == str(results[1])
    for item in results[0]:
        if isinstance(item, EventItem):
            check_event(item.event)
        elif isinstance(item, CoreItem):
            assert isinstance(item.text, str)
            assert isinstance(item.importance, int)
        elif isinstance(item, RecordItem):
            check_record(item)


def check_record(item: RecordItem) -> None:
    """Check a record as an import does: it is accepted, or refused."""
    record = item.record
    try:
        if isinstance(record, ImportedPerson):
            check_imported_person(record)
        elif isinstance(record, ImportedEntity):
            check_imported_entity(record)
        elif isinstance(record, ImportedFact):
            check_imported_fact(record)
        elif isinstance(record, TokenUsage):
            check_usage(record)
        else:
            str(record).encode("utf-8", "surrogatepass")
    except InvalidInput as error:
        assert error.allowed
    if item.event is not None:
        check_event(item.event)


def check_event(event: dict[str, Any]) -> None:
    try:
        [accepted] = validate_events([event], scope="fuzz", now=T0, settings=SETTINGS)
    except InvalidInput:
        return
    "".join(
        (accepted.id, accepted.text, accepted.session, accepted.speaker_name or "", accepted.metadata or "")
    ).encode()


def dump_conversations(
    key: str, message: st.SearchStrategy[object], **fields: st.SearchStrategy[object]
) -> st.SearchStrategy[bytes]:
    """Generate conversations with messages under this key."""
    messages = st.lists(message, max_size=3) | values()
    return st.lists(partial_objects(**{key: messages}, **fields), max_size=3).map(dump_json)


_GPT = partial_objects(
    id=WORDS, create_time=TIMES, metadata=partial_objects(is_visually_hidden_from_conversation=st.booleans()),
    author=partial_objects(role=st.sampled_from(["user", "assistant", "tool", "system"]), name=WORDS),
    content=partial_objects(parts=st.lists(WORDS | partial_objects(text=WORDS, content_type=WORDS), max_size=2), text=WORDS, thoughts=values(("content",))),
)  # fmt: skip


@target(
    st.lists(
        partial_objects(
            id=WORDS,
            conversation_id=WORDS,
            title=WORDS,
            mapping=st.dictionaries(WORDS, partial_objects(message=_GPT), max_size=3),
        ),
        max_size=3,
    ).map(dump_json)
)
def chatgpt(raw: bytes) -> None:
    """Conversations of ChatGPT."""
    check_import("conversations.json", raw, "chatgpt")


@target(
    dump_conversations(
        "chat_messages",
        partial_objects(
            uuid=WORDS, sender=st.sampled_from(["human", "assistant"]), text=WORDS, created_at=TIMES,
            content=st.lists(partial_objects(text=WORDS), max_size=2), attachments=st.lists(partial_objects(file_name=WORDS, extracted_content=WORDS), max_size=2),
            files=st.lists(partial_objects(file_name=WORDS), max_size=2),
        ),
        uuid=WORDS, name=WORDS,
    ),
    failed_inputs=(b'[{"chat_messages": [{"sender": "human", "text": ' + b"[" * 990 + b"]" * 990 + b"}]}]",),
)  # fmt: skip
def claude(raw: bytes) -> None:
    """Conversations of Claude."""
    check_import("conversations.json", raw, "claude")


@target(
    partial_objects(
        guild=partial_objects(name=WORDS), channel=partial_objects(id=WORDS, name=WORDS),
        messages=st.lists(
            partial_objects(
                id=WORDS, type=st.sampled_from(["Default", "Reply"]), content=WORDS, timestamp=TIMES,
                author=partial_objects(id=WORDS, name=WORDS, nickname=WORDS, isBot=st.booleans()), reference=partial_objects(messageId=WORDS),
                attachments=st.lists(partial_objects(fileName=WORDS), max_size=2), embeds=st.lists(partial_objects(title=WORDS, description=WORDS), max_size=2),
            ),
            max_size=3,
        ),
    ).map(dump_json)
)  # fmt: skip
def discord(raw: bytes) -> None:
    """A channel of Discord."""
    check_import("channel.json", raw, "discord")


_TELEGRAM = {
    "id": st.integers(0, 99), "name": WORDS, "type": WORDS,
    "messages": st.lists(
        partial_objects(
            id=st.integers(), type=st.just("message"), date=TIMES, date_unixtime=TIMES, from_=WORDS, from_id=WORDS,
            text=WORDS | st.lists(WORDS | partial_objects(text=WORDS), max_size=3), sticker_emoji=WORDS, media_type=WORDS, photo=WORDS,
        ),
        max_size=3,
    ),
}  # fmt: skip


@target(
    (
        partial_objects(**_TELEGRAM)
        | partial_objects(chats=partial_objects(list=st.lists(partial_objects(**_TELEGRAM), max_size=2)))
    ).map(dump_json)
)
def telegram(raw: bytes) -> None:
    """Chats of Telegram."""
    check_import("result.json", raw, "telegram")


@target(
    (
        partial_objects(sections=values(("text", "importance", "section", "entries")))
        | values(("text", "identity", "entries"))
    ).map(dump_json)
)
def core_json(raw: bytes) -> None:
    """Core memory as JSON."""
    check_import("core.json", raw, "core-json")


@target(
    st.lists(
        partial_objects(
            _type=WORDS, key=WORDS, role=st.sampled_from(["user", "assistant", "tool"]), content=WORDS | values(("text", "type")),
            timestamp=TIMES, tool_calls=st.lists(partial_objects(id=WORDS, function=partial_objects(name=WORDS, arguments=WORDS)), max_size=2), name=WORDS,
        ),
        max_size=5,
    ).map(lambda rows: b"\n".join(map(dump_json, rows)))
)  # fmt: skip
def session(raw: bytes) -> None:
    """Sessions as JSON lines."""
    check_import("session.jsonl", raw, "session")


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
    check_import("WhatsApp Chat with Ann.txt", raw, "whatsapp")


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
    failed_inputs=(("MEMORY.md", b"<!--" * 3_000),),
)
def markdown(file_: tuple[str, bytes]) -> None:
    """Memories in Markdown."""
    check_import(*file_)


@target(
    st.dictionaries(
        st.sampled_from(["users.json", "channels.json", "general/2026-01-02.json", "a/b/2026-01-03.json", "x/2026-99-99.json"]),
        st.lists(
            partial_objects(
                id=WORDS, type=st.just("message"), subtype=WORDS, user=WORDS, ts=TIMES, thread_ts=TIMES, bot_id=WORDS, name=WORDS,
                text=texts("<@U1>", "<@U1|ann>", "<https://a.b|c>", "<#C1|d>", "&lt;", "<http:"), profile=partial_objects(display_name=WORDS),
                files=st.lists(partial_objects(name=WORDS, title=WORDS), max_size=2),
            ),
            max_size=3,
        ).map(dump_json),
        max_size=4,
    ),
    weight=0.5,
)  # fmt: skip
def slack(files: dict[str, bytes]) -> None:
    """A workspace of Slack, as a zip."""
    check_import("slack.zip", build_zip(files), "slack")


def build_zip(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in files.items():
            archive.writestr(name, raw)
    return buffer.getvalue()


DAMAGED_ZIPS = st.sampled_from(
    [
        build_zip({"conversations.json": b'[{"mapping": {"a": {"message": {"content": {"text": "hello there"}}}}}]'}),
        build_zip({"_chat.txt": b"31/12/2025, 23:59 - Ann: hello\n" * 9}),
        build_zip(
            {"users.json": b"[]", "general/2026-01-02.json": b'[{"type": "message", "text": "hi", "user": "U1"}]'}
        ),
    ]
).flatmap(damaged_copies)


@target(DAMAGED_ZIPS, weight=0.5)
def damaged_zips(raw: bytes) -> None:
    """A damaged zip is either read, or refused with `InvalidInput`."""
    check_import("export.zip", raw)
