"""The picture of a session: messages as a chain, with the facts that they support beside them."""

from __future__ import annotations

from collections.abc import Callable

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
    kinds = [tie.kind for tie in picture.scene.ties]
    assert kinds.count("next") == 2
    assert "mentions" in kinds
    assert len([one for one in memory.pictures.session("cli:1", last=1).scene.nodes if one.filter == "message"]) == 1
    with pytest.raises(NotFound):
        memory.pictures.session("cli:2")


def test_facts_are_beside_the_messages_that_support_them(connect: Callable[..., Memory]) -> None:
    memory = connect(owner="cli:ann")
    memory.log([Event("I live in Oslo.", speaker="cli:ann", session="cli:1", at=T0)])
    memory.log([Event("Nice weather.", speaker="cli:bob", session="cli:1", at=T0 + days(1))])
    memory.digest()
    scene = memory.pictures.session("cli:1").scene
    said, other = (one for one in scene.nodes if one.tone.startswith("said"))
    fact = next(one for one in scene.nodes if one.tone == "current")
    assert (fact.lines[0], memory.facts.get(fact.record).predicate) == (("fact", "Ann lives in Oslo."), "lives_in")
    assert fact.x - fact.width / 2 > said.x + said.width / 2
    assert abs(fact.y - said.y) < abs(fact.y - other.y)
    assert [(tie.source, tie.target) for tie in scene.ties if tie.kind == "supports"] == [(said.id, fact.id)]
    assert (said.tone, other.tone) == ("said_owner", "said")


def test_a_long_message_is_shown_whole_in_its_details(memory: Memory) -> None:
    text = "word " * 150
    memory.log([Event(text, speaker="cli:ann", session="cli:1", at=T0)])
    [message] = memory.pictures.session("cli:1").scene.nodes
    assert dict(message.lines)["text"] == text.strip()
    assert message.label.count("\n") == 4
