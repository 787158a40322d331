"""Training of the lasting value: the labels of messages, and the fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from training.corpus.reading import Conversation
from training.lasting_value import _collect_messages, train_lasting_value


def event(number: int, text: str, role: str = "user") -> dict[str, str]:
    return {"id": f"e{number}", "text": text, "role": role}


def test_a_message_counts_by_what_readers_noted_of_it_and_of_few_others() -> None:
    rows = [
        {"evidence": ["e0"], "worth": 1},
        {"evidence": ["e0", "e1"], "worth": 3},
        {"evidence": ["e0", "e1", "e2", "e3"], "worth": 3},
    ]
    events = [event(0, "I moved."), event(1, "To Oslo."), event(2, "Nice."), event(3, "Noted.", "assistant")]
    found = _collect_messages(Conversation({"id": "talk"}, events, {"observations": rows}, {}))
    assert [worth for _, worth in found] == [3, 3, 0]


def test_the_fit_finds_the_words_of_what_lasts(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    for name in ("one", "two", "three", "four", "five"):
        folder = tmp_path / name
        folder.mkdir()
        events = [event(number, "my mother moved" if number % 2 else "haha nice") for number in range(20)]
        rows = [{"evidence": [f"e{number}"], "worth": 3} for number in range(1, 20, 2)]
        (folder / "about.json").write_text(json.dumps({"id": name, "language": "en"}))
        for file, lines in (("events", events), ("observations", rows)):
            (folder / f"{file}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    out = tmp_path / "weights.json"
    figures = train_lasting_value(sorted(path for path in tmp_path.iterdir() if path.is_dir()), out, print)
    assert figures == {"messages": 100, "noted": 0.5, "noted_of_best": 1.0}
    weights = json.loads(out.read_text())["weights"]
    assert weights["w mother"] > 0 > weights["w haha"]
