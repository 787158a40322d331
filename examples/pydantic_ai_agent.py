"""Pydantic AI: an agent with the tools of the memory, and the context of each message as instructions."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable
from typing import Any

from pydantic_ai import Agent, ModelResponse, TextPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from scripted_model import answer

from kg import Memory
from kg.agent.adapters.conversation import Conversation
from kg.agent.adapters.pydantic_ai import MemoryToolset


def model(messages: list[Any], info: AgentInfo) -> ModelResponse:
    """Answer the last message from the instructions."""
    known = str(info.instructions or messages[-1].instructions or "")
    return ModelResponse([TextPart(answer(known, str(messages[-1].parts[-1].content)))])


async def chat(memory: Memory, messages: Iterable[str], **who: Any) -> list[str]:
    """Answer messages of one conversation, and return the replies."""
    toolset = MemoryToolset(Conversation(memory, **who))
    agent, replies = Agent(FunctionModel(model), toolsets=[toolset], instructions=toolset.context), []
    for text in messages:
        result = await agent.run(text)
        await toolset.log(result)
        replies.append(result.output)
    return replies


def talk(memory: Memory, messages: Iterable[str], **who: Any) -> list[str]:
    """Answer messages of one conversation, and return the replies."""
    return asyncio.run(chat(memory, messages, **who))


def main() -> None:
    """State a fact, and ask for it."""
    with Memory.connect(scope="demo", owner="cli:me") as memory:
        for reply in talk(
            memory, ["The boat is moored in Ghent.", "Where is the boat?"], speaker="cli:me", session="cli:pydantic"
        ):
            sys.stdout.write(reply + "\n")


if __name__ == "__main__":
    main()
