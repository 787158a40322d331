"""Draw graph.svg, the graph of the demo chat: `python docs/images/graph.py`. The same chat gives the same picture."""

from __future__ import annotations

import itertools
from html import escape
from pathlib import Path
from textwrap import shorten

from kg import Event
from kg.cli.demo import demo_events

PICTURE = Path(__file__).with_name("graph.svg")

_WIDTH, _TOP, _ROW, _DAY_GAP = 1168, 118, 40, 24
_CHANNEL_X, _SESSION_X, _EVENT_X, _TEXT_END, _PERSON_X, _IDENTITY_X = 70, 216, 378, 836, 966, 1098
_LONGEST = 56
_COLOURS = ("#d97a2b", "#3f7fd0", "#8a5fc7")

_STYLE = """
  text { font: 14px Inter, "Helvetica Neue", Helvetica, Arial, sans-serif; fill: #1f2a33 }
  .card { fill: #fbfaf7; stroke: #dcd8ce }
  .title { font-size: 19px; font-weight: 600 }
  .soft { fill: #68747d; font-size: 12px }
  .type { fill: #68747d; font-size: 11px; letter-spacing: .04em }
  .label { fill: #fff; font-size: 13px; font-weight: 600; text-anchor: middle }
  .small { font-size: 12px; text-anchor: middle }
  .middle { text-anchor: middle }
  .line { fill: #fff; stroke: #d9dde0 }
  .has { fill: none; stroke: #2f7e8e; stroke-opacity: .28; stroke-width: 1.3 }
  .next { stroke: #2f7e8e; stroke-width: 2.6 }
  .arrow { fill: #2f7e8e }
  .said { fill: none; stroke-opacity: .62; stroke-width: 1.8 }
  .session { fill: #2f7e8e }
  .channel { fill: #4d5a66 }
  .event { fill: #e3f0f2; stroke: #2f7e8e; stroke-width: 1.6 }
  .plain { fill: none; stroke: #8b969e; stroke-width: 1.4 }
  .identity { fill: #fff; stroke-width: 1.8 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e4e9ed }
    .card { fill: #171c21; stroke: #323a42 }
    .soft, .type { fill: #9aa6af }
    .line, .identity { fill: #1f262c }
    .line { stroke: #38424a }
    .has { stroke: #5db3c3; stroke-opacity: .34 }
    .next { stroke: #5db3c3 }
    .arrow { fill: #5db3c3 }
    .event { fill: #1d3a41; stroke: #5db3c3 }
    .plain { stroke: #77838c }
  }
"""


def draw(chat: list[Event]) -> str:
    """Return the picture as SVG: channel and session, the chain of events with their texts, persons and their accounts."""
    heights = _heights(chat)
    middle = (heights[0] + heights[-1]) / 2
    bottom = heights[-1] + 52
    who = list(dict.fromkeys(str(event.speaker) for event in chat))
    people = {one: (middle + (place - (len(who) - 1) / 2) * 176, _COLOURS[place]) for place, one in enumerate(who)}
    names = {str(event.speaker): str(event.speaker_name) for event in chat}
    description = f"One session of {len(chat)} events in a chain, by {len(who)} persons, each with an account."
    subtitle = "Text is on the events. Vectors, full text and filters find them; edges give speaker, session and order."
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {bottom:.0f}" role="img" aria-labelledby="t d">',
        '<title id="t">The graph of the demo chat</title>',
        f'<desc id="d">{description}</desc>',
        f"<style>{_STYLE}</style>",
        f'<rect class="card" x=".5" y=".5" width="{_WIDTH - 1}" height="{bottom - 1:.0f}" rx="14"/>',
        f'<text class="title" x="30" y="44">{len(chat)} messages of a garden club, as nodes and edges</text>',
        f'<text class="soft" x="30" y="66">{subtitle}</text>',
    ]
    parts += _columns()
    parts += _edges(chat, heights, middle, people)
    parts += _conversation(chat[0].session, middle)
    day = None
    for event, y in zip(chat, heights, strict=True):
        if event.at.date() != day:
            day = event.at.date()
            parts.append(f'<text class="soft" x="{_EVENT_X + 64}" y="{y - 21}">{day.day} {day:%B}</text>')
        parts += _event(event, y)
    for one, (y, colour) in people.items():
        parts += _person(names[one], one, y, colour)
    return "\n".join([*parts, "</svg>", ""])


def _heights(chat: list[Event]) -> list[float]:
    """Return the height of each event; a new day adds a gap."""
    found: list[float] = []
    y = float(_TOP + 40)
    for before, event in zip([None, *chat], chat, strict=False):
        if before is not None:
            y += _ROW + (_DAY_GAP if before.at.date() != event.at.date() else 0)
        found.append(y)
    return found


def _columns() -> list[str]:
    heads = (
        (_CHANNEL_X, "Channel"),
        (_SESSION_X, "Session"),
        (_EVENT_X, "Event"),
        (_PERSON_X, "Person"),
        (_IDENTITY_X, "Identity"),
    )
    return [f'<text class="soft middle" x="{x}" y="{_TOP - 10}">{name}</text>' for x, name in heads]


def _edges(chat: list[Event], heights: list[float], middle: float, people: dict[str, tuple[float, str]]) -> list[str]:
    start = _SESSION_X + 50
    parts = [f'<path class="has" d="{_curve(start, middle, _EVENT_X - 12, y)}"/>' for y in heights]
    for event, y in zip(chat, heights, strict=True):
        end, colour = people[str(event.speaker)]
        parts.append(f'<path class="said" stroke="{colour}" d="{_curve(_TEXT_END, y, _PERSON_X - 36, end)}"/>')
    for above, below in itertools.pairwise(heights):
        parts.append(f'<line class="next" x1="{_EVENT_X}" y1="{above + 11:g}" x2="{_EVENT_X}" y2="{below - 18:g}"/>')
        tip = below - 12
        parts.append(f'<path class="arrow" d="M{_EVENT_X} {tip} l-5 -9 h10 z"/>')
    first = (heights[0] + heights[1]) / 2
    parts.append(f'<text class="type" x="{_EVENT_X + 10}" y="{first + 3:g}">NEXT</text>')
    parts.append(f'<text class="type middle" x="{_EVENT_X - 34}" y="{heights[0] - 8:g}">HAS</text>')
    parts.append(f'<text class="type middle" x="{_EVENT_X - 48}" y="{heights[-1] + 16:g}">HAS, LAST</text>')
    parts.append(f'<text class="type middle" x="{_TEXT_END + 36}" y="{heights[0] - 8:g}">SAID_BY</text>')
    return parts


def _conversation(session: str, y: float) -> list[str]:
    channel, _, chat = session.partition(":")
    start, end = _SESSION_X - 50, _CHANNEL_X + 38
    return [
        f'<line class="plain" x1="{start}" y1="{y}" x2="{end + 8}" y2="{y}"/>',
        f'<path d="M{end} {y} l9 -5 v10 z" fill="#8b969e"/>',
        f'<text class="type middle" x="{(start + end) / 2}" y="{y - 8}">IN</text>',
        f'<circle class="channel" cx="{_CHANNEL_X}" cy="{y}" r="36"/>',
        f'<text class="label" x="{_CHANNEL_X}" y="{y + 4}">{escape(channel)}</text>',
        f'<circle class="session" cx="{_SESSION_X}" cy="{y}" r="50"/>',
        f'<text class="label" x="{_SESSION_X}" y="{y + 4}">{escape(chat)}</text>',
    ]


def _event(event: Event, y: float) -> list[str]:
    words = shorten(event.text, _LONGEST, placeholder=" …")
    start = _EVENT_X + 48
    return [
        f'<circle class="event" cx="{_EVENT_X}" cy="{y}" r="11"/>',
        f'<rect class="line" x="{start}" y="{y - 15:g}" width="{_TEXT_END - start}" height="30" rx="15"/>',
        f'<text x="{start + 16}" y="{y + 5}">{escape(words)}</text>',
    ]


def _person(name: str, account: str, y: float, colour: str) -> list[str]:
    platform, _, number = account.partition(":")
    start, end = _IDENTITY_X - 36, _PERSON_X + 38
    return [
        f'<line class="plain" x1="{start}" y1="{y}" x2="{end + 8}" y2="{y}"/>',
        f'<path d="M{end} {y} l9 -5 v10 z" fill="#8b969e"/>',
        f'<text class="type middle" x="{(start + end) / 2}" y="{y - 44:g}">IDENTIFIES</text>',
        f'<circle cx="{_PERSON_X}" cy="{y}" r="36" fill="{colour}"/>',
        f'<text class="label" x="{_PERSON_X}" y="{y + 5}">{escape(name)}</text>',
        f'<circle class="identity" cx="{_IDENTITY_X}" cy="{y}" r="36" stroke="{colour}"/>',
        f'<text class="small" x="{_IDENTITY_X}" y="{y - 2}">{escape(platform)}</text>',
        f'<text class="small" x="{_IDENTITY_X}" y="{y + 13}">{escape(number)}</text>',
    ]


def _curve(x1: float, y1: float, x2: float, y2: float) -> str:
    bend = (x1 + x2) / 2
    return f"M{x1:g} {y1:g} C{bend:g} {y1:g} {bend:g} {y2:g} {x2:g} {y2:g}"


if __name__ == "__main__":
    PICTURE.write_text(draw(demo_events()), encoding="utf-8")
