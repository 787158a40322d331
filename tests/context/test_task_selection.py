"""Which open tasks a context shows."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from kg.context.stored_memories import OpenTask
from kg.context.task_selection import select_tasks
from kg.retrieval import AskedPeriod
from tests.support import T0, days

TODAY = T0.date()


def task(name: str, due: int | None = None, *, stated: int = 40) -> OpenTask:
    """A task that is due in so many days, and was stated so many days ago."""
    day = None if due is None else (TODAY + days(due)).isoformat()
    return OpenTask(name, name, is_overdue=due is not None and due < 0, due=day, at=T0 - days(stated))


TASKS = [task("soon", 7), task("late", -6), task("too late", -9), task("later", 9), task("new", stated=13), task("old")]


def select(message: str, fitting: tuple[str, ...] = (), period: AskedPeriod | None = None) -> list[str]:
    return [one.id for one in select_tasks(TASKS, message, period, fitting, T0)]


def test_tasks_of_these_days_and_those_that_fit_are_shown() -> None:
    assert select("Where does Ann live?") == ["soon", "late", "new"]
    assert select("What about the roof?", ("old", "too late")) == ["soon", "late", "too late", "new", "old"]


def test_at_most_five_are_shown_unasked() -> None:
    many = [task(f"t{number}", 1) for number in range(9)]
    assert len(select_tasks(many, "Where does Ann live?", None, (), T0)) == 5
    assert len(select_tasks(many, "What do I have to do?", None, (), T0)) == 8


@pytest.mark.parametrize(
    "message",
    [
        "what do I still have to do?",
        "What's on my to-do list?",
        "any reminders?",
        "what’s on?",
        "did I forget anything?",
    ],
)
def test_a_message_that_asks_for_tasks_gets_all(message: str) -> None:
    assert select(message) == [one.id for one in TASKS]


def test_a_message_that_asks_for_plans_of_a_period_gets_those_due_in_it() -> None:
    week = AskedPeriod(TODAY + days(7), TODAY + days(14), is_planned=True)
    assert select("What's on next week?", period=week) == ["soon", "later"]
    now = AskedPeriod(TODAY, TODAY + days(8), is_planned=True)
    assert select("What's on this week?", period=now) == ["soon", "late"]


def test_a_due_month_is_near_at_its_end() -> None:
    month = OpenTask("tax", "tax", is_overdue=False, due="2026-03", at=T0)
    assert not select_tasks([month], "hi", None, (), T0)
    assert select_tasks([month], "hi", None, (), dt.datetime(2026, 3, 28, tzinfo=dt.UTC))


def test_what_an_agent_was_asked_lately_is_shown() -> None:
    tasks = [replace(task("new", stated=1), is_request=True), replace(task("old", stated=3), is_request=True)]
    assert [one.id for one in select_tasks(tasks, "Where does Ann live?", None, (), T0)] == ["new"]
