"""The pages of facts."""

from __future__ import annotations

import pytest

from kg.console.fact_pages import read_fact
from kg.errors import NotFound
from tests.console.conftest import OpenConsole


@pytest.mark.slow
def test_the_list_has_filters(console: OpenConsole) -> None:
    assert "Bob works at Acme." in console.page("/facts")
    assert "Bob works at Acme." not in console.page("/facts?subject=Ann&kind=state")
    assert "No facts fit" in console.page("/facts?status=retracted")
    assert console.client.get("/facts?status=x").status_code == 400


def test_a_fact_has_its_words_who_said_them_and_what_rests_on_it(console: OpenConsole) -> None:
    [fact] = console.memory.facts.list(subject="Ann", predicate="lives_in")
    page = console.page(f"/facts/{fact.id}")
    for text in (
        "I live in Oslo. I have to call the roofer by Friday.",
        "cli:1",
        "everyone",
        "Correct",
        "Retract",
        "Oslo",
    ):
        assert text in page, text
    row = read_fact(console.memory, fact.id)
    assert [one["id"] for one in row["evidence"]] == ["e0"]
    with pytest.raises(NotFound):
        read_fact(console.memory, "none")
