"""Files of other programs, exports, settings: whatever is in them, what comes of it is checked, or refused by name."""

from __future__ import annotations

import functools
import hashlib
import io
import json
import os
import sqlite3
import tempfile
import zipfile
import zoneinfo
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from kg.cli.common import settings as read_settings
from kg.errors import InvalidInput, SchemaTooNew
from kg.exchange.graphfile import Header, Reader, Writer, is_export
from kg.exchange.importers import IMPORTERS
from kg.exchange.importers.events import Lines
from kg.exchange.importers.items import Dated, Line, Told
from kg.exchange.importers.place import Place
from kg.exchange.importing import form_of, items
from kg.exchange.shape import Edge, Node
from kg.exchange.values import from_json
from kg.language.cleaning import whole
from kg.log.incoming import accept
from kg.settings import Settings
from tests.fuzz.drawn import SCALARS, damaged, dumped, shaped, texts, values
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


_TABLES = st.lists(
    st.tuples(
        st.sampled_from(["text", "content", "role", "session", "speaker", "timestamp", "importance", "id", "x y"]),
        st.none() | st.integers(-(2**63), 2**63 - 1) | st.floats() | st.binary(max_size=6) | texts(most=3).map(whole),
    ),
    min_size=1, max_size=5, unique_by=lambda pair: pair[0],
)  # fmt: skip


@target(_TABLES, weight=0.1)
def sqlite(columns: list[tuple[str, object]]) -> None:
    """Tables of SQLite, whatever their columns hold."""
    path = folder() / "made.db"
    path.unlink(missing_ok=True)
    base = sqlite3.connect(path)
    base.execute(f"CREATE TABLE t ({', '.join(chr(34) + name + chr(34) for name, _ in columns)})")
    base.execute(f"INSERT INTO t VALUES ({', '.join('?' * len(columns))})", [value for _, value in columns])
    base.commit()
    base.close()
    read("memory.db", path.read_bytes(), "sqlite")


@functools.cache
def base_file() -> bytes:
    path = folder() / "base.db"
    path.unlink(missing_ok=True)
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE t (text, role)")
    base.execute("INSERT INTO t VALUES ('hello', 'user')")
    base.commit()
    base.close()
    return path.read_bytes()


@target(st.deferred(lambda: damaged(base_file())), weight=0.2)
def broken_bases(raw: bytes) -> None:
    """A database that is cut off or changed is refused by name, or read."""
    read("memory.db", raw, "sqlite")


@target(
    st.tuples(st.sampled_from(sorted(set(IMPORTERS) - {"chroma"})), st.binary(max_size=60) | values().map(dumped)),
    weight=0.5,
)
def any_bytes(given: tuple[str, bytes]) -> None:
    """A file that is of another form than was named is refused."""
    name, raw = given
    read("file.json", raw, name)


_EVENTS = st.lists(
    shaped(text=WORDS, ts=TIMES, id=WORDS, session=WORDS, speaker=WORDS, metadata=values()).map(dumped) | st.binary(max_size=30), max_size=5
)  # fmt: skip


@target(_EVENTS.map(b"\n".join))
def json_lines(raw: bytes) -> None:
    """JSON lines of events are all taken, in the order of time, or refused by line."""
    path = folder() / "events.jsonl"
    path.write_bytes(raw)
    try:
        lines = Lines(path, lambda event: accept([event], scope="fuzz", now=T0, settings=SETTINGS)[0].at)
    except InvalidInput as error:
        assert error.field.startswith("events.jsonl")
        return
    assert len(list(lines)) == lines.count


def export(nodes: list[Any], edges: list[Any]) -> list[bytes]:
    """The lines of an export without its footer."""
    file = io.BytesIO()
    writer = Writer(file, Header(1, 5, "fuzz", None, None, False))
    for node in nodes:
        writer.node(node)
    for edge in edges:
        writer.edge(edge)
    return file.getvalue().splitlines(keepends=True)


_NODES = [
    Node("Memory", ("e1",), ("Event", "Memory"), {"text": "hello", "seq": 1, "terms": "s1"}),
    Node("Identity", ("cli", "ann"), ("Identity",), {"name": "Ann"}),
]
_LINES = export(_NODES, [Edge("SAID_BY", ("Memory", "e1"), ("Memory", "e2"), {"count": 1})])
_FIELDS = (
    "type",
    "family",
    "key",
    "labels",
    "properties",
    "edge",
    "source",
    "target",
    "scope",
    "schema",
    "dimension",
    "embedding",
)
_OTHERS = st.dictionaries(st.sampled_from(_FIELDS), values(("scope", "$time", "$bytes", "id")), max_size=2)
_ROWS = st.builds(lambda row, other: {**row, **other}, st.sampled_from([json.loads(line) for line in _LINES]), _OTHERS)


@target(
    st.lists(_ROWS, max_size=3),
    weight=0.5,
    broke=(
        [{**json.loads(_LINES[1]), "properties": {"scope": "another"}}],
        [{**json.loads(_LINES[1]), "properties": {"at": {"$time": "2026-99-99T00:00:00Z"}}}],
        [{**json.loads(_LINES[1]), "properties": {"n": 1 << 63}}],
        [{**json.loads(_LINES[0]), "schema": None}],
        [{**json.loads(_LINES[1]), "embedding": []}],
    ),
)
def exports(rows: list[Any]) -> None:
    """An export that says what it should of its lines is still refused where one of them could not be written, or leaves its scope."""
    path = folder() / "export.jsonl"
    lines = [*_LINES[:1], *(dumped(row) + b"\n" for row in rows)]
    if rows and rows[0].get("type") == "header":
        lines = lines[1:]
    counts = {kind: sum(row.get("type") == kind for row in rows) for kind in ("node", "edge")}
    footer = {
        "type": "footer",
        "nodes": counts["node"],
        "edges": counts["edge"],
        "sha256": hashlib.sha256(b"".join(lines)).hexdigest(),
    }
    path.write_bytes(b"".join(lines) + dumped(footer) + b"\n")
    is_export(path)
    try:
        reader = Reader(path)
        reader.check()
    except (InvalidInput, SchemaTooNew):
        return
    for row in reader.rows("mine"):
        properties = row["properties"]
        assert "scope" not in properties
        assert all(isinstance(name, str) for name in properties)
        assert not any(isinstance(value, int) and abs(value) > 1 << 63 for value in properties.values())
        assert row.get("embedding") is None or len(row["embedding"]) > 0


@target(st.deferred(lambda: damaged(b"".join(_LINES) + b'{"type":"footer","nodes":2,"edges":1,"sha256":"0"}\n')))
def broken_exports(raw: bytes) -> None:
    """An export that is cut off or changed is refused."""
    path = folder() / "export.jsonl"
    path.write_bytes(raw)
    is_export(path)
    try:
        Reader(path).check()
    except (InvalidInput, SchemaTooNew):
        return
    raise AssertionError("its checksum is none, and it was taken")


@target(values(("$time", "$bytes", "$number")))
def properties(value: object) -> None:
    """A property is one that the database stores, or is refused."""
    try:
        found, time = from_json("name", value)
    except InvalidInput:
        return
    assert time is None or (isinstance(time, str) and time.endswith("Z"))
    if isinstance(found, str):
        found.encode()


NAMES = (
    "BOLT_PORT",
    "OWNER",
    "CORE_LIMITS",
    "OWNER_ZONE",
    "SLEEP_AT",
    "LLM_URL",
    "RESTRICTED_TIERS",
    "CHANNEL_AUDIENCE",
    "DATA_DIR",
    "LEASE_S",
)


@target(
    st.dictionaries(
        st.sampled_from(NAMES),
        texts("[", "]", "{", "}", '"cli:ann"', ":", "1", "-1", "04:00", "Europe/Oslo", "../", most=6),
    )
)
def environment(given: dict[str, str]) -> None:
    """A variable of the environment is what the setting takes, or is refused by its name."""
    told = {f"KG_{name}": whole(value).replace("\0", "") for name, value in given.items()}
    before = dict(os.environ)
    os.environ.update(told)
    try:
        read_settings()
    except InvalidInput as error:
        assert error.field.startswith("KG_")
    finally:
        for name in told:
            os.environ.pop(name)
        os.environ.update({name: before[name] for name in told if name in before})


@target(SCALARS | values())
def refusals(value: object) -> None:
    """What is refused can be told, whatever it is."""
    told = str(InvalidInput("field", value, "something else"))
    assert len(told) < 200
    told.encode()
