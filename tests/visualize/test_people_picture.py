"""The pictures of people: connections with evidence, tiers as rings, and a limit of people."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from tests.support import T0
from tests.visualize.scenes import details_of, edges, find_node
from tests.visualize.synthetic_people import write_people


def test_social_graph_has_people_and_connections_with_evidence(people_memory: Memory) -> None:
    picture = people_memory.pictures.social()
    assert {one.label for one in picture.scene.nodes} == {"Ann", "Bob", "Eva", "Tom"}
    pairs = {(frozenset((one, other)), tone) for one, tone, other in edges(picture)}
    assert pairs == {
        (frozenset({"Ann", "Bob"}), "friend"),
        (frozenset({"Bob", "Eva"}), "work"),
        (frozenset({"Ann", "Tom"}), "family"),
        (frozenset({"Bob", "Tom"}), "distrusts"),
    }
    by = {tie.tone: details_of(tie) for tie in picture.scene.ties}
    assert "stated: friend | where: the choir" in by["friend"]
    assert "from facts: sibling | fact: Tom is a sibling of Ann." in by["family"]
    assert "said: “" in by["family"]
    assert "distrusts: -0.50, 2026-03-02 | because: never pays back" in by["distrusts"]
    assert people_memory.social.picture().svg() == picture.svg()
    assert "account: cli:ann" in details_of(find_node(picture, "Ann"))


def test_talk_connects_people_in_addition_to_what_they_state(memory: Memory) -> None:
    said = [("ann", "Who has the key?"), ("bob", "I do."), ("ann", "Thanks, bob."), ("eva", "Hi.")]
    memory.log(
        [
            Event(text, speaker=f"cli:{who}", session="cli:1", at=T0 + dt.timedelta(minutes=place))
            for place, (who, text) in enumerate(said)
        ]
    )
    memory.digest()
    memory.social.connect("cli:ann", "cli:bob", "friend")
    picture = memory.pictures.social()
    tones = sorted(tone for one, tone, other in edges(picture) if {one, other} == {"ann", "bob"})
    assert tones == ["friend", "talk"]
    talk = next(tie for tie in picture.scene.ties if tie.tone == "talk" and "2 replies" in tie.kind)
    assert "replies: ann to bob: 1; bob to ann: 1" in details_of(
        talk
    ) or "replies: bob to ann: 1; ann to bob: 1" in details_of(talk)
    assert "both in: 1 conversations, by day" in details_of(talk)
    assert [tie for tie in memory.pictures.social(min_strength=0.9).scene.ties if tie.tone == "talk"] == []


def test_an_owner_of_the_settings_is_drawn_as_an_owner(memory: Memory, connect: Callable[..., Memory]) -> None:
    memory.people.ensure("cli:ann", name="Ann")
    assert find_node(memory.pictures.social(), "Ann").tone == "stranger"
    as_owner = connect(owner="cli:ann")
    for picture in (as_owner.pictures.social(), as_owner.pictures.trust(), as_owner.pictures.entity("Ann")):
        assert find_node(picture, "Ann").tone == "owner"


def test_names_that_are_only_mentioned_and_animals_are_hidden_at_first(memory: Memory) -> None:
    memory.people.ensure("cli:ann", name="Ann")
    memory.facts.add("Ann", "sibling_of", "Tom Berg")
    memory.facts.add("Ann", "has_pet", "Rex")
    memory.log([Event("I met Kim Novak yesterday.", speaker="cli:ann", session="cli:1", at=T0)])
    memory.digest()
    scene = memory.pictures.social().scene
    tones = {node.label: node.tone for node in scene.nodes}
    assert (tones["Ann"], tones["Tom Berg"], tones["Kim Novak"]) == ("stranger", "related", "mentioned")
    assert {node.label for node in scene.drawn().nodes} == {"Ann", "Tom Berg"}
    assert [key.filter for key in scene.legend() if not key.is_on] == ["mentioned"]
    assert {node.label for node in memory.pictures.social(mentioned=True).scene.drawn().nodes} >= {"Ann", "Kim Novak"}
    assert {node.label for node in memory.pictures.trust().scene.nodes if not node.decor} == {"Ann"}


def test_a_name_with_joiners_is_drawn_whole(memory: Memory) -> None:
    name = "علی\u200cرضا"
    memory.people.ensure("cli:ali", name=name)
    assert [node.label for node in memory.pictures.social().scene.nodes] == [name]
    assert name in memory.pictures.social().svg()


@pytest.mark.slow
def test_a_thousand_people_fit_into_one_page(memory: Memory, write: Callable[..., Any]) -> None:
    write_people(write, 1000, 5000)
    picture = memory.pictures.social()
    assert (len(picture.scene.nodes), len(picture.scene.ties)) == (1000, 5000)
    assert len(picture.html().encode()) < 3_000_000
    fewer = memory.pictures.social(limit=20)
    assert len(fewer.scene.nodes) == 20
    assert fewer.scene.note == "only the 20 most mentioned"
