"""LlamaIndex: a chat memory whose long-term block is the graph."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable
from typing import Any

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.memory import Memory as ChatMemory
from scripted_model import answer

from kg import Memory
from kg.agent.adapters.conversation import Conversation
from kg.agent.adapters.llama_index import KgMemoryBlock


async def chat(memory: Memory, messages: Iterable[str], **who: Any) -> list[str]:
    """Answer messages of one conversation, and return the replies."""
    block, replies = KgMemoryBlock(conversation=Conversation(memory, **who)), []
    for text in messages:
        # A chat that begins: nothing is in its short-term memory, all is in the block.
        chat_memory = ChatMemory.from_defaults(session_id=who["session"], memory_blocks=[block])
        said = ChatMessage(text, role=MessageRole.USER)
        await chat_memory.aput(said)
        known = "\n".join(str(message.content) for message in await chat_memory.aget() if message.role != "user")
        replies.append(answer(known or await block.aget([said]), text))
        await block.remember([said, ChatMessage(replies[-1], role=MessageRole.ASSISTANT)])
    return replies


def talk(memory: Memory, messages: Iterable[str], **who: Any) -> list[str]:
    """Answer messages of one conversation, and return the replies."""
    return asyncio.run(chat(memory, messages, **who))


def main() -> None:
    """State a fact, and ask for it."""
    with Memory.connect(scope="demo", owner="cli:me") as memory:
        for reply in talk(
            memory, ["The boat is moored in Ghent.", "Where is the boat?"], speaker="cli:me", session="cli:llama"
        ):
            sys.stdout.write(reply + "\n")


if __name__ == "__main__":
    main()
