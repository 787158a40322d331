"""Static figures: labels do not overlap, and every text is escaped."""

from __future__ import annotations

import math
import re
import struct
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from kg import Memory
from kg.visualize.people_picture import PEOPLE_KEYS
from kg.visualize.scene import Edge, Node, Scene
from kg.visualize.static_figure import render_png, render_svg
from kg.visualize.styles import NODE_STYLES
from tests.support import T0
from tests.visualize.scenes import HOSTILE, covers
from tests.visualize.synthetic_people import write_people


def test_labels_of_thirty_people_do_not_overlap(memory: Memory, write: Callable[..., Any]) -> None:
    write_people(write, 30, 60)
    for picture in (memory.pictures.social(), memory.pictures.trust()):
        texts = re.findall(
            r'<text x="([-\d.]+)" y="([-\d.]+)" text-anchor="middle" font-size="([\d.]+)"[^>]*>([^<]+)<', picture.svg()
        )
        boxes = [
            (float(x) - len(name) * 3.3, float(y) - 9, float(x) + len(name) * 3.3, float(y) + 2)
            for x, y, _, name in texts
        ]
        assert {one.label for one in picture.scene.nodes if not one.decor} <= {name for *_, name in texts}
        for place, one in enumerate(boxes):
            assert not [other for other in boxes[place + 1 :] if covers(one, other)]


def figure(*nodes: Node, ties: Sequence[Edge] = ()) -> str:
    """Return the figure of a scene after checking that it is XML."""
    svg = render_svg(Scene("social", "Title", "scope", T0, nodes, ties, thing_keys=PEOPLE_KEYS))
    ET.fromstring(svg)
    return svg


def test_every_text_is_escaped() -> None:
    for text in HOSTILE:
        node = Node("1", text, "owner", "owner", search=text)
        svg = render_svg(
            Scene("social", text, text, T0, [node], [Edge("1", "1", "friend", text, named=True)], note=text)
        )
        titles = [each.text or "" for each in ET.fromstring(svg).iter() if each.tag.endswith("title")]
        assert len(titles) == 3
        assert {"".join(one for one in text if one.isprintable())} == set(titles)


def test_only_the_label_with_the_highest_rank_is_drawn_where_there_is_no_space() -> None:
    labels = ("Ann", "Bob", "Eva")
    crowd = [Node(label, label, "stranger", rank=rank) for rank, label in enumerate(labels)]
    drawn = re.findall(r'text-anchor="middle"[^>]*>(\w+)<', figure(*crowd))
    assert drawn == ["Eva"]
    apart = [node.moved_to(200 * place, 0) for place, node in enumerate(crowd)]
    assert sorted(re.findall(r'text-anchor="middle"[^>]*>(\w+)<', figure(*apart))) == sorted(labels)


def test_quiet_edges_are_not_drawn_and_directed_ones_have_an_arrow() -> None:
    nodes = [Node("1", "Ann", "stranger"), Node("2", "Bob", "stranger").moved_to(300, 0)]
    assert "<path" not in figure(*nodes, ties=[Edge("1", "2", "friend", "friend", quiet=True)])
    svg = figure(*nodes, ties=[Edge("1", "2", "trusts", "trusts +0.5", arrow=True), Edge("2", "1", "friend", "friend")])
    assert len(re.findall(r'<path d="M[-0-9. ]+L[^>]+fill="none"', svg)) == 2
    assert (svg.count("<marker"), svg.count('marker-end="url(#to-trusts)"')) == (1, 1)


def test_every_style_of_nodes_is_drawn_and_the_legend_counts_them() -> None:
    nodes = [Node(str(place), "", tone, tone).moved_to(60 * place, 0) for place, tone in enumerate(NODE_STYLES)]
    svg = figure(*nodes)
    assert len(re.findall(r"<g><title>", svg)) == len(NODE_STYLES) - 2, "captions and headings are only text"
    assert re.findall(r"(owner|inner circle) (\d+)", svg) == [("owner", "1"), ("inner circle", "1")]
    assert "0 people" in figure()


def test_a_figure_has_a_title_and_a_description() -> None:
    nodes = [
        Node("1", "Ann", "owner", "owner", rank=2),
        Node("2", "Bob", "stranger", "stranger", rank=1).moved_to(300, 0),
    ]
    svg = ET.fromstring(figure(*nodes))
    texts = {each.get("id"): each.text for each in svg.iter() if each.get("id") in {"title", "desc"}}
    assert texts == {"title": "Title", "desc": "2 people. 1 owner, 1 stranger. Shown: Ann; Bob."}
    assert svg.get("aria-labelledby") == "title desc"


def test_an_empty_figure_says_what_to_do() -> None:
    svg = render_svg(Scene("social", "Title", "scope", T0, [], [], empty="Log messages."))
    assert ">Log messages.</text>" in svg


def test_a_branch_turns_at_right_angles() -> None:
    nodes = [
        Node("1", "Ann", "owner"),
        Node("2", "lives in Oslo", "current", width=100, where="inside").moved_to(200, 50),
    ]
    svg = figure(*nodes, ties=[Edge("1", "2", "current", "lives in", is_branch=True)])
    assert 'd="M12.0 0.0 H116.0 V50.0 H150.0"' in svg


@pytest.mark.slow
def test_a_figure_of_a_crowd_has_named_communities_without_overlaps(memory: Memory, write: Callable[..., Any]) -> None:
    write_people(write, 200, 500)
    scene = memory.pictures.social().scene
    wide = [group for group in scene.groups if group.count > 1]
    assert 3 <= len(wide) <= 40
    assert sum(group.count for group in scene.groups) == 200
    for place, one in enumerate(wide):
        for other in wide[place + 1 :]:
            apart = math.hypot(one.center_x - other.center_x, one.center_y - other.center_y)
            assert apart > one.radius + other.radius
    svg = render_svg(scene)
    assert all(group.label.replace("\n", " ") in svg for group in wide)


def test_a_png_has_the_given_pixels_per_point() -> None:
    pytest.importorskip("resvg_py", reason="kg-agent-memory[pictures] is not installed")
    scene = Scene("social", "Title", "scope", T0, [Node("1", "Ann", "owner")], [])
    sizes = [struct.unpack(">II", render_png(scene, scale=scale)[16:24]) for scale in (1.0, 2.0)]
    assert sizes[1] == (2 * sizes[0][0], 2 * sizes[0][1])
