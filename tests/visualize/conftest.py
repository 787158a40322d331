"""One Chromium for a file of tests, pages that tell on what they should not do, and a crowd that is drawn once."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

from kg import Memory

NO_CHROMIUM = "there is no Chromium here: `make browser` installs one"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A headless Chromium: the machine's own, else playwright's.

    One for a file: while it is open, an event loop runs in this thread, and tests of others could run none of their own.
    """
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    own = next(
        (path for name in ("chromium-headless-shell", "chromium", "google-chrome") if (path := shutil.which(name))),
        None,
    )
    with sync_api.sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=own, args=["--no-sandbox"])
        except sync_api.Error:
            pytest.skip(NO_CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open a page from a file, or an address; whatever it complains of or asks the network for fails the test."""
    context = chromium.new_context(viewport={"width": 1280, "height": 820}, color_scheme="light")
    told: list[str] = []

    def visit(html: str | None = None, address: str | None = None) -> Any:
        if html is not None:
            file = tmp_path / "page.html"
            file.write_text(html, encoding="utf-8")
            address = file.as_uri()
        page = context.new_page()
        page.on("console", lambda one: told.append(f"{one.type}: {one.text}"))
        page.on("pageerror", lambda one: told.append(f"error: {one}"))
        if html is not None:
            page.on("request", lambda one: None if one.url == address else told.append(f"asks for {one.url[:80]}"))
        page.goto(address)
        page.locator("html[data-painted]").wait_for(state="attached")
        return page

    yield visit
    context.close()
    assert told == []


@pytest.fixture
def write(driver: neo4j.Driver, scope: str) -> Callable[..., Any]:
    """Write to the graph in Cypher; `$scope` is this test's."""
    return lambda query, **parameters: driver.execute_query(query, {"scope": scope} | parameters)


@pytest.fixture
def own_company(memory: Memory) -> Memory:
    """Four people, three ties, one of them from a fact, and a rating, for one test."""
    return gather(memory)


@pytest.fixture(scope="module")
def company(seed_memory: Callable[..., Memory]) -> Memory:
    """The same, for tests that only read."""
    return gather(seed_memory())


def gather(memory: Memory) -> Memory:
    for name in ("ann", "bob", "eva", "tom"):
        memory.people.ensure(f"cli:{name}", name=name.title())
    memory.social.connect("cli:ann", "cli:bob", "friend", context="the choir")
    memory.social.connect("cli:bob", "cli:eva", "colleague")
    memory.facts.add("Ann", "sibling_of", "Tom", speaker="cli:ann")
    memory.trust.rate("cli:bob", "cli:tom", -0.5, reason="never pays back")
    return memory
