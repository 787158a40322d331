"""Search: names by their beginnings, then facts and messages; suggestions as JSON."""

from __future__ import annotations

import pytest

from kg.console.search_pages import find_names
from tests.console.conftest import OpenConsole


@pytest.mark.parametrize(
    ("typed", "names"),
    [("an", ["Ann"]), ("nov", ["Kim Novak"]), ("kim n", ["Kim Novak"]), ("K", ["Kim Novak"]), ("x", [])],
)
def test_names_are_found_by_their_beginnings(console: OpenConsole, typed: str, names: list[str]) -> None:
    assert [one["name"] for one in find_names(console.memory, typed, 5)] == names


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["", "  ", "*", "AND", 'a"b', "a:b (c) [d] {e} ~ ^ \\ / ?", "🙂", "x" * 600])
def test_any_text_may_be_typed(console: OpenConsole, typed: str) -> None:
    answer = console.client.get("/api/search", params={"q": typed})
    assert answer.status_code == 200
    assert console.client.get("/search", params={"q": typed}).status_code == 200


def test_suggestions_have_addresses(console: OpenConsole) -> None:
    found = console.client.get("/api/search", params={"q": "Oslo"}).json()
    assert found["names"][0]["url"].startswith("/entities/")
    assert {"fact", "event"} >= {hit["kind"] for hit in found["hits"]}
    assert all(console.client.get(hit["url"]).status_code == 200 for hit in found["hits"])
    assert found["ms"] >= 0
    assert found["confidence"] in {"none", "low", "medium", "high"}


def test_the_page_lists_names_and_hits(console: OpenConsole) -> None:
    page = console.page("/search?q=Oslo")
    assert "Ann lives in Oslo." in page
    assert 'value="Oslo"' in page
    assert "Type a name" in console.page("/search")
