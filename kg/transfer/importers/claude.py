"""Import of Claude conversations: `conversations.json`, as a file, in a folder or in the exported archive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kg.transfer.importers.items import EventItem, ImportContext, ImportItem, SkippedItem
from kg.transfer.importers.source_folder import ImportSource

_FILE = "conversations.json"
_ROLES = {"human": "user", "assistant": "assistant"}


def recognise(source: ImportSource) -> bool:
    """Recognise a list of conversations, each a list of messages."""
    conversations = _conversations(source)
    return (
        isinstance(conversations, list)
        and bool(conversations)
        and isinstance(conversations[0], dict)
        and "chat_messages" in conversations[0]
    )


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read all messages, with the text of their attachments."""
    for number, conversation in enumerate(_conversations(source)):
        where = f"conversation {number + 1}"
        name = str(conversation.get("uuid") or number + 1)
        messages = conversation.get("chat_messages")
        if not isinstance(messages, list):
            yield SkippedItem(where, "no messages")
            continue
        for message in messages:
            location = f"{where}, message {message.get('uuid')}"
            role, text = _ROLES.get(str(message.get("sender"))), _text(message)
            if role is None:
                yield SkippedItem(location, f"unknown author: the sender is {message.get('sender')!r}")
            elif not text.strip():
                yield SkippedItem(location, "no text")
            else:
                yield EventItem(location, _event(message, name, conversation.get("name"), role, text, context))


def _conversations(source: ImportSource) -> Any:
    if source.is_folder:
        name = source.find_file(_FILE)
        return source.read_json(name) if name else None
    return source.read_json() if source.path.suffix.lower() == ".json" else None


def _event(
    message: Mapping[str, Any], conversation: str, title: object, role: str, text: str, context: ImportContext
) -> dict[str, Any]:
    return {
        "id": f"claude:{message['uuid']}"
        if message.get("uuid")
        else context.make_id("claude", conversation, role, text),
        "text": text,
        "speaker": f"claude:{role}",
        "session": f"claude:{conversation}",
        "at": context.parse_time(message.get("created_at")),
        "role": role,
        "direction": "inbound" if role == "user" else "outbound",
        "metadata": {"title": str(title)} if title else None,
    }


def _text(message: Mapping[str, Any]) -> str:
    content = message.get("content")
    blocks = content if isinstance(content, list) else []
    texts = [str(each["text"]) for each in blocks if isinstance(each, Mapping) and isinstance(each.get("text"), str)]
    # Old exports have only the text; in new ones the text repeats the blocks.
    parts = texts or [str(message.get("text") or "")]
    for each in message.get("attachments") or []:
        if isinstance(each, Mapping) and each.get("extracted_content"):
            parts.append(f"[{each.get('file_name') or 'attachment'}]\n{each['extracted_content']}")
    parts += [f"[{each.get('file_name')}]" for each in message.get("files") or [] if each.get("file_name")]
    return "\n".join(part for part in parts if part)
