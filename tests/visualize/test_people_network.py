"""What a picture of people reads: categories, talk between those who are drawn, and limits."""

from __future__ import annotations

from collections.abc import Callable

from kg import Event, Memory
from kg.protocols import FixedClock
from kg.visualize.people_network import read_network
from kg.visualize.viewer import create_viewer
from tests.support import T0, days


def test_people_with_accounts_come_before_those_who_are_mentioned_more(
    connect: Callable[..., Memory], clock: FixedClock
) -> None:
    memory = connect(owner="cli:ann")
    said = [
        Event(f"Kim Novak called again on day {day}.", speaker="cli:bob", session="cli:1", at=T0 + days(day))
        for day in range(3)
    ]
    memory.log([*said, Event("Who is that?", speaker="cli:ann", session="cli:1", at=T0 + days(3))])
    memory.digest()
    viewer = create_viewer(memory.graph, clock.now() + days(9), None, None, None, frozenset(["cli:ann"]))
    network = read_network(viewer, min_strength=0.0, limit=10, has_talk=True)
    names = [row["name"] for row in network.people]
    assert names[:2] == ["ann", "bob"]
    assert "Kim Novak" in names[2:]
    assert network.categories[network.people[0]["person"]] == "owner"
    assert set(network.categories.values()) == {"owner", "stranger", "mentioned"}
    assert {frozenset((tie.one, tie.other)) for tie in network.talk} >= {
        frozenset(row["person"] for row in network.people[1:3])
    }
    fewer = read_network(viewer, min_strength=0.0, limit=2, has_talk=True)
    assert (len(fewer.people), fewer.is_truncated, fewer.is_talk_truncated) == (2, True, False)
    assert all({tie.one, tie.other} <= {row["person"] for row in fewer.people} for tie in fewer.talk)


def test_agents_and_tools_are_no_people(memory: Memory) -> None:
    said = [("cli:ann", "user"), ("cli:pip", "assistant"), ("cli:tool", "tool")]
    memory.log([Event("Hello.", speaker=speaker, role=role, session="cli:1", at=T0) for speaker, role in said])
    scene = memory.pictures.social().scene
    assert {node.label: node.filter for node in scene.nodes} == {"ann": "stranger", "pip": "agent", "tool": "tool"}
    assert scene.off == ("mentioned", "pet", "tool")
    assert dict(next(node for node in scene.nodes if node.filter == "agent").lines)["is"] == "an agent"
    trusted = [node.label for node in memory.pictures.trust().scene.nodes if not node.decor]
    assert trusted == ["ann"]


def test_an_asker_sees_no_talk_of_messages_that_they_may_not_read(memory: Memory) -> None:
    for place, who in enumerate(("ann", "bob", "ann")):
        memory.log(
            [
                Event(
                    "A secret.",
                    speaker=f"cli:{who}",
                    session="cli:room",
                    at=T0 + days(place / 1440),
                    audience="session",
                )
            ]
        )
    memory.log([Event("Hello.", speaker="cli:eve", session="cli:other", at=T0)])
    assert [tie.tone for tie in memory.pictures.social().scene.ties] == ["talk"]
    assert memory.pictures.social(asker="cli:eve", session="cli:other").scene.ties == []
    assert len(memory.pictures.social(asker="cli:bob", session="cli:room").scene.ties) == 1
