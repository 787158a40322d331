"""The layout of an entity and its facts: the entity in the middle, branches of short statements to its left and right."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kg.types import Fact
from kg.visualize.label_text import label_width, shorten
from kg.visualize.scene import Node

_ROW, _TITLE, _BETWEEN = 30.0, 28.0, 16.0
_GAP, _END_GAP = 130.0, 34.0
_LINE_CHARS, _MAX_LINES, _LINE_HEIGHT = 84, 3, 16.0
_CHAR_WIDTH = 6.6
_MAX_ABOVE = 260.0


@dataclass(frozen=True)
class Leaf:
    """A statement of a branch.

    Attributes:
        node: its node.
        end: the node of what it names, drawn beyond it; None if that is drawn elsewhere, or if it names nothing.
        fact: the fact; None for a topic.
        other: the id of what it names.
    """

    node: Node
    end: Node | None = None
    fact: Fact | None = None
    other: str | None = None


@dataclass(frozen=True)
class Branch:
    """Statements of one kind.

    Attributes:
        name: the kind.
        title: its plural.
        leaves: the statements, in order.
    """

    name: str
    title: str
    leaves: tuple[Leaf, ...]

    @property
    def height(self) -> float:
        """The height of its title and rows."""
        return _TITLE + _ROW * len(self.leaves) + _BETWEEN


def arrange_mind_map(
    center: Node, branches: Sequence[Branch], above: Sequence[Node], below: Sequence[Node]
) -> list[Node]:
    """Place an entity, its branches and the texts about it.

    Args:
        center: the entity.
        branches: its branches, in order; they are divided so that both sides are about as high.
        above: nodes with longer texts that are placed above all branches.
        below: nodes with longer texts that are placed below all branches.
    """
    sides = _divide(branches)
    heights = [sum(branch.height for branch in side) for side in sides]
    nodes = [center.moved_to(0, 0)]
    # The entity is in the middle of few statements, and at the top of many, where reading begins.
    start = max(-max(heights) / 2, -_MAX_ABOVE)
    for sign, side, high in zip((1, -1), sides, heights, strict=True):
        nodes += _place_side(sign, side, -high / 2 if max(heights) <= 2 * _MAX_ABOVE else start)
    top = min(start, -60.0)
    bottom = max([node.y + node.height / 2 for node in nodes] + [76.0])
    for node in reversed(above):
        block = _text_block(node)
        top -= block.height / 2 + _BETWEEN
        nodes.append(block.moved_to(0, top))
        top -= block.height / 2
    for node in below:
        block = _text_block(node)
        bottom += block.height / 2 + _BETWEEN
        nodes.append(block.moved_to(0, bottom))
        bottom += block.height / 2
    return nodes


def _divide(branches: Sequence[Branch]) -> tuple[list[Branch], list[Branch]]:
    """Divide branches into two sides of about the same height, the highest first; each side keeps their order."""
    heights = [0.0, 0.0]
    side_of = {}
    for branch in sorted(branches, key=lambda each: -each.height):
        lower = 0 if heights[0] <= heights[1] else 1
        side_of[branch.name] = lower
        heights[lower] += branch.height
    right, left = ([each for each in branches if side_of[each.name] == side] for side in (0, 1))
    return right, left


def _place_side(sign: int, branches: Sequence[Branch], top: float) -> list[Node]:
    nodes: list[Node] = []
    widest = max((leaf.node.width for branch in branches for leaf in branch.leaves), default=0.0)
    where = "right" if sign > 0 else "left"
    for branch in branches:
        wide = label_width(branch.title)
        title = Node(
            f"title-{branch.name}", branch.title, "caption", "", wide, 18.0, where="inside", rank=1e6, decor=True,
            group=branch.name,
        )  # fmt: skip
        nodes.append(title.moved_to(sign * (_GAP + wide / 2 + 9), top + _TITLE / 2))
        for place, leaf in enumerate(branch.leaves):
            y = top + _TITLE + _ROW * (place + 0.5)
            nodes.append(replace(leaf.node, group=branch.name).moved_to(sign * (_GAP + leaf.node.width / 2), y))
            if leaf.end is not None:
                x = sign * (_GAP + widest + _END_GAP + leaf.end.width / 2)
                nodes.append(replace(leaf.end, where=where, group=branch.name).moved_to(x, y))
        top += branch.height
    return nodes


def _text_block(node: Node) -> Node:
    lines = textwrap.wrap(
        shorten(node.label, _LINE_CHARS * _MAX_LINES), _LINE_CHARS, max_lines=_MAX_LINES, placeholder="…"
    )
    wide = max(map(len, lines), default=0) * _CHAR_WIDTH + 24
    return replace(node, label="\n".join(lines), width=wide, height=len(lines) * _LINE_HEIGHT + 14)
