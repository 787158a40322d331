"""A picture served on loopback: taken anew at every look, to this machine alone."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from kg import Memory
from kg.errors import ConnectionFailed, ServerError
from kg.visualize import Picture
from kg.visualize.picture_server import HOST, Serving

pytestmark = pytest.mark.slow


@pytest.fixture
def serve() -> Iterator[Callable[..., Serving]]:
    """Serve a picture until the test is over."""
    begun: list[tuple[Serving, threading.Thread]] = []

    def serve(take: Callable[[], Picture]) -> Serving:
        server = Serving(take)
        thread = threading.Thread(target=server.run)
        thread.start()
        begun.append((server, thread))
        return server

    yield serve
    for server, thread in begun:
        server.stop()
        thread.join(10)


def test_page_and_data_are_of_now(own_company: Memory, serve: Callable[..., Serving]) -> None:
    server = serve(own_company.pictures.social)
    assert server.url.startswith(f"http://{HOST}:")
    page = httpx.get(server.url)
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "connect-src &#x27;self&#x27;" in page.text
    assert 'data-mode="live"' in page.text
    assert len(httpx.get(f"{server.url}data").json()["nodes"]) == 4
    own_company.people.ensure("cli:new", name="New")
    assert len(httpx.get(f"{server.url}data").json()["nodes"]) == 5
    assert httpx.get(f"{server.url}etc/passwd").status_code == 404


def test_a_page_of_others_is_not_answered(company: Memory, serve: Callable[..., Serving]) -> None:
    server = serve(company.pictures.social)
    for host in ("evil.example", f"evil.example:{server.url.rpartition(':')[2].strip('/')}", f"{HOST}:1", ""):
        assert httpx.get(server.url, headers={"Host": host}).status_code == 403


def test_an_error_is_told_and_the_server_goes_on(serve: Callable[..., Serving]) -> None:
    def fails() -> Any:
        raise ConnectionFailed("no answer")

    server = serve(fails)
    for _ in range(2):
        answer = httpx.get(f"{server.url}data")
        assert (answer.status_code, answer.text) == (503, "Error: no answer")


def test_a_port_that_is_taken_is_refused(company: Memory, serve: Callable[..., Serving]) -> None:
    port = int(serve(company.pictures.social).url.rpartition(":")[2].strip("/"))
    with pytest.raises(ServerError, match=f"port {port}"):
        Serving(company.pictures.social, port)


def test_an_open_page_follows_the_graph(
    own_company: Memory, serve: Callable[..., Serving], visit: Callable[..., Any]
) -> None:
    server = serve(own_company.pictures.social)
    page = visit(address=server.url)
    assert page.locator("#subtitle").inner_text().startswith("4 people")
    own_company.people.ensure("cli:new", name="New")
    page.locator("#subtitle", has_text="5 people").wait_for(timeout=30_000)
