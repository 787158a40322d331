"""Conversations of ChatGPT: `conversations.json`, alone, in a folder or in the zip that is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kg.transfer.importers.items import Given, Item, Left, Told
from kg.transfer.importers.source_folder import Place

_FILE = "conversations.json"
_ROLES = {"user": "user", "assistant": "assistant", "tool": "tool", "system": "system"}


def recognise(place: Place) -> bool:
    """A list of conversations, each a tree of messages."""
    found = _conversations(place)
    return isinstance(found, list) and bool(found) and isinstance(found[0], dict) and "mapping" in found[0]


def read(place: Place, given: Given) -> Iterator[Item]:
    """Every message that was said, of every branch: what was asked anew is part of what was said."""
    for number, talk in enumerate(_conversations(place)):
        where = f"conversation {number + 1}"
        name = str(talk.get("conversation_id") or talk.get("id") or number + 1)
        nodes = talk.get("mapping")
        if not isinstance(nodes, Mapping):
            yield Left(where, "no messages")
            continue
        for node in nodes.values():
            message = node.get("message") if isinstance(node, Mapping) else None
            if message:
                yield _said(message, name, talk.get("title"), f"{where}, message {message.get('id')}", given)


def _conversations(place: Place) -> Any:
    if place.folder:
        name = place.find(_FILE)
        return place.json(name) if name else None
    return place.json() if place.path.suffix.lower() == ".json" else None


def _said(message: Mapping[str, Any], talk: str, title: object, where: str, given: Given) -> Item:
    author = message.get("author") or {}
    role = str(author.get("role"))
    text = _text(message.get("content") or {})
    if role not in _ROLES:
        return Left(where, f"nobody's: the role is {role!r}")
    if not text.strip():
        return Left(where, "no text")
    if (message.get("metadata") or {}).get("is_visually_hidden_from_conversation"):
        return Left(where, "hidden from the conversation")
    tool = str(author["name"]) if role == "tool" and author.get("name") else None
    event = {
        "id": f"chatgpt:{message['id']}" if message.get("id") else given.own_id("chatgpt", talk, role, text),
        "text": text,
        "speaker": None if role in ("system", "tool") else f"chatgpt:{role}",
        "session": f"chatgpt:{talk}",
        "at": given.time(message.get("create_time")),
        "role": _ROLES[role],
        "kind": "tool_result" if role == "tool" else "message",
        "direction": "inbound" if role == "user" else "outbound",
        "tool": tool,
        "metadata": {"title": str(title)} if title else None,
    }
    return Told(where, event)


def _text(content: Mapping[str, Any]) -> str:
    """What a message says, in whatever of its forms; of what is no text, what it is."""
    parts = content.get("parts")
    if isinstance(parts, list):
        return "\n".join(part if isinstance(part, str) else _other(part) for part in parts if part)
    for name in ("text", "result", "content"):
        if isinstance(content.get(name), str):
            return str(content[name])
    thoughts = content.get("thoughts")
    if isinstance(thoughts, list):
        return "\n".join(str(each.get("content", "")) for each in thoughts if isinstance(each, Mapping))
    return ""


def _other(part: Any) -> str:
    if not isinstance(part, Mapping):
        return str(part)
    if isinstance(part.get("text"), str):
        return str(part["text"])
    kind = part.get("content_type")
    return f"[{kind}]" if kind else json.dumps(part, ensure_ascii=False)
