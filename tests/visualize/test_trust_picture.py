"""The picture of trust: a ring for each tier, and a group for the rest of a crowded one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kg import Memory
from tests.visualize.synthetic_people import write_people


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
    assert picture.scene.groups == []
    for key in (one for one in picture.scene.legend() if one.of == "node"):
        assert key.count == sum(one.filter == key.filter and not one.decor for one in picture.scene.nodes)


def test_the_rest_of_a_crowded_tier_is_a_group(memory: Memory, write: Callable[..., Any]) -> None:
    write_people(write, 200, 200)
    scene = memory.pictures.trust().scene
    assert scene.groups
    for group in scene.groups:
        members = [node for node in scene.nodes if node.group == group.id]
        assert (len(members), group.label) == (group.count, f"{group.count} more")
        tier = members[0].filter
        on_ring = [node for node in scene.nodes if node.filter == tier and not node.group and not node.decor]
        assert len(on_ring) == 28
    svg = memory.pictures.trust().svg()
    assert all(f">{group.label}</text>" in svg for group in scene.groups)
