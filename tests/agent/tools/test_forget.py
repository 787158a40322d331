"""The tool that erases or retracts what is remembered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.agent import Toolbox, tools_for
from tests.agent.tool_callers import find_id
from tests.support import T0


@pytest.mark.slow
def test_a_message_a_session_and_a_person_are_erased_with_derived_data(
    connect: Callable[..., Memory],
) -> None:
    memory = connect(owner="cli:olga")
    tools = tools_for(memory, speaker="cli:olga")
    talk = [
        ("cli:eve", "cli:7", "The plums are ripe."),
        ("cli:eve", "cli:8", "So are the figs."),
        ("cli:dan", "cli:9", "Not here."),
    ]
    plums, _, _ = memory.log([Event(text, speaker=who, session=chat, at=T0) for who, chat, text in talk])
    assert "1 event" in tools.call("forget", {"what": plums})
    assert len(memory.history("cli:7")) == 1
    assert "Forgotten" in tools.call("forget", {"what": plums, "confirm": True})
    assert memory.history("cli:7") == []
    assert "Forgotten" in tools.call("forget", {"what": "session:cli:8", "confirm": True})
    assert memory.history("cli:8") == []
    assert "Forgotten" in tools.call("forget", {"what": memory.people.get("cli:dan").id, "confirm": True})
    assert memory.history("cli:9") == []


def test_everything_is_erased_only_after_confirmation(
    tools: Toolbox, memory: Memory, snapshot: Callable[[], Any]
) -> None:
    memory.log([Event("The plums are ripe.", speaker="cli:ann", session="cli:1", at=T0)])
    before = snapshot()
    assert "Nothing is done yet" in tools.call("forget", {"what": "everything"})
    assert snapshot() == before
    assert "1 event" in tools.call("forget", {"what": "everything", "confirm": True})
    assert memory.history("cli:1") == []


def test_forget_accepts_some_kinds_and_lists_them_for_others(tools: Toolbox, memory: Memory, eve: Toolbox) -> None:
    entry = memory.journal.add("A quiet day.")
    assert "of kind journal" in tools.call("forget", {"what": entry.id})
    assert "of a fact" in tools.call("forget", {"what": entry.id})
    assert "of a fact" in tools.call("forget", {"what": "no such id"})
    note = memory.people.note("Eve", "Sings.")
    assert "Erased" in tools.call("forget", {"what": note, "confirm": True})
    assert memory.people.get("Eve").notes == ()
    saved = find_id(tools.call("save_memory", {"memory": "Olga likes tea.", "section": "people"}))
    assert "Erased" in tools.call("forget", {"what": saved, "confirm": True})
    assert memory.core.list() == []
