"""Function calling with the memory as tools, on any server with the OpenAI chat-completions protocol.

First `kg log "The boat is moored in Ghent." --speaker cli:me && kg digest`, then
`OPENAI_MODEL=… OPENAI_API_KEY=… python examples/openai_tools.py "Where is the boat?"`; for a local server set
`OPENAI_BASE_URL` instead of the key.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import httpx

from kg import Memory
from kg.agent import Toolbox, tools_for

TURNS = 8


def converse(client: httpx.Client, model: str, tools: Toolbox, message: str) -> str:
    """Answer a message; the model may call tools up to `TURNS` times."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": message}]
    for _ in range(TURNS):
        asked = {"model": model, "messages": messages, "tools": tools.schemas(style="openai")}
        answer = client.post("chat/completions", json=asked).raise_for_status().json()
        said = answer["choices"][0]["message"]
        messages.append(said)
        if not said.get("tool_calls"):
            return str(said["content"])
        for call in said["tool_calls"]:
            function = call["function"]
            result = tools.call(function["name"], json.loads(function["arguments"]))
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})
    return "I could not find out."


def main() -> None:
    """Ask the model a question about the memory."""
    url = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1")
    token = os.environ.get("OPENAI_API_KEY")
    key = {"Authorization": f"Bearer {token}"} if token else {}
    with (
        Memory.connect(scope="default", owner="cli:me") as memory,
        httpx.Client(base_url=url, headers=key, timeout=60) as client,
    ):
        tools = tools_for(memory, speaker="cli:me")
        sys.stdout.write(converse(client, os.environ["OPENAI_MODEL"], tools, sys.argv[1]) + "\n")


if __name__ == "__main__":
    main()
