"""A picture as a static figure: SVG without scripts, and the same as PNG."""

from __future__ import annotations

import math
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from kg.errors import ModelUnavailable
from kg.visualize.communities import group_radius
from kg.visualize.label_text import is_shaping, label_width
from kg.visualize.layout import MAX_LABELLED
from kg.visualize.scene import Edge, Group, LegendEntry, Node, Scene
from kg.visualize.styles import BACKGROUND, EDGE_STYLES, INK, NODE_STYLES

_MARGIN, _SIZE, _LINE = 28.0, 12.0, 15.0
_FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', Arial, sans-serif"
_DASHES = {"dashed": "5 4", "dotted": "1.5 3"}
_MUTED = "#5b6570"
_KEY, _KEYS = 21.0, 6.0
_HEAD = 58.0
_NAMED = 12
# Branches turn so far from the statement.
_BRANCH = 34.0
# Captions of groups are bold, and scaled up with the figure.
_CAPTION = 2.6
Box = tuple[float, float, float, float]


def render_svg(scene: Scene) -> str:
    """Return the figure as SVG: title, description, nodes and edges at the positions of the page, and a legend.

    All text is escaped. What the page hides at first is not drawn.
    """
    scene = scene.drawn()
    left, top, right, bottom = _page_box(scene)
    wide, high = right - left, bottom - top
    # With many nodes the figure is scaled down, so labels are scaled up.
    is_crowd = scene.view in {"social", "trust"} and len(scene.nodes) > MAX_LABELLED
    scale = max(1.0, wide / 1200, high / 1200) if is_crowd else 1.0
    keys = _legend(scene.legend(), wide / scale)
    head, foot = _HEAD * scale, (keys[1] + 12) * scale
    size = f"{left:.1f} {top - head:.1f} {wide:.1f} {high + head + foot:.1f}"
    measures = f'width="{wide / scale:.0f}" height="{(high + head + foot) / scale:.0f}"'
    font = f'font-family="{_FONT}" font-size="{_SIZE}"'
    background = f'width="{wide:.1f}" height="{high + head + foot:.1f}" fill="{BACKGROUND["light"]}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" {measures} role="img" aria-labelledby="title desc" {font}>',
        f'<title id="title">{_text(scene.title)}</title>',
        f'<desc id="desc">{_text(describe_scene(scene))}</desc>',
        f'<rect x="{left:.1f}" y="{top - head:.1f}" {background}/>',
        _heading(scene, left, top - head, scale),
        "<defs>",
        *(_arrow(name) for name in sorted({tie.tone for tie in scene.ties if tie.arrow})),
        "</defs>",
    ]
    at = {node.id: node for node in scene.nodes}
    parts += [_node(node) for node in scene.nodes if node.decor]
    parts += _groups(scene, scale)
    parts += [_tie(tie, at[tie.source], at[tie.target]) for tie in _drawn_ties(scene, at)]
    parts += [_node(node) for node in scene.nodes if not node.decor]
    parts += _labels(scene, at, scale)
    if not any(not node.decor for node in scene.nodes) and scene.empty:
        parts.append(_text_element(scene.empty, (left + right) / 2, (top + bottom) / 2, "middle", _SIZE, _MUTED))
    parts.append(
        f'<g transform="translate({left + _MARGIN * scale:.1f} {bottom + 4 * scale:.1f}) scale({scale:.3f})">{keys[0]}</g>'
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


def describe_scene(scene: Scene) -> str:
    """Return what a picture shows in words: how many nodes of each kind, and the names of the most important ones."""
    kinds = [f"{key.count:,} {key.label}" for key in scene.legend() if key.is_on]
    things = sorted((node for node in scene.nodes if not node.decor and node.label), key=lambda node: -node.rank)
    names = [node.label.replace("\n", " ") for node in things[:_NAMED]]
    more = f" and {len(things) - len(names):,} more" if len(things) > len(names) else ""
    shown = f"Shown: {'; '.join(names)}{more}." if names else scene.empty
    return f"{len(things):,} {scene.things}. {', '.join(kinds)}{'. ' if kinds else ''}{shown}"


def _drawn_ties(scene: Scene, at: dict[str, Node]) -> list[Edge]:
    """Return the edges to draw; of a crowd, only those within its groups, which would otherwise be hidden by the others."""
    ties = [tie for tie in scene.ties if not tie.quiet]
    return [tie for tie in ties if at[tie.source].group == at[tie.target].group] if scene.groups else ties


def _wide_groups(scene: Scene) -> list[Group]:
    """Return the groups that are drawn around their nodes."""
    drawn = {node.group for node in scene.nodes}
    return [group for group in scene.groups if group.count > 1 and not group.is_closed and group.id in drawn]


def _groups(scene: Scene, scale: float) -> list[str]:
    """Return the outline and the name of each group."""
    parts = []
    ring = f'fill="none" stroke="{NODE_STYLES["ring"].line}" stroke-dasharray="5 4" stroke-width="{1.2 * scale:.1f}"'
    for group in _wide_groups(scene):
        x, y = group.center_x, group.center_y
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{group.radius:.1f}" {ring}/>')
        name = group.label.replace("\n", " ")
        parts.append(_text_element(name, x, y - group.radius - 5 * scale, "middle", _SIZE * scale, _MUTED, bold=True))
    for group in (each for each in scene.groups if each.is_closed):
        size = 2 * group_radius(group.count)
        parts.append(
            _node(Node(group.id, group.label, "acquaintance", "", size, size, group.x, group.y, search=group.label))
        )
        parts.append(
            _text_element(group.label, group.x, group.y + size / 2 + _SIZE * scale, "middle", _SIZE * scale, _MUTED)
        )
    return parts


def render_png(scene: Scene, *, scale: float = 2.0) -> bytes:
    """Return the figure as PNG, with `scale` pixels per point.

    Raises:
        ModelUnavailable: the renderer is not installed.
    """
    try:
        import resvg_py  # noqa: PLC0415 - an extra
    except ImportError:
        raise ModelUnavailable(
            "The package resvg-py, which renders PNG, is not installed.",
            how="pip install 'kg-agent-memory[pictures]', or save it as .svg.",
        ) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=render_svg(scene), zoom=scale, font_family="DejaVu Sans"))


def _page_box(scene: Scene) -> Box:
    left, top, right, bottom = scene.bounds()
    spans = [_label_box(node, _SIZE) for node in scene.nodes if node.where in {"left", "right"}]
    for group in _wide_groups(scene):
        half = max(group.radius, label_width(group.label) * _CAPTION / 2)
        x, y = group.center_x, group.center_y
        spans.append((x - half, y - group.radius - 40, x + half, y + group.radius))
    left, right = min([left, *(box[0] for box in spans)]), max([right, *(box[2] for box in spans)])
    top, bottom = min([top, *(box[1] for box in spans)]), max([bottom, *(box[3] for box in spans)])
    room = max(0.0, 640 - (right - left)) / 2
    return left - room - _MARGIN, top - _MARGIN, right + room + _MARGIN, bottom + _MARGIN + _LINE


def _heading(scene: Scene, left: float, top: float, scale: float) -> str:
    details = [
        f"{sum(not node.decor for node in scene.nodes):,} {scene.things}",
        *(
            [f"{len(scene.ties):,} connection{'s' * (len(scene.ties) != 1)}"]
            if scene.view in {"social", "trust", "entity"}
            else []
        ),
        scene.scope,
        f"{scene.at:%Y-%m-%d %H:%M} UTC",
        *([scene.note] if scene.note else []),
    ]
    x, size, small = left + _MARGIN * scale, 18 * scale, 11.5 * scale
    title = f'font-size="{size:.1f}" font-weight="600" fill="{INK["light"]}">{_text(scene.title)}</text>'
    below = f'font-size="{small:.1f}" fill="{_MUTED}">{_text(" · ".join(details))}</text>'
    return f'<text x="{x:.1f}" y="{top + 26 * scale:.1f}" {title}<text x="{x:.1f}" y="{top + 45 * scale:.1f}" {below}'


def _text(text: str) -> str:
    # XML does not allow control characters.
    return escape("".join(one for one in text if one.isprintable() or one in " \n" or is_shaping(one)))


def _node(node: Node) -> str:
    if node.tone in {"caption", "heading"}:
        return ""
    tone = NODE_STYLES[node.tone]
    dash = f' stroke-dasharray="{_DASHES[tone.dash]}"' if tone.dash in _DASHES else ""
    edge = f'fill="{tone.fill}" stroke="{tone.line}" stroke-width="{1.5 if tone.dash == "double" else tone.edge}"{dash}'
    shape = _shape(tone.shape, node.x, node.y, node.width, node.height, edge)
    if tone.dash == "double":
        ring = f'fill="none" stroke="{tone.line}" stroke-width="1.5"'
        shape += _shape(tone.shape, node.x, node.y, node.width + 7, node.height + 7, ring)
    title = "" if node.decor else f"<title>{_text(node.search or node.label)}</title>"
    return f"<g>{title}{shape}</g>"


def _shape(shape: str, x: float, y: float, wide: float, high: float, edge: str) -> str:
    if shape == "ellipse":
        return f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{wide / 2:.1f}" ry="{high / 2:.1f}" {edge}/>'
    if shape in {"rectangle", "round-rectangle"}:
        round_ = ' rx="5"' if shape == "round-rectangle" else ""
        return f'<rect x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}" width="{wide:.1f}" height="{high:.1f}"{round_} {edge}/>'
    points = " ".join(f"{x + wide / 2 * across:.1f},{y + high / 2 * down:.1f}" for across, down in _corners(shape))
    return f'<polygon points="{points}" stroke-linejoin="round" {edge}/>'


def _corners(shape: str) -> list[tuple[float, float]]:
    if shape == "star":
        turns = [(math.pi * place / 5 - math.pi / 2, 1.0 if place % 2 == 0 else 0.45) for place in range(10)]
        return [(math.cos(turn) * far, math.sin(turn) * far) for turn, far in turns]
    if shape == "diamond":
        return [(0, -1), (1, 0), (0, 1), (-1, 0)]
    if shape == "triangle":
        return [(0, -1), (1, 1), (-1, 1)]
    return [(-0.5, -1), (0.5, -1), (1, 0), (0.5, 1), (-0.5, 1), (-1, 0)]


def _arrow(tone: str) -> str:
    return (
        f'<marker id="to-{tone}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
        f'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.8 L8 4 L0 7.2 z" fill="{EDGE_STYLES[tone].color}"/></marker>'
    )


def _tie(tie: Edge, one: Node, other: Node) -> str:
    line = EDGE_STYLES[tie.tone]
    dash = f' stroke-dasharray="{_DASHES[line.dash]}"' if line.dash in _DASHES else ""
    arrow = f' marker-end="url(#to-{tie.tone})"' if tie.arrow else ""
    style = f'fill="none" stroke="{line.color}" stroke-width="{tie.width:.1f}"{dash}{arrow}'
    route = _branch(one, other) if tie.is_branch else _line(one, other)
    return f'<path d="{route}" {style}><title>{_text(tie.kind)}</title></path>'


def _line(one: Node, other: Node) -> str:
    (x1, y1), (x2, y2) = _outline_point(one, other), _outline_point(other, one)
    return f"M{x1:.1f} {y1:.1f} L{x2:.1f} {y2:.1f}"


def _branch(one: Node, other: Node) -> str:
    """Return a path between the sides of two nodes, which turns close to the box of a statement."""
    way = 1 if other.x > one.x else -1
    x1, x2 = one.x + way * one.width / 2, other.x - way * other.width / 2
    if abs(one.y - other.y) < 1:
        return f"M{x1:.1f} {one.y:.1f} H{x2:.1f}"
    turn = x2 - way * _BRANCH if one.width < other.width or one.where != "inside" else x1 + way * _BRANCH
    return f"M{x1:.1f} {one.y:.1f} H{turn:.1f} V{other.y:.1f} H{x2:.1f}"


def _outline_point(node: Node, towards: Node) -> tuple[float, float]:
    """Return the point where the line to another node leaves the outline of this one."""
    dx, dy = towards.x - node.x, towards.y - node.y
    if not dx and not dy:
        return node.x, node.y
    if NODE_STYLES[node.tone].shape == "ellipse" or NODE_STYLES[node.tone].shape == "star":
        share = (node.width / 2 + 1) / math.hypot(dx, dy)
    else:
        share = min(node.width / 2 / abs(dx) if dx else math.inf, node.height / 2 / abs(dy) if dy else math.inf)
    share = min(share, 0.5)
    return node.x + dx * share, node.y + dy * share


def _labels(scene: Scene, at: dict[str, Node], scale: float) -> list[str]:
    """Return the labels by rank, without those that would overlap another."""
    # With many nodes, labels must not cover nodes either.
    bodies = [(node.id, _node_box(node)) for node in scene.nodes if not node.decor] if scale > 1 else []
    taken: list[Box] = []
    drawn: list[str] = []
    size = _SIZE * max(1.0, scale * 0.8)
    for node in sorted(scene.nodes, key=lambda node: -node.rank):
        if not node.label:
            continue
        own = _SIZE if node.where == "inside" else size
        box = _label_box(node, own)
        others = [body for id_, body in bodies if id_ != node.id] if node.tone != "owner" else []
        if node.where != "inside" and not _is_free(box, [*taken, *others]):
            continue
        taken.append(box)
        drawn.append(_label(node, own))
    for tie in scene.ties:
        if tie.named and not tie.quiet:
            one, other = at[tie.source], at[tie.target]
            x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
            half = label_width(tie.kind) * 0.85 / 2
            box = (x - half, y - 7, x + half, y + 5)
            if _is_free(box, taken):
                taken.append(box)
                drawn.append(_text_element(tie.kind, x, y + 3, "middle", 10, _MUTED))
    return drawn


def _is_free(box: Box, taken: Iterable[Box]) -> bool:
    return not any(box[0] < one[2] and one[0] < box[2] and box[1] < one[3] and one[1] < box[3] for one in taken)


def _node_box(node: Node) -> Box:
    half, high = node.width / 2 - 1, node.height / 2 - 1
    return node.x - half, node.y - high, node.x + half, node.y + high


def _label_box(node: Node, size: float) -> Box:
    wide = max(label_width(line) for line in node.label.split("\n")) * size / _SIZE
    high = size * 1.25
    if node.where == "inside":
        return node.x - node.width / 2, node.y - node.height / 2, node.x + node.width / 2, node.y + node.height / 2
    if node.where in {"left", "right"}:
        begin = node.x + node.width / 2 + 5 if node.where == "right" else node.x - node.width / 2 - 5 - wide
        return begin, node.y - high / 2, begin + wide, node.y + high / 2
    y = node.y + node.height / 2 + 2 if node.where == "below" else node.y - node.height / 2 - high
    return node.x - wide / 2, y, node.x + wide / 2, y + high


def _label(node: Node, size: float) -> str:
    left, _, right, bottom = _label_box(node, size)
    ink = NODE_STYLES[node.tone].ink if node.where == "inside" else INK["light"]
    if node.tone in {"ring", "rule"} or (node.tone == "caption" and node.where == "left"):
        ink = _MUTED
    if node.where == "inside":
        lines = node.label.split("\n")
        if len(lines) == 1:
            return _text_element(
                lines[0], node.x, node.y + size * 0.35, "middle", size, ink, bold=node.decor, halo=False
            )
        return "".join(
            _text_element(
                line,
                left + 9,
                node.y + size * 0.35 + (place - (len(lines) - 1) / 2) * _LINE,
                "start",
                size,
                ink,
                bold=not place and node.tone.startswith("said"),
                halo=False,
            )
            for place, line in enumerate(lines)
        )
    if node.where in {"left", "right"}:
        x, anchor = (left, "start") if node.where == "right" else (right, "end")
        return _text_element(node.label, x, node.y + size * 0.35, anchor, size, ink, bold=node.tone == "heading")
    return _text_element(node.label, node.x, bottom - size * 0.3, "middle", size, ink, bold=node.tone == "owner")


def _text_element(
    text: str, x: float, y: float, anchor: str, size: float, ink: str, *, bold: bool = False, halo: bool = True
) -> str:
    weight = ' font-weight="600"' if bold else ""
    # An outline in the background colour keeps labels readable across edges.
    outline = (
        f' paint-order="stroke" stroke="{BACKGROUND["light"]}" stroke-width="3" stroke-linejoin="round"' if halo else ""
    )
    placed = f"x={quoteattr(f'{x:.1f}')} y={quoteattr(f'{y:.1f}')}"
    return f'<text {placed} text-anchor="{anchor}" font-size="{size:.1f}" fill="{ink}"{weight}{outline}>{_text(text)}</text>'


def _legend(keys: Iterable[LegendEntry], wide: float) -> tuple[str, float]:
    """Return the legend in rows of a width, and its height."""
    parts: list[str] = []
    x, y = 0.0, 12.0
    for key in keys:
        text = f"{key.label} {key.count:,}"
        need = 26 + label_width(text) + 14
        if x and x + need > wide - 2 * _MARGIN:
            x, y = 0.0, y + _KEY
        if key.of == "tie":
            line = EDGE_STYLES[key.tone]
            dash = f' stroke-dasharray="{_DASHES[line.dash]}"' if line.dash in _DASHES else ""
            parts.append(
                f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{x + 18:.1f}" y2="{y:.1f}" stroke="{line.color}" stroke-width="2.5"{dash}/>'
            )
        else:
            parts.append(_node(Node("", "", key.tone, width=14, height=14, x=x + 9, y=y, decor=True)))
        parts.append(
            f'<text x="{x + 24:.1f}" y="{y + 4:.1f}" font-size="11.5" fill="{INK["light"]}">{_text(text)}</text>'
        )
        x += need
    return "".join(parts), y + _KEY
