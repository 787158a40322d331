"""Fixtures: a Chromium for each test file, pages that fail on console messages and requests, and memories of people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

from kg import Memory
from tests.chromium import open_chromium


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with open_chromium() as browser:
        yield browser


@pytest.fixture
def visit(chromium: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open a page from a file or an address; console messages and network requests of the page fail the test."""
    context = chromium.new_context(viewport={"width": 1280, "height": 820}, color_scheme="light")
    complaints: list[str] = []

    def visit(html: str | None = None, address: str | None = None) -> Any:
        if html is not None:
            file = tmp_path / "page.html"
            file.write_text(html, encoding="utf-8")
            address = file.as_uri()
        page = context.new_page()
        page.on("console", lambda one: complaints.append(f"{one.type}: {one.text}"))
        page.on("pageerror", lambda one: complaints.append(f"error: {one}"))
        if html is not None:
            page.on(
                "request", lambda one: None if one.url == address else complaints.append(f"request for {one.url[:80]}")
            )
        page.goto(address)
        page.locator("html[data-painted]").wait_for(state="attached")
        return page

    yield visit
    context.close()
    assert complaints == []


@pytest.fixture
def write(driver: neo4j.Driver, scope: str) -> Callable[..., Any]:
    """Return a function that runs Cypher; `$scope` is this test's scope."""
    return lambda query, **parameters: driver.execute_query(query, {"scope": scope} | parameters)


@pytest.fixture
def own_people_memory(memory: Memory) -> Memory:
    """A memory with four people, three connections (one from a fact) and a rating, for one test."""
    return add_people(memory)


@pytest.fixture(scope="module")
def people_memory(seed_memory: Callable[..., Memory]) -> Memory:
    """The same memory, shared by tests that only read."""
    return add_people(seed_memory())


def add_people(memory: Memory) -> Memory:
    for name in ("ann", "bob", "eva", "tom"):
        memory.people.ensure(f"cli:{name}", name=name.title())
    memory.social.connect("cli:ann", "cli:bob", "friend", context="the choir")
    memory.social.connect("cli:bob", "cli:eva", "colleague")
    memory.facts.add("Ann", "sibling_of", "Tom", speaker="cli:ann")
    memory.trust.rate("cli:bob", "cli:tom", -0.5, reason="never pays back")
    return memory
