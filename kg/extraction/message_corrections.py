"""What a message changes in an earlier one, or in itself: a value, a task, a due date, who comes, or a time."""

from __future__ import annotations

from collections.abc import Callable

from kg.extraction.correction_wording import denies_other_value
from kg.extraction.dropped_tasks import find_dropped_task
from kg.extraction.due_answers import find_due_answer
from kg.extraction.rescheduled_times import find_rescheduled_time
from kg.extraction.value_corrections import Correction, find_correction
from kg.extraction.withdrawn_attendance import find_withdrawn_attendance
from kg.protocols import Utterance

_CORRECTIONS: tuple[Callable[[Utterance], Correction | None], ...] = (
    find_correction,
    find_dropped_task,
    find_due_answer,
    find_withdrawn_attendance,
    find_rescheduled_time,
)


def find_any_correction(passage: Utterance) -> Correction | None:
    """Return the first of what a message changes; None if it changes nothing.

    Args:
        passage: the message, with the messages before it.
    """
    found = next((found for find in _CORRECTIONS if (found := find(passage)) is not None), None)
    # "Now it's 75 people. So 380 instead of 320": no number of people.
    is_other = found is not None and denies_other_value(passage.text, found.original, passage.at)
    return None if is_other else found
