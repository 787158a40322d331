"""The guide server: fixed paths on loopback, readable only by Neo4j Browser, with escaped text."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator

import neo4j
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.browser import GuideServer, guide, list_saved_queries
from kg.browser.saved_queries import cypher_literal
from kg.errors import ServerError
from tests.browser.browser_kit import BROWSER, create_kit


@pytest.fixture
def serving() -> Iterator[GuideServer]:
    serving = GuideServer(create_kit())
    thread = threading.Thread(target=serving.run)
    thread.start()
    yield serving
    serving.stop()
    thread.join()


def request(serving: GuideServer, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    """Send a request and return the response with its body; header names are written with `_`."""
    connection = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=10)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    answer.body = answer.read().decode()  # type: ignore[attr-defined]
    connection.close()
    return answer


def test_it_listens_on_loopback_only(serving: GuideServer) -> None:
    assert serving.address == f"http://localhost:{serving.port}"
    with pytest.raises(ServerError, match=f"port {serving.port}"):
        GuideServer(create_kit(), port=serving.port)


def test_it_serves_its_files_and_nothing_else(serving: GuideServer) -> None:
    queries = [f"/queries/{query.name}.cypher" for query in list_saved_queries()]
    for path in ("/", "/guide", "/guide?x=1", "/style.grass", "/page.css", "/page.js", *queries):
        answer = request(serving, path)
        assert (answer.status, int(answer.headers["Content-Length"]) > 100) == (200, True), path
    for path in ("/queries/", "/queries", "/../style.grass", "/%2e%2e/kit.py", "/kit.py", "/guide/"):
        assert request(serving, path).status == 404, path
    assert request(serving, "/guide", "HEAD").body == ""  # type: ignore[attr-defined]
    for method in ("POST", "PUT", "DELETE"):
        assert request(serving, "/guide", method).status == 405


def test_requests_with_a_foreign_host_are_refused(serving: GuideServer) -> None:
    port = serving.port
    for host in (f"localhost:{port}", f"127.0.0.1:{port}"):
        assert request(serving, "/guide", Host=host).status == 200
    for host in ("evil.example", f"evil.example:{port}", "localhost", "localhost:1"):
        answer = request(serving, "/guide", Host=host)
        assert (answer.status, answer.body) == (421, "")  # type: ignore[attr-defined]


def test_only_browser_may_read_it_from_another_origin(serving: GuideServer) -> None:
    for origin in ("http://127.0.0.1:7474", "http://localhost:7474"):
        preflight = request(
            serving,
            "/guide",
            "OPTIONS",
            Origin=origin,
            Access_Control_Request_Method="GET",
            Access_Control_Request_Headers="pragma",
        )
        assert (preflight.status, preflight.headers["Access-Control-Allow-Headers"]) == (200, "pragma")
        assert request(serving, "/guide", Origin=origin).headers["Access-Control-Allow-Origin"] == origin
    for origin in ("http://evil.example", "https://127.0.0.1:7474", "http://127.0.0.1:7475", "null"):
        for method in ("GET", "OPTIONS"):
            assert request(serving, "/guide", method, Origin=origin).headers["Access-Control-Allow-Origin"] is None


def test_pages_run_only_their_own_scripts(serving: GuideServer) -> None:
    headers = request(serving, "/").headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    page = guide.render_index_page(create_kit(), serving.address)
    assert "style=" not in page
    assert "onclick" not in page


def test_addresses_contain_no_password_and_are_encoded() -> None:
    address = create_kit().address("guide", "http://localhost:1/guide")
    assert address == (
        f"{BROWSER}?dbms=bolt%3A%2F%2Fneo4j%40127.0.0.1%3A7687&cmd=guide&arg=http%3A%2F%2Flocalhost%3A1%2Fguide"
    )
    assert "?arg=a%2Bb" not in create_kit().address("edit", "a+b")
    assert create_kit().address("edit", "a+b c").endswith("&arg=a%2Bb%20c")


@pytest.mark.slow
@given(st.text())
def test_a_literal_has_the_value_and_is_one_line(driver: neo4j.Driver, value: str) -> None:
    literal = cypher_literal(value)
    assert not set(literal) & set("\n\r&#")
    if not any("\ud800" <= one <= "\udfff" for one in value):
        assert driver.execute_query(f"RETURN {literal} AS value").records[0]["value"] == value
