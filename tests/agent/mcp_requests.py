"""Requests of the Model Context Protocol as JSON, for tests that hold for either version of its library."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx

Ask = Callable[..., dict[str, Any]]
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


@contextmanager
def ask_over_stdio(*arguments: str, environment: dict[str, str] | None = None) -> Iterator[Ask]:
    """Start `kg mcp` and yield a function that sends a request and returns its response."""
    command = [sys.executable, "-m", "kg", "mcp", *arguments]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env=os.environ | {"KG_EMBEDDER": "hashing"} | (environment or {}),
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        stdin, stdout = process.stdin, process.stdout

        def send(message: dict[str, Any]) -> None:
            stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            stdin.flush()

        def ask(method: str, **params: Any) -> dict[str, Any]:
            send({"id": 7, "method": method, "params": params})
            answer: dict[str, Any] = json.loads(stdout.readline())
            return answer

        ask("initialize", **HELLO)
        send({"method": "notifications/initialized"})
        yield ask
        stdin.close()
        assert process.wait(timeout=60) == 0


@contextmanager
def ask_over_http(address: str, token: str) -> Iterator[Ask]:
    """Yield a function that sends a request to a server and returns its response."""
    headers = {"Accept": "application/json, text/event-stream", "Authorization": f"Bearer {token}"}
    with httpx.Client(headers=headers, timeout=30) as client:

        def ask(method: str, **params: Any) -> dict[str, Any]:
            response = client.post(address, json={"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
            response.raise_for_status()
            client.headers.update(
                {name: response.headers[name] for name in ("mcp-session-id",) if name in response.headers}
            )
            [data] = [line for line in response.text.splitlines() if line.startswith("data: {")] or [response.text]
            answer: dict[str, Any] = json.loads(data.removeprefix("data: "))
            return answer

        ask("initialize", **HELLO)
        client.post(address, json={"jsonrpc": "2.0", "method": "notifications/initialized"})
        yield ask


def check_server(ask: Ask, tools: list[str]) -> None:
    """Send every kind of request, right and wrong, and check the responses."""
    listed = ask("tools/list")["result"]["tools"]
    assert [tool["name"] for tool in listed] == tools
    assert all(tool["inputSchema"]["type"] == "object" and tool["description"] for tool in listed)
    assert {tool["name"]: tool["annotations"] for tool in listed}["forget"]["destructiveHint"]
    added = ask("tools/call", name="add_memory", arguments={"text": "The boat is moored in Ghent."})["result"]
    assert added["content"][0]["text"].startswith("Remembered.")
    assert added["structuredContent"]["id"].startswith("event-")
    found = ask("tools/call", name="search_memory", arguments={"query": "Where is the boat?", "limit": "5"})["result"]
    assert "Ghent" in found["content"][0]["text"]
    assert "Ghent" in found["structuredContent"]["results"][0]["text"]
    assert not found["isError"]
    wrong = ask("tools/call", name="search_memory", arguments={"query": "x", "limit": 500})["result"]
    assert wrong["isError"]
    assert wrong["content"][0]["text"].startswith("Error: limit")
    assert "structuredContent" not in wrong
    assert (
        ask("tools/call", name="serch_memory", arguments={})["result"]["content"][0]["text"].count("search_memory") == 2
    )
    assert ask("resources/list")["result"]["resources"][0]["uri"] == "kg://schema"
    assert len(ask("resources/templates/list")["result"]["resourceTemplates"]) == 2
    assert "lives_in" in ask("resources/read", uri="kg://schema")["result"]["contents"][0]["text"]
    assert "no resource" in ask("resources/read", uri="kg://elsewhere")["error"]["message"]
    assert [one["name"] for one in ask("prompts/list")["result"]["prompts"]] == ["memory", "answer"]
    prompt = ask("prompts/get", name="answer", arguments={"message": "Where is the boat?"})["result"]
    assert "Ghent" in prompt["messages"][0]["content"]["text"]
    assert "the prompts are" in ask("prompts/get", name="answer")["error"]["message"]
