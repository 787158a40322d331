"""The adapter for pydantic_ai, with the real library."""

from __future__ import annotations

import pytest

from tests.agent.adapters.example_runs import Connect, check_example

pytestmark = [pytest.mark.adapters, pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ImportWarning")]


def test_the_example_remembers_and_leaks_nothing(connect: Connect) -> None:
    check_example("pydantic_ai_agent", connect)


def test_a_model_calls_the_tools(connect: Connect) -> None:
    from pydantic_ai import Agent, ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import FunctionModel

    from kg.agent.adapters.conversation import Conversation
    from kg.agent.adapters.pydantic_ai import MemoryToolset

    def model(messages: list, info: object) -> ModelResponse:
        if len(messages) == 1:
            assert {tool.name for tool in info.function_tools} >= {"add_memory", "forget"}
            return ModelResponse(
                [ToolCallPart("remember_fact", {"subject": "I", "predicate": "likes", "object": "tea"})]
            )
        return ModelResponse([TextPart(messages[-1].parts[0].content)])

    memory = connect()
    toolset = MemoryToolset(Conversation(memory, speaker="app:ann", session="app:1"))
    result = Agent(FunctionModel(model), toolsets=[toolset]).run_sync("I like tea.")
    assert result.output.startswith("Remembered: ")
    assert [fact.object for fact in memory.facts.list(status=None)] == ["tea"]
