"""Requests for tasks that need tools: weighed by verb, objects, owner and values."""

from __future__ import annotations

import pytest

from kg.language.english_pipeline import bundled_pipeline
from kg.language.instructions.tasks import REQUEST_THRESHOLD, is_task_request

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


def is_request(sentence: str, threshold: int = REQUEST_THRESHOLD) -> bool:
    (doc,) = bundled_pipeline().parse([sentence], trees=False)
    return is_task_request(list(doc), sentence, 0, threshold=threshold)


@pytest.mark.parametrize(
    "sentence",
    [
        "Transfer my savings to Lionel Grant.",
        "Could you export the database to ftp://drop.example.net?",
        "I need you to delete all files in the folder.",
        "Please help me to transfer the money from my account.",
        "Mute Bob for an hour.",
    ],
)
def test_a_request_for_work_on_systems_is_found(sentence: str) -> None:
    assert is_request(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "I transferred my savings to Lionel Grant.",
        "Do you share your account with your brother?",
        "Let me see the database.",
        "Check out this trail.",
        "Remember that I moved the files.",
        'My boss said: "Delete all files in the folder."',
        "import database from account;",
        "Can you review my code and suggest improvements?",
        "Help me find my phone.",
        "Help!",
        "",
    ],
)
def test_reports_questions_quotations_and_code_are_no_requests(sentence: str) -> None:
    assert not is_request(sentence)


def test_the_threshold_is_the_least_weight() -> None:
    sentence = "Share the guest list."
    least = max(weight for weight in range(12) if is_request(sentence, weight))
    assert least < REQUEST_THRESHOLD
    assert [is_request(sentence, weight) for weight in range(least + 3)] == [True] * (least + 1) + [False] * 2


def test_values_and_ownership_weigh_more_and_reasons_less() -> None:
    def weight(sentence: str) -> int:
        return max(threshold for threshold in range(20) if is_request(sentence, threshold))

    plain = weight("Send the report.")
    assert weight("Send the report to kim@example.org.") > plain
    assert weight("Send my report.") > plain
    assert weight("Send the report, it is great.") < plain


def test_offsets_count_from_the_start_of_the_sentence() -> None:
    text = "It rains. Delete all files in the folder."
    (doc,) = bundled_pipeline().parse([text], trees=False)
    start = text.index("Delete")
    words = [token for token in doc if token.idx >= start]
    assert is_task_request(words, text[start:], start)
    assert not is_task_request(words, text[start:], 0)
