"""Plots as inline SVG: horizontal bars with intervals, and lines. No script, no font and no file besides the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

_WIDTH, _LABEL, _VALUE, _ROW = 680, 210, 70, 24
_COLOURS = ("#2f6f9f", "#c8553d", "#4f8a5b", "#8a6fae")


@dataclass(frozen=True)
class Bar:
    """One bar: its label, its value, and the interval of the value if there is one."""

    label: str
    value: float
    interval: tuple[float, float] | None = None


def draw_bars(bars: Sequence[Bar], *, most: float | None = None, unit: str = "") -> str:
    """Return bars from zero to `most`, or to the greatest value."""
    values = [value for bar in bars for value in (bar.value, *(bar.interval or ()))]
    full = most or max(values, default=1) or 1
    room = _WIDTH - _LABEL - _VALUE
    parts = []
    for row, bar in enumerate(bars):
        y = row * _ROW
        width = room * min(bar.value, full) / full
        parts += [
            f'<text x="{_LABEL - 8}" y="{y + 16}" text-anchor="end">{escape(bar.label)}</text>',
            f'<rect x="{_LABEL}" y="{y + 4}" width="{width:.1f}" height="{_ROW - 8}" fill="{_COLOURS[0]}"/>',
        ]
        if bar.interval:
            low, high = (_LABEL + room * bound / full for bound in bar.interval)
            parts.append(f'<path d="M{low:.1f} {y + 12}H{high:.1f}" stroke="#111" stroke-width="2"/>')
        shown = f"{format_number(bar.value)}{unit}"
        x = _LABEL + max(width, room * (bar.interval or (0, 0))[1] / full) + 6
        parts.append(f'<text x="{x:.1f}" y="{y + 16}">{escape(shown)}</text>')
    return _svg(len(bars) * _ROW, "".join(parts))


def draw_lines(lines: Mapping[str, Mapping[str, float]], *, most: float = 1.0) -> str:
    """Return one line for each name over the same points, from zero to `most`."""
    points = list(dict.fromkeys(point for line in lines.values() for point in line))
    height, left, right = 200, 40, 200
    step = (_WIDTH - left - right) / max(1, len(points) - 1)
    x_of = {point: left + number * step for number, point in enumerate(points)}
    parts = [
        f'<path d="M{left} {height * (1 - part):.0f}H{_WIDTH - right}" stroke="#ddd"/>'
        f'<text x="{left - 6}" y="{height * (1 - part) + 4:.0f}" text-anchor="end">{format_number(part * most)}</text>'
        for part in (0.25, 0.5, 0.75, 1.0)
    ]
    parts += [f'<text x="{x:.0f}" y="{height + 18}" text-anchor="middle">{escape(at)}</text>' for at, x in x_of.items()]
    for number, (name, line) in enumerate(lines.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        path = " ".join(f"{x_of[point]:.1f},{height * (1 - value / most):.1f}" for point, value in line.items())
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(f'<text x="{_WIDTH - right + 10}" y="{20 + number * 18}" fill="{colour}">{escape(name)}</text>')
    return _svg(height + 24, f'<g transform="translate(0 8)">{"".join(parts)}</g>', above=8)


def format_number(value: float) -> str:
    """Return a number as the documentation writes it: `.829`, `12.4`, `4,884`."""
    if isinstance(value, int) or abs(value) >= 1_000:
        return f"{value:,.0f}"
    if abs(value) <= 1:
        return f"{value:.3f}".removeprefix("0") if value not in (0, 1) else f"{value:.0f}"
    return f"{value:.1f}"


def _svg(height: int, content: str, above: int = 0) -> str:
    return f'<svg viewBox="0 0 {_WIDTH} {height + above}" role="img" aria-hidden="true">{content}</svg>'
