"""No control character of a name, a text or a file reaches a terminal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.cli.common import print_json, print_line, print_note, print_paragraph, print_table
from kg.cli.terminal_text import escape_controls, escape_line
from tests.cli.conftest import CommandResult
from tests.cli.test_common import run_on_terminal

ESCAPES = "\x1b]0;title\x07\x1b[31mred\x9b2J\u202etxt"


@given(st.text(max_size=30))
def test_only_line_feeds_and_tabs_remain_of_control_characters(text: str) -> None:
    shown = escape_controls(text)
    assert not any(ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in shown if sign not in "\n\t")
    assert escape_line(text).isprintable() or not text.isprintable()
    assert json.loads(escape_controls(json.dumps(text, ensure_ascii=False))) == text.encode(
        "utf-16", "surrogatepass"
    ).decode("utf-16", "surrogatepass")
    assert "\n" not in escape_line(text)


def test_every_kind_of_output_is_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    print_line(ESCAPES)
    print_note(ESCAPES)
    print_json({"a": ESCAPES})
    print_paragraph(ESCAPES)
    print_table(["A", "B"], [[ESCAPES, "b"]], "none")
    written = capsys.readouterr()
    for text in (written.out, written.err):
        assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(text)
        assert "\\u001b[31mred" in text


@pytest.mark.slow
def test_output_on_a_terminal_is_escaped() -> None:
    lines = run_on_terminal(
        "from kg.cli.common import print_paragraph, print_table\n"
        f"print_paragraph({ESCAPES!r}, style='bold')\nprint_table(['A'], [[{ESCAPES!r}]], 'none')\n",
        columns=200,
    )
    assert lines == [escape_controls(ESCAPES), "A".ljust(len(lines[1])), escape_controls(ESCAPES).ljust(len(lines[2]))]


def test_names_of_files_are_shown_on_one_line(kg: Callable[..., CommandResult], tmp_path: Path) -> None:
    folder = tmp_path / "all"
    folder.mkdir()
    line = '{"text": "fine thing", "session": "cli:1"}\n'
    (folder / "a\x1b[31m\nimported all.jsonl").write_text(line)
    (folder / "b\x1b[31m.jsonl").write_text("no JSON\n")
    (folder / "c\u202e\x9b31m.bin").write_bytes(b"\x00\x01")
    done = kg("import", str(folder))
    text = done.out + done.err
    assert "a\\u001b[31m\\u000aimported all.jsonl" in done.out
    assert not {"\x1b", "\x9b", "\u202e"} & set(text)
    assert "\nimported all" not in text
    bad = kg("import", str(folder / "b\x1b[31m.jsonl"))
    assert bad.code == 1
    assert "\x1b" not in bad.err
