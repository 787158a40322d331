"""The picture of a conversation: its messages as a chain, each in the column of who said it, with what they mention."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from kg.errors import NotFound
from kg.graph.driver_values import as_datetime
from kg.visualize.entity_picture import TYPE_KEYS
from kg.visualize.scene import Node, Scene, Tie, isolated, shown
from kg.visualize.viewer import Look

_LONGEST = 400
_COLUMN, _ROW = 246.0, 74.0
_BOX = 230.0, 58.0
_LETTERS = 33
_COLUMNS = 4


def session(look: Look, name: str, *, last: int) -> Scene:
    """The newest messages of a session as a chain, oldest above.

    Raises:
        NotFound: the session has no messages that may be seen.
    """
    rows = look.graph.run(
        "visualize/session", look.fragments(), session=name, last=last, longest=_LONGEST, **look.params()
    )
    if not rows:
        raise NotFound(f"session {name!r} in scope {look.graph.scope!r}")
    rows = rows[::-1]
    seen = look.named({each["id"]: each["name"] for row in rows for each in row["mentions"]})
    columns = _columns([_speaker(row) for row in rows])
    nodes = [_head(speaker, column) for speaker, column in columns.items()]
    ties: list[Tie] = []
    places: dict[str, list[float]] = {}
    things: dict[str, Mapping[str, Any]] = {}
    for number, row in enumerate(rows):
        event, speaker = row["event"], _speaker(row)
        at = columns[speaker] * _COLUMN, number * _ROW
        nodes.append(_message(row).at(*at))
        since = as_datetime(event["at"])
        ties.append(Tie(f"speaker-{speaker}", event["id"], "said", "said", "said", since=since, quiet=True))
        if number:
            before = rows[number - 1]["event"]["id"]
            ties.append(Tie(before, event["id"], "next", "next", "next", arrow=True, since=since))
        for each in row["mentions"]:
            if each["id"] in seen:
                things.setdefault(each["id"], each)
                places.setdefault(each["id"], []).append(at[1])
                ties.append(Tie(event["id"], each["id"], "mentions", "mentions", "mentions", since=since))
    right = min(len(columns), _COLUMNS) * _COLUMN + 40.0
    nodes += _mentioned(things, places, right, seen)
    return Scene(
        "session",
        f"The conversation {isolated(shown(name, 60))}",
        look.graph.scope,
        look.at,
        nodes,
        ties,
        things="messages and things",
        thing_keys=(("message", "message", "said"), ("tool", "tool", "said_agent"), ("agent", "agent", "said_agent"), *TYPE_KEYS),
        tie_keys=(("next", "then", "next"), ("mentions", "mentions", "mentions")),
    )  # fmt: skip


def _speaker(row: Any) -> str:
    event = row["event"]
    if event["role"] in {"assistant", "system", "tool"} and not row["person"]:
        return str(event["tool"] or event["role"])
    return str(event["speaker_name"] or event["speaker"] or "somebody")


def _columns(speakers: Sequence[str]) -> dict[str, int]:
    """Each speaker's column, in the order in which they begin; where there are too many, they share them in turn."""
    return {speaker: place % _COLUMNS for place, speaker in enumerate(dict.fromkeys(speakers))}


def _head(speaker: str, column: int) -> Node:
    # Those who share a column stand on top of each other.
    node = Node(
        f"speaker-{speaker}", shown(speaker), "caption", "", _BOX[0], 22.0, where="inside", rank=1e6, decor=True
    )
    return node.at(column * _COLUMN, -_ROW * 0.8)


def _message(row: Any) -> Node:
    event, speaker = row["event"], _speaker(row)
    owner = bool(row["person"] and row["person"]["owner"])
    kind = "tool" if event["event_kind"] in {"tool_call", "tool_result"} else "message"
    kind = "agent" if kind == "message" and event["role"] in {"assistant", "system"} else kind
    at = as_datetime(event["at"])
    head = f"{isolated(shown(speaker, 20))} · {at:%d %b %H:%M}"
    lines = [
        ("who", shown(speaker, 60)),
        ("when", f"{at:%Y-%m-%d %H:%M}"),
        ("text", shown(event["text"] or "", 280)),
        *(("fact", shown(text, 120)) for text in row["facts"]),
        *([("set aside", "what it says does not count")] if event["quarantine"] else []),
        *([("beware", "it tells the agent what to do")] if event["instructs"] else []),
    ]
    return Node(
        event["id"],
        "\n".join(
            [head, *textwrap.wrap(shown(event["text"] or "", 4 * _LETTERS), _LETTERS, max_lines=2, placeholder="…")]
        ),
        "said_agent" if kind != "message" else "said_owner" if owner else "said",
        kind,
        *_BOX,
        where="inside",
        rank=1e5,
        since=at,
        lines=tuple(lines),
        search=shown(event["text"] or "", 120),
    )


def _mentioned(
    things: Mapping[str, Mapping[str, Any]],
    places: Mapping[str, Sequence[float]],
    right: float,
    seen: Mapping[str, str],
) -> list[Node]:
    """What is mentioned, beside where it is, each in a row of its own."""
    nodes: list[Node] = []
    step = 34.0
    order = sorted(things, key=lambda thing: (sum(places[thing]) / len(places[thing]), thing))
    at = -step
    for thing in order:
        each, rows = things[thing], places[thing]
        name = shown(seen[thing])
        at = max(at + step, sum(rows) / len(rows))
        kind = "owner" if each["owner"] else each["type"]
        lines = (("is", kind), ("mentioned", f"in {len(rows):,} of these messages"))
        node = Node(thing, name, kind, kind, 20.0, 20.0, where="right", rank=float(len(rows)), lines=lines, search=name)
        nodes.append(node.at(right, at))
    return nodes
