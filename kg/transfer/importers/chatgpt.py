"""Import of ChatGPT conversations: `conversations.json`, as a file, in a folder or in the exported archive."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kg.transfer.importers.items import EventItem, ImportContext, ImportItem, SkippedItem
from kg.transfer.importers.source_folder import ImportSource

_FILE = "conversations.json"
_ROLES = {"user": "user", "assistant": "assistant", "tool": "tool", "system": "system"}


def recognise(source: ImportSource) -> bool:
    """Recognise a list of conversations, each a tree of messages."""
    conversations = _conversations(source)
    return (
        isinstance(conversations, list)
        and bool(conversations)
        and isinstance(conversations[0], dict)
        and "mapping" in conversations[0]
    )


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read all messages of all branches, including those of edited and repeated prompts."""
    for number, conversation in enumerate(_conversations(source)):
        where = f"conversation {number + 1}"
        name = str(conversation.get("conversation_id") or conversation.get("id") or number + 1)
        nodes = conversation.get("mapping")
        if not isinstance(nodes, Mapping):
            yield SkippedItem(where, "no messages")
            continue
        for node in nodes.values():
            message = node.get("message") if isinstance(node, Mapping) else None
            if message:
                yield _parse_message(
                    message, name, conversation.get("title"), f"{where}, message {message.get('id')}", context
                )


def _conversations(source: ImportSource) -> Any:
    if source.is_folder:
        name = source.find_file(_FILE)
        return source.read_json(name) if name else None
    return source.read_json() if source.path.suffix.lower() == ".json" else None


def _parse_message(
    message: Mapping[str, Any], conversation: str, title: object, where: str, context: ImportContext
) -> ImportItem:
    author = message.get("author") or {}
    role = str(author.get("role"))
    text = _text(message.get("content") or {})
    if role not in _ROLES:
        return SkippedItem(where, f"unknown author: the role is {role!r}")
    if not text.strip():
        return SkippedItem(where, "no text")
    if (message.get("metadata") or {}).get("is_visually_hidden_from_conversation"):
        return SkippedItem(where, "hidden from the conversation")
    tool = str(author["name"]) if role == "tool" and author.get("name") else None
    event = {
        "id": f"chatgpt:{message['id']}" if message.get("id") else context.make_id("chatgpt", conversation, role, text),
        "text": text,
        "speaker": None if role in ("system", "tool") else f"chatgpt:{role}",
        "session": f"chatgpt:{conversation}",
        "at": context.parse_time(message.get("create_time")),
        "role": _ROLES[role],
        "kind": "tool_result" if role == "tool" else "message",
        "direction": "inbound" if role == "user" else "outbound",
        "tool": tool,
        "metadata": {"title": str(title)} if title else None,
    }
    return EventItem(where, event)


def _text(content: Mapping[str, Any]) -> str:
    """Return the text of a message in any of its forms; for a part without text, its type in brackets."""
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
