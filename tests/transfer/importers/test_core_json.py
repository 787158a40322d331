"""Import of core memory as JSON: entries by section, in sections, or in a list."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Memory
from tests.transfer.imports import import_checked

Look = Callable[..., list[Any]]


@pytest.mark.slow
@pytest.mark.parametrize(
    "content",
    [
        {"identity": ["I am Kit."], "people": [{"content": "Ann", "importance": 9}], "whatever": ["x", ""]},
        {
            "sections": {
                "identity": {"entries": [{"text": "I am Kit."}]},
                "people": [{"text": "Ann", "importance": 9}],
                "odd": "x",
            }
        },
        [{"text": "I am Kit.", "section": "identity"}, {"text": "Ann", "section": "People", "importance": 9}, "x", 7],
    ],
    ids=["by section", "sections", "a list"],
)
def test_core_json(memory: Memory, look: Look, tmp_path: Path, content: object) -> None:
    (tmp_path / "core.json").write_text(json.dumps(content), encoding="utf-8")
    [file] = import_checked(memory, look, tmp_path).values()
    entries = [(entry.text, entry.section, entry.importance) for entry in memory.core.list()]
    assert entries == [("I am Kit.", "identity", 5), ("Ann", "people", 9), ("x", "scratch", 5)]
    assert (file.form, file.core) == ("core-json", 3)
