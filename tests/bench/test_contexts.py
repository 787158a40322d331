"""The benchmark of contexts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg import Settings
from kg.bench.contexts import BUDGETS, measure_contexts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a small conversation and questions."""
    rows = [
        {"id": f"e{place}", "ts": f"2025-03-01T10:0{place}", "session": "s1", "channel": "chat", "speaker": "Ann", "role": "user",
         "text": text}
        for place, text in enumerate(["I keep the spare key at the bakery.", "It rains.", "My boat is called Orca."])
    ]  # fmt: skip
    questions = [
        {"id": "q1", "question": "Where is the spare key?", "category": "single", "evidence": ["e0"]},
        {"id": "q2", "question": "What is the name of the boat?", "category": "list", "evidence": ["e2", "gone"]},
        {"id": "q3", "question": "Who is Bob?", "category": "negative", "evidence": []},
    ]
    for name, lines in (("events", rows), ("questions", questions)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in lines), encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_coverage_and_idle_tokens(folder: Path, environment: dict[str, str]) -> None:
    result = measure_contexts([folder], Settings(embedder="hashing"), lambda _: None)
    assert result["questions"] == 2
    assert result["coverage"] == {str(budget): 0.75 for budget in BUDGETS}
    assert all(1 <= result["lines"][str(budget)] <= 3 for budget in BUDGETS)
    assert all(0.3 < result["precision"][str(budget)] <= 1 for budget in BUDGETS)
    assert result["by_category"]["single"]["500"] == 1.0
    assert result["idle_tokens"] <= result["idle_most"] < 500


@pytest.mark.slow
def test_a_sleep_before_the_questions(folder: Path, environment: dict[str, str]) -> None:
    result = measure_contexts([folder], Settings(embedder="hashing"), lambda _: None, after_sleep=True)
    assert result["coverage"] == {str(budget): 0.75 for budget in BUDGETS}
