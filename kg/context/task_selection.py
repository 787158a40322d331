"""Which open tasks a context shows."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Sequence

from kg.context.stored_memories import OpenTask
from kg.knowledge import parse_date_end
from kg.retrieval import AskedPeriod

# Most tasks where the message asks for them, and where it does not.
_MOST_ASKED, _MOST_SHOWN = 8, 5
# A task is shown unasked if it is due or overdue by so many days, or was stated in so many days and has no due date.
_NEAR, _NEW = dt.timedelta(days=7), dt.timedelta(days=14)
# What an agent was asked to do is mostly done in its answer, of which no one says so.
_NEW_REQUEST = dt.timedelta(days=2)
_ASKS_FOR_TASKS = re.compile(
    r"\b(?:to[- ]?dos?|tasks?|reminders?|agenda|schedule|deadlines?|overdue|outstanding|chores?|my plate"
    r"|(?:left|got|need|have|has|had|supposed|am i|are we|is \w+) to do|(?:should|must|can|do) (?:i|we) do"
    r"|still (?:have|has|need|needs|got) to|(?:any|my|our|the|what) plans?|forg[eo]t(?:ten)?"
    r"|what(?:'s| is) on\b(?! (?:my|the)\b))\b",
    re.IGNORECASE,
)


def select_tasks(
    tasks: Sequence[OpenTask], message: str, period: AskedPeriod | None, fitting: Collection[str], now: dt.datetime
) -> list[OpenTask]:
    """Return the open tasks to show, in their order.

    If the message asks for tasks, these are all; if it asks for what is planned in a period, those due in it. Else those that
    fit the message, are due soon or were due a few days ago, and those without a due date that were stated in the last days.

    Args:
        tasks: the open tasks, the nearest due date first.
        message: text of the message.
        period: the period for which it asks.
        fitting: ids of the facts that fit the message.
        now: the time of the context.
    """
    if period is not None and period.is_planned:
        return [task for task in tasks if _is_due_in(task, period, now)][:_MOST_ASKED]
    if _ASKS_FOR_TASKS.search(message.replace("’", "'")):
        return list(tasks[:_MOST_ASKED])
    fit = {task.id for task in tasks if task.id in fitting}
    near = [task.id for task in tasks if task.id not in fit and _is_near(task, now)]
    chosen = fit.union(near[: max(0, _MOST_SHOWN - len(fit))])
    return [task for task in tasks if task.id in chosen][:_MOST_ASKED]


def _is_near(task: OpenTask, now: dt.datetime) -> bool:
    end = parse_date_end(task.due, now)
    if end is None:
        return task.at is None or now - task.at <= (_NEW_REQUEST if task.is_request else _NEW)
    return -_NEAR <= end - now <= _NEAR + dt.timedelta(days=1)


def _is_due_in(task: OpenTask, period: AskedPeriod, now: dt.datetime) -> bool:
    """Whether a task is due in a period; one that is a few days overdue is due today."""
    if task.due is not None and period.contains(task.due):
        return True
    return task.is_overdue and _is_near(task, now) and period.start <= now.date()
