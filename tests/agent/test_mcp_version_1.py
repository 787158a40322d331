"""The MCP server with version 1 of its library, over both transports."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
import uvicorn
from pydantic import SecretStr

from kg import Memory
from kg.agent import create_http_app, create_server
from kg.agent.mcp_protocol import IS_VERSION_1
from kg.agent.tools import CORE
from tests.agent.mcp_requests import ask_over_http, ask_over_stdio, check_server
from tests.servers import free_port

# Version 1 leaves streams of closed sessions to the garbage collector.
pytestmark = [
    pytest.mark.adapters,
    pytest.mark.filterwarnings("ignore:Exception ignored:pytest.PytestUnraisableExceptionWarning"),
]
OWNER, TOKEN = "cli:olga", "a secret of some length"


def test_all_requests_over_http(connect: Callable[..., Memory]) -> None:
    assert IS_VERSION_1, "the frameworks need version 1"
    memory, port = connect(owner=OWNER), free_port()
    served = create_http_app(create_server(memory, speaker=OWNER), host="127.0.0.1", token=SecretStr(TOKEN))
    running = uvicorn.Server(uvicorn.Config(served, host="127.0.0.1", port=port, log_config=None, ws="none"))
    thread = threading.Thread(target=running.run)
    thread.start()
    while not running.started:
        thread.join(0.01)
    try:
        with ask_over_http(f"http://127.0.0.1:{port}/mcp", TOKEN) as ask:
            check_server(ask, [tool.name for tool in CORE])
    finally:
        running.should_exit = True
        thread.join(30)


def test_all_requests_over_stdio(connect: Callable[..., Memory], environment: dict[str, str]) -> None:
    memory = connect(owner=OWNER)
    with ask_over_stdio("--scope", memory.scope, "--speaker", OWNER, "--owner", OWNER) as ask:
        check_server(ask, [tool.name for tool in CORE])
