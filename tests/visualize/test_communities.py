"""The layout of a crowd: every node in one group, groups of a readable number and size, the same every time."""

from __future__ import annotations

import random

import pytest

from kg.visualize.communities import arrange_communities
from kg.visualize.layout import label_boxes
from kg.visualize.scene import Node


def crowd(count: int, circle: int, seed: int = 1) -> tuple[list[Node], list[tuple[int, int, float]]]:
    """Return people in circles of friends."""
    rng = random.Random(seed)
    nodes = [Node(f"p{place}", f"Person {place}", "stranger", rank=count - place) for place in range(count)]
    ties = [
        (one, min(count - 1, one // circle * circle + rng.randrange(circle)), 1.0)
        for one in range(count)
        for _ in range(4)
    ]
    return nodes, ties


@pytest.mark.slow
@pytest.mark.parametrize(("count", "circle"), [(160, 20), (200, 200), (200, 2), (151, 1)])
def test_every_node_is_in_one_group_of_a_readable_size(count: int, circle: int) -> None:
    nodes, ties = crowd(count, circle)
    sizes = label_boxes([20.0] * count, [node.label for node in nodes])
    arranged = arrange_communities(nodes, ties, sizes, {0})
    by_id = {group.id: group for group in arranged.groups}
    members = {id_: [node for node in arranged.nodes if node.group == id_] for id_ in by_id}
    assert sum(map(len, members.values())) == count
    assert all(len(each) == by_id[id_].count <= 100 for id_, each in members.items())
    assert by_id[arranged.nodes[0].group].count == 1, "a free node has a group of its own"
    assert len(by_id) <= 41
    assert arrange_communities(nodes, ties, sizes, {0}) == arranged


def test_circles_of_friends_are_found_and_named_after_the_most_important() -> None:
    nodes, ties = crowd(160, 40)
    sizes = label_boxes([20.0] * 160, [node.label for node in nodes])
    groups = [group for group in arrange_communities(nodes, ties, sizes, set()).groups if group.count > 10]
    assert {group.label for group in groups} >= {"Person 0,\nPerson 1 +38", "Person 40,\nPerson 41 +38"}
