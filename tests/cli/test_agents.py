"""`kg tool` and `kg mcp` on the command line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.servers import free_port

OWNER = "cli:olga"


@pytest.fixture
def tool(kg: Callable[..., Any], new_scope: str) -> Callable[..., Any]:
    """Return a function that calls a tool as the owner."""
    return lambda *words: kg("tool", *words, "--speaker", OWNER, "--owner", OWNER, "--scope", new_scope)


def test_a_tool_is_called_with_arguments_and_options(tool: Callable[..., Any]) -> None:
    saved = tool("save_memory", "Olga likes tea.", "people", "--importance", 9)
    assert (saved.code, saved.err) == (0, "")
    assert re.fullmatch(r"Saved\. people, importance 9: Olga likes tea\. \[id:[0-9a-f]{6}\]\n", saved.out)
    assert "Olga likes tea" in tool("search_memory", "tea", "--limit", 3, "--kinds", "core").out
    assert "Scope" not in tool("query_graph", "overview").out
    assert tool("query_graph", "newest_events", "--parameters", '{"limit": 3}').code == 0
    assert "is muted" not in tool("list_people").out


def test_an_error_of_a_tool_has_exit_code_1(tool: Callable[..., Any]) -> None:
    for words in (
        ("search_memory", "x", "--limit", 51),
        ("save_memory", "x", "nonsense"),
        ("query_graph", "newest_events", "--parameters", "limit"),
        ("mute_user", "Zed"),
    ):
        done = tool(*words)
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith("Error: ")


def test_a_stranger_is_refused(kg: Callable[..., Any], new_scope: str) -> None:
    done = kg("tool", "forget", "everything", "--confirm", "--speaker", "cli:eve", "--scope", new_scope)
    assert done.code == 1
    assert "restricted to the owner" in done.err


def test_a_server_outside_loopback_requires_a_token(kg: Callable[..., Any], new_scope: str) -> None:
    done = kg("mcp", "--http", "--host", "0.0.0.0", "--speaker", OWNER, "--scope", new_scope)
    assert done.code == 1
    assert "KG_MCP_TOKEN" in done.err


def test_a_server_over_http_without_a_token_is_refused(kg: Callable[..., Any], new_scope: str) -> None:
    done = kg("mcp", "--http", "--speaker", OWNER, "--scope", new_scope)
    assert done.code == 1
    assert "--allow-anonymous" in done.err


@pytest.mark.slow
def test_a_server_over_http_requires_the_token_of_the_environment(new_scope: str, environment: dict[str, str]) -> None:
    port = free_port()
    arguments = [
        sys.executable,
        "-m",
        "kg",
        "mcp",
        "--http",
        "--port",
        str(port),
        "--speaker",
        OWNER,
        "--scope",
        new_scope,
    ]
    secret = {"KG_EMBEDDER": "hashing", "KG_MCP_TOKEN": "a secret of some length"}
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True, env=os.environ | secret) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == f"listening on http://127.0.0.1:{port}/mcp\n"
        # The line is printed before the server listens: retry until it accepts a connection.
        with httpx.Client(transport=httpx.HTTPTransport(retries=8)) as client:
            assert client.post(f"http://127.0.0.1:{port}/mcp", json={}).status_code == 401
        process.terminate()
        assert "secret" not in process.stderr.read()
        process.wait(timeout=30)
