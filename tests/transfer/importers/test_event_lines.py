"""Import of JSON lines: all lines are checked before anything is written, and a repeated import changes nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput
from kg.protocols import FixedClock
from kg.types import ImportReport
from tests.support import T0, minutes
from tests.transfer.imports import LINES


def texts_by_session(memory: Memory) -> dict[str, list[str]]:
    return {name: [event.text for event in memory.history(name, last=1000)] for name in ("cli:1", "cli:2", "default")}


def events_by_path(report: ImportReport) -> dict[str, int]:
    assert all(file.form == "events" for file in report.files)
    return {file.path: file.events for file in report.files}


def test_lines_become_events_with_alternative_field_names(memory: Memory, write: Callable[..., Path]) -> None:
    path = write(*LINES)
    assert events_by_path(memory.import_files([path])) == {str(path): 3}
    assert texts_by_session(memory) == {"cli:1": ["Hello.", "Hi."], "cli:2": ["Zażółć 漢字 🎉"], "default": []}
    event = memory.get("e2")
    assert (event.role, event.speaker, event.at) == ("assistant", "cli:bot", T0.replace(day=1, hour=10, minute=1))


def test_a_repeated_import_changes_nothing(memory: Memory, write: Callable[..., Path], clock: FixedClock) -> None:
    path = write(
        *LINES, {"text": "No id, no time."}, {"text": "No id, no time."}, {"text": "No id.", "ts": "2026-03-01"}
    )
    memory.import_files([path])
    before = texts_by_session(memory)
    assert len(before["default"]) == 3
    clock.forward(minutes(60 * 24))
    memory.import_files([path])
    memory.import_files([str(path), path])
    assert texts_by_session(memory) == before


def test_lines_are_sorted_by_their_time(memory: Memory, write: Callable[..., Path]) -> None:
    lines = [{"text": f"at {minute}", "ts": f"2026-03-01T10:{minute:02}:00Z"} for minute in (5, 3, 9, 1)]
    memory.import_files([write(*lines)])
    assert texts_by_session(memory)["default"] == ["at 1", "at 3", "at 5", "at 9"]


@pytest.mark.parametrize(
    "form",
    [
        {"head": b"\xef\xbb\xbf"},
        {"end": "\r\n"},
        {"head": b"\xef\xbb\xbf\r\n\n  \n", "end": "\r\n\r\n"},
    ],
    ids=["byte order mark", "CR LF", "both, and blank lines"],
)
def test_byte_order_marks_and_line_ends_do_not_change_the_events(
    memory: Memory, write: Callable[..., Path], form: dict[str, Any], clock: FixedClock
) -> None:
    memory.import_files([write(*LINES, {"text": "No id, no time."})])
    before = texts_by_session(memory)
    path = write(*LINES, {"text": "No id, no time."}, name="other.jsonl", **form)
    assert events_by_path(memory.import_files([path])) == {str(path): 4}
    if form.get("end") != "\r\n\r\n":  # blank lines count, and an event without id is identified by its line number
        assert texts_by_session(memory) == before


def test_an_empty_file_has_no_events(memory: Memory, write: Callable[..., Path]) -> None:
    path = write()
    assert events_by_path(memory.import_files([path])) == {str(path): 0}
    assert events_by_path(memory.import_files([])) == {}


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ('{"session": "cli:1"}', "text"),
        ('{"text": ""}', "text"),
        ('{"text": "x", "role": "king"}', "role"),
        ('{"text": "x", "ts": "yesterday"}', "at"),
        ('{"text": "x", "speaker": ""}', "speaker"),
        ('{"text": "x", "metadata": {"a": NaN}}', "metadata"),
    ],
    ids=lambda value: value[:24],
)
def test_an_invalid_line_is_left_out_with_the_reason(
    memory: Memory, write: Callable[..., Path], line: str, field: str
) -> None:
    [file] = memory.import_files([write(LINES[0], "", line, LINES[1], name="bad.jsonl")]).files
    assert file.events == 2
    assert list(file.skipped or {}) == ["line 3"]
    assert field in (file.skipped or {})["line 3"]
    assert len(memory.history("cli:1")) == 2


@pytest.mark.parametrize(
    "line",
    [
        "{not json",
        "[1, 2]",
        '"text"',
        "NaN",
        '{"text": "x", "metadata": ' + '{"a":' * 100_000 + "1" + "}" * 100_000 + "}",
    ],
    ids=lambda value: value[:24],
)
def test_a_damaged_file_is_refused_but_in_a_folder_only_its_line(
    memory: Memory, write: Callable[..., Path], look: Callable[..., list[Any]], line: str
) -> None:
    path = write(LINES[0], "", line, LINES[1], name="bad.jsonl")
    with pytest.raises(InvalidInput) as caught:
        memory.import_files([path])
    assert caught.value.field == "bad.jsonl, line 3"
    assert look("MATCH (n {scope: $scope}) RETURN n") == []
    [file] = [file for file in memory.import_files([path.parent]).files if file.path == str(path)]
    assert file.events == 2
    assert list(file.skipped or {}) == ["line 3"]


def test_a_file_without_a_single_event_is_refused_and_nothing_is_written(
    memory: Memory, write: Callable[..., Path], look: Callable[..., list[Any]]
) -> None:
    good, bad = write(*LINES, name="good.jsonl"), write('{"text": 7}', "{}", name="bad.jsonl")
    with pytest.raises(InvalidInput, match="no line of the file is an event") as caught:
        memory.import_files([good, bad])
    assert caught.value.field == "bad.jsonl, line 1, text"
    assert look("MATCH (n {scope: $scope}) RETURN n") == []


def test_epoch_times_and_unknown_fields_are_read(memory: Memory, write: Callable[..., Path]) -> None:
    memory.import_files([write({"text": "Hello.", "session": "cli:1", "ts": 1_770_993_000_000, "mood": "good"})])
    [event] = memory.history("cli:1")
    assert event.at == dt.datetime(2026, 2, 13, 14, 30, tzinfo=dt.UTC)
    assert event.metadata == {"mood": "good"}


def test_a_file_in_another_encoding_is_refused(memory: Memory, write: Callable[..., Path], tmp_path: Path) -> None:
    path = tmp_path / "latin1.jsonl"
    path.write_bytes('{"text": "naïve"}\n'.encode("latin-1"))
    with pytest.raises(InvalidInput, match="UTF-8") as caught:
        memory.import_files([write(*LINES), path])
    assert caught.value.field.startswith("latin1.jsonl")
    assert texts_by_session(memory)["cli:1"] == []


def test_a_long_line_is_imported_completely(memory: Memory, write: Callable[..., Path]) -> None:
    memory.import_files([write({"id": "long", "text": "x" * 500_000 + "\u2028end"})])
    assert memory.get("long").text.endswith("x\u2028end")
    assert len(memory.get("long").text) == 500_004


@pytest.mark.parametrize(
    ("line", "account"),
    [
        ({"session": "discord:1", "speaker": "cli:olga"}, "discord:cli:olga"),
        ({"session": "discord_1", "speaker": "cli:olga"}, "discord:cli:olga"),
        ({"session": "discord:1", "channel": "cli", "speaker": "cli:olga"}, "discord:cli:olga"),
        ({"session": "1", "channel": "discord", "speaker": "cli:olga"}, "discord:cli:olga"),
        ({"session": "discord:1", "speaker": "discord:olga"}, "discord:olga"),
        ({"session": "discord:1", "speaker": "agent:kit"}, "discord:agent:kit"),
        ({"session": "discord:1", "speaker": "agent:kit", "role": "assistant"}, "agent:kit"),
        ({"session": "discord:1", "speaker": "cli:olga", "role": "assistant"}, "discord:cli:olga"),
        ({"session": "1", "speaker": "cli:olga"}, "cli:olga"),
    ],
)
def test_a_speaker_is_an_account_on_the_channel_of_the_session(
    memory: Memory, write: Callable[..., Path], line: dict[str, Any], account: str
) -> None:
    memory.import_files([write({"id": "e", "text": "I live in Lima.", **line})])
    event = memory.get("e")
    assert isinstance(event, Event)
    assert event.speaker == account
