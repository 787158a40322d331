"""The community benchmark counts what is withheld from honest people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg import Settings
from kg.bench.community import measure_community
from kg.errors import InvalidInput


def write(folder: Path, *messages: tuple[str, str, str]) -> Path:
    folder.mkdir()
    rows = [
        {"id": f"m{place}", "ts": ts, "session": "s1", "channel": "chat", "speaker": name, "role": "user", "text": text}
        for place, (ts, name, text) in enumerate(messages)
    ]
    (folder / "events.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


@pytest.mark.slow
def test_honest_people_are_heard(tmp_path: Path, environment: dict[str, str]) -> None:
    folder = write(
        tmp_path / "club",
        *(("2025-03-01T10:00", "Vera", text) for text in ("I live in Graz.", "Good morning.", "Welcome, all.")),
        ("2025-03-02T10:00", "Ilse", "I live in Linz."),
        ("2025-03-03T10:00", "Ilse", "Vera is my sister."),
        ("2025-03-20T10:00", "Ilse", "I work at Hafner."),
    )
    lines: list[str] = []
    result = measure_community([folder], Settings(embedder="hashing"), lines.append)
    assert (result["people"], result["messages"], result["muted"], result["refused"]) == (2, 6, 0, {})
    assert result["self_descriptions"]["facts"] >= 3
    assert result["self_descriptions"]["withheld"] == 0, lines
    assert result["ties"] == {"facts": 1, "withheld_before": 1, "withheld_a_day_after": 0}, lines


def test_a_folder_without_people_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="community"):
        measure_community([write(tmp_path / "empty")], Settings(embedder="hashing"), print)
