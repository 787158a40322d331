"""The page that explains a context, alone and next to another, with a permalink."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.console.conftest import OpenConsole


def test_the_page_shows_the_context_its_budget_and_what_was_left_out(console: OpenConsole) -> None:
    page = console.page("/context?message=Where do I live?&speaker=cli:ann&session=cli:1&budget=300")
    for text in ("of 300 tokens", "<meter", "Left out", "As the agent gets it", "Ann lives in Oslo", "Rests on"):
        assert text in page, text
    assert "Left out" not in console.page("/context")


@pytest.mark.slow
def test_two_moments_are_shown_side_by_side(console: OpenConsole) -> None:
    page = console.page("/context?message=the garden&speaker=cli:ann&b_as_of=2026-02-20")
    assert page.count('class="list budget"') == 2
    assert 'class="only"' in page


def test_the_permalink_shows_the_same_later(console: OpenConsole) -> None:
    page = console.page("/context?message=the garden&speaker=cli:ann&b_profile=compact")
    link = unescape(re.search(r'href="([^"]+)">Permalink', page)[1])
    assert "as_of=2026-03-02" in link
    again = console.page(link)
    strip = re.compile(r'<form class="why".*?</form>', re.DOTALL)
    assert strip.sub("", again) == strip.sub("", page)


def test_the_same_is_json(console: OpenConsole) -> None:
    made = console.client.get("/api/context", params={"message": "Where do I live?", "speaker": "cli:ann"}).json()
    assert made["context"]["tokens"] <= made["context"]["budget"]
    assert {section["name"] for section in made["sections"]} >= {"state"}
    assert console.client.get("/api/context").status_code == 400
