"""Output of the commands: tables, paragraphs and progress, on a terminal and for programs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading

import pytest

from kg.cli.common import print_paragraph, print_table, progress_bar, watched
from kg.errors import ConnectionFailed

LONG = "lives in a very long sentence that does not fit into forty columns [bold]x[/]"


def run_on_terminal(code: str, *, columns: int = 40) -> list[str]:
    """Run Python on a terminal of its own; return the lines that it shows, without colours."""
    ours, its = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=its,
        stderr=its,
        env=os.environ | {"COLUMNS": str(columns), "TERM": "xterm"},
    ) as process:
        os.close(its)
        shown = b""
        while True:
            try:
                part = os.read(ours, 10_000)
            except OSError:
                # The other end was closed.
                break
            if not part:
                break
            shown += part
    os.close(ours)
    assert process.returncode == 0, shown.decode()
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode()).splitlines()


@pytest.fixture
def with_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show progress, as on a terminal."""
    for name, value in {"FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": "120"}.items():
        monkeypatch.setenv(name, value)


def test_output_for_programs_has_one_line_for_each_row(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(["name", "text"], [["Ann", LONG]], "none")
    print_table(["name", "text"], [], "none")
    print_paragraph(LONG, indent=2, style="bold")
    assert capsys.readouterr().out.splitlines() == ["name  text", f"Ann   {LONG}", "none", f"  {LONG}"]


def test_output_on_a_terminal_is_wrapped_and_complete() -> None:
    lines = run_on_terminal(
        "from kg.cli.common import print_paragraph, print_table\n"
        f"print_table(['name', 'text'], [['Ann', {LONG!r}]], 'none')\n"
        f"print_paragraph({LONG!r}, indent=4)"
    )
    assert max(map(len, lines)) <= 40
    table = [line for line in lines if not line.startswith("    ") or line.startswith("     ")]
    paragraph = [line for line in lines if line not in table]
    assert " ".join(line[5:].strip() for line in table[1:]) == LONG
    assert " ".join(line.strip() for line in paragraph) == LONG


@pytest.mark.usefixtures("with_progress")
def test_progress_has_counts(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("reading") as advance:
        advance(1_500, 20_000)
    with progress_bar("writing") as advance:
        advance(2_500, None)
    with progress_bar("loading", is_bytes=True) as advance:
        advance(1_000_000, 2_000_000)
    shown = capsys.readouterr().err
    assert all(text in shown for text in ("reading", "1,500 of 20,000", "2,500", "1.0/2.0 MB"))


@pytest.mark.usefixtures("with_progress")
def test_a_task_is_watched_until_it_ends(capsys: pytest.CaptureFixture[str]) -> None:
    was_read = threading.Event()

    def read() -> tuple[int, int, str]:
        was_read.set()
        return 3, 4, "sweeping"

    with watched("working", read):
        assert was_read.wait(10)
    shown = capsys.readouterr().err
    assert "3 of 4" in shown
    assert "working (sweeping)" in shown
    assert "kg-progress" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.usefixtures("with_progress")
def test_an_error_of_the_reader_does_not_end_the_task() -> None:
    failed = threading.Event()

    def read() -> tuple[int, int]:
        failed.set()
        raise ConnectionFailed("gone")

    with watched("working", read):
        assert failed.wait(10)


def test_without_a_terminal_nothing_is_read_or_shown(capsys: pytest.CaptureFixture[str]) -> None:
    def read() -> tuple[int, int]:
        raise AssertionError("read without a terminal")

    with watched("working", read), progress_bar("working") as advance:
        advance(1, 2)
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_opening_a_memory_is_shown_on_a_terminal(environment: dict[str, str], scope: str) -> None:
    lines = run_on_terminal(
        f"from kg.cli.common import open_memory\nwith open_memory({scope!r}) as memory:\n    print(memory.scope)\n"
    )
    assert any(f"opening {scope}" in line for line in lines[:-1])
    assert lines[-1].endswith(scope)
