"""The server of the Model Context Protocol, asked by a real client over both transports."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import httpx
import pytest
from mcp import ClientSession
from mcp.shared.exceptions import MCPError
from pydantic import SecretStr

from kg import Event, Memory
from kg.agent.mcp_http import app, loopback
from kg.agent.mcp_server import server
from kg.agent.tools import ALL
from kg.errors import InvalidInput
from tests.agent.mcp_client import OWNER, listening, over_http, over_stdio, text
from tests.support import T0

Connect = Callable[..., Memory]
EVE = "cli:eve"
SECRET = "a secret of some length"


@pytest.fixture
def memory(connect: Connect) -> Memory:
    memory = connect(owner=OWNER)
    memory.log([
        Event("The boat is moored in Ghent.", speaker="cli:ann", session="cli:1", at=T0),
        Event("The mill is where this chat meets.", speaker="cli:ann", session="cli:club", at=T0, audience="session"),
    ])  # fmt: skip
    memory.digest()
    return memory


async def everything(session: ClientSession) -> None:
    """A round through what a server offers."""
    shown = {tool.name: tool for tool in (await session.list_tools()).tools}
    assert list(shown) == [one.name for one in ALL]
    assert shown["forget"].annotations is not None
    assert shown["forget"].annotations.destructive_hint
    assert shown["search_memory"].input_schema["required"] == ["query"]
    found = await session.call_tool("search_memory", {"query": "Where is the boat?"})
    assert "Ghent" in text(found)
    assert not found.is_error
    wrong = await session.call_tool("search_memory", {"query": "x", "limit": 500})
    assert wrong.is_error
    assert text(wrong).startswith("Error: limit")
    assert text(await session.call_tool("no_such_tool", {})).startswith("Error: tool")
    resources = [str(one.uri) for one in (await session.list_resources()).resources]
    templates = [one.uri_template for one in (await session.list_resource_templates()).resource_templates]
    assert resources == ["kg://schema"]
    assert templates == ["kg://context/{session}", "kg://people/{person}"]
    told = json.loads((await session.read_resource("kg://schema")).contents[0].text)  # type: ignore[union-attr]
    assert told["predicates"]["lives_in"]["one_at_a_time"]
    assert "limit" in told["queries"]["newest"]["parameters"]
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


def test_a_client_over_http(memory: Memory) -> None:
    async def work(address: str) -> None:
        async with over_http(address) as session:
            await everything(session)

    with listening(memory) as address:
        asyncio.run(work(address))


def test_a_client_over_standard_input_and_output(memory: Memory, environment: dict[str, str]) -> None:
    async def work() -> None:
        async with over_stdio(memory.scope) as session:
            await everything(session)

    asyncio.run(work())


def test_nothing_but_the_protocol_is_written_to_standard_output(memory: Memory, environment: dict[str, str]) -> None:
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
def test_another_session_is_read_by_the_owner_alone(memory: Memory) -> None:
    async def read(address: str, session: str) -> str:
        async with over_http(address) as client:
            return str((await client.read_resource(f"kg://context/{session}")).contents[0].text)  # type: ignore[union-attr]

    with listening(memory) as address:
        assert "mill" in asyncio.run(read(address, "cli:club"))
    with listening(memory, speaker=EVE, session="cli:club") as address:
        assert "mill" in asyncio.run(read(address, "cli:club"))
    with listening(memory, speaker=EVE, session="cli:1") as address:
        told = asyncio.run(read(address, "cli%3Aclub"))
        assert "only the owner" in told
        assert "mill" not in told


def test_one_server_answers_from_one_scope(memory: Memory, connect: Connect) -> None:
    other = connect(f"{memory.scope}-other", owner=OWNER)
    other.log([Event("The boat of others is in Bruges.", speaker="cli:ann", session="cli:1", at=T0)])

    async def ask(address: str) -> str:
        async with over_http(address) as session:
            return text(await session.call_tool("search_memory", {"query": "boat", "limit": 50}))

    with listening(memory) as one, listening(other) as two:
        told = asyncio.run(ask(one)), asyncio.run(ask(two))
    assert "Bruges" not in told[0]
    assert "Ghent" not in told[1]


HELLO = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
ACCEPT = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


def status(address: str, **headers: str) -> int:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.post(address, json=HELLO, headers=ACCEPT | given).status_code


def test_names_and_pages_of_others_are_refused(memory: Memory) -> None:
    with listening(memory) as address:
        assert status(address, Host="evil.example") == 421
        assert status(address, Origin="http://evil.example") == 403
        assert status(address, Origin=address.removesuffix("/mcp")) not in (401, 403, 421)


def test_a_token_is_demanded_where_there_is_one(memory: Memory) -> None:
    async def ask(address: str) -> int:
        async with over_http(address, SECRET) as session:
            return len((await session.list_tools()).tools)

    with listening(memory, token=SECRET) as address:
        assert status(address) == 401
        assert status(address, Authorization="Bearer wrong") == 401
        assert status(address, Authorization=f"Basic {SECRET}") == 401
        assert asyncio.run(ask(address)) == len(ALL)


def test_beyond_this_machine_a_token_is_needed(memory: Memory) -> None:
    served = server(memory, speaker=OWNER)
    with pytest.raises(InvalidInput, match="KG_MCP_TOKEN"):
        app(served, host="0.0.0.0", token=None)
    with pytest.raises(InvalidInput, match="mcp_token") as refused:
        app(served, host="0.0.0.0", token=SecretStr("short one"))
    assert "short one" not in str(refused.value)
    app(served, host="0.0.0.0", token=SecretStr(SECRET))
    assert [loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "example.org")] == [True] * 3 + [
        False
    ] * 2


@pytest.mark.slow
def test_many_clients_at_once(memory: Memory) -> None:
    async def one(address: str, place: int) -> str:
        async with over_http(address) as session:
            await session.call_tool(
                "remember_fact", {"subject": f"Guest{place}", "predicate": "likes", "object": "tea"}
            )
            return text(await session.call_tool("get_entity", {"name": f"Guest{place}"}))

    async def work(address: str) -> list[str]:
        return await asyncio.gather(*(one(address, place) for place in range(8)))

    with listening(memory) as address:
        told: Coroutine[Any, Any, list[str]] = work(address)
        assert all("likes tea" in each for each in asyncio.run(told))
