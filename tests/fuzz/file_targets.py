"""Fuzz targets for databases, event lines, exports and settings: an input is either valid, or refused with a typed error."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import json
import os
import sqlite3
from typing import Any

from hypothesis import strategies as st

from kg.bench.public_sets import PublicForm, read_public_set
from kg.cli.common import load_settings as read_settings
from kg.errors import InvalidInput, SchemaTooNew
from kg.events.validation import validate_events
from kg.language.cleaning import replace_surrogates
from kg.transfer.graph_file import ExportHeader, ExportReader, ExportWriter, is_export
from kg.transfer.graph_shape import GraphEdge, GraphNode
from kg.transfer.importers import IMPORTERS
from kg.transfer.importers.event_lines import EventFile
from kg.transfer.json_values import from_json
from tests.fuzz.chat_targets import SETTINGS, TIMES, WORDS, check_import, temporary_folder
from tests.fuzz.strategies import SCALARS, damaged_copies, dump_json, partial_objects, texts, values
from tests.fuzz.targets import target
from tests.support import T0

_TABLES = st.lists(
    st.tuples(
        st.sampled_from(["text", "content", "role", "session", "speaker", "timestamp", "importance", "id", "x y"]),
        st.none() | st.integers(-(2**63), 2**63 - 1) | st.floats() | st.binary(max_size=6) | texts(max_parts=3).map(replace_surrogates),
    ),
    min_size=1, max_size=5, unique_by=lambda pair: pair[0],
)  # fmt: skip


@target(_TABLES, weight=0.1)
def sqlite(columns: list[tuple[str, object]]) -> None:
    """SQLite tables with arbitrary columns are imported or refused."""
    path = temporary_folder() / "made.db"
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    connection.execute(f"CREATE TABLE t ({', '.join(chr(34) + name + chr(34) for name, _ in columns)})")
    connection.execute(f"INSERT INTO t VALUES ({', '.join('?' * len(columns))})", [value for _, value in columns])
    connection.commit()
    connection.close()
    check_import("memory.db", path.read_bytes(), "sqlite")


@functools.cache
def build_database() -> bytes:
    path = temporary_folder() / "base.db"
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (text, role)")
    connection.execute("INSERT INTO t VALUES ('hello', 'user')")
    connection.commit()
    connection.close()
    return path.read_bytes()


@target(st.deferred(lambda: damaged_copies(build_database())), weight=0.2)
def damaged_databases(raw: bytes) -> None:
    """A damaged database is either read, or refused with `InvalidInput`."""
    check_import("memory.db", raw, "sqlite")


@target(
    st.tuples(st.sampled_from(sorted(set(IMPORTERS) - {"chroma"})), st.binary(max_size=60) | values().map(dump_json)),
    weight=0.5,
)
def wrong_formats(arguments_: tuple[str, bytes]) -> None:
    """A file that does not have the named format is refused."""
    name, raw = arguments_
    check_import("file.json", raw, name)


_EVENTS = st.lists(
    partial_objects(text=WORDS, ts=TIMES, id=WORDS, session=WORDS, speaker=WORDS, metadata=values()).map(dump_json) | st.binary(max_size=30), max_size=5
)  # fmt: skip


@target(_EVENTS.map(b"\n".join))
def json_lines(raw: bytes) -> None:
    """JSON lines of events are all accepted in time order, or refused with the line number."""
    path = temporary_folder() / "events.jsonl"
    path.write_bytes(raw)
    try:
        lines = EventFile(path, lambda event: validate_events([event], scope="fuzz", now=T0, settings=SETTINGS)[0].at)
    except InvalidInput as error:
        assert error.field.startswith("events.jsonl")
        return
    assert len(list(lines)) == lines.count


def build_export(nodes: list[Any], edges: list[Any]) -> list[bytes]:
    """Return the lines of an export without its footer."""
    file = io.BytesIO()
    writer = ExportWriter(file, ExportHeader(1, 5, "fuzz", None, None, False))
    for node in nodes:
        writer.node(node)
    for edge in edges:
        writer.edge(edge)
    return file.getvalue().splitlines(keepends=True)


_NODES = [
    GraphNode("Memory", ("e1",), ("Event", "Memory"), {"text": "hello", "seq": 1, "terms": "s1"}),
    GraphNode("Identity", ("cli", "ann"), ("Identity",), {"name": "Ann"}),
]
_LINES = build_export(_NODES, [GraphEdge("SAID_BY", ("Memory", "e1"), ("Memory", "e2"), {"count": 1})])
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
_CHANGED_FIELDS = st.dictionaries(st.sampled_from(_FIELDS), values(("scope", "$time", "$bytes", "id")), max_size=2)
_CHANGED_ROWS = st.builds(
    lambda row, other: {**row, **other}, st.sampled_from([json.loads(line) for line in _LINES]), _CHANGED_FIELDS
)


@target(
    st.lists(_CHANGED_ROWS, max_size=3),
    weight=0.5,
    failed_inputs=(
        [{**json.loads(_LINES[1]), "properties": {"scope": "another"}}],
        [{**json.loads(_LINES[1]), "properties": {"at": {"$time": "2026-99-99T00:00:00Z"}}}],
        [{**json.loads(_LINES[1]), "properties": {"n": 1 << 63}}],
        [{**json.loads(_LINES[0]), "schema": None}],
        [{**json.loads(_LINES[1]), "embedding": []}],
    ),
)
def changed_exports(rows: list[Any]) -> None:
    """An export with a valid footer is refused if a row cannot be stored or names another scope."""
    path = temporary_folder() / "export.jsonl"
    lines = [*_LINES[:1], *(dump_json(row) + b"\n" for row in rows)]
    if rows and rows[0].get("type") == "header":
        lines = lines[1:]
    counts = {kind: sum(row.get("type") == kind for row in rows) for kind in ("node", "edge")}
    footer = {
        "type": "footer",
        "nodes": counts["node"],
        "edges": counts["edge"],
        "sha256": hashlib.sha256(b"".join(lines)).hexdigest(),
    }
    path.write_bytes(b"".join(lines) + dump_json(footer) + b"\n")
    is_export(path)
    try:
        reader = ExportReader(path)
        reader.check()
    except (InvalidInput, SchemaTooNew):
        return
    for row in reader.rows("mine"):
        properties = row["properties"]
        assert "scope" not in properties
        assert all(isinstance(name, str) for name in properties)
        assert not any(isinstance(value, int) and abs(value) > 1 << 63 for value in properties.values())
        assert row.get("embedding") is None or len(row["embedding"]) > 0


@target(st.deferred(lambda: damaged_copies(b"".join(_LINES) + b'{"type":"footer","nodes":2,"edges":1,"sha256":"0"}\n')))
def damaged_exports(raw: bytes) -> None:
    """A damaged export is refused."""
    path = temporary_folder() / "export.jsonl"
    path.write_bytes(raw)
    is_export(path)
    try:
        ExportReader(path).check()
    except (InvalidInput, SchemaTooNew):
        return
    raise AssertionError("an export with a wrong checksum was accepted")


@target(values(("$time", "$bytes", "$number")))
def property_values(value: object) -> None:
    """A property value can be stored, or is refused."""
    try:
        stored, time = from_json("name", value)
    except InvalidInput:
        return
    assert time is None or (isinstance(time, str) and time.endswith("Z"))
    if isinstance(stored, str):
        stored.encode()


SETTING_NAMES = (
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
        st.sampled_from(SETTING_NAMES),
        texts("[", "]", "{", "}", '"cli:ann"', ":", "1", "-1", "04:00", "Europe/Oslo", "../", max_parts=6),
    )
)
def environment(values_: dict[str, str]) -> None:
    """An environment variable is valid for its setting, or refused with its name."""
    variables = {f"KG_{name}": replace_surrogates(value).replace("\0", "") for name, value in values_.items()}
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        read_settings()
    except InvalidInput as error:
        assert error.field.startswith("KG_")
    finally:
        for name in variables:
            os.environ.pop(name)
        os.environ.update({name: before[name] for name in variables if name in before})


@target(SCALARS | values())
def error_messages(value: object) -> None:
    """An error message is short and printable for every refused value."""
    encoded = str(InvalidInput("field", value, "something else"))
    assert len(encoded) < 200
    encoded.encode()


_CITATIONS = st.sampled_from(["D1:0", "D1:00", "D:1:0; D9:9", "D", ""])
_LOCOMO = partial_objects(
    sample_id=WORDS,
    conversation=partial_objects(
        session_1_date_time=st.just("1:56 pm on 8 May, 2024") | WORDS,
        session_1=st.lists(
            partial_objects(speaker=WORDS, dia_id=_CITATIONS, text=WORDS, blip_caption=WORDS), max_size=2
        ),
    ),
    qa=st.lists(
        partial_objects(question=WORDS, evidence=st.lists(_CITATIONS, max_size=2), category=st.integers(0, 6)),
        max_size=2,
    ),
)
_LONGMEMEVAL = partial_objects(
    question_id=WORDS, question_type=WORDS, question=WORDS,
    haystack_dates=st.lists(st.just("2024/06/02 (Sun) 08:30") | st.just("2024/19/42 08:30") | WORDS, max_size=2),
    haystack_session_ids=st.lists(WORDS, max_size=2),
    haystack_sessions=st.lists(st.lists(partial_objects(role=WORDS, content=WORDS, has_answer=st.booleans()), max_size=2), max_size=2),
    answer_session_ids=st.lists(WORDS, max_size=1),
)  # fmt: skip


@target(st.tuples(st.sampled_from(PublicForm), (_LOCOMO | _LONGMEMEVAL | SCALARS).map(dump_json)), weight=0.5)
def public_sets(made: tuple[PublicForm, bytes]) -> None:
    """A file of questions is refused, or each piece of evidence names a message and each session one of the messages."""
    form, data = made
    path = temporary_folder() / "set.json"
    path.write_bytes(data)
    with contextlib.suppress(InvalidInput):
        for conversation in read_public_set(path, form):
            ids = {event["id"] for event in conversation.events}
            sessions = {event["session"] for event in conversation.events}
            for question in conversation.questions:
                assert set(question["evidence"]) <= ids
                assert form is PublicForm.LONGMEMEVAL or set(question["sessions"]) <= sessions
