"""OpenAI Agents SDK: a session in the graph, with the context of each message before it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable
from typing import Any

from agents import Agent, Model, ModelResponse, RunConfig, Runner, Usage
from openai.types.responses import ResponseOutputMessage, ResponseOutputText
from scripted_model import answer

from kg import Memory
from kg.agent.adapters.conversation import Conversation
from kg.agent.adapters.openai_agents import MemorySession, function_tools


class ScriptedModel(Model):
    """A model of the SDK that is scripted."""

    async def get_response(self, system_instructions: Any, input: Any, *_: Any, **__: Any) -> ModelResponse:  # noqa: A002
        """Answer the last message from the context before it."""
        known = "\n".join(str(item["content"]) for item in input if item.get("role") == "system")
        text = ResponseOutputText(text=answer(known, input[-1]["content"]), type="output_text", annotations=[])
        message = ResponseOutputMessage(id="m", role="assistant", status="completed", type="message", content=[text])
        return ModelResponse(output=[message], usage=Usage(), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> Any:
        """Refuse to stream."""
        raise NotImplementedError


async def chat(memory: Memory, messages: Iterable[str], **who: Any) -> list[str]:
    """Answer messages of one conversation, and return the replies."""
    conversation = Conversation(memory, **who)
    session = MemorySession(conversation)
    agent = Agent(name="Aria", model=ScriptedModel(), tools=function_tools(conversation.tools()))
    config = RunConfig(session_input_callback=session.add_context, tracing_disabled=True)
    return [str((await Runner.run(agent, text, session=session, run_config=config)).final_output) for text in messages]


def talk(memory: Memory, messages: Iterable[str], **who: Any) -> list[str]:
    """Answer messages of one conversation, and return the replies."""
    return asyncio.run(chat(memory, messages, **who))


def main() -> None:
    """State a fact, and ask for it."""
    with Memory.connect(scope="demo", owner="cli:me") as memory:
        for reply in talk(
            memory, ["The boat is moored in Ghent.", "Where is the boat?"], speaker="cli:me", session="cli:agents"
        ):
            sys.stdout.write(reply + "\n")


if __name__ == "__main__":
    main()
