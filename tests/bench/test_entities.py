from __future__ import annotations

import json

import pytest

from kg.bench import entities
from kg.errors import InvalidInput
from kg.settings import Settings

SETTINGS = Settings(embed_threads=1)


def said(_line):
    pass


def lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_file_of_labelled_sentences(tmp_path):
    rows = [
        {
            "tokens": ["My", "sister", "Eva", "lives", "in", "Rome", "."],
            "tags": ["O", "O", "B-PER", "O", "O", "B-LOC", "O"],
        },
        {"tokens": ["Nobody", "was", "here", "."], "tags": ["O"] * 4},
        {"tokens": ["the", "report"], "tags": ["O", "B-PER"]},
    ]
    told = entities.run([lines(tmp_path / "set.jsonl", rows)], SETTINGS, said)

    assert told["micro"] == {"precision": 1.0, "recall": 0.6667, "f1": 0.8}
    assert told["place"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "wanted": 1}


def test_a_folder_of_texts_and_their_names(tmp_path):
    lines(tmp_path / "dataset.jsonl", [{"id": "a", "text": "Eva met Tom in Rome. Eva was late."}])
    named = [{"name": "Eva", "type": "person"}, {"name": "Tom", "type": "person"}, {"name": "Rome", "type": "place"}]
    lines(tmp_path / "labels.jsonl", [{"id": "a", "entities": named}])

    assert entities.run([tmp_path], SETTINGS, said)["micro"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}


def test_what_is_not_there_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match="no such file"):
        entities.run([tmp_path / "none.jsonl"], SETTINGS, said)
    with pytest.raises(InvalidInput, match="no dataset"):
        entities.run([tmp_path], SETTINGS, said)
