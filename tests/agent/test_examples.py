"""The examples in the documentation run and give the documented results."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest

from kg import Memory
from kg.agent import tools_for
from tests.agent.adapters.example_runs import load_example

pytestmark = pytest.mark.slow

OWNER = "cli:olga"


class ScriptedChatServer(BaseHTTPRequestHandler):
    """A chat server that stores a fact, queries it, and replies with the tool's answer."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answers = [one["content"] for one in asked["messages"] if one["role"] == "tool"]
        script = [
            ("remember_fact", {"subject": "the boat", "predicate": "located_in", "object": "Ghent"}),
            ("get_entity", {"name": "the boat"}),
        ]
        assert {one["function"]["name"] for one in asked["tools"]} >= {name for name, _ in script}
        message: dict[str, Any] = {"role": "assistant", "content": answers[-1] if answers else None}
        if len(answers) < len(script):
            name, arguments = script[len(answers)]
            function = {"name": name, "arguments": json.dumps(arguments)}
            message["tool_calls"] = [{"id": f"call-{len(answers)}", "type": "function", "function": function}]
        body = json.dumps({"choices": [{"message": message}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Write no log."""


@pytest.fixture
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), ScriptedChatServer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()
    server.server_close()
    thread.join(10)


def test_function_calling_with_a_server_of_chat_completions(connect: Callable[..., Memory], address: str) -> None:
    tools = tools_for(connect(owner=OWNER), speaker=OWNER)
    with httpx.Client(base_url=address, timeout=30) as client:
        answer = load_example("openai_tools").converse(client, "scripted", tools, "The boat lies in Ghent now.")
    assert "the boat" in answer
    assert "Ghent" in answer


def test_a_plain_loop_remembers_and_answers(connect: Callable[..., Memory]) -> None:
    module = load_example("plain_loop")
    memory = connect(owner=OWNER)
    lines = ["The boat is moored in Ghent.", "Where is the boat?"]
    answers = module.talk(memory, module.scripted, lines, speaker=OWNER, session="cli:loop")
    assert answers[0] == "I will remember that."
    assert "Ghent" in answers[1]
    assert [note.text for note in memory.longterm.list()] == ["The boat is moored in Ghent."]
