"""Import of a Slack workspace: the folder or archive of its export, with a folder of daily files for each channel."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kg.transfer.importers.items import EventItem, ImportContext, ImportItem, SkippedItem
from kg.transfer.importers.quotations import quote_to_end
from kg.transfer.importers.source_folder import ImportSource

_DAY = re.compile(r"(?:.*/)?([^/]+)/\d{4}-\d\d-\d\d\.json")
# Slack escapes < in text as &lt;, so that these patterns cannot be nested.
_MENTION = re.compile(r"<@(\w+)(?:\|([^<>]+))?>")
_LINK = re.compile(r"<(?:#\w+\|)?((?:https?|mailto):[^<|>]+)(?:\|([^<>]+))?>|<#\w+\|([^<>]+)>")
# Subtypes of messages that people write.
_MESSAGE_SUBTYPES = {None, "bot_message", "me_message", "thread_broadcast", "file_share", "file_comment"}


def recognise(source: ImportSource) -> bool:
    """Recognise daily files of channels next to a list of users or channels."""
    if not source.is_folder or not (source.find_file("users.json") or source.find_file("channels.json")):
        return False
    return any(_DAY.fullmatch(name) for name in source.file_names())


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read all messages by channel and day; a message in a thread has the first message as parent."""
    listed = source.read_json(name) if (name := source.find_file("users.json")) else None
    users = {str(each.get("id")): _user_name(each) for each in listed if isinstance(each, Mapping)} if listed else {}
    for name in source.file_names():
        match = _DAY.fullmatch(name)
        if not match:
            continue
        messages = source.read_json(name)
        if not isinstance(messages, list):
            yield SkippedItem(name, "no list of messages")
            continue
        for number, message in enumerate(messages, start=1):
            where = f"{name}, message {number}"
            text = _text(message, users)
            if message.get("type") != "message" or message.get("subtype") not in _MESSAGE_SUBTYPES:
                yield SkippedItem(where, f"system message of Slack: {message.get('subtype') or message.get('type')}")
            elif not text.strip():
                yield SkippedItem(where, "no text")
            else:
                yield EventItem(where, _event(message, match[1], text, users, context))


def _user_name(user: Mapping[str, Any]) -> str:
    profile = user.get("profile") or {}
    return str(profile.get("display_name") or user.get("real_name") or profile.get("real_name") or user.get("name"))


def _event(
    message: Mapping[str, Any], channel: str, text: str, users: Mapping[str, str], context: ImportContext
) -> dict[str, Any]:
    speaker = str(message.get("user") or message.get("bot_id") or message.get("username") or "")
    stamp, thread = str(message.get("ts")), message.get("thread_ts")
    return {
        "id": f"slack:{channel}:{stamp}" if message.get("ts") else context.make_id("slack", channel, speaker, text),
        "text": text,
        "speaker": f"slack:{speaker}" if speaker else None,
        "speaker_name": users.get(speaker) or message.get("username") or None,
        "session": f"slack:{channel}",
        "at": context.parse_time(stamp),
        "role": "assistant" if message.get("bot_id") else "user",
        "parent": f"slack:{channel}:{thread}" if thread and thread != stamp else None,
    }


def _text(message: Mapping[str, Any], users: Mapping[str, str]) -> str:
    text = _MENTION.sub(
        lambda match: "@" + (users.get(match[1]) or match[2] or match[1]), str(message.get("text") or "")
    )
    text = _LINK.sub(
        lambda match: f"#{match[3]}" if match[3] else f"{match[2]} ({match[1]})" if match[2] else match[1], text
    )
    for sign, letter in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        text = text.replace(sign, letter)
    files = [f"[{each.get('name') or each.get('title')}]" for each in message.get("files") or []]
    return "\n".join(part for part in [quote_to_end(text), *files] if part)
