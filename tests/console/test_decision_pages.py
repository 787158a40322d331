"""The page of what waits for a decision."""

from __future__ import annotations

from kg import Event
from tests.console.conftest import OpenConsole
from tests.support import T0, days


def test_it_lists_procedures_and_says_where_nothing_waits(console: OpenConsole) -> None:
    page = console.page("/decide")
    assert "printer jams" in page
    assert "Nothing is contested." in page


def test_contested_and_claimed_facts_wait(own_console: OpenConsole) -> None:
    memory = own_console.memory
    memory.log(
        [
            Event("Ann lives in Rome now.", speaker="cli:eve", session="cli:2", at=T0 - days(1)),
            Event("Bob works at Globex.", speaker="cli:eve", session="cli:2", at=T0 - days(1)),
        ]
    )
    memory.digest()
    page = own_console.page("/decide")
    assert "Ann lives in Rome" in page
    assert "Keep this" in page or "Confirm" in page
