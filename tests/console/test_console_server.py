"""The server: fixed headers, a new token for each start, errors as pages, and in whose name changes are made."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Memory
from kg.console import ConsoleServer
from kg.errors import InvalidInput
from tests.console.conftest import OpenConsole


def test_every_answer_has_the_policy(console: OpenConsole) -> None:
    for path in ("/", "/static/console.js", "/api/people", "/nowhere"):
        headers = console.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert all(f"{name} " in policy for name in ("script-src", "form-action", "frame-ancestors", "base-uri"))
        assert (headers["x-frame-options"], headers["cache-control"]) == ("DENY", "no-store")
        assert headers["cross-origin-resource-policy"] == headers["referrer-policy"] == "same-origin"


def test_each_start_has_another_token(serve: Callable[..., OpenConsole], memory: Memory) -> None:
    tokens = {serve(memory).server.token for _ in range(3)}
    assert len(tokens) == 3
    assert min(map(len, tokens)) >= 32


def test_errors_of_kg_are_pages_or_json(console: OpenConsole) -> None:
    for path, status in (
        ("/facts/none", 404),
        ("/people/none", 404),
        ("/facts?limit=0", 400),
        ("/memories?kind=x", 400),
    ):
        answer = console.client.get(path)
        assert answer.status_code == status, path
        assert "<h1>" in answer.text
    answer = console.client.get("/api/facts/none")
    assert answer.status_code == 404
    assert "none" in answer.json()["error"]


def test_changes_are_made_in_the_name_of_an_owner(
    serve: Callable[..., OpenConsole], connect: Callable[..., Memory]
) -> None:
    memory = connect(owner=["cli:ann", "web:ann"])
    console = serve(memory, actor="web:ann")
    memory.people.ensure("cli:bob")
    console.change("note", id="cli:bob", text="Tall.", back="/people")
    assert {change.by for change in memory.changes.list()} == {"web:ann"}
    with pytest.raises(InvalidInput, match="actor"):
        ConsoleServer(memory, actor="cli:eve")
