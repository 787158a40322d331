"""What a message asks to be reminded of, without a deed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kg.extraction.clauses import FINITE_TAGS
from kg.extraction.reminders import find_reminders
from kg.language import bundled_pipeline
from kg.protocols import Utterance

AT = datetime(2026, 5, 4, 9, tzinfo=UTC)


def find_verbs(text: str) -> list[int]:
    (doc,) = bundled_pipeline().parse([text])
    return [token.idx for token in doc if token.tag_ in FINITE_TAGS]


@pytest.mark.parametrize(
    ("text", "sentence", "due"),
    [
        ("remind me about the dentist on Friday", "the dentist on 8 May 2026", "2026-05-08"),
        ("can you remind me on friday about the bins?", "the bins by 8 May 2026", "2026-05-08"),
        ("Remind me that the rent is due on the 5th.", "that the rent is due on 5 May 2026", "2026-05-05"),
        ("remind me I have my exam tomorrow", "that they have their exam on 5 May 2026", "2026-05-05"),
        ("Biscuit needs his worming tablet on the 10th, remind me", "that Biscuit needs his", "2026-05-10"),
        ("the bins go out tonight - remind me please", "that the bins go out on 4 May 2026", "2026-05-04"),
        (
            "invoice 2231, 640 euros, due on the 20th. pls dont let me forget",
            "invoice 2231, 640 euros, due on",
            "2026-05-20",
        ),
        ("pls dont let me forget the gas bill on friday", "the gas bill on 8 May 2026", "2026-05-08"),
    ],
)
def test_reminders(text: str, sentence: str, due: str) -> None:
    [task] = find_reminders(Utterance(text, "Ada", AT), text, find_verbs(text))
    assert task.template.startswith(f"{{s}} is to remember {sentence}")
    assert (task.kind, task.roles) == ("task", (("due", due),))


@pytest.mark.parametrize(
    "text",
    [
        "remind me to call Ann",
        "remind me again what it was called",
        "you remind me of my sister",
        "remind me about it",
        "she is late, remind me",
        "songs remind me of summer",
        "who won the cup in 94, remind me",
    ],
)
def test_other_messages(text: str) -> None:
    assert list(find_reminders(Utterance(text, "Ada", AT), text, find_verbs(text))) == []
