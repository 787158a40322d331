"""The local web server: loopback only, fixed headers, errors with their message, a port that is released."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from kg.errors import ConnectionFailed, ServerError
from kg.loopback_server import LoopbackServer


def send_text(_: Request) -> Response:
    return PlainTextResponse("hello")


def fail(_: Request) -> Response:
    raise ConnectionFailed("no answer")


ROUTES = [Route("/text", send_text), Route("/fail", fail)]


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    server = LoopbackServer()
    server.serve(ROUTES, headers={"X-Frame-Options": "DENY"})
    yield server.start()
    server.stop()
    assert "kg-server" not in {thread.name for thread in threading.enumerate()}


def test_responses_carry_the_fixed_headers(server: LoopbackServer) -> None:
    for path, status in (("text", 200), ("missing", 404)):
        answer = httpx.get(f"{server.url}{path}")
        assert answer.status_code == status
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "server" not in answer.headers


def test_an_error_is_answered_and_the_server_continues(server: LoopbackServer) -> None:
    for _ in range(2):
        answer = httpx.get(f"{server.url}fail")
        assert (answer.status_code, answer.text) == (503, "Error: no answer")


def test_foreign_host_names_are_refused(server: LoopbackServer) -> None:
    for host in (
        "evil.example",
        f"evil.example:{server.port}",
        "localhost",
        "127.0.0.1:1",
        f"127.0.0.2:{server.port}",
        "",
    ):
        answer = httpx.get(f"{server.url}text", headers={"Host": host})
        assert (answer.status_code, answer.text, answer.headers["X-Frame-Options"]) == (421, "", "DENY")


def test_a_port_in_use_is_an_error_and_is_free_after_the_run() -> None:
    first = LoopbackServer()
    with pytest.raises(ServerError, match=f"port {first.port}"):
        LoopbackServer(first.port)
    first.serve(ROUTES)
    thread = threading.Thread(target=first.run)
    thread.start()
    assert httpx.get(f"{first.url}text").text == "hello"
    first.stop()
    thread.join(10)
    second = LoopbackServer(first.port)
    second.serve(ROUTES)
    second.stop()
    second.run()


@pytest.mark.parametrize("port", [-1, 65_536])
def test_an_impossible_port_is_an_error(port: int) -> None:
    with pytest.raises(ServerError, match="port"):
        LoopbackServer(port)
