"""Records as JSON."""

from __future__ import annotations

import pytest

from tests.console.conftest import OpenConsole


@pytest.mark.parametrize(
    "path", ["people", "people/", "facts", "facts?status=any&subject=Ann", "entities?type=place", "sessions"]
)
def test_lists_are_json(console: OpenConsole, path: str) -> None:
    answer = console.client.get(f"/api/{path}")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()


def test_records_have_what_their_pages_show(console: OpenConsole) -> None:
    memory = console.memory
    person = console.client.get("/api/people/cli:bob").json()
    assert (person["name"], person["trust"]["tier"]) == ("Bob", "stranger")
    assert "Bob works at Acme." in [fact["text"] for fact in person["facts"]]
    [fact] = memory.facts.list(subject="Ann", predicate="lives_in")
    record = console.client.get(f"/api/facts/{fact.id}").json()
    assert (record["object"], record["details"]["evidence"][0]["id"]) == ("Oslo", "e0")
    entity = console.client.get("/api/entities/Kim Novak").json()
    assert entity["messages"][0]["id"] == "e1"
    session = console.client.get("/api/sessions/cli:1").json()
    assert [message["event"]["id"] for message in session["messages"]] == ["e0", "e1", "e2", "e3"]
