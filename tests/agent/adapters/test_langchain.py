"""The adapter for langchain, with the real library."""

from __future__ import annotations

import pytest

from tests.agent.adapters.example_runs import Connect, check_example

pytestmark = [pytest.mark.adapters, pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ImportWarning")]


def test_the_example_remembers_and_leaks_nothing(connect: Connect) -> None:
    check_example("langchain_agent", connect)


def test_the_history_returns_messages_as_they_were_added(connect: Connect) -> None:
    from langchain_core.chat_history import BaseChatMessageHistory
    from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

    from kg.agent.adapters.conversation import Conversation
    from kg.agent.adapters.langchain import MemoryChatHistory

    memory = connect()
    history = MemoryChatHistory(Conversation(memory, speaker="app:ann", session="app:1"))
    assert isinstance(history, BaseChatMessageHistory)
    call = {"name": "weather", "args": {"city": "Oslo"}, "id": "c1", "type": "tool_call"}
    messages = [
        HumanMessage("Is it raining?"),
        AIMessage("", tool_calls=[call]),
        ToolMessage("Yes.", tool_call_id="c1"),
        AIMessage("Yes."),
    ]
    history.add_messages(messages)
    assert history.messages == messages
    memory.log({"role": "user", "content": "By another way.", "speaker": "app:ann", "session": "app:1"})
    assert history.messages[-1].text == "By another way."
    history.clear()
    assert history.messages == []
