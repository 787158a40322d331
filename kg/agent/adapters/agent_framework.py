"""Microsoft Agent Framework: a context provider that adds the context of each message, and logs each turn."""

from __future__ import annotations

import asyncio
from typing import Any

from kg.agent.adapters.conversation import Conversation, missing_framework

try:
    from agent_framework import ContextProvider
except ImportError:
    ContextProvider = missing_framework("agent-framework-core", "agent-framework")


class MemoryProvider(ContextProvider):  # type: ignore[misc]
    """A context provider for `Agent(context_providers=[…])`.

    Attributes:
        conversation: the conversation; each person and chat has one.
    """

    def __init__(self, conversation: Conversation, *, source_id: str = "kg-memory") -> None:
        """Make the provider of a conversation.

        Args:
            conversation: the conversation.
            source_id: the name of the provider.
        """
        super().__init__(source_id)
        self.conversation = conversation

    async def before_run(self, *, agent: Any, session: Any, context: Any, state: dict[str, Any]) -> None:
        """Add the context of the last message to the instructions."""
        del agent, session, state
        texts = [message.text for message in context.input_messages if message.role == "user" and message.text]
        if texts:
            block = await asyncio.to_thread(self.conversation.context, texts[-1])
            context.extend_instructions(self.source_id, block)

    async def after_run(self, *, agent: Any, session: Any, context: Any, state: dict[str, Any]) -> None:
        """Log and digest the message and its answer."""
        del agent, session, state
        answers = context.response.messages if context.response is not None else []
        turn = [
            {"role": str(message.role), "text": message.text}
            for message in [*context.input_messages, *answers]
            if str(message.role) in ("user", "assistant") and message.text
        ]
        await asyncio.to_thread(self.conversation.add, turn)
