from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.bench.facts import run
from kg.errors import InvalidInput
from kg.settings import Settings

SETTINGS = Settings(embed_threads=1)
OWN = Path(__file__).parents[1] / "extraction" / "data" / "facts-own.jsonl"


def row(name, text, *facts):
    keys = ("subject", "predicate", "object", "polarity", "valid_from", "valid_to")
    told = [dict(zip(keys, fact, strict=True)) for fact in facts]
    return {"id": name, "speaker": "Sam", "at": "2026-03-04T10:00:00Z", "text": text, "facts": told}


@pytest.fixture
def written(tmp_path):
    def write(*rows):
        path = tmp_path / "facts.jsonl"
        path.write_text("\n".join(json.dumps(each) for each in rows), encoding="utf-8")
        return path

    return write


def test_the_figures_are_those_of_the_rows(written):
    path = written(
        row(
            "right",
            "My brother Tom lives in Oslo.",
            ("tom", "sibling_of", "Sam", True, None, None),
            ("Tom", "lives_in", "oslo", True, None, None),
        ),
        row(
            "late",
            "I moved to Madrid last year.",
            ("Sam", "moved_to", "Madrid", True, "2024", None),
            ("Sam", "lives_in", "Madrid", True, "2025", None),
        ),
        row("missed", "What a day!", ("Sam", "likes", "days", True, None, None)),
        row("wrong", "I love chess."),
        row("empty", "Do you love chess?"),
    )
    told: list[str] = []
    found = run([path], SETTINGS, told.append)
    assert found["items"] == 5
    assert (found["precision"], found["recall"], found["f1"]) == (0.8, 0.8, 0.8)
    assert found["times"] == 0.75
    assert found["false_on_empty"] == 0.5
    assert found["by_predicate"]["sibling_of"] == {"p": 1.0, "r": 1.0, "f1": 1.0, "wanted": 1}
    assert found["by_predicate"]["likes"] == {"p": 0.0, "r": 0.0, "f1": 0.0, "wanted": 1}
    assert [line.split()[0] for line in told] == ["late", "missed", "wrong"]


@pytest.mark.parametrize("text", ["{", '{"id": "a"}'])
def test_another_form_is_refused(tmp_path, text):
    path = tmp_path / "other.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput):
        run([path], SETTINGS, print)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(InvalidInput):
        run([tmp_path / "none.jsonl"], SETTINGS, print)


def test_the_messages_of_our_own_are_read():
    found = run([OWN], SETTINGS, lambda line: None)
    assert found["f1"] >= 0.95
    assert found["false_on_empty"] <= 0.03
    assert found["times"] >= 0.98
