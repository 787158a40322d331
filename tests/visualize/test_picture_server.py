"""The picture server draws current data, on loopback only."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from kg import Memory
from kg.errors import ConnectionFailed, ServerError
from kg.visualize import Picture
from kg.visualize.picture_server import PictureServer

pytestmark = pytest.mark.slow


@pytest.fixture
def serve() -> Iterator[Callable[..., PictureServer]]:
    """Return a function that serves a picture until the end of the test."""
    started: list[tuple[PictureServer, threading.Thread]] = []

    def serve(create_picture: Callable[[], Picture]) -> PictureServer:
        server = PictureServer(create_picture)
        thread = threading.Thread(target=server.run)
        thread.start()
        started.append((server, thread))
        return server

    yield serve
    for server, thread in started:
        server.stop()
        thread.join(10)


def test_page_and_data_are_current(own_people_memory: Memory, serve: Callable[..., PictureServer]) -> None:
    server = serve(own_people_memory.pictures.social)
    assert server.url.startswith("http://127.0.0.1:")
    page = httpx.get(server.url)
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "connect-src &#x27;self&#x27;" in page.text
    assert 'data-mode="live"' in page.text
    assert len(httpx.get(f"{server.url}data").json()["nodes"]) == 4
    own_people_memory.people.ensure("cli:new", name="New")
    assert len(httpx.get(f"{server.url}data").json()["nodes"]) == 5
    assert httpx.get(f"{server.url}etc/passwd").status_code == 404


def test_requests_with_a_foreign_host_are_refused(people_memory: Memory, serve: Callable[..., PictureServer]) -> None:
    server = serve(people_memory.pictures.social)
    for host in ("evil.example", f"evil.example:{server.url.rpartition(':')[2].strip('/')}", "127.0.0.1:1", ""):
        assert httpx.get(server.url, headers={"Host": host}).status_code == 421


def test_an_error_is_returned_and_the_server_continues(serve: Callable[..., PictureServer]) -> None:
    def fail() -> Any:
        raise ConnectionFailed("no answer")

    server = serve(fail)
    for _ in range(2):
        answer = httpx.get(f"{server.url}data")
        assert (answer.status_code, answer.text) == (503, "Error: no answer")


def test_a_port_in_use_is_an_error(people_memory: Memory, serve: Callable[..., PictureServer]) -> None:
    port = int(serve(people_memory.pictures.social).url.rpartition(":")[2].strip("/"))
    with pytest.raises(ServerError, match=f"port {port}"):
        PictureServer(people_memory.pictures.social, port)


def test_an_open_page_is_updated(
    own_people_memory: Memory, serve: Callable[..., PictureServer], visit: Callable[..., Any]
) -> None:
    server = serve(own_people_memory.pictures.social)
    page = visit(address=server.url)
    assert page.locator("#subtitle").inner_text().startswith("4 people")
    own_people_memory.people.ensure("cli:new", name="New")
    page.locator("#subtitle", has_text="5 people").wait_for(timeout=30_000)
