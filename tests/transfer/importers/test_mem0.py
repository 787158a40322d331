"""Import of mem0 memories."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kg.knowledge import ImportedFact
from tests.transfer.imports import items_of, left_out_of, memories_of, records_of, write_json

ROWS: list[dict[str, Any]] = [
    {"id": "1", "memory": "Likes rye bread", "hash": "x", "user_id": "ann", "created_at": "2026-01-01T10:00:00Z",
     "updated_at": "2026-01-02T10:00:00Z", "metadata": {"mood": 1}, "categories": ["food"]},
    {"id": "2", "memory": "Has a dentist visit", "user_id": "bob", "expiration_date": "2026-02-01"},
    {"id": "3", "memory": "Asked about bikes", "run_id": "run-7"},
    {"id": "4", "memory": ""},
]  # fmt: skip
RELATIONS = [
    {"source": "ann_lee", "relationship": "lives_in", "target": "turku"},
    {"source": "ann", "relationship": "paints", "target": "boats"},
    {},
]


@pytest.mark.parametrize("content", [{"results": ROWS, "relations": RELATIONS}, {"memories": ROWS}, ROWS])
def test_memories_are_notes_of_their_users(tmp_path: Path, content: object) -> None:
    items = items_of(write_json(tmp_path / "export.json", content))
    notes = {note.text: note for note in memories_of(items, "longterm")}
    assert {text: (note.audience, note.is_superseded) for text, note in notes.items()} == {
        "Likes rye bread": ("person:mem0:ann", False),
        "Has a dentist visit": ("person:mem0:bob", True),
        "Asked about bikes": ("session:run-7", False),
    }
    assert f"{notes['Likes rye bread'].at:%d}" == "02"
    left_out = left_out_of(items)
    assert left_out["memory 4"] == "no memory"
    assert "metadata.mood" in " ".join(left_out)
    if isinstance(content, dict) and "relations" in content:
        facts = records_of(items, ImportedFact)
        assert [(fact.subject, fact.predicate, fact.object) for fact in facts] == [
            ("ann lee", "lives_in", "turku"),
            ("ann", "paints", "boats"),
        ]
        assert left_out["relation 3"] == "no source, relationship or target"
