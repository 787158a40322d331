"""Messages as chat APIs and frameworks write them, as mappings with the fields of an event.

Accepted are an `Event`, a text, and a mapping with the fields of an event, or with those of the chat APIs: `content` for `text`
(a text, or a list of parts), `name` for `speaker_name`, `tool_calls`, `tool_call_id`, and roles by other names.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from kg.errors import InvalidInput
from kg.types import Event, list_choices, match_choice

Message = Event | Mapping[str, Any] | str
"""A message that the log takes."""

ROLES = ("user", "assistant", "system", "tool")
_ROLE_SYNONYMS = {
    "human": "user", "ai": "assistant", "bot": "assistant", "agent": "assistant", "model": "assistant", "developer": "system",
    "function": "tool", "tool_result": "tool",
}  # fmt: skip
_RENAMED = {"content": "text", "name": "speaker_name", "timestamp": "at", "created_at": "at"}
_CALL_FIELDS = ("tool_calls", "tool_call_id", "function_call")
# Fields of chat APIs that say nothing about what was said.
_IGNORED = frozenset({"refusal", "annotations", "audio", "cache_control", "type"})


def list_messages(messages: Message | Iterable[Message]) -> list[Message]:
    """Return a batch as a list; one message is a batch of one.

    Raises:
        InvalidInput: it is neither a message nor several.
    """
    if isinstance(messages, Event | Mapping | str):
        return [messages]
    if isinstance(messages, bytes) or not isinstance(messages, Iterable):
        raise InvalidInput("events", messages, "a message, or a list of messages")
    return list(messages)


def read_message(message: Message) -> Event | Mapping[str, Any]:
    """Return a message with the fields of an event; values are checked later.

    Raises:
        InvalidInput: two fields say the same, or a part of the content has no known form.
    """
    if isinstance(message, Event):
        return message
    if isinstance(message, str):
        return {"text": message}
    if not isinstance(message, Mapping):
        raise InvalidInput("event", message, "an Event, a mapping with its fields or with role and content, or a text")
    fields = {name: value for name, value in message.items() if name not in _IGNORED}
    for name, meaning in _RENAMED.items():
        if name in fields:
            value = fields.pop(name)
            if meaning in fields:
                raise InvalidInput(name, value, f"omitted if {meaning} is given")
            fields[meaning] = value
    calls = {name: fields.pop(name) for name in _CALL_FIELDS if name in fields}
    if fields.get("role") is not None:
        fields["role"] = read_role(fields["role"])
    if fields.get("role") == "tool" and "speaker_name" in fields:
        fields.setdefault("tool", fields.pop("speaker_name"))
    if "text" in fields and not isinstance(fields["text"], str):
        fields |= _read_parts(fields["text"], fields)
    if any(calls.values()):
        fields |= _read_calls({name: value for name, value in calls.items() if value}, fields)
    return _fill_direction(fields)


def read_role(value: object) -> str:
    """Return a role by any of its names, such as human, ai or developer.

    Raises:
        InvalidInput: it is no role; names the nearest.
    """
    role = match_choice(value, ROLES, _ROLE_SYNONYMS)
    if role is None:
        raise InvalidInput("role", value, list_choices(value, ROLES))
    return role


def _read_parts(content: object, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Read content that is a list of parts: texts are joined; calls and results of tools give the event its kind."""
    if content is None and any(fields.get(name) for name in ("text", *_CALL_FIELDS)):
        return {}
    parts = [content] if isinstance(content, Mapping) else content
    if not isinstance(parts, list | tuple):
        return {"text": content}
    texts: list[str] = []
    found: dict[str, Any] = {}
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
            continue
        kind = part.get("type") if isinstance(part, Mapping) else None
        if kind == "tool_use":
            texts.append(_describe_call(str(part.get("name", "tool")), part.get("input")))
            found |= {"kind": "tool_call", "tool": part.get("name")}
        elif kind == "tool_result":
            texts.append(str(_read_parts(part.get("content"), {}).get("text") or ""))
            found |= {"kind": "tool_result", "role": "tool"}
        elif isinstance(part, Mapping) and isinstance(part.get("text"), str):
            texts.append(part["text"])
        elif kind is None:
            raise InvalidInput("content", part, "a text, or a list of texts and of parts with a type")
        # Pictures and other parts without text are left out.
    return {"text": "\n".join(text for text in texts if text), **found}


def _read_calls(calls: Mapping[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Read calls of tools, or the id of the call that a tool answers."""
    given = fields.get("metadata")
    metadata = {**(given if isinstance(given, Mapping) else {}), **calls}
    if "tool_call_id" in calls:
        return {"kind": "tool_result", "role": "tool", "metadata": metadata}
    if fields.get("text"):
        return {"metadata": metadata}
    made = calls.get("tool_calls") or [calls["function_call"]]
    if not isinstance(made, list) or not all(isinstance(call, Mapping) for call in made):
        raise InvalidInput("tool_calls", made, "a list of objects with a function, or with a name and args")
    functions = [_read_function(call) for call in made]
    described = [
        _describe_call(str(one.get("name", "tool")), one.get("arguments", one.get("args"))) for one in functions
    ]
    name = functions[0].get("name")
    return {"kind": "tool_call", "tool": name, "text": "; ".join(described), "metadata": metadata}


def _read_function(call: Mapping[str, Any]) -> Mapping[str, Any]:
    function = call.get("function")
    return function if isinstance(function, Mapping) else call


def _describe_call(name: str, arguments: object) -> str:
    if isinstance(arguments, str):
        return f"{name}({arguments})"
    return f"{name}({json.dumps(arguments or {}, ensure_ascii=False, default=str)})"


def _fill_direction(fields: dict[str, Any]) -> dict[str, Any]:
    """What an agent says goes out; the instructions and tools of an agent are internal."""
    directions = {"assistant": "outbound", "system": "internal", "tool": "internal"}
    if fields.get("direction") is None and fields.get("role") in directions:
        fields["direction"] = directions[fields["role"]]
    return fields
