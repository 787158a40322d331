"""Databases, lines of events, exports, settings: whatever is in them, what comes of it is checked, or refused by name."""

from __future__ import annotations

import functools
import hashlib
import io
import json
import os
import sqlite3
from typing import Any

from hypothesis import strategies as st

from kg.cli.common import settings as read_settings
from kg.errors import InvalidInput, SchemaTooNew
from kg.events.validation import accept
from kg.language.cleaning import whole
from kg.transfer.graph_file import Header, Reader, Writer, is_export
from kg.transfer.graph_shape import Edge, Node
from kg.transfer.importers import IMPORTERS
from kg.transfer.importers.event_lines import Lines
from kg.transfer.json_values import from_json
from tests.fuzz.drawn import SCALARS, damaged, dumped, shaped, texts, values
from tests.fuzz.of_chats import SETTINGS, TIMES, WORDS, folder, read
from tests.fuzz.targets import target
from tests.support import T0

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
