"""The pages of sessions."""

from __future__ import annotations

import pytest

from kg.console.session_pages import read_messages
from kg.errors import NotFound
from tests.console.conftest import OpenConsole


def test_sessions_are_listed_with_their_newest_message(console: OpenConsole) -> None:
    page = console.page("/sessions")
    assert "cli:1" in page
    assert "The garden is lovely." in page


def test_a_session_has_messages_with_facts_beside_them(console: OpenConsole) -> None:
    page = console.page("/sessions/cli%3A1")
    assert page.index("I live in Oslo.") < page.index("Ann lives in Oslo.") < page.index("I work at Acme.")
    cut = console.page("/sessions/cli%3A1?last=2")
    assert "I work at Acme." not in cut
    assert "Show earlier messages" in cut
    assert [row["event"]["id"] for row in read_messages(console.memory, "cli:1", 2)] == ["e2", "e3"]
    with pytest.raises(NotFound):
        read_messages(console.memory, "cli:none", 2)
