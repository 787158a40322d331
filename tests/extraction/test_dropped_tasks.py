"""Messages that drop the task of an earlier one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from kg.extraction.dropped_tasks import find_dropped_task
from kg.protocols import EarlierTurn, Utterance

AT = datetime(2026, 5, 4, 9, tzinfo=UTC)


def make(text: str, *earlier: str, hours: int = 1) -> Utterance:
    """Return a message after others; those that start with a tilde are of the agent."""
    turns = tuple(
        EarlierTurn(each.lstrip("~"), "Bot" if each[0] == "~" else "Ada", AT, is_own=each[0] != "~") for each in earlier
    )
    return Utterance(text, "Ada", AT + timedelta(hours=hours), earlier=turns)


@pytest.mark.parametrize("text", ["cancel that reminder", "Actually scrap that, the dog can stay", "ok never mind"])
def test_the_task_of_the_message_before_is_dropped(text: str) -> None:
    dropped = find_dropped_task(make(text, "remind me to book the kennels", "~Noted."))
    assert dropped is not None
    assert (dropped.original, dropped.corrected, dropped.places) == ("remind me to book the kennels", "", (0,))


def test_an_answer_may_come_between_if_the_words_are_clear() -> None:
    turns = "remind me to book the kennels", "~Which ones?", "Cregmore usually"
    assert find_dropped_task(make("scrap that", *turns)) is not None
    assert find_dropped_task(make("never mind", *turns)) is None


def test_what_drops_nothing() -> None:
    assert find_dropped_task(make("cancel that", "I like tea")) is None
    assert find_dropped_task(make("scrap that idea of yours", "I need to call Ann")) is None
    assert find_dropped_task(make("cancel that", "I need to call Ann", hours=30)) is None
