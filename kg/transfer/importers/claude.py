"""Conversations of Claude: `conversations.json`, alone, in a folder or in the zip that is sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kg.transfer.importers.items import Given, Item, Left, Told
from kg.transfer.importers.source_folder import Place

_FILE = "conversations.json"
_ROLES = {"human": "user", "assistant": "assistant"}


def recognise(place: Place) -> bool:
    """A list of conversations, each a list of messages."""
    found = _conversations(place)
    return isinstance(found, list) and bool(found) and isinstance(found[0], dict) and "chat_messages" in found[0]


def read(place: Place, given: Given) -> Iterator[Item]:
    """Every message, with the text of what was attached to it."""
    for number, talk in enumerate(_conversations(place)):
        where = f"conversation {number + 1}"
        name = str(talk.get("uuid") or number + 1)
        messages = talk.get("chat_messages")
        if not isinstance(messages, list):
            yield Left(where, "no messages")
            continue
        for message in messages:
            told = f"{where}, message {message.get('uuid')}"
            role, text = _ROLES.get(str(message.get("sender"))), _text(message)
            if role is None:
                yield Left(told, f"nobody's: the sender is {message.get('sender')!r}")
            elif not text.strip():
                yield Left(told, "no text")
            else:
                yield Told(told, _event(message, name, talk.get("name"), role, text, given))


def _conversations(place: Place) -> Any:
    if place.folder:
        name = place.find(_FILE)
        return place.json(name) if name else None
    return place.json() if place.path.suffix.lower() == ".json" else None


def _event(message: Mapping[str, Any], talk: str, title: object, role: str, text: str, given: Given) -> dict[str, Any]:
    return {
        "id": f"claude:{message['uuid']}" if message.get("uuid") else given.own_id("claude", talk, role, text),
        "text": text,
        "speaker": f"claude:{role}",
        "session": f"claude:{talk}",
        "at": given.time(message.get("created_at")),
        "role": role,
        "direction": "inbound" if role == "user" else "outbound",
        "metadata": {"title": str(title)} if title else None,
    }


def _text(message: Mapping[str, Any]) -> str:
    content = message.get("content")
    blocks = content if isinstance(content, list) else []
    said = [str(each["text"]) for each in blocks if isinstance(each, Mapping) and isinstance(each.get("text"), str)]
    # Old exports have the text alone; in new ones it repeats the blocks.
    parts = said or [str(message.get("text") or "")]
    for each in message.get("attachments") or []:
        if isinstance(each, Mapping) and each.get("extracted_content"):
            parts.append(f"[{each.get('file_name') or 'attachment'}]\n{each['extracted_content']}")
    parts += [f"[{each.get('file_name')}]" for each in message.get("files") or [] if each.get("file_name")]
    return "\n".join(part for part in parts if part)
