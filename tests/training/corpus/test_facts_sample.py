"""Samples of facts: drawn by seed, the same number of each folder, with the messages around them."""

from __future__ import annotations

import json
from pathlib import Path

from kg import Settings
from training.corpus.facts_sample import sample_facts


def write_folder(folder: Path, *texts: str) -> Path:
    folder.mkdir()
    events = [
        {"id": f"{folder.name}-{number}", "ts": f"2026-03-04T10:0{number}:00+00:00", "session": "chat:1"}
        | {"speaker": f"chat:{'Ann' if number % 2 else 'Bob'}", "role": "user", "text": text}
        for number, text in enumerate(texts)
    ]
    (folder / "events.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events), encoding="utf-8")
    return folder


def test_facts_are_drawn_by_seed_with_their_messages(tmp_path: Path) -> None:
    folders = [
        write_folder(
            tmp_path / "one", "I moved to Oslo in May.", "I bought a boat.", "I helped you with the house in Oslo."
        ),
        write_folder(tmp_path / "two", "Nice!", "My sister Eva works as a nurse."),
    ]
    settings = Settings(embedder="hashing")
    drawn = sample_facts(folders, 4, 7, settings)
    assert drawn == sample_facts(folders, 4, 7, settings)
    assert {row["folder"] for row in drawn} == {"one", "two"}
    house = next(row for row in sample_facts(folders, 40, 7, settings) if "house" in row["fact"])
    assert (house["fact"], house["event"]) == ("Bob helped Ann with the house in Oslo.", "one-2")
    assert house["messages"][-1] == "2026-03-04T10:02 Bob: I helped you with the house in Oslo."
    assert len(house["messages"]) == 3


def test_without_an_extractor_there_are_no_facts(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "one", "I moved to Oslo in May.")
    assert sample_facts([folder], 4, 7, Settings(embedder="hashing", extractor="none")) == []
