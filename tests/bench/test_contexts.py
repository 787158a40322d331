"""The benchmark of contexts."""

from __future__ import annotations

import json
from pathlib import Path

from kg import Settings
from kg.bench.contexts import BUDGETS, measure_contexts


def test_coverage_and_idle_tokens(tmp_path: Path, environment: dict[str, str]) -> None:
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
    result = measure_contexts([tmp_path], Settings(embedder="hashing"), lambda _: None)
    assert result["questions"] == 2
    assert result["coverage"] == {str(budget): 0.75 for budget in BUDGETS}
    assert result["by_category"]["single"]["500"] == 1.0
    assert result["idle_tokens"] <= result["idle_most"] < 500
