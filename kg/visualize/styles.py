"""The styles of nodes and edges, shared by pages and figures.

The colours are safe for colour-blind readers: ordered categories use a blue scale from pale to dark, unordered ones the palette
of Okabe and Ito. Colour is never the only difference: shape, line or fill differ too.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class NodeStyle:
    """The style of a node.

    Attributes:
        fill: the fill colour in the light theme.
        line: the outline colour in the light theme.
        dark_fill: the fill colour in the dark theme.
        dark_line: the outline colour in the dark theme.
        shape: ellipse, star, round-rectangle, rectangle, diamond, hexagon or triangle.
        edge: the width of the outline in points.
        dash: solid, dashed, dotted or double.
        ink: the colour of a label inside, in the light theme.
        dark_ink: the colour of a label inside, in the dark theme.
    """

    fill: str
    line: str
    dark_fill: str
    dark_line: str
    shape: str = "ellipse"
    edge: float = 1.5
    dash: str = "solid"
    ink: str = "#14171a"
    dark_ink: str = "#eceff3"


@dataclass(frozen=True)
class EdgeStyle:
    """The style of an edge.

    Attributes:
        color: the colour in the light theme.
        dark: the colour in the dark theme.
        dash: solid, dashed or dotted.
    """

    color: str
    dark: str
    dash: str = "solid"


_GREY, _PALE = "#6b7480", "#808a96"

NODE_STYLES = {
    "owner": NodeStyle("#f0a202", "#7a4f00", "#ffb52e", "#ffe3ac", "star", 2.0),
    "inner_circle": NodeStyle("#0b3c6f", "#0b3c6f", "#d6ecff", "#7cc4ff", edge=6.0, dash="double"),
    "trusted": NodeStyle("#1f78b4", "#0b3c6f", "#79bdf2", "#d6ecff", edge=3.0),
    "familiar": NodeStyle("#6db6dc", "#1f6fa3", "#3a7fb5", "#79bdf2", edge=1.5),
    "acquaintance": NodeStyle("#cfe6f3", "#4a90bd", "#23445f", "#5a9bc9", edge=1.5),
    "stranger": NodeStyle("#f4f5f7", "#6b7480", "#1b2027", "#8b96a3", edge=1.5, dash="dashed"),
    "related": NodeStyle("#ffffff", "#5b6570", "#15191e", "#9aa4b1", edge=1.5, dash="dotted"),
    "mentioned": NodeStyle("#eceef0", "#808a96", "#262b31", "#76818d", edge=1.0, dash="dotted"),
    "pet": NodeStyle("#e6dccf", "#8a6a3c", "#4a3c29", "#c79a5b", "hexagon", edge=1.5),
    "agent": NodeStyle("#e5dcf3", "#6a4fa0", "#3a2d57", "#a98bdd", "rectangle", edge=1.5),
    "person": NodeStyle("#1f78b4", "#0b3c6f", "#79bdf2", "#d6ecff"),
    "org": NodeStyle("#e69f00", "#8a5f00", "#f0b429", "#ffe3ac", "rectangle"),
    "place": NodeStyle("#009e73", "#00573f", "#2cc79b", "#b8f2df", "diamond"),
    "project": NodeStyle("#cc79a7", "#7d3f61", "#e39cc4", "#ffdced", "hexagon"),
    "tool": NodeStyle("#d55e00", "#7c3700", "#f58742", "#ffd9bf", "triangle"),
    "product": NodeStyle("#f0e442", "#857c00", "#f0e442", "#fffbc2", "hexagon"),
    "event": NodeStyle("#56b4e9", "#1c6a97", "#56b4e9", "#cdeaff", "round-rectangle"),
    "concept": NodeStyle("#b9c0c8", "#5b6570", "#707b88", "#c9d1da", "ellipse"),
    "other": NodeStyle("#b9c0c8", "#5b6570", "#707b88", "#c9d1da", "rectangle"),
    "topic": NodeStyle(
        "#d7f0f1", "#2f7e84", "#123638", "#62b3b8", "round-rectangle", ink="#0f3a3d", dark_ink="#d7f0f1"
    ),
    "summary": NodeStyle("#e4eaf4", "#4a6fa5", "#1e2b40", "#7ea3db", "round-rectangle", edge=2.0),
    "reflection": NodeStyle("#f7e4ea", "#a8506c", "#3d1c28", "#d98ba5", "round-rectangle", edge=1.5),
    "value": NodeStyle("#ffffff", "#7d8793", "#1b2027", "#8b96a3", "round-rectangle"),
    "current": NodeStyle(
        "#dcebf8", "#1f6fa3", "#16344d", "#5fb0e8", "round-rectangle", ink="#0d2b42", dark_ink="#e3f0fa"
    ),
    "claimed": NodeStyle("#ffffff", "#1f78b4", "#15191e", "#79bdf2", "round-rectangle", dash="dashed"),
    "contested": NodeStyle("#fde3c3", "#d55e00", "#4d2a0d", "#f58742", "round-rectangle", dash="dashed"),
    "superseded": NodeStyle("#e3e6ea", "#808a96", "#353c45", "#7d8793", "round-rectangle"),
    "quarantined": NodeStyle("#ffffff", "#808a96", "#15191e", "#7d8793", "round-rectangle", dash="dotted"),
    "retracted": NodeStyle("#ffffff", "#d55e00", "#15191e", "#f58742", "round-rectangle", dash="dotted"),
    "said": NodeStyle("#eef4fa", "#5c8db5", "#1d2833", "#5a8bb3", "round-rectangle"),
    "said_owner": NodeStyle("#fff3d9", "#a87508", "#33290f", "#c9921b", "round-rectangle"),
    "said_agent": NodeStyle("#eceef0", "#7d8793", "#262b31", "#7b8691", "round-rectangle", dash="dashed"),
    "ring": NodeStyle("none", "#808a96", "none", "#6d7783", edge=1.5, dash="dashed"),
    "rule": NodeStyle("#d5dae0", "#d5dae0", "#333a42", "#333a42", "rectangle", edge=0.0),
    "activity": NodeStyle("#a8c4d9", "#a8c4d9", "#3d5a73", "#3d5a73", "rectangle", edge=0.0),
    "heading": NodeStyle("none", "none", "none", "none", "rectangle", edge=0.0),
    "caption": NodeStyle("none", "none", "none", "none", "rectangle", edge=0.0),
}
"""The styles of nodes, by name."""

EDGE_STYLES = {
    "family": EdgeStyle("#a8437c", "#e08fbd"),
    "friend": EdgeStyle("#00815e", "#3fc79f"),
    "work": EdgeStyle("#8a6200", "#d9a93a", "dashed"),
    "known": EdgeStyle("#56606b", "#a3adb9", "dotted"),
    "talk": EdgeStyle("#808a96", "#6d7783"),
    "trusts": EdgeStyle("#0072b2", "#58b4ee"),
    "distrusts": EdgeStyle("#d55e00", "#ff8f4a", "dashed"),
    "current": EdgeStyle("#1f78b4", "#79bdf2"),
    "claimed": EdgeStyle("#1f78b4", "#79bdf2", "dashed"),
    "contested": EdgeStyle("#d55e00", "#ff8f4a", "dashed"),
    "superseded": EdgeStyle("#808a96", "#6d7783", "dotted"),
    "quarantined": EdgeStyle("#808a96", "#6d7783", "dotted"),
    "retracted": EdgeStyle("#d55e00", "#ff8f4a", "dotted"),
    "relation": EdgeStyle(_PALE, "#66717d", "dotted"),
    "topic": EdgeStyle("#2f7e84", "#62b3b8"),
    "summary": EdgeStyle("#4a6fa5", "#7ea3db"),
    "reflection": EdgeStyle("#a8506c", "#d98ba5"),
    "next": EdgeStyle(_GREY, "#9aa4b1"),
    "said": EdgeStyle("#5c8db5", "#5a8bb3"),
    "mentions": EdgeStyle("#009e73", "#2cc79b", "dotted"),
}
"""The styles of edges, by name."""

BACKGROUND = {"light": "#ffffff", "dark": "#15191e"}
INK = {"light": "#14171a", "dark": "#eceff3"}


def style_data() -> dict[str, Any]:
    """Return all styles as JSON types, for a page."""
    return {
        "nodes": {name: asdict(style) for name, style in NODE_STYLES.items()},
        "ties": {name: asdict(style) for name, style in EDGE_STYLES.items()},
        "background": BACKGROUND,
        "ink": INK,
    }
