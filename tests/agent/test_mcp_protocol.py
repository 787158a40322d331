"""The protocol as JSON, over both transports, with the installed version of its library."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from kg import Memory
from kg.agent.tools import ALL, CORE
from tests.agent.mcp_client import OWNER, run_server
from tests.agent.mcp_requests import ask_over_http, ask_over_stdio, check_server

TOKEN = "a secret of some length"


@pytest.fixture
def memory(connect: Callable[..., Memory]) -> Memory:
    return connect(owner=OWNER)


@pytest.mark.slow
def test_all_requests_over_http(memory: Memory) -> None:
    with run_server(memory, token=TOKEN, tools="core") as address, ask_over_http(address, TOKEN) as ask:
        check_server(ask, [tool.name for tool in CORE])


@pytest.mark.slow
def test_all_requests_over_stdio(memory: Memory, environment: dict[str, str]) -> None:
    options = ("--scope", memory.scope, "--speaker", OWNER, "--owner", OWNER)
    with ask_over_stdio(*options) as ask:
        check_server(ask, [tool.name for tool in CORE])
    with ask_over_stdio(*options, environment={"KG_MCP_TOOLS": "all"}) as ask:
        assert len(ask("tools/list")["result"]["tools"]) == len(ALL)


def test_the_tools_of_the_core_profile_cost_few_tokens(memory: Memory) -> None:
    text = json.dumps([tool.render("mcp") for tool in CORE], separators=(",", ":"))
    assert memory.tokens.count(text) <= 1_200


@pytest.mark.slow
def test_a_message_is_digested_in_the_background(memory: Memory, environment: dict[str, str]) -> None:
    with ask_over_stdio("--scope", memory.scope, "--speaker", OWNER, "--tools", "all") as ask:
        ask("tools/call", name="log_message", arguments={"role": "user", "content": "The mill is old."})
        # Leaving the block ends the server, which completes what it has begun.
    assert memory.queue()["pending"] in (0, 1)


@pytest.mark.slow
def test_a_server_that_cannot_open_its_memory_says_so(environment: dict[str, str]) -> None:
    wrong = {"KG_NEO4J_URI": "bolt://127.0.0.1:1", "KG_NEO4J_TIMEOUT_S": "1"}
    with ask_over_stdio("--speaker", OWNER, environment=wrong) as ask:
        assert len(ask("tools/list")["result"]["tools"]) == len(CORE)
        answer = ask("tools/call", name="search_memory", arguments={"query": "x"})["result"]
        assert answer["isError"]
        assert "Continue without the memory" in answer["content"][0]["text"]
