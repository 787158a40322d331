"""The layout of an entity and its facts: branches on both sides, what they name beyond them, texts above and below."""

from __future__ import annotations

import pytest

from kg.visualize.mind_map import Branch, Leaf, arrange_mind_map
from kg.visualize.scene import Node


def statement(name: str) -> Node:
    return Node(name, name, "current", width=120.0, height=24.0, where="inside")


def branch(name: str, count: int, end: Node | None = None) -> Branch:
    leaves = [Leaf(statement(f"{name}-{place}"), end if not place else None) for place in range(count)]
    return Branch(name, name.title(), tuple(leaves))


def test_branches_are_on_both_sides_and_what_they_name_is_beyond() -> None:
    oslo = Node("oslo", "Oslo", "place", width=20.0, height=20.0)
    nodes = {
        node.id: node
        for node in arrange_mind_map(
            Node("ann", "Ann", "person"), [branch("state", 2, oslo), branch("event", 2)], [], []
        )
    }
    assert nodes["ann"].x == nodes["ann"].y == 0
    assert nodes["state-0"].x > 0 > nodes["event-0"].x
    assert nodes["oslo"].x > nodes["state-0"].x + 60
    assert (nodes["oslo"].y, nodes["oslo"].where) == (nodes["state-0"].y, "right")
    assert nodes["title-state"].y < nodes["state-0"].y < nodes["state-1"].y


def test_both_sides_are_about_as_high() -> None:
    branches = [branch(name, count) for name, count in (("a", 2), ("b", 2), ("c", 3), ("topic", 8))]
    nodes = arrange_mind_map(Node("ann", "Ann", "person"), branches, [], [])
    right = {node.group for node in nodes if node.x > 0}
    left = {node.group for node in nodes if node.x < 0}
    assert {frozenset(right), frozenset(left)} == {frozenset({"a", "b", "c"}), frozenset({"topic"})}


@pytest.mark.parametrize("count", [3, 60])
def test_the_entity_is_in_the_middle_of_few_statements_and_near_the_top_of_many(count: int) -> None:
    nodes = arrange_mind_map(Node("ann", "Ann", "person"), [branch("state", count)], [], [])
    above, below = -min(node.y for node in nodes), max(node.y for node in nodes)
    assert above < 280
    assert (below > 1_000) == (count > 50)


def test_longer_texts_are_above_and_below_all_statements() -> None:
    texts = [Node(name, "word " * 60, name, where="inside") for name in ("summary", "reflection")]
    nodes = {
        node.id: node
        for node in arrange_mind_map(Node("ann", "Ann", "person"), [branch("state", 5)], texts[:1], texts[1:])
    }
    others = [node for id_, node in nodes.items() if id_ not in {"summary", "reflection"}]
    summary, reflection = nodes["summary"], nodes["reflection"]
    assert summary.y + summary.height / 2 < min(node.y - node.height / 2 for node in others)
    assert reflection.y - reflection.height / 2 > max(node.y + node.height / 2 for node in others)
    assert summary.label.count("\n") == 2, "three lines at most"
    assert summary.label.endswith("…")
