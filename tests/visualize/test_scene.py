"""The content of pictures: labels, legend, bounds and JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from kg.visualize.scene import Edge, Group, Node, Scene
from tests.support import T0


def scene(*nodes: Node, ties: Sequence[Edge] = ()) -> Scene:
    keys = [("owner", "owner", "owner"), ("stranger", "stranger", "stranger")]
    return Scene("social", "Title", "s", T0, nodes, ties, thing_keys=keys, tie_keys=[("friend", "friends", "friend")])


def test_the_legend_counts_what_is_drawn() -> None:
    people = [Node(str(number), "x", "stranger", "stranger") for number in range(3)]
    ring = Node("ring", "stranger", "ring", "stranger", decor=True)
    [entry] = scene(*people, ring).legend()
    assert (entry.filter, entry.of, entry.count) == ("stranger", "node", 3)
    tie = Edge("0", "1", "friend", "friend", "friend")
    assert [entry.label for entry in scene(*people, ties=[tie]).legend()] == ["stranger", "friends"]


def test_the_bounds_enclose_all_nodes() -> None:
    assert scene().bounds() == (0.0, 0.0, 0.0, 0.0)
    nodes = Node("1", "x", "owner", width=20, height=10).moved_to(-5, 0), Node("2", "y", "owner").moved_to(100, 50)
    assert scene(*nodes).bounds() == (-15.0, -5.0, 112.0, 62.0)


def test_data_is_json_without_default_values() -> None:
    node = Node("1", "Ann", "owner", since=T0, lines=(("is", "person"),)).moved_to(1.26, 0)
    data = json.loads(json.dumps(scene(node, ties=[Edge("1", "1", "friend", "friend", until=T0)]).data()))
    assert data["nodes"] == [
        {"id": "1", "label": "Ann", "tone": "owner", "width": 24.0, "height": 24.0, "x": 1.3, "since": T0.timestamp()}
        | {"lines": [["is", "person"]]}
    ]
    assert data["ties"] == [
        {"source": "1", "target": "1", "tone": "friend", "kind": "friend", "width": 1.5, "until": T0.timestamp()}
    ]


def test_what_is_hidden_at_first_is_not_in_the_drawn_scene() -> None:
    ann, kim = Node("1", "Ann", "owner", "owner"), Node("2", "Kim", "stranger", "stranger")
    whole = replace(scene(ann, kim, ties=[Edge("1", "2", "friend", "friend", "friend")]), off=("stranger",))
    assert [(key.label, key.is_on) for key in whole.legend()] == [
        ("owner", True),
        ("stranger", False),
        ("friends", True),
    ]
    drawn = whole.drawn()
    assert ([node.label for node in drawn.nodes], drawn.ties) == (["Ann"], [])


def test_a_closed_group_is_not_in_the_drawn_scene() -> None:
    nodes = [Node("1", "Ann", "owner", "owner"), Node("2", "Kim", "stranger", "stranger", group="g")]
    group = Group("g", "1 more", 1, 0.0, 0.0, 0.0, 0.0, 10.0, is_closed=True)
    assert [node.label for node in replace(scene(*nodes), groups=[group]).drawn().nodes] == ["Ann"]
