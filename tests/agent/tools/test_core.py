"""Tools for core memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kg import Memory
from kg.agent import Toolbox
from tests.agent.tool_callers import find_id


def test_core_memory_entries_are_added_edited_and_deleted(tools: Toolbox, memory: Memory) -> None:
    name = find_id(
        tools.call("save_memory", {"memory": "Olga is allergic to nuts.", "section": "people", "importance": 9})
    )
    assert memory.core.get(name).importance == 9
    changed = tools.call("edit_memory", {"entry_id": name, "new_content": "Olga is allergic to hazelnuts."})
    assert "hazelnuts" in changed
    assert "scratch" in tools.call("edit_memory", {"entry_id": name, "new_section": "scratch"})
    assert tools.call("edit_memory", {"entry_id": name}).startswith("Error: ")
    assert "search_memory" in tools.call("delete_memory", {"entry_id": name})
    assert "hazelnuts" in tools.call("search_memory", {"query": "hazelnuts"})
    assert tools.call("delete_memory", {"entry_id": name}).startswith("Error: not found")


def test_a_full_section_is_an_error_with_advice_and_writes_nothing(tools: Toolbox, snapshot: Callable[[], Any]) -> None:
    before = snapshot()
    answer = tools.call("save_memory", {"memory": "many words " * 500, "section": "scratch"})
    assert answer.startswith("Error: scratch: ")
    assert "Shorten the text" in answer
    assert snapshot() == before


def test_a_deleted_entry_becomes_a_note_unless_it_is_erased(tools: Toolbox, memory: Memory) -> None:
    kept, erased = (
        find_id(tools.call("save_memory", {"memory": text, "section": "scratch", "importance": 99}))
        for text in ("The boat is green.", "The quay is grey.")
    )
    assert memory.core.get(kept).importance == 10, "clamped"
    assert "long-term" in tools.call("delete_memory", {"entry_id": kept})
    assert "deleted permanently" in tools.call("delete_memory", {"entry_id": erased, "archive": False})
    assert [note.text for note in memory.longterm.list()] == ["The boat is green."]
    assert memory.core.list() == []
