"""Answers that say when a task is due."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from kg.extraction.due_answers import find_due_answer
from kg.extraction.rule_extractor import RuleExtractor
from kg.protocols import EarlierTurn, Utterance
from kg.settings import Settings

# A Monday.
AT = datetime(2026, 5, 4, 10, tzinfo=UTC)
pytestmark = pytest.mark.timeout(120)


def answer(task: str, asked: str, text: str) -> Utterance:
    earlier = (
        EarlierTurn(task, "Ada", AT - timedelta(hours=2), is_own=True),
        EarlierTurn(asked, "Bot", AT - timedelta(hours=1)),
    )
    return Utterance(text, "Ada", AT, addressee="Bot", earlier=earlier)


@pytest.mark.parametrize(
    ("task", "asked", "text", "corrected"),
    [
        ("Remind me to print the slides", "When do you need it?", "monday morning", "on 11 May 2026"),
        ("I need to call the vet", "By when?", "Friday", "on 8 May 2026"),
        (
            "Remind me to call the vet. Thanks!",
            "Sure! When should I remind you?",
            "by Thursday please",
            "by 7 May 2026",
        ),
        ("I'll send the form", "What's the deadline?", "the 12th", "on 12 May 2026"),
    ],
)
def test_the_day_is_added_to_the_task(task: str, asked: str, text: str, corrected: str) -> None:
    found = find_due_answer(answer(task, asked, text))
    assert found is not None
    assert found.corrected == f"{task.partition('.')[0]} {corrected}"
    assert found.places == (0, 1)


@pytest.mark.parametrize(
    ("task", "asked", "text"),
    [
        ("I need to call the vet", "When is your party?", "Friday"),
        ("I need to call the vet", "When did you call last?", "Friday"),
        ("I need to call the vet", "By when?", "Friday is bad for me"),
        ("I need to call the vet", "By when?", "not Friday"),
        ("I need to call the vet", "By when?", "Friday or Saturday"),
        ("I need to call the vet tomorrow", "By when?", "Friday"),
        ("The vet called", "When?", "Friday"),
    ],
)
def test_other_questions_and_answers_add_no_day(task: str, asked: str, text: str) -> None:
    assert find_due_answer(answer(task, asked, text)) is None


def test_the_task_has_the_day_of_the_answer() -> None:
    passage = answer("Remind me to print the slides", "When do you need it?", "monday morning")
    (found,) = RuleExtractor(Settings()).extract([passage]).results
    assert [(each.template, dict(each.roles)) for each in found.statements] == [
        ("{s} is to print the slides on 11 May 2026", {"due": "2026-05-11"})
    ]
