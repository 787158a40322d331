"""Tests of the report of `make reproduce`: its steps, its page, its table, and a run of two steps."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.headline import MARKERS, fill_page, write_table
from benchmarks.page import write_page
from benchmarks.plots import Bar, draw_bars, draw_lines, format_number
from benchmarks.steps import list_steps, list_test_folders

ROOT = Path(__file__).parent.parent.parent
RECALL = {
    "mean": {"r@5": 0.625, "r@10": 0.747, "r@20": 0.857, "r@50": 0.944, "questions": 428},
    "interval": {"r@5": [0.59, 0.66], "r@10": [0.712, 0.783], "r@20": [0.83, 0.88]},
    "by_category": {"<list>": {"r@10": 0.669, "questions": 44}},
}
REPORT: dict[str, Any] = {
    "quick": False,
    "machine": {"processor": "<fast>", "cores": 2, "began": "2026-11-24T22:00+00:00", "load at the start": 0.1},
    "versions": {"kg": "0.2.0", "commit": "abc"},
    "seeds": {"faults": 1},
    "steps": [
        {"name": "recall.corpus", "title": "Recall", "command": "kg bench recall", "seconds": 61.0, "result": RECALL},
        {"name": "peers", "title": "Others", "command": "", "skipped": "not here"},
        {"name": "ingest", "title": "Ingest", "command": "kg bench ingest", "seconds": 2.0, "error": "<no server>"},
    ],
}


def test_every_measurement_is_a_step_and_missing_sets_say_why() -> None:
    steps = {step.name: step for step in list_steps(quick=False, locomo=None, longmemeval=None)}
    assert {name.partition(".")[0] for name in steps} == {
        "recall", "contexts", "observations", "latency", "ingest", "peers", "faults",
    }  # fmt: skip
    assert "LOCOMO=" in steps["recall.locomo"].skipped
    assert steps["recall.corpus"].skipped == ""
    assert len(steps["recall.corpus"].words) - len(("kg", "bench", "recall", "--json")) == len(list_test_folders()) > 10


def test_a_set_is_a_file_or_a_folder_of_folders(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "questions.jsonl").touch()
    file = tmp_path / "longmemeval_s.json"
    steps = {step.name: step for step in list_steps(quick=True, locomo=tmp_path, longmemeval=file)}
    assert steps["recall.locomo"].words == ("kg", "bench", "recall", str(tmp_path / "a"), "--json")
    assert steps["recall.longmemeval"].words[3:] == (str(file), "--form", "longmemeval", "--sample", "1", "--json")
    assert steps["observations.longmemeval"].skipped


def test_the_page_makes_no_request_and_escapes_what_it_shows() -> None:
    page = write_page(REPORT)
    assert "default-src 'none'" in page
    assert not re.search(r"<script|https?://|url\(|\bsrc=|\bhref=", page)
    assert "&lt;fast&gt;" in page
    assert "&lt;list&gt; (44)" in page
    assert "&lt;no server&gt;" in page
    assert "Left out: not here." in page
    assert page.count("<svg") == 2


def test_a_quick_run_warns() -> None:
    assert "Do not quote" in write_page(REPORT | {"quick": True})
    assert "Do not quote" not in write_page(REPORT)


def test_the_table_names_figure_machine_and_commit() -> None:
    assert write_table(REPORT) == (
        "| what | figure |\n|---|---|\n"
        "| evidence among the first ten hits, our corpus, part test | .747 (.712 to .783; 428 questions) |\n\n"
        "Measured by `make reproduce` on 2026-11-24 with kg 0.2.0 (abc), 2 cores (<fast>), load 0.1 at the start. "
        "Without a figure: ingest, which failed or was stopped."
    )
    assert "idle" in write_table(REPORT | {"machine": REPORT["machine"] | {"load at the start": 7.5}})
    page = f"before\n{MARKERS[0]}\nold\n{MARKERS[1]}\nafter\n"
    assert fill_page(fill_page(page, "one"), "two") == f"before\n{MARKERS[0]}\n\ntwo\n\n{MARKERS[1]}\nafter\n"


def test_bars_have_their_length() -> None:
    svg = draw_bars([Bar("half", 0.5), Bar("whole", 1.0, (0.9, 1.0))], most=1.0)
    half, whole = (float(width) for width in re.findall(r'<rect [^>]*width="([\d.]+)"', svg))
    assert whole == pytest.approx(2 * half)
    assert draw_bars([]).startswith("<svg")
    assert "4,884" in draw_bars([Bar("without a maximum", 4_884)])
    assert "NaN" not in draw_lines({"one": {"500": 0.0}})


@pytest.mark.parametrize(
    ("value", "text"), [(0.8291, ".829"), (1.0, "1"), (0, "0"), (12.44, "12.4"), (4884, "4,884"), (4884.2, "4,884")]
)
def test_numbers_are_written_as_in_the_documentation(value: float, text: str) -> None:
    assert format_number(value) == text


def test_the_readme_shows_the_report_of_the_documentation() -> None:
    report = json.loads((ROOT / "docs" / "report.json").read_text(encoding="utf-8"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert fill_page(readme, write_table(report)) == readme, (
        "run `python -m benchmarks table docs/report.json --page README.md`"
    )
    assert (ROOT / "docs" / "report.html").read_text(encoding="utf-8") == write_page(report)


@pytest.mark.slow
def test_a_quick_run_writes_both_files(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KG_EMBEDDER", "hashing")
    words = ["reproduce", "--quick", "--only", "ingest", "--only", "recall", "--out", str(tmp_path)]
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["quick"]
    assert report["versions"]["embedder"] == "hashing"
    done = {step["name"]: step.get("result") for step in report["steps"]}
    assert done["recall.corpus"]["mean"]["questions"] > 10
    assert done["ingest"]["log_events_per_s"] > 0
    assert done["recall.locomo"] is None
    assert "Ingest" in (tmp_path / "report.html").read_text(encoding="utf-8")
