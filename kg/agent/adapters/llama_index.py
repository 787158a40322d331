"""LlamaIndex: a memory block that gives a chat the context of its last message, and logs what leaves the short-term memory."""

from __future__ import annotations

import asyncio
from typing import Any

from kg.agent.adapters.conversation import Conversation, missing_framework

try:
    from llama_index.core.memory import BaseMemoryBlock
except ImportError:
    BaseMemoryBlock = missing_framework("llama-index-core", "llama-index")

_ROLES = {"user": "user", "assistant": "assistant", "chatbot": "assistant", "model": "assistant", "tool": "tool"}


class KgMemoryBlock(BaseMemoryBlock[str]):  # type: ignore[misc]
    """A block for `Memory.from_defaults(memory_blocks=[…])`.

    LlamaIndex pushes messages to a block when they leave the short-term memory; with `insert_method` and a small
    `token_flush_size` it does so early. `remember` logs a turn at once instead.

    Attributes:
        conversation: the conversation; each person and chat has one.
        name: "memory".
    """

    conversation: Conversation
    name: str = "memory"

    async def _aget(self, messages: list[Any] | None = None, **_: Any) -> str:
        spoken = [message for message in messages or [] if message.role.value == "user" and message.content]
        if not spoken:
            return ""
        return await asyncio.to_thread(self.conversation.context, str(spoken[-1].content))

    async def _aput(self, messages: list[Any]) -> None:
        turn = [
            {"role": _ROLES[message.role.value], "text": str(message.content)}
            for message in messages
            if message.role.value in _ROLES and message.content
        ]
        await asyncio.to_thread(self.conversation.add, turn)

    async def atruncate(self, content: str, tokens_to_truncate: int) -> str | None:
        """Return the context without its last lines, so that it has so many tokens fewer."""
        count = self.conversation.memory.tokens.count
        lines, budget = content.splitlines(), count(content) - tokens_to_truncate
        while lines and count("\n".join(lines)) > budget:
            lines.pop()
        return "\n".join(lines) or None

    async def remember(self, messages: list[Any]) -> None:
        """Log and digest messages now, for chats that never fill their short-term memory."""
        await self._aput(messages)
