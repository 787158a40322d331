"""Microsoft Agent Framework: an agent with the memory as its context provider."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agent_framework import Agent, BaseChatClient, ChatResponse, Message
from scripted_model import answer

from kg import Memory
from kg.agent.adapters.agent_framework import MemoryProvider
from kg.agent.adapters.conversation import Conversation


class ScriptedClient(BaseChatClient):
    """A chat client of the framework that is scripted."""

    def _inner_get_response(
        self, *, messages: Sequence[Message], stream: bool, options: Mapping[str, Any], **_: Any
    ) -> Any:
        """Answer the last message from the instructions."""

        async def respond() -> ChatResponse:
            known = "\n".join(
                [str(options.get("instructions") or ""), *(m.text for m in messages if m.role == "system")]
            )
            text = answer(known, messages[-1].text)
            return ChatResponse(messages=[Message(role="assistant", contents=[text])], response_id="scripted")

        return respond()


async def chat(memory: Memory, messages: Iterable[str], **who: Any) -> list[str]:
    """Answer messages of one conversation, and return the replies."""
    provider = MemoryProvider(Conversation(memory, **who))
    agent = Agent(client=ScriptedClient(), name="aria", context_providers=[provider])
    return [(await agent.run(text)).text for text in messages]


def talk(memory: Memory, messages: Iterable[str], **who: Any) -> list[str]:
    """Answer messages of one conversation, and return the replies."""
    return asyncio.run(chat(memory, messages, **who))


def main() -> None:
    """State a fact, and ask for it."""
    with Memory.connect(scope="demo", owner="cli:me") as memory:
        for reply in talk(
            memory, ["The boat is moored in Ghent.", "Where is the boat?"], speaker="cli:me", session="cli:framework"
        ):
            sys.stdout.write(reply + "\n")


if __name__ == "__main__":
    main()
