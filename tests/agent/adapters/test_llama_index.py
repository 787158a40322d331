"""The adapter for llama_index, with the real library."""

from __future__ import annotations

import pytest

from tests.agent.adapters.example_runs import Connect, check_example

pytestmark = [pytest.mark.adapters, pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ImportWarning")]


def test_the_example_remembers_and_leaks_nothing(connect: Connect) -> None:
    check_example("llama_index_agent", connect)


def test_a_block_is_truncated_by_lines(connect: Connect) -> None:
    import asyncio

    from kg.agent.adapters.conversation import Conversation
    from kg.agent.adapters.llama_index import KgMemoryBlock

    block = KgMemoryBlock(conversation=Conversation(connect(), speaker="app:ann", session="app:1"))
    assert asyncio.run(block.atruncate("one two three\nfour five six", 4)) == "one two three"
    assert asyncio.run(block.atruncate("one two three", 400)) is None
    assert asyncio.run(block.aget([])) == ""
