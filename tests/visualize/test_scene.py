"""The content of pictures: labels, legend, bounds and JSON."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence

import neo4j.time
from hypothesis import given
from hypothesis import strategies as st

from kg.visualize.scene import MAX_LABEL_CHARS, Edge, Node, Scene, format_quote, shorten
from kg.visualize.static_figure import render_svg
from tests.support import T0


@given(st.text(max_size=100))
def test_a_label_is_one_short_line_without_bidirectional_controls(text: str) -> None:
    label = shorten(text)
    assert len(label) <= MAX_LABEL_CHARS
    assert label.isprintable()
    assert not re.search("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]", label)
    scene = Scene(
        "social", text, "s", T0, [Node("1", label, "owner", "owner")], [], thing_keys=[("owner", "owner", "owner")]
    )
    ET.fromstring(render_svg(scene))


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


def test_a_quotation_has_a_speaker_and_a_date() -> None:
    event = {"text": "I\nlive in \u202eOslo.", "by": None, "at": neo4j.time.DateTime.from_native(T0)}
    assert format_quote(event) == "“\u2068I live in Oslo.\u2069” — \u2068unknown\u2069, 2026-03-02"
    assert shorten("a" * 30) == "a" * 27 + "…"
    assert shorten("one two", 5) == "one…"
