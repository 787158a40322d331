"""The picture of a session: messages as a chain, in a column for each speaker."""

from __future__ import annotations

import pytest

from kg import Event, Memory
from kg.errors import NotFound
from tests.support import T0, days


def test_the_session_picture_is_a_chain_of_messages(memory: Memory) -> None:
    lines = [
        ("ann", "I moved to Oslo last week."),
        ("bob", "Is Tom Berg coming to Oslo?"),
        ("ann", "He lives in Paris."),
    ]
    memory.log(
        [
            Event(text, speaker=f"cli:{who}", session="cli:1", at=T0 + days(place))
            for place, (who, text) in enumerate(lines)
        ]
    )
    memory.digest()
    picture = memory.pictures.session("cli:1")
    messages = [one for one in picture.scene.nodes if one.filter == "message"]
    assert [one.label.partition("\n")[2][:6] for one in messages] == ["I move", "Is Tom", "He liv"]
    assert [one.y for one in messages] == sorted(one.y for one in messages)
    assert messages[0].x == messages[2].x != messages[1].x
    kinds = [tie.kind for tie in picture.scene.ties]
    assert kinds.count("next") == 2
    assert "mentions" in kinds
    assert len([one for one in memory.pictures.session("cli:1", last=1).scene.nodes if one.filter == "message"]) == 1
    with pytest.raises(NotFound):
        memory.pictures.session("cli:2")
