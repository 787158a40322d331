"""The pictures of people: connections with evidence, tiers as rings, and a limit of people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory
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


def test_the_trust_picture_shows_owner_and_tiers(connect: Callable[..., Memory], write: Callable[..., Any]) -> None:
    memory = connect(owner="cli:ann")
    memory.people.ensure("cli:ann", name="Ann")
    memory.people.ensure("cli:eve", name="Eve")
    write_people(write, 22, 30)
    picture = memory.pictures.trust()
    tones = {one.label: one.tone for one in picture.scene.nodes}
    assert (tones["Ann"], tones["Eve"]) == ("owner", "stranger")
    assert {"inner_circle", "trusted", "familiar", "acquaintance", "stranger"} <= set(tones.values())
    rings = {one.filter: one.width for one in picture.scene.nodes if one.decor}
    assert rings["inner_circle"] < rings["trusted"] < rings["familiar"] < rings["stranger"]
    for key in (one for one in picture.scene.legend() if one.of == "node"):
        assert key.count == sum(one.filter == key.filter and not one.decor for one in picture.scene.nodes)


@pytest.mark.slow
def test_a_thousand_people_fit_into_one_page(memory: Memory, write: Callable[..., Any]) -> None:
    write_people(write, 1000, 5000)
    picture = memory.pictures.social()
    assert (len(picture.scene.nodes), len(picture.scene.ties)) == (1000, 5000)
    assert len(picture.html().encode()) < 3_000_000
    fewer = memory.pictures.social(limit=20)
    assert len(fewer.scene.nodes) == 20
    assert fewer.scene.note == "only the 20 most mentioned"
