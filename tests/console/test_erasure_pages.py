"""Forgetting: a dry run first, then a receipt."""

from __future__ import annotations

import pytest

from kg.errors import NotFound
from tests.console.conftest import OpenConsole


def test_a_dry_run_erases_nothing(own_console: OpenConsole) -> None:
    page = own_console.page("/forget?kind=event&id=e0&back=/messages/e0")
    assert "Nothing has been erased yet" in page
    assert "1 message" in page
    assert own_console.memory.get("e0")
    assert own_console.client.get("/forget?kind=x&id=e0").status_code == 400
    assert own_console.client.get("/forget?kind=event&id=none").status_code == 404


def test_forgetting_leaves_a_receipt_and_a_line_in_the_log(own_console: OpenConsole) -> None:
    answer = own_console.post("/forget", kind="event", id="e0")
    assert answer.status_code == 200
    assert "/receipts/receipt-" in str(answer.url)
    assert "1 message" in answer.text
    with pytest.raises(NotFound):
        own_console.memory.get("e0")
    assert own_console.memory.facts.list(subject="Ann", predicate="lives_in", status=None) == []
    what = {change.what: change.by for change in own_console.memory.changes.list()}
    assert what["forget message"] == "cli:ann"
    assert "Oslo" not in own_console.page("/log")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["session", "person", "entity"])
def test_every_kind_is_named_before_it_is_forgotten(own_console: OpenConsole, kind: str) -> None:
    ids = {"session": "cli:1", "person": "cli:bob", "entity": "Kim Novak"}
    page = own_console.page(f"/forget?kind={kind}&id={ids[kind]}")
    assert {"session": "cli:1", "person": "Bob", "entity": "Kim Novak"}[kind] in page
    assert own_console.post("/forget", kind=kind, id=ids[kind]).status_code == 200
