"""MCP servers in this process, and clients of them, for tests."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import httpx2
import uvicorn
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from pydantic import SecretStr

from kg import Memory
from kg.agent.mcp_http import create_http_app
from kg.agent.mcp_server import create_server
from tests.servers import free_port

OWNER = "cli:olga"


@contextmanager
def run_server(memory: Memory, *, speaker: str = OWNER, token: str | None = None, **options: Any) -> Iterator[str]:
    """Run a server in this process; yields its address."""
    port = free_port()
    served = create_http_app(
        create_server(memory, speaker=speaker, **{"tools": "all"} | options),
        host="127.0.0.1",
        token=None if token is None else SecretStr(token),
        allow_anonymous=token is None,
    )
    running = uvicorn.Server(uvicorn.Config(served, host="127.0.0.1", port=port, log_config=None, ws="none"))
    thread = threading.Thread(target=running.run)
    thread.start()
    try:
        while not running.started:
            assert thread.is_alive()
            thread.join(0.01)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        running.should_exit = True
        thread.join(30)


@asynccontextmanager
async def connect_http(address: str, token: str | None = None) -> AsyncIterator[ClientSession]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30) as client,
        streamable_http_client(address, http_client=client) as (read, write),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        yield session


@asynccontextmanager
async def connect_stdio(scope: str, *options: str) -> AsyncIterator[ClientSession]:
    arguments = ["-m", "kg", "mcp", "--scope", scope, "--speaker", OWNER, "--owner", OWNER, "--tools", "all", *options]
    environment = os.environ | {"KG_EMBEDDER": "hashing"}
    started = StdioServerParameters(command=sys.executable, args=arguments, env=environment)
    async with stdio_client(started) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        yield session


def text_of(answer: Any) -> str:
    return "".join(part.text for part in answer.content)
