"""The statement of a task."""

from __future__ import annotations

from kg.extraction.task_statements import build_task


def test_a_task_names_its_day_once() -> None:
    task = build_task("Ada", "call", "the roofer", "call the roofer", "2026-03-12", (4, 20))
    assert task.template == "{s} is to call the roofer by 12 March 2026"
    assert (task.kind, task.roles, task.start, task.end) == ("task", (("due", "2026-03-12"),), 4, 20)
    assert build_task("Ada", "call", "the roofer", "call the roofer", None, (0, 5)).roles == ()
