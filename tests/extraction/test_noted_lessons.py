"""Lessons that a message notes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kg.extraction.noted_lessons import find_lessons
from kg.protocols import Utterance

AT = datetime(2026, 5, 4, 10, tzinfo=UTC)


def read(text: str) -> list[str]:
    return [each.object for each in find_lessons(Utterance(text, "Ada", AT), [])]


@pytest.mark.parametrize(
    ("text", "lesson"),
    [
        (
            "offsets were off by one. lesson: always check the offsets before a long run",
            "always check the offsets before a long run",
        ),
        ("note to self: never deploy on Fridays", "never deploy on Fridays"),
        ("Lesson learned: back up first!", "back up first"),
        ("my lesson is that patience pays off", "patience pays off"),
        ("takeaway: smaller batches train better here", "smaller batches train better here"),
        ("we've learned the hard way to never trust the cache", "never trust the cache"),
    ],
)
def test_a_lesson_is_quoted(text: str, lesson: str) -> None:
    assert read(text) == [lesson]
    (statement,) = find_lessons(Utterance(text, "Ada", AT), [])
    assert statement.template == f'{{s}} noted the lesson "{lesson}"'
    assert lesson in text[statement.start : statement.end]


@pytest.mark.parametrize(
    "text",
    [
        "Lesson 3: fractions",
        "the lesson is at 5",
        "lesson: piano at 5",
        "lesson is cancelled today again",
        "takeaway: pizza",
        "lesson: always?",
        'she said "lesson: always check the offsets"',
        "note to self: buy milk and bread",
    ],
)
def test_lessons_at_school_and_tasks_are_none(text: str) -> None:
    assert read(text) == []
