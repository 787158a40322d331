"""Tools that list memories, show their history, and check the memory."""

from __future__ import annotations

from collections.abc import Callable

from kg import Event, Memory
from kg.agent import Toolbox
from kg.protocols import FixedClock
from tests.agent.tool_callers import find_id
from tests.support import T0, minutes


def test_memories_are_listed_page_by_page(tools: Toolbox, memory: Memory) -> None:
    memory.log(
        [
            Event(f"Line {number}.", speaker="cli:ann", session="cli:1", at=T0 + minutes(number // 2))
            for number in range(12)
        ]
    )
    memory.longterm.add("A note.")
    texts, cursor = [], None
    while True:
        page = tools.answer("list_memories", {"limit": 5, "cursor": cursor})
        texts += [item["text"] for item in page.data["memories"]]
        cursor = page.data.get("cursor")
        if cursor is None:
            break
    assert sorted(texts) == sorted(["A note.", *(f"Line {number}." for number in range(12))])
    assert [item["text"] for item in tools.answer("list_memories", {"kind": "notes"}).data["memories"]] == ["A note."]
    assert "cursor must be" in tools.call("list_memories", {"cursor": "yesterday"})
    assert "find people" in tools.call("list_memories", {"kind": "person"})


def test_only_visible_memories_are_listed(tools: Toolbox, eve: Toolbox, memory: Memory) -> None:
    memory.log([
        Event("The quay is green.", speaker="cli:ann", session="cli:1", at=T0),
        Event("My secret.", speaker="cli:ann", session="cli:dm", at=T0, audience="person"),
    ])  # fmt: skip
    assert "secret" in tools.call("list_memories")
    assert "secret" not in eve.call("list_memories")
    assert "quay" in eve.call("list_memories")


def test_the_history_of_a_fact_has_all_its_values(tools: Toolbox, clock: FixedClock) -> None:
    arguments = {"subject": "Ann", "predicate": "lives_in"}
    tools.call("remember_fact", arguments | {"object": "Oslo", "valid_from": "2025"})
    now = find_id(tools.call("remember_fact", arguments | {"object": "Ghent", "valid_from": "2026"}))
    answer = tools.answer("memory_history", {"id": now})
    assert [item["status"] for item in answer.data["history"]] == ["(superseded)", "(current)"]
    assert answer.text.index("Oslo") < answer.text.index("Ghent")


def test_the_history_of_a_message_has_its_facts(tools: Toolbox) -> None:
    said = find_id(tools.call("add_memory", {"text": "I live in Oslo."}).splitlines()[0])
    answer = tools.answer("memory_history", {"id": said})
    assert answer.data["history"][0]["text"] == "I live in Oslo."
    assert any("lives in Oslo" in item["text"] for item in answer.data["history"][1:])
    entry = find_id(tools.call("save_memory", {"memory": "Ann sings.", "section": "people"}))
    assert "Ann sings." in tools.call("memory_history", {"id": entry})


def test_health_is_shown_in_full_to_the_owner_only(
    tools: Toolbox, eve: Toolbox, connect: Callable[..., Memory]
) -> None:
    answer = tools.answer("memory_health")
    assert answer.text.startswith("The memory works.")
    assert answer.data["checks"]
    assert eve.answer("memory_health").data["checks"] == {}
