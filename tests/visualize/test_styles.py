"""The styles of nodes and edges: complete, valid, and distinct within each legend."""

from __future__ import annotations

import json
import re
from dataclasses import asdict

import pytest

from kg.visualize.drawn_facts import FACT_KEYS, STATUSES
from kg.visualize.entity_picture import MEMORY_KEYS, TYPE_KEYS
from kg.visualize.people_picture import PEOPLE_KEYS, TIE_KEYS
from kg.visualize.session_picture import MESSAGE_KEYS
from kg.visualize.styles import BACKGROUND, EDGE_STYLES, INK, NODE_STYLES, style_data

COLOUR = re.compile(r"#[0-9a-f]{6}|none")
SHAPES = {"ellipse", "star", "round-rectangle", "rectangle", "diamond", "hexagon", "triangle"}


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2.1."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_styles_have_valid_colours_shapes_and_lines() -> None:
    for node in NODE_STYLES.values():
        assert all(
            COLOUR.fullmatch(each)
            for each in (node.fill, node.line, node.dark_fill, node.dark_line, node.ink, node.dark_ink)
        )
        assert node.shape in SHAPES
        assert node.dash in {"solid", "dashed", "dotted", "double"}
    for edge in EDGE_STYLES.values():
        assert COLOUR.fullmatch(edge.color)
        assert COLOUR.fullmatch(edge.dark)
        assert edge.dash in {"solid", "dashed", "dotted"}


@pytest.mark.parametrize("legend", [PEOPLE_KEYS, TYPE_KEYS, FACT_KEYS], ids=["people", "types", "facts"])
def test_nodes_of_a_legend_look_different(legend: tuple[tuple[str, str, str], ...]) -> None:
    looks = {json.dumps(asdict(NODE_STYLES[tone])) for _, _, tone in legend}
    assert len(looks) == len({label for _, label, _ in legend}) == len(legend)


@pytest.mark.parametrize("legend", [TIE_KEYS, FACT_KEYS, MEMORY_KEYS], ids=["connections", "facts", "memories"])
def test_edges_of_a_legend_have_a_style(legend: tuple[tuple[str, str, str], ...]) -> None:
    assert {tone for _, _, tone in legend} <= EDGE_STYLES.keys()
    assert set(STATUSES) <= EDGE_STYLES.keys() & NODE_STYLES.keys()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_is_readable_on_the_background(theme: str) -> None:
    dark, light = sorted((luminance(BACKGROUND[theme]), luminance(INK[theme])))
    assert (light + 0.05) / (dark + 0.05) > 7, "the contrast of WCAG 2.1, level AAA"


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lines_and_texts_have_enough_contrast(theme: str) -> None:
    """Lines have 3 : 1 on the background, and a text in a node 4.5 : 1 on it (WCAG 2.1, level AA)."""
    ground = BACKGROUND[theme]
    for name, edge in EDGE_STYLES.items():
        assert contrast(edge.color if theme == "light" else edge.dark, ground) >= 3, name
    decoration = {"rule", "activity", "caption", "heading"}
    for name, node in NODE_STYLES.items():
        fill, line = (node.fill, node.line) if theme == "light" else (node.dark_fill, node.dark_line)
        if name not in decoration:
            assert max(contrast(each, ground) for each in (fill, line) if each != "none") >= 3, name
    written_in = {tone for _, _, tone in (*FACT_KEYS, *MEMORY_KEYS, *MESSAGE_KEYS)}
    for name in written_in:
        node = NODE_STYLES[name]
        fill, ink = (node.fill, node.ink) if theme == "light" else (node.dark_fill, node.dark_ink)
        assert contrast(fill, ink) >= 4.5, name


def test_a_page_receives_every_style() -> None:
    data = json.loads(json.dumps(style_data()))
    assert data["nodes"].keys() == NODE_STYLES.keys()
    assert data["ties"].keys() == EDGE_STYLES.keys()
    assert (data["background"], data["ink"]) == (BACKGROUND, INK)
