"""Fixtures: a scope in which every saved query has results, and its browser configuration."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import neo4j
import pytest

from kg import Memory, Settings
from kg.browser import BrowserKit
from tests.browser.browser_scope import fill_scope


@pytest.fixture(scope="session")
def browser_address(driver: neo4j.Driver) -> str:
    """The address of Neo4j Browser, from the server's settings."""
    rows = driver.execute_query("SHOW SETTINGS 'server.http.advertised_address' YIELD value").records
    return f"http://{rows[0]['value']}/browser/"


@pytest.fixture(scope="session")
def filled_memory(server: dict[str, str]) -> Iterator[Memory]:
    """One filled scope for all tests: filling it takes seconds."""
    scope = f"browser-{uuid.uuid4().hex[:12]}"
    with pytest.MonkeyPatch.context() as patch:
        for name, value in server.items():
            patch.setenv(name, value)
        fill_scope(scope)
        with Memory.connect(scope, settings=Settings(embedder="hashing")) as memory:
            yield memory
            memory.forget(scope=True)


@pytest.fixture(scope="session")
def kit(filled_memory: Memory, browser_address: str) -> BrowserKit:
    return BrowserKit.for_graph(filled_memory.graph, user="neo4j", browser=browser_address)
