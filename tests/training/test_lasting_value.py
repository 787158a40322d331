"""Training of the lasting value: the labels of messages, and the fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.language import HashingEmbedder
from training.corpus.reading import Conversation
from training.lasting_value import _collect_messages, train_lasting_value


def event(number: int, text: str, role: str = "user") -> dict[str, str]:
    return {"id": f"e{number}", "text": text, "role": role, "ts": f"2025-03-01T10:00:{number:02}"}


def test_a_message_counts_by_what_readers_noted_of_it_and_of_few_others() -> None:
    rows = [
        {"evidence": ["e0"], "worth": 1},
        {"evidence": ["e0", "e1"], "worth": 3},
        {"evidence": ["e0", "e1", "e2", "e3"], "worth": 3},
    ]
    events = [event(0, "I moved."), event(1, "To Oslo."), event(2, "Nice."), event(3, "Noted.", "assistant")]
    found = _collect_messages(Conversation({"id": "talk"}, events, {"observations": rows}, {}))
    assert [worth for _, worth in found] == [3, 3, 0]


def test_the_fit_finds_the_words_of_what_lasts_and_the_direction_of_vectors(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    judged = []
    for name in ("one", "two", "three", "four", "five"):
        folder = tmp_path / name
        folder.mkdir()
        events = [event(number, "my mother moved" if number % 2 else "haha nice") for number in range(20)]
        rows = [{"evidence": [f"e{number}"], "worth": 3} for number in range(1, 20, 2)]
        (folder / "about.json").write_text(json.dumps({"id": name, "language": "en"}))
        for file, lines in (("events", events), ("observations", rows)):
            (folder / f"{file}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        judged += [
            {
                "conversation": name, "event": each["id"], "text": each["text"], "clear": True,
                "judged": "worth" if "mother" in each["text"] else "trivial",
            }
            for each in events
        ]  # fmt: skip
    quotations = tmp_path / "quotations.jsonl"
    quotations.write_text("".join(json.dumps(line) + "\n" for line in judged))
    out = tmp_path / "weights.json"
    folders = sorted(path for path in tmp_path.iterdir() if path.is_dir())
    embedder = HashingEmbedder()
    figures = train_lasting_value(folders, out, print, embedder=embedder, judged=quotations)
    assert figures == {
        "messages": 100, "noted": 0.5, "noted_of_best": 1.0,
        "quotations": 100, "worth": 0.5, "worth_of_best": 1.0, "worth_of_best_without_vector": 1.0,
    }  # fmt: skip
    content = json.loads(out.read_text())
    assert content["weights"]["w mother"] > 0 > content["weights"]["w haha"]
    near, far = (embedder.embed([text])[0] @ content["direction"] for text in ("my mother moved", "haha nice"))
    assert near > far
