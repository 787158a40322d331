"""Channels of Discord, as DiscordChatExporter writes them in JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kg.transfer.importers.items import Given, Item, Left, Told
from kg.transfer.importers.source_folder import Place

_SAID = {"Default", "Reply"}


def recognise(place: Place) -> bool:
    """An object with a guild, a channel and messages."""
    found = place.json() if not place.folder and place.path.suffix.lower() == ".json" else None
    return isinstance(found, dict) and {"guild", "channel", "messages"} <= found.keys()


def read(place: Place, given: Given) -> Iterator[Item]:
    """Every message that somebody wrote, with the names of what was attached."""
    found = place.json()
    channel = found["channel"]
    session = f"discord:{channel.get('id') or channel.get('name')}"
    title = " / ".join(str(each) for each in (found["guild"].get("name"), channel.get("name")) if each)
    for message in found["messages"]:
        where = f"message {message.get('id')}"
        text = _text(message)
        if message.get("type", "Default") not in _SAID:
            yield Left(where, f"written by Discord: {message['type']}")
        elif not text.strip():
            yield Left(where, "no text")
        else:
            yield Told(where, _event(message, session, title, text, given))


def _event(message: Mapping[str, Any], session: str, title: str, text: str, given: Given) -> dict[str, Any]:
    author = message.get("author") or {}
    who = author.get("id") or author.get("name")
    reply = (message.get("reference") or {}).get("messageId")
    return {
        "id": f"discord:{message['id']}" if message.get("id") else given.own_id("discord", session, who, text),
        "text": text,
        "speaker": f"discord:{who}" if who else None,
        "speaker_name": author.get("nickname") or author.get("name"),
        "session": session,
        "at": given.time(message.get("timestamp")),
        "role": "assistant" if author.get("isBot") else "user",
        "parent": f"discord:{reply}" if reply else None,
        "metadata": {"title": title} if title else None,
    }


def _text(message: Mapping[str, Any]) -> str:
    attached = [f"[{each.get('fileName')}]" for each in message.get("attachments") or [] if each.get("fileName")]
    embedded = [
        "\n".join(str(each[name]) for name in ("title", "description") if each.get(name))
        for each in message.get("embeds") or []
    ]
    return "\n".join(part for part in [str(message.get("content") or ""), *embedded, *attached] if part)
