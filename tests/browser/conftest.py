"""A scope that has something for every saved query, and the kit for it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import neo4j
import pytest

from kg import Memory, Settings
from kg.browser import Kit
from tests.browser.seen import fill


@pytest.fixture(scope="session")
def browser_address(driver: neo4j.Driver) -> str:
    """Where the server says that its Browser is."""
    told = driver.execute_query("SHOW SETTINGS 'server.http.advertised_address' YIELD value").records
    return f"http://{told[0]['value']}/browser/"


@pytest.fixture(scope="session")
def filled(server: dict[str, str]) -> Iterator[Memory]:
    """One scope with something of everything, for all tests here: filling it takes seconds."""
    scope = f"seen-{uuid.uuid4().hex[:12]}"
    with pytest.MonkeyPatch.context() as patch:
        for name, value in server.items():
            patch.setenv(name, value)
        fill(scope)
        with Memory.connect(scope, settings=Settings(embedder="hashing")) as memory:
            yield memory
            memory.forget(scope=True)


@pytest.fixture(scope="session")
def kit(filled: Memory, browser_address: str) -> Kit:
    return Kit.of(filled.graph, user="neo4j", browser=browser_address)
