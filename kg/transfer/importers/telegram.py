"""Chats of Telegram: `result.json`, of one chat or of all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kg.transfer.importers.items import Given, Item, Left, Told
from kg.transfer.importers.source_folder import Place


def recognise(place: Place) -> bool:
    """One chat with its messages, or an account with its chats."""
    found = place.json() if not place.folder and place.path.suffix.lower() == ".json" else None
    if not isinstance(found, dict):
        return False
    one = isinstance(found.get("messages"), list) and "id" in found and "type" in found and "guild" not in found
    many = isinstance(found.get("chats"), dict) and isinstance(found["chats"].get("list"), list)
    return one or many


def read(place: Place, given: Given) -> Iterator[Item]:
    """Every message that somebody wrote; of what is no text, what it is."""
    found = place.json()
    for chat in found["chats"]["list"] if "chats" in found else [found]:
        name = f"chat {chat.get('name') or chat.get('id')}"
        for message in chat.get("messages") or []:
            where = f"{name}, message {message.get('id')}"
            text = _text(message)
            if message.get("type") != "message":
                yield Left(where, f"written by Telegram: {message.get('action') or message.get('type')}")
            elif not text.strip():
                yield Left(where, "no text")
            else:
                yield Told(where, _event(message, chat, text, given))


def _event(message: Mapping[str, Any], chat: Mapping[str, Any], text: str, given: Given) -> dict[str, Any]:
    talk = chat.get("id")
    # `user123456` is an account, as `telegram:123456` elsewhere.
    who = str(message.get("from_id") or message.get("from") or "").removeprefix("user")
    reply = message.get("reply_to_message_id")
    return {
        "id": f"telegram:{talk}:{message.get('id')}",
        "text": text,
        "speaker": f"telegram:{who}" if who else None,
        "speaker_name": message.get("from") or None,
        "session": f"telegram:{talk}",
        # The second is exact wherever the chat was exported; the written time is that machine's.
        "at": given.time(message.get("date_unixtime")) or given.time(message.get("date")),
        "parent": f"telegram:{talk}:{reply}" if reply else None,
        "metadata": {"title": str(chat["name"])} if chat.get("name") else None,
    }


def _text(message: Mapping[str, Any]) -> str:
    told = message.get("text") or ""
    if isinstance(told, list):
        told = "".join(each if isinstance(each, str) else str(each.get("text", "")) for each in told)
    emoji = message.get("sticker_emoji")
    kind = message.get("media_type") or next(
        (name for name in ("photo", "file", "poll", "location_information") if message.get(name)), None
    )
    shown = f"[{kind}{f' {emoji}' if emoji else ''}]" if kind else ""
    return "\n".join(part for part in (str(told), shown) if part)
