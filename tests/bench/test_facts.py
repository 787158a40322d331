from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.bench.facts import measure_fact_extraction
from kg.errors import InvalidInput
from kg.settings import Settings

SETTINGS = Settings(embed_threads=1)
OWN_FACTS = Path(__file__).parents[1] / "extraction" / "data" / "facts-own.jsonl"


def row(name, text, *facts):
    keys = ("subject", "predicate", "object", "polarity", "valid_from", "valid_to")
    facts_ = [dict(zip(keys, fact, strict=True)) for fact in facts]
    return {"id": name, "speaker": "Sam", "at": "2026-03-04T10:00:00Z", "text": text, "facts": facts_}


@pytest.fixture
def write_rows(tmp_path):
    def write(*rows):
        path = tmp_path / "facts.jsonl"
        path.write_text("\n".join(json.dumps(each) for each in rows), encoding="utf-8")
        return path

    return write


def test_precision_recall_and_dates_are_computed(write_rows):
    path = write_rows(
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
    lines: list[str] = []
    result = measure_fact_extraction([path], SETTINGS, lines.append)
    assert result["items"] == 5
    assert (result["precision"], result["recall"], result["f1"]) == (0.8, 0.8, 0.8)
    assert result["times"] == 0.75
    assert result["false_on_empty"] == 0.5
    assert result["by_predicate"]["sibling_of"] == {"p": 1.0, "r": 1.0, "f1": 1.0, "wanted": 1}
    assert result["by_predicate"]["likes"] == {"p": 0.0, "r": 0.0, "f1": 0.0, "wanted": 1}
    assert [line.split()[0] for line in lines] == ["late", "missed", "wrong"]


@pytest.mark.parametrize("text", ["{", '{"id": "a"}'])
def test_a_malformed_file_is_refused(tmp_path, text):
    path = tmp_path / "other.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput):
        measure_fact_extraction([path], SETTINGS, print)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(InvalidInput):
        measure_fact_extraction([tmp_path / "none.jsonl"], SETTINGS, print)


@pytest.mark.slow
def test_extraction_quality_on_our_own_messages():
    result = measure_fact_extraction([OWN_FACTS], SETTINGS, lambda line: None)
    assert result["f1"] >= 0.95
    assert result["false_on_empty"] <= 0.03
    assert result["times"] >= 0.98
