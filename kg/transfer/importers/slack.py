"""A workspace of Slack: the folder or zip of its export, with a folder of days for each channel."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kg.transfer.importers.items import Given, Item, Left, Told
from kg.transfer.importers.source_folder import Place

_DAY = re.compile(r"(?:.*/)?([^/]+)/\d{4}-\d\d-\d\d\.json")
# Slack writes < within a text as &lt;: none stands in what another one opened.
_MENTION = re.compile(r"<@(\w+)(?:\|([^<>]+))?>")
_LINK = re.compile(r"<(?:#\w+\|)?((?:https?|mailto):[^<|>]+)(?:\|([^<>]+))?>|<#\w+\|([^<>]+)>")
# Written by people, though Slack gives it a subtype.
_SAID = {None, "bot_message", "me_message", "thread_broadcast", "file_share", "file_comment"}


def recognise(place: Place) -> bool:
    """Days of channels, and the list of users or channels beside them."""
    if not place.folder or not (place.find("users.json") or place.find("channels.json")):
        return False
    return any(_DAY.fullmatch(name) for name in place.names())


def read(place: Place, given: Given) -> Iterator[Item]:
    """Every message of somebody, channel by channel, day by day; what is said in a thread has its first message as parent."""
    listed = place.json(name) if (name := place.find("users.json")) else None
    users = {str(each.get("id")): _called(each) for each in listed if isinstance(each, Mapping)} if listed else {}
    for name in place.names():
        found = _DAY.fullmatch(name)
        if not found:
            continue
        messages = place.json(name)
        if not isinstance(messages, list):
            yield Left(name, "no list of messages")
            continue
        for number, message in enumerate(messages, start=1):
            where = f"{name}, message {number}"
            text = _text(message, users)
            if message.get("type") != "message" or message.get("subtype") not in _SAID:
                yield Left(where, f"written by Slack: {message.get('subtype') or message.get('type')}")
            elif not text.strip():
                yield Left(where, "no text")
            else:
                yield Told(where, _event(message, found[1], text, users, given))


def _called(user: Mapping[str, Any]) -> str:
    profile = user.get("profile") or {}
    return str(profile.get("display_name") or user.get("real_name") or profile.get("real_name") or user.get("name"))


def _event(
    message: Mapping[str, Any], channel: str, text: str, users: Mapping[str, str], given: Given
) -> dict[str, Any]:
    who = str(message.get("user") or message.get("bot_id") or message.get("username") or "")
    stamp, thread = str(message.get("ts")), message.get("thread_ts")
    return {
        "id": f"slack:{channel}:{stamp}" if message.get("ts") else given.own_id("slack", channel, who, text),
        "text": text,
        "speaker": f"slack:{who}" if who else None,
        "speaker_name": users.get(who) or message.get("username") or None,
        "session": f"slack:{channel}",
        "at": given.time(stamp),
        "role": "assistant" if message.get("bot_id") else "user",
        "parent": f"slack:{channel}:{thread}" if thread and thread != stamp else None,
    }


def _text(message: Mapping[str, Any], users: Mapping[str, str]) -> str:
    told = _MENTION.sub(
        lambda found: "@" + (users.get(found[1]) or found[2] or found[1]), str(message.get("text") or "")
    )
    told = _LINK.sub(
        lambda found: f"#{found[3]}" if found[3] else f"{found[2]} ({found[1]})" if found[2] else found[1], told
    )
    for sign, letter in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        told = told.replace(sign, letter)
    files = [f"[{each.get('name') or each.get('title')}]" for each in message.get("files") or []]
    return "\n".join(part for part in [told, *files] if part)
