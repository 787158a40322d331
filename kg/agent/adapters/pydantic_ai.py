"""Pydantic AI: a toolset with the tools of the memory, the context of each message as instructions, and the log of runs."""

from __future__ import annotations

import asyncio
from typing import Any

from kg.agent.adapters.conversation import Conversation, missing_framework

try:
    from pydantic_ai import FunctionToolset, RunContext, Tool
except ImportError:
    FunctionToolset = missing_framework("pydantic-ai-slim", "pydantic-ai")
    RunContext = Any

_PARTS = {"user-prompt": "user", "text": "assistant"}


class MemoryToolset(FunctionToolset):  # type: ignore[misc]
    """A toolset for `Agent(toolsets=[…], instructions=toolset.context)`.

    Attributes:
        conversation: the conversation; each person and chat has one.
    """

    def __init__(self, conversation: Conversation, *, profile: str = "core") -> None:
        """Make the toolset of a conversation.

        Args:
            conversation: the conversation.
            profile: core, the six tools that an agent needs most, or all.
        """
        self.conversation = conversation
        toolbox = conversation.tools(profile)
        super().__init__(id="kg-memory")
        for schema in toolbox.schemas(style="anthropic"):
            self.add_tool(_make_tool(toolbox, schema))

    async def context(self, run: RunContext[Any]) -> str:
        """Return the context of the message of a run, for `instructions`."""
        prompt = run.prompt if isinstance(run.prompt, str) else ""
        return await asyncio.to_thread(self.conversation.context, prompt)

    async def log(self, result: Any) -> list[str]:
        """Log and digest the new messages of a run's result; return their ids."""
        turn = [
            {"role": _PARTS[part.part_kind], "text": part.content}
            for message in result.new_messages()
            for part in message.parts
            if part.part_kind in _PARTS and isinstance(part.content, str) and part.content.strip()
        ]
        return await asyncio.to_thread(self.conversation.add, turn)


def _make_tool(toolbox: Any, schema: Any) -> Any:
    async def call(**arguments: Any) -> str:
        answer: str = await asyncio.to_thread(toolbox.call, schema["name"], arguments)
        return answer

    return Tool.from_schema(call, schema["name"], schema["description"], dict(schema["input_schema"]))
