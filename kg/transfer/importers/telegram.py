"""Import of Telegram chats: `result.json`, of one chat or of a whole account."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kg.transfer.importers.items import EventItem, ImportContext, ImportItem, SkippedItem
from kg.transfer.importers.quotations import quote_lines
from kg.transfer.importers.source_folder import ImportSource


def recognise(source: ImportSource) -> bool:
    """Recognise a chat with its messages, or an account with its chats."""
    export = source.read_json() if not source.is_folder and source.path.suffix.lower() == ".json" else None
    if not isinstance(export, dict):
        return False
    one = isinstance(export.get("messages"), list) and "id" in export and "type" in export and "guild" not in export
    many = isinstance(export.get("chats"), dict) and isinstance(export["chats"].get("list"), list)
    return one or many


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read all messages of users; for a message without text, its type in brackets."""
    export = source.read_json()
    for chat in export["chats"]["list"] if "chats" in export else [export]:
        name = f"chat {chat.get('name') or chat.get('id')}"
        for message in chat.get("messages") or []:
            where = f"{name}, message {message.get('id')}"
            text = _text(message)
            if message.get("type") != "message":
                yield SkippedItem(where, f"system message of Telegram: {message.get('action') or message.get('type')}")
            elif not text.strip():
                yield SkippedItem(where, "no text")
            else:
                yield EventItem(where, _event(message, chat, text, context))


def _event(message: Mapping[str, Any], chat: Mapping[str, Any], text: str, context: ImportContext) -> dict[str, Any]:
    chat_id = chat.get("id")
    # `user123456` is the account that is `telegram:123456` elsewhere.
    sender = str(message.get("from_id") or message.get("from") or "").removeprefix("user")
    reply = message.get("reply_to_message_id")
    return {
        "id": f"telegram:{chat_id}:{message.get('id')}",
        "text": text,
        "speaker": f"telegram:{sender}" if sender else None,
        "speaker_name": message.get("from") or None,
        "session": f"telegram:{chat_id}",
        # `date_unixtime` is exact; `date` is in the time zone of the machine that exported the chat.
        "at": context.parse_time(message.get("date_unixtime")) or context.parse_time(message.get("date")),
        "parent": f"telegram:{chat_id}:{reply}" if reply else None,
        "metadata": {"title": str(chat["name"])} if chat.get("name") else None,
    }


def _text(message: Mapping[str, Any]) -> str:
    """Return what a message says: text of others after who wrote it, block quotations behind ">", code between backticks."""
    content = message.get("text") or ""
    if isinstance(content, list):
        content = "".join(map(_part, content)).rstrip()
    # The text of an inline bot was chosen by the sender, and not written.
    if {"forwarded_from", "forwarded_from_id", "saved_from", "via_bot"} & message.keys():
        source = message.get("forwarded_from") or message.get("saved_from") or message.get("via_bot") or "someone"
        content = f"[Forwarded from {' '.join(str(source).split())}]\n{content}" if str(content).strip() else content
    emoji = message.get("sticker_emoji")
    kind = message.get("media_type") or next(
        (name for name in ("photo", "file", "poll", "location_information") if message.get(name)), None
    )
    attachment = f"[{kind}{f' {emoji}' if emoji else ''}]" if kind else ""
    return "\n".join(part for part in (str(content), attachment) if part)


def _part(part: object) -> str:
    if not isinstance(part, Mapping):
        return str(part)
    text, kind = str(part.get("text", "")), part.get("type")
    if kind in {"blockquote", "expandable_blockquote"}:
        return f"\n{quote_lines(text)}\n"
    if kind == "pre":
        return f"\n```\n{text}\n```\n"
    return f"`{text}`" if kind == "code" else text
