from __future__ import annotations

import json

import pytest

from kg.bench import entities
from kg.errors import InvalidInput
from kg.settings import Settings

SETTINGS = Settings(embed_threads=1)


def ignore_progress(_line):
    pass


def write_lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_scores_of_a_file_of_labelled_sentences(tmp_path):
    rows = [
        {
            "tokens": ["My", "sister", "Eva", "lives", "in", "Rome", "."],
            "tags": ["O", "O", "B-PER", "O", "O", "B-LOC", "O"],
        },
        {"tokens": ["Nobody", "was", "here", "."], "tags": ["O"] * 4},
        {"tokens": ["the", "report"], "tags": ["O", "B-PER"]},
    ]
    result = entities.measure_entity_recognition([write_lines(tmp_path / "set.jsonl", rows)], SETTINGS, ignore_progress)

    assert result["micro"] == {"precision": 1.0, "recall": 0.6667, "f1": 0.8}
    assert result["place"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "wanted": 1}


def test_scores_of_a_folder_of_texts_and_names(tmp_path):
    write_lines(tmp_path / "dataset.jsonl", [{"id": "a", "text": "Eva met Tom in Rome. Eva was late."}])
    named = [{"name": "Eva", "type": "person"}, {"name": "Tom", "type": "person"}, {"name": "Rome", "type": "place"}]
    write_lines(tmp_path / "labels.jsonl", [{"id": "a", "entities": named}])

    assert entities.measure_entity_recognition([tmp_path], SETTINGS, ignore_progress)["micro"] == {
        "precision": 1.0,
        "recall": 1.0,
        "f1": 1.0,
    }


def test_missing_files_are_refused(tmp_path):
    with pytest.raises(InvalidInput, match="existing file"):
        entities.measure_entity_recognition([tmp_path / "none.jsonl"], SETTINGS, ignore_progress)
    with pytest.raises(InvalidInput, match=r"dataset\.jsonl"):
        entities.measure_entity_recognition([tmp_path], SETTINGS, ignore_progress)
