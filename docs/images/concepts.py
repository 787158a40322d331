"""Draw the pictures of concepts.md: `python docs/images/concepts.py`. Numbers are those of the code."""

from __future__ import annotations

from html import escape
from pathlib import Path

from kg.context.budget import SECTION_TITLES
from kg.context.profiles import PROFILES
from kg.trust import TIER_MINIMUMS

FOLDER = Path(__file__).parent
_WIDTH = 960
_STYLE = """
  text { font: 14px Inter, "Helvetica Neue", Helvetica, Arial, sans-serif; fill: #1f2a33 }
  .card { fill: #fbfaf7; stroke: #dcd8ce } .title { font-weight: 600 } .soft { fill: #68747d; font-size: 12px }
  .box { fill: #e3f0f2; stroke: #2f7e8e; stroke-width: 1.6 } .plain { fill: #fff; stroke: #8b969e }
  .past { fill: #eceff1; stroke: #8b969e } .warm { fill: #fbe9dc; stroke: #d97a2b }
  .line { stroke: #2f7e8e; stroke-width: 2; fill: none } .dash { stroke: #68747d; stroke-dasharray: 4 4 }
  .yes { fill: #2f7e8e; font-weight: 700 } .middle { text-anchor: middle } .end { text-anchor: end }
"""


def draw_event() -> str:
    """Draw the way of an event from `log` to a context."""
    steps = [
        ("log", ["checked, appended", "to its session; full", "text finds it"]),
        ("claim", ["a worker takes", "pending events,", "with a lease"]),
        ("extract", ["passages, vectors,", "names, statements,", "topics"]),
        ("resolve", ["names to entities,", "statements to facts", "with evidence"]),
        ("store", ["one transaction,", "or none of it"]),
        ("search", ["one trip: vectors,", "full text and", "neighbours, ranked"]),
        ("context", ["sections within", "the budget, each", "line cited"]),
    ]
    width, gap = 118, 16
    parts = []
    for number, (name, lines) in enumerate(steps):
        x = 24 + number * (width + gap)
        parts.append(_box(x, 40, width, 96, name, lines, "warm" if name in ("search", "context") else "box"))
        if number:
            parts.append(_arrow(x - gap, 88, x - 2, 88))
    parts.append(_text(24, 26, "your program", "soft") + _text(158, 26, "the worker, or digest()", "soft"))
    parts.append(_text(694, 26, "your program, at any time", "soft"))
    return _svg(160, parts, "The way of an event: log, claim, extract, resolve, store, search, context")


def draw_validity() -> str:
    """Draw valid time and transaction time of two facts in one slot."""
    parts = [
        _text(24, 30, "valid time: when it was so", "title"),
        _text(24, 150, "transaction time: when the memory knew it", "title"),
    ]
    for y, first, second, border in (
        (44, "Ann lives in Bergen", "Ann lives in Oslo", 560),
        (164, "Bergen is current", "Oslo is current", 700),
    ):
        parts += [_bar(200, y, border - 200, f"{first}", "past"), _bar(border, y, 920 - border, second, "box")]
    marks = ((200, "Jan 2024"), (560, "1 May 2026, she moves"), (700, "20 May, she says so"))
    parts += [f'<path class="dash" d="M{x} 40V216"/>' + _text(x + 4, 232, name, "soft") for x, name in marks]
    parts.append('<path class="line" d="M640 40V204"/>')
    parts.append(
        _text(
            640, 252, "as_of=10 May: Oslo. With known_at=10 May as well: Bergen, which was all that was known", "middle"
        )
    )
    return _svg(268, parts, "Two facts of one slot, in valid time and in transaction time")


def draw_trust() -> str:
    """Draw the way from behaviour to the status of a statement."""
    tiers = [f"{name}: {score:.2f}, {days} days" for name, score, days in TIER_MINIMUMS]
    parts = [
        _box(
            24,
            30,
            200,
            150,
            "trust signals",
            ["days known, active days,", "sessions, hours, weekdays,", "marks; silence lowers them"],
            "plain",
        ),
        _box(274, 30, 160, 150, "trust score", ["0 to 1, computed", "at each read,", "never stored"], "box"),
        _box(484, 30, 210, 150, "trust tier, at least", tiers, "box"),
        _box(
            744,
            30,
            192,
            150,
            "a statement becomes",
            ["current", "claimed: not believed yet", "contested: disputed", "quarantined: set aside"],
            "warm",
        ),
        *(_arrow(x, 105, x + 48, 105) for x in (224, 434, 694)),
    ]
    return _svg(210, parts, "Trust: signals, score, tier, status of a statement")


def draw_audience() -> str:
    """Draw who reads which message."""
    askers = ["Maria, in cli:dm", "Maria, in cli:group", "Tom, in cli:group", "Tom, in cli:other", "an owner"]
    rows = [("shared", (1, 1, 1, 1, 1)), ("session (cli:group)", (0, 1, 1, 0, 1)), ("person (Maria)", (1, 1, 0, 0, 1))]
    parts = [_text(230 + column * 146, 40, name, "middle") for column, name in enumerate(askers)]
    for row, (audience, reads) in enumerate(rows):
        y = 58 + row * 46
        parts.append(_bar(24, y, 130, audience, "box"))
        for column, may in enumerate(reads):
            x = 230 + column * 146
            parts.append(
                f'<rect class="{"box" if may else "past"}" x="{x - 60}" y="{y}" width="120" height="32" rx="5"/>'
            )
            parts.append(_text(x, y + 21, "reads it" if may else "–", "middle yes" if may else "middle soft"))
    parts.append(
        _text(
            24,
            214,
            "The filter works inside the vector and full-text index: what a reader may not see is no candidate.",
            "soft",
        )
    )
    return _svg(232, parts, "Who reads a message: shared, for a session, for a person")


def draw_context() -> str:
    """Draw the shares of the profile `standard`."""
    profile = PROFILES["standard"]
    shares = [(title, profile.share(name)) for name, title in SECTION_TITLES.items() if profile.share(name)]
    most = max(share for _, share in shares)
    parts = [
        _text(
            24,
            30,
            f"profile standard: at most {profile.budget:,} tokens, shares in the order in which they are written",
            "title",
        )
    ]
    for row, (title, share) in enumerate(shares):
        y = 46 + row * 26
        parts.append(_text(360, y + 15, title, "end"))
        parts.append(f'<rect class="box" x="372" y="{y}" width="{480 * share / most:.0f}" height="20" rx="3"/>')
        parts.append(_text(380 + 480 * share / most, y + 15, f"{share:,}", "soft"))
    y = 60 + len(shares) * 26
    parts.append(
        _text(
            24,
            y,
            "What a section does not use goes to the memories. Each line has a marker such as [m3], which names its node.",
            "soft",
        )
    )
    return _svg(y + 16, parts, "A context: sections with shares of the token budget")


PICTURES = {
    "event": draw_event,
    "validity": draw_validity,
    "trust": draw_trust,
    "audience": draw_audience,
    "context": draw_context,
}
"""Name of the picture, `concept-NAME.svg` → what draws it."""


def _svg(height: float, parts: list[str], title: str) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:.0f}" role="img">'
    card = f'<rect class="card" x=".5" y=".5" width="{_WIDTH - 1}" height="{height - 1:.0f}" rx="10"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", f"<style>{_STYLE}</style>", card, *parts, "</svg>", ""])


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    return f'<text class="{kind}" x="{x:.0f}" y="{y:.0f}">{escape(text)}</text>'


def _box(x: float, y: float, width: float, height: float, title: str, lines: list[str], kind: str) -> str:
    middle = x + width / 2
    inner = [_text(middle, y + 24, title, "middle title")]
    inner += [_text(middle, y + 48 + row * 19, line, "middle soft") for row, line in enumerate(lines)]
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="7"/>{"".join(inner)}'


def _bar(x: float, y: float, width: float, text: str, kind: str) -> str:
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="32" rx="5"/>' + _text(
        x + width / 2, y + 21, text, "middle"
    )


def _arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    head = f"M{to_x - 8} {to_y - 5}L{to_x - 2} {to_y}L{to_x - 8} {to_y + 5}"
    return f'<path class="line" d="M{x} {y}H{to_x - 5}{head}"/>'


if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (FOLDER / f"concept-{name}.svg").write_text(draw(), encoding="utf-8")
