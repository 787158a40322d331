"""The first page: what waits, what is new, what is to do; and what to do with an empty memory."""

from __future__ import annotations

from collections.abc import Callable

from kg import Memory
from tests.console.conftest import OpenConsole


def test_it_shows_what_waits_and_what_is_new(console: OpenConsole) -> None:
    page = console.page("/")
    assert "Ann lives in Oslo." in page
    assert "<b>1</b> procedure to approve" in page
    assert "call the roofer" in page
    assert "cli:1" in page


def test_an_empty_memory_says_what_to_do(serve: Callable[..., OpenConsole], memory: Memory) -> None:
    page = serve(memory).page("/")
    assert "This memory is empty" in page
    assert f"--scope {memory.scope}" in page
