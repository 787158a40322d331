"""The tools of a speaker: every call returns text within the budget, and none raises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory, Settings
from kg.agent import Toolbox, tools_for
from kg.errors import InvalidInput
from tests.agent.tool_callers import OWNER
from tests.support import T0


@pytest.mark.slow
def test_answers_fit_the_token_budget_and_state_what_is_omitted(
    connect: Callable[..., Memory], settings: Settings
) -> None:
    memory = connect(owner=OWNER, settings=settings.model_copy(update={"tool_tokens": 300}))
    memory.log(
        Event(f"Berry number {place} is ripe. " * 4, speaker="cli:ann", at=T0, id=f"e{place}") for place in range(40)
    )
    for place in range(40):
        memory.people.ensure(f"cli:guest{place}", name=f"Guest Number {place}")
        memory.facts.add("Ann", "likes", f"berry number {place}")
    tools = tools_for(memory, speaker=OWNER)
    calls = {
        "search_memory": {"query": "ripe berry", "limit": 50},
        "list_people": {},
        "get_entity": {"name": "Ann"},
        "query_graph": {"name": "newest_events", "parameters": {"limit": 40}},
    }
    for name, given in calls.items():
        answer = tools.call(name, given)
        assert memory.tokens.count(answer) <= 300, name
        assert "more left out; " in answer, name
    assert memory.tokens.count(tools.call("memory_context", {"message": "berry"})) <= 300


def test_a_failing_tool_returns_an_error(tools: Toolbox, caplog: pytest.LogCaptureFixture) -> None:
    from kg.agent.tool_definition import tool

    @tool("anyone", "A trial.")
    def broken(caller: Any) -> str:
        """Break."""
        raise ZeroDivisionError

    answer = Toolbox(tools.caller, [broken]).call("broken", {})
    assert answer == "Error: the tool failed (ZeroDivisionError); continue without its result."
    assert "broken failed" in caplog.text


def test_speaker_and_session_are_validated(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="speaker"):
        tools_for(memory, speaker=" ")
    assert tools_for(memory, speaker="ann", session="telegram-7").caller.account == "telegram:ann"


@pytest.mark.parametrize("name", ["no_such_tool", "", None, ["recall"]])
def test_an_unknown_tool_is_an_error_that_lists_the_tools(tools: Toolbox, name: Any) -> None:
    answer = tools.call(name, {})
    assert answer.startswith("Error: tool must be one of save_memory, ")
    assert "\n" not in answer


def test_arguments_are_checked_before_permissions(eve: Toolbox) -> None:
    assert eve.call("forget", {"whom": "x"}).startswith("Error: whom must be omitted (got 'x'); forget takes what")
    assert eve.call("forget").startswith("Error: what must be given")
