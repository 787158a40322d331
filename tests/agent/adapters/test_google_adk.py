"""The adapter for google_adk, with the real library."""

from __future__ import annotations

import pytest

from tests.agent.adapters.example_runs import Connect, check_example

pytestmark = [pytest.mark.adapters, pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ImportWarning")]


def test_the_example_remembers_and_leaks_nothing(connect: Connect) -> None:
    check_example("google_adk_agent", connect)


def test_a_user_deletes_only_their_own_memories(connect: Connect) -> None:
    import asyncio

    from google.adk.memory.memory_entry import MemoryEntry
    from google.genai import types

    from kg.agent.adapters.google_adk import KgMemoryService

    async def go() -> None:
        memory = connect()
        service = KgMemoryService(memory)
        entry = MemoryEntry(content=types.Content(parts=[types.Part(text="The locker code is 4711.")]))
        ann, bob = ({"app_name": "app", "user_id": name} for name in ("ann", "bob"))
        await service.add_memory(**ann, memories=[entry])
        found = (await service.search_memory(**ann, query="locker code")).memories
        assert "4711" in found[0].content.parts[0].text
        assert (await service.search_memory(**bob, query="locker code")).memories == []
        [event] = memory.history("app:ann")
        for wrong in (event.id, "event-none", None):
            with pytest.raises((ValueError, LookupError)):
                await service.delete_memory(**bob, memory_id=wrong)
        await service.delete_memory(**ann, memory_id=event.id)
        assert (await service.search_memory(**ann, query="locker code")).memories == []

    asyncio.run(go())
