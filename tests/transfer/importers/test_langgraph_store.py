"""Import of LangGraph stores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.transfer.imports import items_of, left_out_of, memories_of, write_database, write_files

ITEMS: list[dict[str, Any]] = [
    {"namespace": ["memories", "ann"], "key": "k1", "value": {"kind": "Memory", "content": {"content": "Prefers tea"}},
     "updated_at": "2026-01-02T10:00:00Z"},
    {"namespace": ["memories", "bob"], "key": "k2", "value": {"city": "Turku", "tags": ["a", "b"], "importance": 8}},
    {"namespace": ["docs"], "key": "k3", "value": {"text": "Doors open at nine"}},
    {"namespace": ["docs"], "key": "k4", "value": {}},
]  # fmt: skip


@pytest.mark.parametrize("form", ["list", "object", "lines", "sqlite"])
def test_items_are_notes_of_their_users(tmp_path: Path, form: str) -> None:
    if form == "sqlite":
        rows = ", ".join(
            f"('{'.'.join(each['namespace'])}', '{each['key']}', '{json.dumps(each['value'])}', '2026-01-02')"
            for each in ITEMS
        )
        path = write_database(
            tmp_path / "store.db",
            f"CREATE TABLE store (prefix, key, value, created_at); INSERT INTO store VALUES {rows};",
        )
    else:
        content = {"list": json.dumps(ITEMS), "object": json.dumps({"items": ITEMS}), "lines": ITEMS}[form]
        name = "store.jsonl" if form == "lines" else "store.json"
        path = write_files(tmp_path, {name: content}) / name
    items = items_of(path)
    assert {note.text: note.audience for note in memories_of(items, "longterm")} == {
        "Prefers tea": "person:langgraph:ann",
        "city: Turku; tags: a, b; importance: 8": "person:langgraph:bob",
        "Doors open at nine": "shared",
    }
    assert left_out_of(items)["item k4"] == "no text in its value"
