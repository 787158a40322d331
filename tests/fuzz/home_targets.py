"""Fuzz targets for data homes and further formats: one of their files is damaged, or has values of other types."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Mapping
from pathlib import Path

from hypothesis import strategies as st

from tests.fuzz.chat_targets import MARKDOWN, TIMES, WORDS, build_zip, check_import
from tests.fuzz.strategies import damaged_copies, dump_json, partial_objects, texts, values
from tests.fuzz.targets import target
from tests.transfer.homes.measure import HOMES


def encode(text: str) -> bytes:
    """Return a text as UTF-8; a surrogate makes it invalid."""
    return text.encode("utf-8", "surrogatepass")


_LINES = st.lists(values(("role", "content", "timestamp", "_type", "key")), max_size=4).map(
    lambda rows: b"\n".join(map(dump_json, rows))
)


@functools.cache
def home(name: str) -> Mapping[str, bytes]:
    """Return the files of a larger home."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "home"
        HOMES[name][1](folder)
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }


def small(name: str) -> dict[str, bytes]:
    """Return a few files of each folder of a home, so that a home is read quickly."""
    kept: dict[str, bytes] = {}
    for path, raw in home(name).items():
        folder = path.rpartition("/")[0]
        if sum(other.rpartition("/")[0] == folder for other in kept) < 2:
            kept[path] = raw if path.endswith((".db", ".sqlite3")) else raw[:3_000]
    return kept


@st.composite
def damaged_homes(draw: st.DrawFn, names: tuple[str, ...]) -> dict[str, bytes]:
    """Draw a home in which one file is damaged, or replaced by other content."""
    files = dict(small(draw(st.sampled_from(names))))
    name = draw(st.sampled_from(sorted(files)))
    contents = (
        damaged_copies(files[name])
        | values(("id", "content", "trust", "notes", "messages")).map(dump_json)
        | MARKDOWN
        | _LINES
    )
    files[name] = draw(contents)
    return files


def check_home(files: Mapping[str, bytes], form: str) -> None:
    """Read a home as an archive; a damaged file is left out, and the others are read."""
    check_import("home.zip", build_zip(dict(files)), form)


@target(damaged_homes(("ene-new", "ene-old")), weight=0.3)
def ene_home(files: dict[str, bytes]) -> None:
    """A home of Ene."""
    check_home(files, "ene")


@target(damaged_homes(("kenobot-new", "kenobot-old")), weight=0.3)
def kenobot_home(files: dict[str, bytes]) -> None:
    """A home of KenoBot."""
    check_home(files, "kenobot")


@target(damaged_homes(("nano-bot-new", "nano-bot-old")), weight=0.3)
def nano_bot_home(files: dict[str, bytes]) -> None:
    """A home of Nano_Bot."""
    check_home(files, "nano-bot")


@target(damaged_homes(("turbo-new", "turbo-old")), weight=0.3)
def turbo_home(files: dict[str, bytes]) -> None:
    """A home of Turbo."""
    check_home(files, "turbo")


@target(
    st.fixed_dictionaries(
        {},
        optional={
            "memory/social/people/p.json": partial_objects(
                id=WORDS, display_name=WORDS, aliases=values(), platform_ids=st.dictionaries(WORDS, values(("username",)), max_size=2),
                notes=values(("content", "added_at")), connections=values(("person_id", "relationship")), entity_id=WORDS,
                trust=partial_objects(signals=values(("message_count", "unique_hours")), violations=values(("severity", "timestamp")),
                                      positive_interactions=values(), manual_override=values()),
            ).map(dump_json),
            "memory/social/index.json": values(("platform_to_person", "discord:1")).map(dump_json),
            "memory/diary/2026-02-10.md": texts("[22:40] ", "[22:31] participants=", "**09:15** ", "[99:99] ", "\n", "@", ",").map(encode),
            "memory/logs/2026-02-10_discord_1.md": texts("[14:05:10] USER (", "Ann", "): ", "[14:05] ENE: ", "\n", "(@").map(encode),
            "sessions/discord_1.jsonl": _LINES,
            "threads/active.json": values(("threads", "messages", "content")).map(dump_json),
        },
    )
)  # fmt: skip
def ene_files(files: dict[str, bytes]) -> None:
    """Files of an Ene home with values of other types."""
    check_home({"memory/social/people/q.json": b"{}", **files}, "ene")


@target(
    st.fixed_dictionaries(
        {},
        optional={
            "memory/procedural/patterns.json": values(("patterns", "trigger", "response", "usageCount")).map(dump_json),
            "memory/identity/rules.json": values(("rules", "behavioral", "forbidden", "examples")).map(dump_json),
            "memory/2026-02-10.md": texts("## 14:30 — ", "## 99:99 - ", "\n", "# ", "- ").map(encode),
            "memory/MEMORY.md": MARKDOWN, "data/memory/MEMORY.md": MARKDOWN,
            "memory/chats/telegram--1/2026-02-10.md": texts("---\n", "timestamp: ", "tags: [", "\n", "## 10:00 — ").map(encode),
            "memory/working/telegram-1.json": values(("content", "updatedAt")).map(dump_json),
            "memory/embeddings/x.jsonl": _LINES, "data/scheduler.jsonl": _LINES, "data/sessions/telegram-1.jsonl": _LINES,
        },
    )
)  # fmt: skip
def kenobot_files(files: dict[str, bytes]) -> None:
    """Files of a KenoBot home with values of other types."""
    check_home({"memory/identity/core.md": b"- x", **files}, "kenobot")


@target(
    (
        values(("results", "relations", "memory", "user_id", "metadata"))
        | st.lists(values(("id", "memory")), max_size=3)
    ).map(dump_json)
)
def mem0(raw: bytes) -> None:
    """Memories of mem0."""
    check_import("mem0.json", raw, "mem0")


@target(
    partial_objects(
        episodes=st.lists(partial_objects(uuid=WORDS, content=texts("Ann: ", "(user)", "\n", "assistant: "), source=st.just("message"),
                                          valid_at=TIMES, group_id=WORDS, role_type=WORDS), max_size=2),
        nodes=st.lists(partial_objects(uuid=st.sampled_from(["1", "2"]), name=WORDS, labels=values(), summary=WORDS, attributes=values()), max_size=3),
        edges=st.lists(partial_objects(uuid=WORDS, source_node_uuid=st.just("1"), target_node_uuid=st.just("2"), name=WORDS, fact=WORDS,
                                       valid_at=TIMES, invalid_at=TIMES, episodes=values(), group_id=WORDS), max_size=3),
    ).map(dump_json)
)  # fmt: skip
def graphiti(raw: bytes) -> None:
    """Graphs of Graphiti."""
    check_import("graph.json", raw, "graphiti")


@target(
    partial_objects(
        agents=st.lists(partial_objects(name=WORDS, system=WORDS, messages=st.lists(
            partial_objects(role=st.sampled_from(["user", "assistant", "tool"]), content=values(("type", "text")), created_at=TIMES,
                            tool_calls=values(("function", "name", "arguments")), tool_returns=values(("tool_return",))), max_size=3)), max_size=2),
        blocks=values(("label", "value")), tools=values(),
    ).map(dump_json)
)  # fmt: skip
def letta(raw: bytes) -> None:
    """Agent files of Letta."""
    check_import("agent.af", raw, "letta")


@target(
    st.lists(
        partial_objects(namespace=values(), key=WORDS, value=values(("content", "text")), updated_at=TIMES), max_size=3
    ).map(dump_json)
)
def langgraph(raw: bytes) -> None:
    """Stores of LangGraph."""
    check_import("store.json", raw, "langgraph")


@target(
    texts("BEGIN:VCARD\r\n", "END:VCARD\n", "FN:", "N;CHARSET=x;ENCODING=QUOTED-PRINTABLE:=", "TEL;TYPE=\"a,b\":", "\n ", ";", ":", "\\,",
          "EMAIL:a@b", "BDAY:19900512", "ADR:;;", "=C3=\n=B6").map(encode)
)  # fmt: skip
def vcard(raw: bytes) -> None:
    """Contacts as vCard."""
    check_import("contacts.vcf", b"BEGIN:VCARD\n" + raw, "vcard")


@target(
    texts("From x\n", "From: a@b\n", "From: =?utf-8?q?=C3?= <a@b>\n", "Date: Mon, 05 Jan 2026 10:00:00 +0000\n", "Content-Type: multipart/mixed; boundary=X\n",
          "Content-Type: text/html; charset=none\n", "Content-Transfer-Encoding: base64\n", "--X\n", "\n", "\n\n", "> ", "<blockquote>", "References: <", ">\n").map(encode)
)  # fmt: skip
def mbox(raw: bytes) -> None:
    """E-mail as mbox."""
    check_import("mail.mbox", b"From x\n" + raw, "mbox")


@target(
    st.dictionaries(st.sampled_from(["a.md", "b/c.md", "2026-01-02.md", ".obsidian/app.json"]), MARKDOWN, max_size=3)
)
def markdown_folder(files: dict[str, bytes]) -> None:
    """Folders of Markdown notes."""
    check_home({"n.md": b"---\naliases: [x\n---\n[[", **files}, "markdown")
