"""The MCP server, called by a real client over both transports."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from mcp import ClientSession
from mcp.shared.exceptions import MCPError

from kg import Event, Memory
from kg.agent.tools import ALL
from tests.agent.mcp_client import OWNER, connect_http, connect_stdio, run_server, text_of
from tests.support import T0

Connect = Callable[..., Memory]
EVE = "cli:eve"


@pytest.fixture
def memory(connect: Connect) -> Memory:
    memory = connect(owner=OWNER)
    memory.log([
        Event("The boat is moored in Ghent.", speaker="cli:ann", session="cli:1", at=T0),
        Event("The mill is where this chat meets.", speaker="cli:ann", session="cli:club", at=T0, audience="session"),
    ])  # fmt: skip
    memory.digest()
    return memory


async def check_all_requests(session: ClientSession) -> None:
    """Call every kind of request that the server offers."""
    shown = {tool.name: tool for tool in (await session.list_tools()).tools}
    assert list(shown) == [one.name for one in ALL]
    assert shown["forget"].annotations is not None
    assert shown["forget"].annotations.destructive_hint
    assert shown["search_memory"].input_schema["required"] == ["query"]
    found = await session.call_tool("search_memory", {"query": "Where is the boat?"})
    assert "Ghent" in text_of(found)
    assert not found.is_error
    wrong = await session.call_tool("search_memory", {"query": "x", "limit": 500})
    assert wrong.is_error
    assert text_of(wrong).startswith("Error: limit")
    assert text_of(await session.call_tool("no_such_tool", {})).startswith("Error: tool")
    resources = [str(one.uri) for one in (await session.list_resources()).resources]
    templates = [one.uri_template for one in (await session.list_resource_templates()).resource_templates]
    assert resources == ["kg://schema"]
    assert templates == ["kg://context/{session}", "kg://people/{person}"]
    schema = json.loads((await session.read_resource("kg://schema")).contents[0].text)  # type: ignore[union-attr]
    assert schema["predicates"]["lives_in"]["one_at_a_time"]
    assert "limit" in schema["queries"]["newest_events"]["parameters"]
    card = (await session.read_resource("kg://people/ann")).contents[0].text  # type: ignore[union-attr]
    assert card.startswith("ann: ")
    context = (await session.read_resource("kg://context/cli:1")).contents[0].text  # type: ignore[union-attr]
    assert "Ghent" in context
    with pytest.raises(MCPError, match="no resource"):
        await session.read_resource("kg://elsewhere")
    assert [one.name for one in (await session.list_prompts()).prompts] == ["memory", "answer"]
    prompt = await session.get_prompt("answer", {"message": "Where is the boat?"})
    assert "Ghent" in prompt.messages[0].content.text  # type: ignore[union-attr]
    assert "memory_context" in (await session.get_prompt("memory")).messages[0].content.text  # type: ignore[union-attr]
    with pytest.raises(MCPError, match="prompts"):
        await session.get_prompt("answer", {})


def test_all_requests_over_http(memory: Memory) -> None:
    async def work(address: str) -> None:
        async with connect_http(address) as session:
            await check_all_requests(session)

    with run_server(memory) as address:
        asyncio.run(work(address))


@pytest.mark.slow
def test_all_requests_over_stdio(memory: Memory, environment: dict[str, str]) -> None:
    async def work() -> None:
        async with connect_stdio(memory.scope) as session:
            await check_all_requests(session)

    asyncio.run(work())


@pytest.mark.slow
def test_only_the_protocol_is_written_to_standard_output(memory: Memory, environment: dict[str, str]) -> None:
    arguments = [sys.executable, "-m", "kg", "mcp", "--scope", memory.scope, "--speaker", OWNER]
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "save_memory", "arguments": {"memory": "x"}},
        },
    ]
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | {"KG_EMBEDDER": "hashing"}
    ) as process:
        assert process.stdin
        assert process.stdout
        answers = []
        for line in lines:
            process.stdin.write(json.dumps(line) + "\n")
            process.stdin.flush()
            if "id" in line:
                answers.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        assert process.stdout.read() == ""
        assert process.wait(timeout=30) == 0
    assert [one["id"] for one in answers] == [1, 2]
    assert answers[1]["result"]["isError"]


@pytest.mark.slow
def test_only_the_owner_reads_the_context_of_another_session(memory: Memory) -> None:
    async def read(address: str, session: str) -> str:
        async with connect_http(address) as client:
            return str((await client.read_resource(f"kg://context/{session}")).contents[0].text)  # type: ignore[union-attr]

    with run_server(memory) as address:
        assert "mill" in asyncio.run(read(address, "cli:club"))
    with run_server(memory, speaker=EVE, session="cli:club") as address:
        assert "mill" in asyncio.run(read(address, "cli:club"))
    with run_server(memory, speaker=EVE, session="cli:1") as address:
        answer = asyncio.run(read(address, "cli%3Aclub"))
        assert "only the owner" in answer
        assert "mill" not in answer


@pytest.mark.slow
def test_a_server_answers_from_its_own_scope_only(memory: Memory, connect: Connect) -> None:
    other = connect(f"{memory.scope}-other", owner=OWNER)
    other.log([Event("The boat of others is in Bruges.", speaker="cli:ann", session="cli:1", at=T0)])

    async def ask(address: str) -> str:
        async with connect_http(address) as session:
            return text_of(await session.call_tool("search_memory", {"query": "boat", "limit": 50}))

    with run_server(memory) as one, run_server(other) as two:
        answers = asyncio.run(ask(one)), asyncio.run(ask(two))
    assert "Bruges" not in answers[0]
    assert "Ghent" not in answers[1]


@pytest.mark.slow
def test_concurrent_clients(memory: Memory) -> None:
    async def one(address: str, place: int) -> str:
        async with connect_http(address) as session:
            await session.call_tool(
                "remember_fact", {"subject": f"Guest{place}", "predicate": "likes", "object": "tea"}
            )
            return text_of(await session.call_tool("get_entity", {"name": f"Guest{place}"}))

    async def work(address: str) -> list[str]:
        return await asyncio.gather(*(one(address, place) for place in range(8)))

    with run_server(memory) as address:
        answers: Coroutine[Any, Any, list[str]] = work(address)
        assert all("likes tea" in each for each in asyncio.run(answers))
