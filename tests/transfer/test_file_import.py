"""Import of files and folders: all of them are recognised, read and checked before anything is written."""

from __future__ import annotations

import contextlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.types import ImportReport
from tests.transfer.imports import LINES, Look, import_checked, write_json


def texts_by_session(memory: Memory) -> dict[str, list[str]]:
    return {name: [event.text for event in memory.history(name, last=1000)] for name in ("cli:1", "cli:2", "default")}


def events_by_path(report: ImportReport) -> dict[str, int]:
    assert all(file.form == "events" for file in report.files)
    return {file.path: file.events for file in report.files}


def test_a_dry_run_checks_and_writes_nothing(
    memory: Memory, write: Callable[..., Path], look: Callable[..., list[Any]]
) -> None:
    path = write(*LINES)
    report = memory.import_files([path], dry_run=True)
    assert (events_by_path(report), report.dry_run, report.events) == ({str(path): 3}, True, 3)
    assert look("MATCH (n {scope: $scope}) RETURN n") == []
    with pytest.raises(InvalidInput):
        memory.import_files([write("{", name="bad.jsonl")], dry_run=True)


def test_a_missing_file_is_reported(memory: Memory, write: Callable[..., Path], tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"none\.jsonl"):
        memory.import_files([write(*LINES), tmp_path / "none.jsonl"])
    assert texts_by_session(memory)["cli:1"] == []


def test_progress_is_reported_for_each_batch(memory: Memory, write: Callable[..., Path]) -> None:
    steps: list[tuple[int, int]] = []
    paths = [
        write(*[{"text": f"{name} {n}"} for n in range(count)], name=name) for name, count in (("a", 700), ("b", 3))
    ]
    memory.import_files(paths, progress=lambda done, total: steps.append((done, total)))
    assert steps == [(500, 703), (700, 703), (703, 703)]
    assert memory.queue()["pending"] == 703


def test_a_folder_with_files_of_several_formats(memory: Memory, look: Look, tmp_path: Path) -> None:
    inner = tmp_path / "memory" / "daily"
    inner.mkdir(parents=True)
    (inner / "2026-01-03.md").write_text("Tea.", encoding="utf-8")
    (tmp_path / "memory" / "MEMORY.md").write_text("# People\n- Ann", encoding="utf-8")
    (tmp_path / "memory" / "chat.jsonl").write_text('{"text": "Hello.", "session": "cli:1"}\n', encoding="utf-8")
    (tmp_path / "memory" / ".hidden.jsonl").write_text("{", encoding="utf-8")
    (tmp_path / "memory" / "photo.png").write_bytes(b"\x89PNG\0")
    (tmp_path / "memory" / "loop").symlink_to(tmp_path)
    found = import_checked(memory, look, tmp_path)
    assert {name: file.form for name, file in found.items()} == {
        "MEMORY.md": "core", "chat.jsonl": "events", "2026-01-03.md": "daily", "photo.png": "", "loop": "",
    }  # fmt: skip
    only = memory.import_files([tmp_path], form="daily", dry_run=True)
    assert [file.form for file in only.files if file.form] == ["daily"]
    with pytest.raises(InvalidInput, match="one of kg, events, ene"):
        memory.import_files([tmp_path], form="nonsense")


def test_an_explicit_format_need_not_be_recognised(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "about-me.md").write_text("# People\n- Ann", encoding="utf-8")
    memory.import_files([tmp_path / "about-me.md"], form="core")
    assert [entry.text for entry in memory.core.list("people")] == ["Ann"]


def test_malformed_files_are_skipped_or_refused(memory: Memory, tmp_path: Path) -> None:
    """Malformed content in a known format raises errors of kg and writes nothing."""
    odd = write_json(
        tmp_path / "conversations.json",
        [{"mapping": {}}, {"mapping": None}, {"mapping": {"a": {"message": {"author": None}}}}],
    )
    file = memory.import_files([odd]).files[0]
    assert (file.events, len(file.skipped or {})) == (0, 2)
    broken = write_json(tmp_path / "result.json", {"id": 1, "type": "x", "messages": ["no message", 7]})
    with pytest.raises(InvalidInput, match=r"result\.json"):
        memory.import_files([broken])
    path = tmp_path / "some.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("../../evil.txt", "x")
    with pytest.raises(InvalidInput, match="an archive in one of the formats"):
        memory.import_files([path])
    assert memory.queue()["pending"] == 0
    long = [{"uuid": "t", "chat_messages": [{"uuid": "m", "sender": "human", "text": "word " * 210_000}]}]
    assert memory.import_files([write_json(tmp_path / "long.json", long)]).events == 2
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
