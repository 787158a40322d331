"""Import of Discord channels, in the JSON format of DiscordChatExporter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kg.transfer.importers.items import EventItem, ImportContext, ImportItem, SkippedItem
from kg.transfer.importers.quotations import quote_lines, quote_to_end
from kg.transfer.importers.source_folder import ImportSource

_MESSAGE_TYPES = {"Default", "Reply"}


def recognise(source: ImportSource) -> bool:
    """Recognise an object with a guild, a channel and messages."""
    export = source.read_json() if not source.is_folder and source.path.suffix.lower() == ".json" else None
    return isinstance(export, dict) and {"guild", "channel", "messages"} <= export.keys()


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read all messages of users, with the names of their attachments."""
    export = source.read_json()
    channel = export["channel"]
    session = f"discord:{channel.get('id') or channel.get('name')}"
    title = " / ".join(str(each) for each in (export["guild"].get("name"), channel.get("name")) if each)
    for message in export["messages"]:
        where = f"message {message.get('id')}"
        text = _text(message)
        if message.get("type", "Default") not in _MESSAGE_TYPES:
            yield SkippedItem(where, f"system message of Discord: {message['type']}")
        elif not text.strip():
            yield SkippedItem(where, "no text")
        else:
            yield EventItem(where, _event(message, session, title, text, context))


def _event(message: Mapping[str, Any], session: str, title: str, text: str, context: ImportContext) -> dict[str, Any]:
    author = message.get("author") or {}
    author_id = author.get("id") or author.get("name")
    reply = (message.get("reference") or {}).get("messageId")
    return {
        "id": f"discord:{message['id']}" if message.get("id") else context.make_id("discord", session, author_id, text),
        "text": text,
        "speaker": f"discord:{author_id}" if author_id else None,
        "speaker_name": author.get("nickname") or author.get("name"),
        "session": session,
        "at": context.parse_time(message.get("timestamp")),
        "role": "assistant" if author.get("isBot") else "user",
        "parent": f"discord:{reply}" if reply else None,
        "metadata": {"title": title} if title else None,
    }


def _text(message: Mapping[str, Any]) -> str:
    attached = [f"[{each.get('fileName')}]" for each in message.get("attachments") or [] if each.get("fileName")]
    embedded = [
        # The preview of a link or of another's post.
        quote_lines("\n".join(str(each[name]) for name in ("title", "description") if each.get(name)))
        for each in message.get("embeds") or []
    ]
    return "\n".join(part for part in [quote_to_end(str(message.get("content") or "")), *embedded, *attached] if part)
