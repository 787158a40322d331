"""The picture of a session: its messages from top to bottom, with the facts that they support and the entities that they name."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.errors import NotFound
from kg.graph import as_datetime
from kg.visualize.drawn_facts import FACT_KEYS
from kg.visualize.entity_picture import TYPE_KEYS
from kg.visualize.label_text import isolate_direction, shorten
from kg.visualize.scene import Edge, Node, Scene
from kg.visualize.viewer import Viewer

_MAX_TEXT_CHARS = 1_200
_LINE_CHARS, _MAX_LINES, _LINE_HEIGHT = 58, 4, 15.0
_MESSAGE_WIDTH, _FACT_X, _FACT_WIDTH, _GAP = 400.0, 450.0, 340.0, 12.0
_FACT_CHARS, _FACT_HEIGHT, _FACT_ROW = 50, 22.0, 27.0
_ENTITY_ROW = 30.0
MESSAGE_KEYS = (
    ("message", "message", "said"),
    ("owner_message", "message of an owner", "said_owner"),
    ("agent", "agent", "said_agent"),
    ("tool", "tool", "said_agent"),
)
"""The legend of messages."""


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
        owners=sorted(viewer.owners),
        **viewer.params(),
    )
    if not rows:
        raise NotFound(f"session {name!r} in scope {viewer.graph.scope!r}")
    rows = rows[::-1]
    visible = viewer.visible_names({each["id"]: each["name"] for row in rows for each in row["mentions"]})
    nodes: list[Node] = []
    ties: list[Edge] = []
    facts: dict[str, Node] = {}
    things: dict[str, Mapping[str, Any]] = {}
    places: dict[str, list[float]] = {}
    top = 0.0
    for number, row in enumerate(rows):
        event, since = row["event"], as_datetime(row["event"]["at"])
        message = _message_node(row)
        new = [fact for fact in row["facts"] if fact["id"] not in facts]
        height = max(message.height, _FACT_ROW * len(new))
        nodes.append(message.moved_to(_MESSAGE_WIDTH / 2, top + message.height / 2))
        if number:
            before = rows[number - 1]["event"]["id"]
            ties.append(Edge(before, event["id"], "next", "next", "next", arrow=True, since=since))
        for place, fact in enumerate(new):
            facts[fact["id"]] = replace(_fact_node(fact), since=since).moved_to(
                _FACT_X + _FACT_WIDTH / 2, top + _FACT_ROW * (place + 0.5)
            )
        ties += [
            Edge(event["id"], fact["id"], fact["status"], "supports", "supports", since=since, quiet=fact not in new)
            for fact in row["facts"]
        ]
        for each in row["mentions"]:
            if each["id"] in visible:
                things.setdefault(each["id"], each)
                places.setdefault(each["id"], []).append(top + message.height / 2)
                ties.append(Edge(event["id"], each["id"], "mentions", "mentions", "mentions", since=since, quiet=True))
        top += height + _GAP
    nodes += [*facts.values(), *_entity_nodes(things, places, visible)]
    return Scene(
        "session",
        f"Session {isolate_direction(shorten(name, 60))}",
        viewer.graph.scope,
        viewer.at,
        nodes,
        ties,
        note=f"the newest {last:,} messages" if len(rows) == last else "",
        things="messages, facts and entities",
        thing_keys=(*MESSAGE_KEYS, *FACT_KEYS, *TYPE_KEYS),
        tie_keys=(("next", "then", "next"), ("mentions", "mentions", "mentions")),
    )


def _speaker(row: Any) -> str:
    event = row["event"]
    if event["role"] in {"assistant", "system", "tool"} and not row["person"]:
        return str(event["tool"] or event["role"])
    return str(event["speaker_name"] or event["speaker"] or "unknown")


def _message_kind(row: Any) -> str:
    event = row["event"]
    if event["event_kind"] in {"tool_call", "tool_result"}:
        return "tool"
    if event["role"] in {"assistant", "system"}:
        return "agent"
    return "owner_message" if row["person"] and row["person"]["owner"] else "message"


def _message_node(row: Any) -> Node:
    event, speaker, kind = row["event"], _speaker(row), _message_kind(row)
    at = as_datetime(event["at"])
    tone = {"message": "said", "owner_message": "said_owner"}.get(kind, "said_agent")
    head = f"{isolate_direction(shorten(speaker, 24))} · {at:%d %b %H:%M}"
    text = shorten(event["text"] or "", _MAX_TEXT_CHARS)
    body = textwrap.wrap(text, _LINE_CHARS, max_lines=_MAX_LINES, placeholder="…")
    lines = [
        ("who", shorten(speaker, 60)),
        ("when", f"{at:%Y-%m-%d %H:%M}"),
        ("text", text),
        *(("fact", shorten(fact["text"], 120)) for fact in row["facts"]),
        *([("quarantined", "it is not used as evidence")] if event["quarantine"] else []),
        *([("warning", "it instructs the agent")] if event["instructs"] else []),
    ]
    return Node(
        event["id"],
        "\n".join([head, *body]),
        tone,
        kind,
        _MESSAGE_WIDTH,
        (1 + len(body)) * _LINE_HEIGHT + 12,
        where="inside",
        rank=1e5,
        since=at,
        lines=tuple(lines),
        search=shorten(event["text"] or "", 160),
        record=event["id"],
    )


def _fact_node(fact: Mapping[str, Any]) -> Node:
    text = shorten(fact["text"], _FACT_CHARS)
    lines = (("fact", shorten(fact["text"], 200)), ("status", fact["status"]), ("worth", f"{fact['worth']:.2f}"))
    return Node(
        fact["id"],
        text,
        fact["status"],
        fact["status"],
        _FACT_WIDTH,
        _FACT_HEIGHT,
        where="inside",
        rank=fact["worth"],
        lines=lines,
        search=shorten(fact["text"], 160),
        record=fact["id"],
    )


def _entity_nodes(
    things: Mapping[str, Mapping[str, Any]], places: Mapping[str, Sequence[float]], visible: Mapping[str, str]
) -> list[Node]:
    """Return a node for each entity that is named, next to the first message that names it, in separate rows."""
    nodes: list[Node] = []
    left = _FACT_X + _FACT_WIDTH + 40.0
    at = float("-inf")
    for thing in sorted(things, key=lambda each: (places[each][0], each)):
        each, rows = things[thing], places[thing]
        name = shorten(visible[thing])
        at = max(at + _ENTITY_ROW, rows[0])
        kind = "owner" if each["owner"] else each["type"]
        lines = (("is", kind), ("mentioned", f"in {len(rows):,} of these messages"))
        node = Node(
            thing,
            name,
            kind,
            kind,
            18.0,
            18.0,
            where="right",
            rank=float(len(rows)),
            lines=lines,
            search=name,
            record=thing,
        )
        nodes.append(node.moved_to(left, at))
    return nodes
