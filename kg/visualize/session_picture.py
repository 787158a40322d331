"""The picture of a session: its messages as a chain, in a column for each speaker, with the mentioned entities."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from kg.errors import NotFound
from kg.graph import as_datetime
from kg.visualize.entity_picture import TYPE_KEYS
from kg.visualize.scene import Edge, Node, Scene, isolate_direction, shorten
from kg.visualize.viewer import Viewer

_MAX_TEXT_CHARS = 400
_COLUMN, _ROW = 246.0, 74.0
_BOX = 230.0, 58.0
_LINE_CHARS = 33
_MAX_COLUMNS = 4


def build_session_scene(viewer: Viewer, name: str, *, last: int) -> Scene:
    """Build the picture of the newest messages of a session, the oldest at the top.

    Raises:
        NotFound: the session has no visible messages.
    """
    rows = viewer.graph.run(
        "visualize/list_session_events",
        viewer.fragments(),
        session=name,
        last=last,
        max_chars=_MAX_TEXT_CHARS,
        **viewer.params(),
    )
    if not rows:
        raise NotFound(f"session {name!r} in scope {viewer.graph.scope!r}")
    rows = rows[::-1]
    visible = viewer.visible_names({each["id"]: each["name"] for row in rows for each in row["mentions"]})
    columns = _assign_columns([_speaker(row) for row in rows])
    nodes = [_caption_node(speaker, column) for speaker, column in columns.items()]
    ties: list[Edge] = []
    places: dict[str, list[float]] = {}
    things: dict[str, Mapping[str, Any]] = {}
    for number, row in enumerate(rows):
        event, speaker = row["event"], _speaker(row)
        at = columns[speaker] * _COLUMN, number * _ROW
        nodes.append(_message_node(row).moved_to(*at))
        since = as_datetime(event["at"])
        ties.append(Edge(f"speaker-{speaker}", event["id"], "said", "said", "said", since=since, quiet=True))
        if number:
            before = rows[number - 1]["event"]["id"]
            ties.append(Edge(before, event["id"], "next", "next", "next", arrow=True, since=since))
        for each in row["mentions"]:
            if each["id"] in visible:
                things.setdefault(each["id"], each)
                places.setdefault(each["id"], []).append(at[1])
                ties.append(Edge(event["id"], each["id"], "mentions", "mentions", "mentions", since=since))
    right = min(len(columns), _MAX_COLUMNS) * _COLUMN + 40.0
    nodes += _entity_nodes(things, places, right, visible)
    return Scene(
        "session",
        f"Session {isolate_direction(shorten(name, 60))}",
        viewer.graph.scope,
        viewer.at,
        nodes,
        ties,
        things="messages and entities",
        thing_keys=(("message", "message", "said"), ("tool", "tool", "said_agent"), ("agent", "agent", "said_agent"), *TYPE_KEYS),
        tie_keys=(("next", "then", "next"), ("mentions", "mentions", "mentions")),
    )  # fmt: skip


def _speaker(row: Any) -> str:
    event = row["event"]
    if event["role"] in {"assistant", "system", "tool"} and not row["person"]:
        return str(event["tool"] or event["role"])
    return str(event["speaker_name"] or event["speaker"] or "unknown")


def _assign_columns(speakers: Sequence[str]) -> dict[str, int]:
    """Return the column of each speaker, by first message; with more speakers than columns, speakers share columns."""
    return {speaker: index % _MAX_COLUMNS for index, speaker in enumerate(dict.fromkeys(speakers))}


def _caption_node(speaker: str, column: int) -> Node:
    # The captions of speakers who share a column overlap.
    node = Node(
        f"speaker-{speaker}", shorten(speaker), "caption", "", _BOX[0], 22.0, where="inside", rank=1e6, decor=True
    )
    return node.moved_to(column * _COLUMN, -_ROW * 0.8)


def _message_node(row: Any) -> Node:
    event, speaker = row["event"], _speaker(row)
    owner = bool(row["person"] and row["person"]["owner"])
    kind = "tool" if event["event_kind"] in {"tool_call", "tool_result"} else "message"
    kind = "agent" if kind == "message" and event["role"] in {"assistant", "system"} else kind
    at = as_datetime(event["at"])
    head = f"{isolate_direction(shorten(speaker, 20))} · {at:%d %b %H:%M}"
    lines = [
        ("who", shorten(speaker, 60)),
        ("when", f"{at:%Y-%m-%d %H:%M}"),
        ("text", shorten(event["text"] or "", 280)),
        *(("fact", shorten(text, 120)) for text in row["facts"]),
        *([("quarantined", "it is not used as evidence")] if event["quarantine"] else []),
        *([("warning", "it instructs the agent")] if event["instructs"] else []),
    ]
    return Node(
        event["id"],
        "\n".join(
            [
                head,
                *textwrap.wrap(
                    shorten(event["text"] or "", 4 * _LINE_CHARS), _LINE_CHARS, max_lines=2, placeholder="…"
                ),
            ]
        ),
        "said_agent" if kind != "message" else "said_owner" if owner else "said",
        kind,
        *_BOX,
        where="inside",
        rank=1e5,
        since=at,
        lines=tuple(lines),
        search=shorten(event["text"] or "", 120),
    )


def _entity_nodes(
    things: Mapping[str, Mapping[str, Any]],
    places: Mapping[str, Sequence[float]],
    right: float,
    visible: Mapping[str, str],
) -> list[Node]:
    """Return a node for each mentioned entity, next to its messages, in separate rows."""
    nodes: list[Node] = []
    step = 34.0
    order = sorted(things, key=lambda thing: (sum(places[thing]) / len(places[thing]), thing))
    at = -step
    for thing in order:
        each, rows = things[thing], places[thing]
        name = shorten(visible[thing])
        at = max(at + step, sum(rows) / len(rows))
        kind = "owner" if each["owner"] else each["type"]
        lines = (("is", kind), ("mentioned", f"in {len(rows):,} of these messages"))
        node = Node(thing, name, kind, kind, 20.0, 20.0, where="right", rank=float(len(rows)), lines=lines, search=name)
        nodes.append(node.moved_to(right, at))
    return nodes
