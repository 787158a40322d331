"""The adapter for openai_agents, with the real library."""

from __future__ import annotations

import pytest

from tests.agent.adapters.example_runs import Connect, check_example

pytestmark = [pytest.mark.adapters, pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ImportWarning")]


def test_the_example_remembers_and_leaks_nothing(connect: Connect) -> None:
    check_example("openai_agents_agent", connect)


def test_a_session_returns_items_as_they_were_added(connect: Connect) -> None:
    import asyncio

    from agents.memory import Session

    from kg.agent.adapters.conversation import Conversation
    from kg.agent.adapters.openai_agents import MemorySession, function_tools

    items = [
        {"role": "user", "content": "Is it raining?"},
        {"type": "function_call", "name": "weather", "arguments": "{}", "call_id": "c1"},
        {"type": "function_call_output", "call_id": "c1", "output": "Yes."},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Yes."}]},
    ]

    async def go() -> None:
        conversation = Conversation(connect(), speaker="app:ann", session="app:1")
        session = MemorySession(conversation)
        assert isinstance(session, Session)
        assert await session.get_items() == []
        await session.add_items(items)
        assert await session.get_items() == items
        assert await session.get_items(limit=2) == items[2:]
        assert await session.pop_item() == items[3]
        assert await session.get_items() == items[:3]
        await session.clear_session()
        await session.clear_session()
        assert await session.pop_item() is None
        [tool] = [one for one in function_tools(conversation.tools()) if one.name == "add_memory"]
        assert (await tool.on_invoke_tool(None, '{"text": "The quay is green."}')).startswith("Remembered.")

    asyncio.run(go())
