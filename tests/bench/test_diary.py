"""The diary benchmark: what readers would put into it."""

from __future__ import annotations

import json
from pathlib import Path

from kg.bench.diary import measure_diary
from kg.settings import Settings


def test_the_diary_is_compared_with_what_readers_marked(settings: Settings, tmp_path: Path) -> None:
    texts = ("Hi!", "My father died in the hospital last night.", "Oh no.")
    events = [
        {"id": f"e{place}", "ts": f"2026-03-02T09:0{place}:00Z", "session": "s", "channel": "chat"}
        | {"speaker": "Ann", "text": text}
        for place, text in enumerate(texts)
    ]  # fmt: skip
    importance = [
        {"date": "2026-03-02", "text": "", "must": ["My father died in the hospital last night."], "evidence": ["e1"]},
        {"date": "2026-03-04", "text": "", "must": ["Ann moved."], "evidence": ["e9"]},
    ]
    folder = tmp_path / "ann"
    folder.mkdir()
    for name, rows in (("events", events), ("importance", importance)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    hashing = settings.model_copy(update={"embedder": "hashing"})
    result = measure_diary([folder], hashing, lambda _: None)
    assert result["folders"]["ann"] == {"must": 0.5, "days": 0.5, "evidence": 1.0, "sentences": 1.0}
    assert result["mean"] == result["folders"]["ann"]
