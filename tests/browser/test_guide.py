"""The guide and the page of queries, as HTML with escaped text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from kg.browser import BrowserKit, KnownPerson, guide, list_saved_queries
from kg.browser.saved_queries import CHAPTERS
from tests.browser.browser_kit import HOSTILE, create_kit


class TagCollector(HTMLParser):
    """Collects the tags and the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("render", [guide.render_index_page, guide.render_guide])
def test_user_text_is_escaped(render: Callable[[BrowserKit, str], str]) -> None:
    plain, hostile = TagCollector(), TagCollector()
    plain.feed(render(create_kit(), "http://localhost:1"))
    hostile.feed(render(create_kit(name=HOSTILE, session=HOSTILE), "http://localhost:1"))
    assert hostile.tags == plain.tags
    assert "<script>alert(1)</script>\\'" in hostile.text


@pytest.mark.parametrize("render", [guide.render_index_page, guide.render_guide])
def test_every_chapter_and_query_is_on_the_page(render: Callable[[BrowserKit, str], str]) -> None:
    page = TagCollector()
    page.feed(render(create_kit(), "http://localhost:1"))
    assert all(chapter in page.text for chapter in CHAPTERS)
    for query in list_saved_queries():
        assert query.summary in page.text, query.name
        assert query.text in page.text, query.name
    assert create_kit().set_parameters in page.text
    assert ":style http://localhost:1/style.grass" in page.text


def test_boxes_of_the_guide_can_be_run() -> None:
    page = TagCollector()
    page.feed(guide.render_guide(create_kit(), "http://localhost:1"))
    assert page.tags.count("slide") == len(CHAPTERS) + 1
    assert page.tags.count("pre") == len(list_saved_queries()) + 4, (
        "a picture, the style, a setting and the parameters are on the first slide"
    )


def test_the_first_picture_runs_without_parameters() -> None:
    page = TagCollector()
    page.feed(guide.render_guide(create_kit(), "http://localhost:1"))
    first = page.text[page.text.index("CYPHER 25") : page.text.index(":style")]
    assert "scope = 'demo'" in first
    assert "$" not in first


def test_trust_and_owners_are_a_slide() -> None:
    kit = replace(
        create_kit(),
        people=[KnownPerson(HOSTILE, "inner_circle", 0.912, ("cli:<b>", "web:a")), KnownPerson("Ann", "owner", 1, ())],
    )
    plain, hostile = TagCollector(), TagCollector()
    plain.feed(guide.render_guide(replace(kit, people=[replace(kit.people[1])] * 2), "http://localhost:1"))
    hostile.feed(guide.render_guide(kit, "http://localhost:1"))
    assert hostile.tags == plain.tags
    assert hostile.tags.count("slide") == len(CHAPTERS) + 2
    for text in (HOSTILE, "inner circle", "91 %", "cli:<b>, web:a", "owner"):
        assert text in hostile.text
