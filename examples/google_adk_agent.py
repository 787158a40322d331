"""Google ADK: an agent whose memory service is the graph; each message is a new session, as after a restart."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Iterable
from typing import Any

from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService
from google.adk.tools import preload_memory
from google.genai import types
from scripted_model import answer

from kg import Memory
from kg.agent.adapters.google_adk import KgMemoryService


class ScriptedLlm(BaseLlm):
    """A model of ADK that is scripted."""

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        """Answer the last message from the memories that ADK put before it."""
        texts = [part.text or "" for content in llm_request.contents for part in content.parts or []]
        memories = "\n".join(text for text in texts if "<PAST_CONVERSATIONS>" in text)
        message = [text for text in texts if "<PAST_CONVERSATIONS>" not in text][-1]
        said = [line.split(": ", 1)[-1] for line in memories.splitlines() if not line.startswith("Time: ")]
        text = answer("\n".join(f"> {line}" for line in said), message)
        yield LlmResponse(content=types.Content(role="model", parts=[types.Part(text=text)]))


async def chat(memory: Memory, messages: Iterable[str], **who: Any) -> list[str]:
    """Answer messages of one person, each in a session of its own, and return the replies."""
    app, _, user = who["speaker"].partition(":")
    service = KgMemoryService(memory, audience="person" if who.get("audience") == "person" else "shared")
    sessions, replies = InMemorySessionService(), []
    agent = LlmAgent(name="aria", model=ScriptedLlm(model="scripted"), tools=[preload_memory])
    runner = Runner(app_name=app, agent=agent, session_service=sessions, memory_service=service)
    for text in messages:
        session = await sessions.create_session(app_name=app, user_id=user)
        content = types.Content(role="user", parts=[types.Part(text=text)])
        async for event in runner.run_async(user_id=user, session_id=session.id, new_message=content):
            if event.is_final_response() and event.content:
                replies.append(str(event.content.parts[0].text))
        done = await sessions.get_session(app_name=app, user_id=user, session_id=session.id)
        await service.add_session_to_memory(done)
    return replies


def talk(memory: Memory, messages: Iterable[str], **who: Any) -> list[str]:
    """Answer messages of one person, and return the replies."""
    return asyncio.run(chat(memory, messages, **who))


def main() -> None:
    """State a fact, and ask for it."""
    with Memory.connect(scope="demo", owner="cli:me") as memory:
        for reply in talk(memory, ["The boat is moored in Ghent.", "Where is the boat?"], speaker="cli:me"):
            sys.stdout.write(reply + "\n")


if __name__ == "__main__":
    main()
