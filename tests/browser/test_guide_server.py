"""The kit's server: fixed addresses on this machine, read by Browser alone, and all text is text."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable, Iterator
from html.parser import HTMLParser

import neo4j
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.browser import Kit, Serving, guide, saved
from kg.browser.saved_queries import literal
from kg.errors import InvalidInput

BROWSER = "http://127.0.0.1:7474/browser/"
HOSTILE = "</pre><script>alert(1)</script>' \"\u202e\\ " + "x" * 10_000


def made(**parameters: str | int) -> Kit:
    given = {
        "scope": "demo",
        "name": "maria",
        "id": "fact-1",
        "session": "cli:1",
        "words": "tea",
        "limit": 25,
        "days": 7,
    }
    return Kit("demo", "bolt://127.0.0.1:7687", "neo4j", BROWSER, given | parameters)


@pytest.fixture
def serving() -> Iterator[Serving]:
    with Serving(made()) as serving:
        thread = threading.Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield serving
        serving.shutdown()
        thread.join()


def ask(serving: Serving, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    """An answer, its body read; a header's name is written with `_`."""
    connection = http.client.HTTPConnection("127.0.0.1", serving.server_address[1], timeout=10)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    answer.body = answer.read().decode()  # type: ignore[attr-defined]
    connection.close()
    return answer


def test_it_listens_on_this_machine_alone(serving: Serving) -> None:
    assert serving.server_address[0] == "127.0.0.1"
    assert serving.address == f"http://localhost:{serving.server_address[1]}"
    with pytest.raises(InvalidInput, match="port"):
        Serving(made(), port=serving.server_address[1])


def test_all_that_is_named_is_there_and_nothing_else(serving: Serving) -> None:
    queries = [f"/queries/{query.name}.cypher" for query in saved()]
    for path in ("/", "/guide", "/guide?x=1", "/style.grass", "/page.css", "/page.js", *queries):
        answer = ask(serving, path)
        assert (answer.status, int(answer.headers["Content-Length"]) > 100) == (200, True), path
    for path in ("/queries/", "/queries", "/../style.grass", "/%2e%2e/kit.py", "/kit.py", "/guide/"):
        assert ask(serving, path).status == 404, path
    assert ask(serving, "/guide", "HEAD").body == ""  # type: ignore[attr-defined]
    for method in ("POST", "PUT", "DELETE"):
        assert ask(serving, "/guide", method).status == 501


def test_only_a_name_of_this_machine_is_answered(serving: Serving) -> None:
    port = serving.server_address[1]
    for host in (f"localhost:{port}", f"127.0.0.1:{port}"):
        assert ask(serving, "/guide", Host=host).status == 200
    for host in ("evil.example", f"evil.example:{port}", "localhost", "localhost:1"):
        answer = ask(serving, "/guide", Host=host)
        assert (answer.status, answer.body) == (421, "")  # type: ignore[attr-defined]


def test_only_pages_of_browser_may_read_it_from_elsewhere(serving: Serving) -> None:
    for origin in ("http://127.0.0.1:7474", "http://localhost:7474"):
        asked = ask(serving, "/guide", "OPTIONS", Origin=origin, Access_Control_Request_Headers="pragma")
        assert (asked.status, asked.headers["Access-Control-Allow-Headers"]) == (204, "*")
        assert ask(serving, "/guide", Origin=origin).headers["Access-Control-Allow-Origin"] == origin
    for origin in ("http://evil.example", "https://127.0.0.1:7474", "http://127.0.0.1:7475", "null"):
        for method in ("GET", "OPTIONS"):
            assert ask(serving, "/guide", method, Origin=origin).headers["Access-Control-Allow-Origin"] is None


def test_pages_run_nothing_but_their_own(serving: Serving) -> None:
    headers = ask(serving, "/").headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    page = guide.page(made(), serving.address)
    assert "style=" not in page
    assert "onclick" not in page


class Tags(HTMLParser):
    """Collects the tags and the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("written", [guide.page, guide.guide])
def test_what_others_wrote_is_shown_as_text(written: Callable[[Kit, str], str]) -> None:
    plain, hostile = Tags(), Tags()
    plain.feed(written(made(), "http://localhost:1"))
    hostile.feed(written(made(name=HOSTILE, session=HOSTILE), "http://localhost:1"))
    assert hostile.tags == plain.tags
    assert "<script>alert(1)</script>\\'" in hostile.text


def test_addresses_hold_no_password_and_are_read_whole() -> None:
    address = made().address("guide", "http://localhost:1/guide")
    assert address == (
        f"{BROWSER}?dbms=bolt%3A%2F%2Fneo4j%40127.0.0.1%3A7687&cmd=guide&arg=http%3A%2F%2Flocalhost%3A1%2Fguide"
    )
    assert "?arg=a%2Bb" not in made().address("edit", "a+b")
    assert made().address("edit", "a+b c").endswith("&arg=a%2Bb%20c")


@given(st.text())
def test_a_parameter_is_what_it_was_and_stays_on_its_line(driver: neo4j.Driver, value: str) -> None:
    told = literal(value)
    assert not set(told) & set("\n\r&#")
    if not any("\ud800" <= one <= "\udfff" for one in value):
        assert driver.execute_query(f"RETURN {told} AS value").records[0]["value"] == value
