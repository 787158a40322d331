"""The page of a message, and the way from any id to a page."""

from __future__ import annotations

import pytest

from kg.console.message_pages import find_page
from kg.errors import NotFound
from tests.console.conftest import OpenConsole


def test_a_message_has_its_facts_and_neighbours(console: OpenConsole) -> None:
    page = console.page("/messages/e1")
    for text in (
        "I work at Acme.",
        "Bob works at Acme.",
        "/messages/e0",
        "/messages/e2",
        "Kim Novak",
        "Forget this message",
    ):
        assert text in page, text
    assert console.client.get("/messages/none").status_code == 404


def test_every_record_leads_to_its_page(console: OpenConsole) -> None:
    memory = console.memory
    ids = {
        "e0": "/messages/",
        memory.facts.list()[0].id: "/facts/",
        memory.people.get("cli:bob").id: "/people/",
        memory.entities.get("Kim Novak").id: "/people/",
        memory.reflections.list()[0].id: "/memories/",
        memory.topics.list()[0].id: "/topics/",
    }
    for id_, start in ids.items():
        assert find_page(memory.graph, id_).startswith(start), id_
        console.page(f"/go/{id_}")
    with pytest.raises(NotFound):
        find_page(memory.graph, "none")
