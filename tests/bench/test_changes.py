"""How `kg bench changes` judges facts and tasks by labels of what changed."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from kg.bench import changes
from kg.settings import Settings

START = dt.datetime(2026, 3, 9, 10, tzinfo=dt.UTC)
TEXTS = (
    "The Juno workshop is on 14 May at the harbour hall.",
    "The rent is 900 euros.",
    "I'm vegetarian.",
    "No emojis please.",
    "I'll send the lease by Friday.",
    "The Juno workshop moved to 21 May.",
    "I'm not vegetarian anymore.",
    "I'll call the roofer.",
    "I sent the lease.",
)


@pytest.fixture
def settings_without_models(settings: Settings) -> Settings:
    return settings.model_copy(update={"embedder": "hashing"})


def write_folder(path: Path, texts: tuple[str, ...] = TEXTS, **labels: list[dict[str, Any]]) -> Path:
    events = [
        {
            "id": f"e{index}",
            "ts": (START + dt.timedelta(hours=index)).isoformat(),
            "session": "s",
            "channel": "chat",
            "speaker": "Ann",
            "text": text,
        }
        for index, text in enumerate(texts)
    ]
    for name, rows in {"events": events, **labels}.items():
        (path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def change(what: str, old: str, new: str | None, *, subject: str = "Ann", evidence: str = "e5") -> dict[str, Any]:
    kind = "supersedes" if new else "ends"
    row = {"kind": kind, "subject": subject, "what": what, "old": old, "evidence": [evidence], "earlier": ["e0"]}
    return {**row, "new": new} if new else row


def state(status: str, evidence: str = "e4") -> dict[str, str]:
    return {"status": status, "evidence": evidence}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    preference = {"holder": "Ann", "topic": "emojis", "polarity": "-", "value": "no emojis"}
    return write_folder(
        tmp_path,
        changes=[
            change("date of the workshop", "14 May 2026", "21 May 2026"),
            change("rent", "900 euros", "950 euros"),
            change("rent of the kiln", "70 euros", "80 euros"),
            change("diet", "vegetarian", None, evidence="e6"),
        ],
        preferences=[
            {**preference, "states": [state("current", "e3")]},
            {**preference, "states": [state("current", "e3"), state("withdrawn", "e5")]},
            {**preference, "polarity": "+", "value": "emojis", "states": [state("current", "e3")]},
            {**preference, "topic": "sound", "value": "loud music", "states": [state("current", "e5")]},
        ],
        tasks=[
            {"who": "Ann", "what": "send the lease", "states": [state("open"), state("done")]},
            {"who": "Ann", "what": "call the roofer", "states": [state("open"), state("done")]},
            {"who": "Ann", "what": "call the roofer", "states": [state("overdue")]},
            {"who": "Bob", "what": "call the roofer", "states": [state("open")]},
        ],
    )


def test_labels_are_compared_with_current_facts_and_tasks(folder: Path, settings_without_models: Settings) -> None:
    settings = settings_without_models.model_copy(update={"observation_worth": 0.1})
    result = changes.measure_changes([folder], settings, lambda _: None, failures=True)
    assert result["folders"] == {folder.name: result["all"]}
    measured = result["all"]
    assert measured["changes"] == {
        "labels": 3,
        "right": 1,
        "old value still current": 1,
        "new value missing": 1,
        "right_share": 0.3333,
        "noted": 2,
        "still_current_share": 0.5,
    }
    assert (measured["ends"]["labels"], measured["ends"]["right"]) == (1, 1)
    preferences = {name: count for name, count in measured["preferences"].items() if count}
    assert preferences == {
        "labels": 4,
        "right": 1,
        "missing": 1,
        "opposite is current": 1,
        "ended one still current": 1,
        "right_share": 0.25,
    }
    tasks = {name: count for name, count in measured["tasks"].items() if count}
    assert tasks == {"labels": 4, "right": 2, "missing": 1, "still open": 1, "right_share": 0.5}
    failed = [(row["of"], row["outcome"]) for row in result["failures"]]
    assert ("changes", "old value still current") in failed
    assert len(failed) == 2 + 3 + 2


def test_folders_without_labels_measure_nothing(tmp_path: Path, settings_without_models: Settings) -> None:
    result = changes.measure_changes([write_folder(tmp_path, TEXTS[:1])], settings_without_models, lambda _: None)
    assert "failures" not in result
    assert {row["labels"] for row in result["all"].values()} == {0}


@pytest.mark.parametrize(
    ("wanted", "found", "outcome"),
    [
        ("open", set(), "missing"),
        ("open", {"overdue"}, "right"),
        ("done", {"done"}, "right"),
        ("done", {"done", "open"}, "still open"),
        ("open", {"done"}, "closed too early"),
        ("done", {"dropped"}, "closed in another way"),
    ],
)
def test_the_last_status_of_a_task(wanted: str, found: set[str], outcome: str) -> None:
    assert changes._judge_status(wanted, found) == outcome
