"""The pages of tasks and of the log."""

from __future__ import annotations

from tests.console.conftest import OpenConsole


def test_tasks_are_listed_by_status(console: OpenConsole) -> None:
    assert "call the roofer" in console.page("/tasks")
    assert "There are none." in console.page("/tasks?status=done")
    assert console.client.get("/tasks?status=x").status_code == 400


def test_the_log_has_who_changed_what(own_console: OpenConsole) -> None:
    [procedure] = own_console.memory.procedures.list("proposed")
    own_console.change("approve", id=procedure.id, back="/decide")
    page = own_console.page("/log")
    assert "approve procedure" in page
    assert "cli:ann" in page
    assert "Nothing was changed" not in page
