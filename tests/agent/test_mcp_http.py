"""The MCP server over HTTP: hosts, origins and bearer tokens."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from pydantic import SecretStr

from kg import Memory
from kg.agent.mcp_http import create_http_app, is_loopback
from kg.agent.mcp_server import create_server
from kg.agent.tools import ALL
from kg.errors import InvalidInput
from tests.agent.mcp_client import OWNER, connect_http, run_server

SECRET = "a secret of some length"
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
ACCEPT = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


def post_status(address: str, **headers: str) -> int:
    renamed = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.post(address, json=PING, headers=ACCEPT | renamed).status_code


def test_foreign_hosts_and_origins_are_refused(memory: Memory) -> None:
    with run_server(memory) as address:
        assert post_status(address, Host="evil.example") == 421
        assert post_status(address, Origin="http://evil.example") == 403
        assert post_status(address, Origin=address.removesuffix("/mcp")) not in (401, 403, 421)


def test_requests_without_the_token_are_refused(memory: Memory) -> None:
    async def ask(address: str) -> int:
        async with connect_http(address, SECRET) as session:
            return len((await session.list_tools()).tools)

    with run_server(memory, token=SECRET) as address:
        assert post_status(address) == 401
        assert post_status(address, Authorization="Bearer wrong") == 401
        assert post_status(address, Authorization=f"Basic {SECRET}") == 401
        assert asyncio.run(ask(address)) == len(ALL)


def test_a_token_is_required_unless_anonymous_clients_are_allowed(memory: Memory) -> None:
    served = create_server(memory, speaker=OWNER)
    with pytest.raises(InvalidInput, match=r"KG_MCP_TOKEN .* --allow-anonymous"):
        create_http_app(served, host="127.0.0.1", token=None)
    with pytest.raises(InvalidInput, match="a loopback address"):
        create_http_app(served, host="0.0.0.0", token=None, allow_anonymous=True)


def test_a_token_is_required_outside_loopback(memory: Memory) -> None:
    served = create_server(memory, speaker=OWNER)
    with pytest.raises(InvalidInput, match="KG_MCP_TOKEN"):
        create_http_app(served, host="0.0.0.0", token=None)
    with pytest.raises(InvalidInput, match="mcp_token") as refused:
        create_http_app(served, host="0.0.0.0", token=SecretStr("short one"))
    assert "short one" not in str(refused.value)
    create_http_app(served, host="0.0.0.0", token=SecretStr(SECRET))
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "example.org")] == [True] * 3 + [
        False
    ] * 2
