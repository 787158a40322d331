"""The tool `forget` erases messages, sessions and people with the data derived from them."""

from __future__ import annotations

from collections.abc import Callable

from kg import Event, Memory
from kg.agent import tools_for
from tests.support import T0


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
