"""OpenAI Agents SDK: a `Session` in the graph, the context of a message before it, and the tools of the memory."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Mapping
from typing import Any

from kg.agent.adapters.conversation import Conversation
from kg.agent.toolbox import Toolbox
from kg.errors import ModelUnavailable

_ITEM = "openai_item"
_KEPT_CONTEXTS = 100


class MemorySession:
    """A session for `Runner.run(agent, message, session=…)`: items are returned as they were added.

    Attributes:
        session_id: id of the session.
        session_settings: settings of the SDK, or None.
        conversation: the conversation.
    """

    session_settings: Any = None

    def __init__(self, conversation: Conversation) -> None:
        """Open the session of a conversation."""
        # The SDK adds what `add_context` has put in to the session; a context is no part of it.
        self._contexts: deque[str] = deque(maxlen=_KEPT_CONTEXTS)
        self.conversation = conversation
        self.session_id = conversation.session

    async def get_items(self, limit: int | None = None) -> list[Any]:
        """Return the newest items, oldest first; all of them without a limit."""
        last = 10_000 if limit is None else limit
        if last < 1:
            return []
        events = await asyncio.to_thread(self.conversation.history, last)
        return [
            (event.metadata or {}).get(_ITEM) or {"role": event.role, "content": event.text}
            for event in events
            if (event.metadata and _ITEM in event.metadata) or event.role in ("user", "assistant")
        ]

    async def add_items(self, items: list[Any]) -> None:
        """Log items, and digest them."""
        messages = [_read_item(dict(item)) for item in items if item.get("content") not in self._contexts]
        await asyncio.to_thread(self.conversation.add, messages)

    async def pop_item(self) -> Any | None:
        """Erase the newest item with all that was derived only from it, and return it; None if there is none."""
        events = await asyncio.to_thread(self.conversation.history, 1)
        if not events:
            return None
        [event] = events
        await asyncio.to_thread(lambda: self.conversation.memory.forget(event=event.id))
        return (event.metadata or {}).get(_ITEM) or {"role": event.role, "content": event.text}

    async def clear_session(self) -> None:
        """Erase the session with all that was derived only from it."""
        if await self.get_items(limit=1):
            await asyncio.to_thread(lambda: self.conversation.memory.forget(session=self.session_id))

    async def add_context(self, history: list[Any], new_input: list[Any]) -> list[Any]:
        """Put the context of the new message before it: for `RunConfig(session_input_callback=session.add_context)`."""
        spoken = [item for item in new_input if isinstance(item, Mapping) and item.get("role") == "user"]
        if not spoken:
            return [*history, *new_input]
        message = _read_item(dict(spoken[-1]))["text"]
        context = await asyncio.to_thread(self.conversation.context, message)
        self._contexts.append(context)
        return [*history, {"role": "system", "content": context}, *new_input]


def function_tools(toolbox: Toolbox) -> list[Any]:
    """Return the tools of a toolbox as function tools of the SDK.

    Raises:
        ModelUnavailable: the SDK is not installed.
    """
    try:
        from agents import FunctionTool  # noqa: PLC0415
    except ImportError:
        how = 'Run `pip install "kg-agent-memory[openai-agents]"`.'
        raise ModelUnavailable("The package openai-agents is not installed.", how=how) from None

    def make(schema: Mapping[str, Any]) -> Any:
        async def call(_: Any, arguments: str) -> str:
            return await asyncio.to_thread(toolbox.call, schema["name"], json.loads(arguments or "{}"))

        return FunctionTool(
            schema["name"], schema["description"], dict(schema["input_schema"]), call, strict_json_schema=False
        )

    return [make(schema) for schema in toolbox.schemas(style="anthropic")]


def _read_item(item: dict[str, Any]) -> dict[str, Any]:
    """Return an item as a message, with the item itself in its metadata."""
    metadata = {_ITEM: item}
    kind = item.get("type", "message")
    if kind == "message" or "role" in item:
        content = item.get("content")
        parts = [content] if isinstance(content, str) else [part.get("text") for part in content or []]
        text = "\n".join(part for part in parts if isinstance(part, str) and part)
        role = item.get("role", "user")
        return {"role": role, "text": text or "(no text)", "metadata": metadata}
    if kind.endswith("_output"):
        output = item.get("output")
        text = output if isinstance(output, str) else json.dumps(output, default=str)
        return {"role": "tool", "kind": "tool_result", "text": text or "(nothing)", "metadata": metadata}
    text = f"{item.get('name', kind)}({item.get('arguments', '')})"
    return {
        "role": "assistant",
        "kind": "tool_call",
        "tool": item.get("name") or kind,
        "text": text,
        "metadata": metadata,
    }
