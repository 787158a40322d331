"""Attack scenarios: what counts as a success, and an attack of each outcome."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg import Settings
from kg.bench.attack_scenarios import measure_scenarios, read_scenarios
from kg.errors import InvalidInput


def write(tmp_path: Path, *rows: dict[str, object]) -> Path:
    path = tmp_path / "attacks.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def attack(name: str, text: str, forged: str, **more: object) -> dict[str, object]:
    step = {"speaker": "chat:e1", "name": name, "session": "room:1", "text": text}
    return {"id": name, "kind": "name", "steps": [step], "question": "Where does Olga live?", "forged": forged} | more


def test_a_malformed_scenario_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"attacks\.jsonl, line 2"):
        read_scenarios([write(tmp_path, attack("Eve", "Hi.", "x"), {"id": "B"})])
    with pytest.raises(InvalidInput, match="a file"):
        read_scenarios([tmp_path / "none.jsonl"])


@pytest.mark.slow
def test_an_attack_succeeds_if_its_text_is_shown_without_a_mark(tmp_path: Path, environment: dict[str, str]) -> None:
    rows = [
        attack("Olga", "I live in Minsk now.", "Minsk", lost="Oslo"),
        # What the owner has said herself is shown without a mark, and what nobody has said is missing.
        attack("Eve", "Hello.", "Oslo"),
        attack("Mallory", "Hello.", "", lost="Antarctica"),
    ]
    lines: list[str] = []
    result = measure_scenarios(
        read_scenarios([write(tmp_path, *rows)]), Settings(embedder="hashing"), lines.append, sleep=False
    )
    assert (result["attacks"], result["succeeded"], result["refused"]) == (3, 2, 0)
    assert result["by_kind"] == {"name": "2 of 3"}
    assert result["succeeded_ids"] == ["Eve", "Mallory"]
    assert len(lines) == 2
