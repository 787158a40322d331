"""How things look, in one place for page and figure.

Colours are told apart by those who see some of them alike: what is ordered goes from pale to dark in one blue, what is not
ordered has the colours of Okabe and Ito. No colour stands alone: shape, line and fill say the same.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Tone:
    """How a node looks.

    Attributes:
        fill: on a light ground.
        line: its edge, on a light ground.
        dark_fill: on a dark ground.
        dark_line: its edge there.
        shape: ellipse, star, round-rectangle, rectangle, diamond, hexagon or triangle.
        edge: width of its edge in points.
        dash: solid, dashed, dotted or double.
        ink: of a label inside, on a light ground.
        dark_ink: of a label inside, on a dark ground.
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
class Line:
    """How a tie looks.

    Attributes:
        color: on a light ground.
        dark: on a dark ground.
        dash: solid, dashed or dotted.
    """

    color: str
    dark: str
    dash: str = "solid"


_GREY, _PALE = "#6b7480", "#9aa4b1"

NODES = {
    "owner": Tone("#f0a202", "#7a4f00", "#ffb52e", "#ffe3ac", "star", 2.0),
    "inner_circle": Tone("#0b3c6f", "#0b3c6f", "#d6ecff", "#7cc4ff", edge=6.0, dash="double"),
    "trusted": Tone("#1f78b4", "#0b3c6f", "#79bdf2", "#d6ecff", edge=3.0),
    "familiar": Tone("#6db6dc", "#1f6fa3", "#3a7fb5", "#79bdf2", edge=1.5),
    "acquaintance": Tone("#cfe6f3", "#4a90bd", "#23445f", "#5a9bc9", edge=1.5),
    "stranger": Tone("#f4f5f7", "#6b7480", "#1b2027", "#8b96a3", edge=1.5, dash="dashed"),
    "person": Tone("#1f78b4", "#0b3c6f", "#79bdf2", "#d6ecff"),
    "org": Tone("#e69f00", "#8a5f00", "#f0b429", "#ffe3ac", "rectangle"),
    "place": Tone("#009e73", "#00573f", "#2cc79b", "#b8f2df", "diamond"),
    "project": Tone("#cc79a7", "#7d3f61", "#e39cc4", "#ffdced", "hexagon"),
    "tool": Tone("#d55e00", "#7c3700", "#f58742", "#ffd9bf", "triangle"),
    "product": Tone("#f0e442", "#857c00", "#f0e442", "#fffbc2", "hexagon"),
    "event": Tone("#56b4e9", "#1c6a97", "#56b4e9", "#cdeaff", "round-rectangle"),
    "concept": Tone("#b9c0c8", "#5b6570", "#707b88", "#c9d1da", "ellipse"),
    "other": Tone("#b9c0c8", "#5b6570", "#707b88", "#c9d1da", "rectangle"),
    "value": Tone("#ffffff", "#7d8793", "#1b2027", "#8b96a3", "round-rectangle"),
    "current": Tone("#1f78b4", "#0b3c6f", "#3a86c2", "#a8d5ff", "round-rectangle", ink="#ffffff", dark_ink="#ffffff"),
    "claimed": Tone("#ffffff", "#1f78b4", "#15191e", "#79bdf2", "round-rectangle", dash="dashed"),
    "contested": Tone("#fde3c3", "#d55e00", "#4d2a0d", "#f58742", "round-rectangle", dash="dashed"),
    "superseded": Tone("#e3e6ea", "#98a1ab", "#353c45", "#6d7783", "round-rectangle"),
    "quarantined": Tone("#ffffff", "#98a1ab", "#15191e", "#6d7783", "round-rectangle", dash="dotted"),
    "retracted": Tone("#ffffff", "#d55e00", "#15191e", "#f58742", "round-rectangle", dash="dotted"),
    "said": Tone("#eef4fa", "#7ba7cb", "#1d2833", "#4d7ca3", "round-rectangle"),
    "said_owner": Tone("#fff3d9", "#d69a1a", "#33290f", "#c9921b", "round-rectangle"),
    "said_agent": Tone("#eceef0", "#8b949e", "#262b31", "#7b8691", "round-rectangle", dash="dashed"),
    "ring": Tone("none", "#a9b2bd", "none", "#515b66", edge=1.5, dash="dashed"),
    "rule": Tone("#d5dae0", "#d5dae0", "#333a42", "#333a42", "rectangle", edge=0.0),
    "caption": Tone("none", "none", "none", "none", "rectangle", edge=0.0),
}
"""How nodes look, by the name of their tone."""

TIES = {
    "family": Line("#a8437c", "#e08fbd"),
    "friend": Line("#00815e", "#3fc79f"),
    "work": Line("#8a6200", "#d9a93a", "dashed"),
    "known": Line(_PALE, "#66717d", "dotted"),
    "trusts": Line("#0072b2", "#58b4ee"),
    "distrusts": Line("#d55e00", "#ff8f4a", "dashed"),
    "current": Line("#1f78b4", "#79bdf2"),
    "claimed": Line("#1f78b4", "#79bdf2", "dashed"),
    "contested": Line("#d55e00", "#ff8f4a", "dashed"),
    "superseded": Line("#98a1ab", "#6d7783", "dotted"),
    "quarantined": Line("#98a1ab", "#6d7783", "dotted"),
    "retracted": Line("#d55e00", "#ff8f4a", "dotted"),
    "relation": Line(_PALE, "#66717d", "dotted"),
    "next": Line(_GREY, "#9aa4b1"),
    "said": Line("#7ba7cb", "#4d7ca3"),
    "mentions": Line("#009e73", "#2cc79b", "dotted"),
}
"""How ties look, by the name of their tone."""

GROUND = {"light": "#ffffff", "dark": "#15191e"}
INK = {"light": "#14171a", "dark": "#eceff3"}


def told() -> dict[str, Any]:
    """All of it, for a page."""
    return {
        "nodes": {name: asdict(tone) for name, tone in NODES.items()},
        "ties": {name: asdict(line) for name, line in TIES.items()},
        "ground": GROUND,
        "ink": INK,
    }
