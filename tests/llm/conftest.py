"""A real HTTP server with the chat-completions protocol, which misbehaves on request."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from kg import Settings
from kg.llm import HttpModel

KEY = "sk-never-to-be-seen-0123456789"


def completion(text: Any, **more: Any) -> dict[str, Any]:
    """Return the body of an answer."""
    return {
        "model": "tiny-2026",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    } | more


@dataclass(frozen=True)
class Answer:
    """What the server does with one request.

    Attributes:
        body: JSON, or bytes as they are.
        status: of HTTP.
        headers: in addition to the usual ones.
        cut: how many bytes of the body are left out before the connection is closed.
        silent: the server does not answer until the test ends.
        trickle: the server sends bytes slowly, without an end.
    """

    body: Any = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: int = 0
    silent: bool = False
    trickle: bool = False


class Chat(ThreadingHTTPServer):
    """Returns the given answers in order, and the last one repeatedly."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers: list[Answer] = []
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.over = threading.Event()
        self.url = f"http://127.0.0.1:{self.server_address[1]}/v1"

    def next_answer(self) -> Answer:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that have disconnected, as some tests intend."""


class Handler(BaseHTTPRequestHandler):
    server: Chat

    def do_POST(self) -> None:
        chat = self.server
        chat.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        chat.headers.append(dict(self.headers))
        chat.paths.append(self.path)
        answer = chat.next_answer()
        if answer.silent:
            chat.over.wait(60)
            return
        body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
        self.send_response(answer.status)
        for name, value in ({"Content-Type": "application/json"} | answer.headers).items():
            self.send_header(name, value)
        if answer.trickle:
            self.end_headers()
            while not chat.over.wait(0.02):
                self.wfile.write(b" ")
            return
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) - answer.cut])

    def log_message(self, *args: Any) -> None:
        """Write no log."""


@pytest.fixture
def chat() -> Iterator[Chat]:
    server = Chat()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield server
    server.over.set()
    server.shutdown()
    server.server_close()
    thread.join(10)


@pytest.fixture
def waited() -> list[float]:
    """The seconds of each wait, which are not waited."""
    return []


@pytest.fixture
def ask(chat: Chat, waited: list[float]) -> Iterator[Callable[..., HttpModel]]:
    """Return a function that opens a model on the server with the given answers, and does not wait."""
    opened: list[HttpModel] = []

    def ask(*answers: Answer, **options: Any) -> HttpModel:
        chat.answers = list(answers)
        chosen: dict[str, Any] = {"llm_model": "tiny", "llm_url": chat.url, "llm_api_key": KEY} | options
        model = HttpModel(Settings(**chosen), wait=waited.append)
        opened.append(model)
        return model

    yield ask
    for model in opened:
        model.close()
