"""The checks of the corpus find mistakes, and the corpus has none."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from training.corpus.reading import LABELS, PARTS, Conversation, read_corpus
from training.corpus.validation import find_foreign_answers, find_mistakes

CONVERSATION = Conversation(
    about={
        "id": "two",
        "kind": "friends",
        "owner": "ann",
        "part": "train",
        "people": [{"key": "ann", "name": "Ann Oduya"}, {"key": "bo", "name": "Bo Lind"}],
    },
    events=[
        {
            "id": "s1:1",
            "ts": "2025-03-04T09:12:00",
            "session": "s1",
            "speaker": "Ann Oduya",
            "text": "Bo, we paid 4,200.",
        },
        {"id": "s1:2", "ts": "2025-03-04T09:13:00", "session": "s1", "speaker": "chat:bo", "text": "ok"},
    ],
    labels=dict.fromkeys(LABELS, ())
    | {
        "importance": [{"date": "2025-03-04", "evidence": ["s1:1"], "must": [], "text": "They paid."}],
        "questions": [
            {
                "id": "q1",
                "category": "single",
                "question": "How much?",
                "answer": "4200 euros",
                "evidence": ["s1:1"],
            }
        ],
    },
    second={},
)


def test_a_correct_conversation_has_no_mistakes() -> None:
    assert find_mistakes(CONVERSATION) == []
    assert find_foreign_answers(CONVERSATION) == []


@pytest.mark.parametrize(
    ("name", "row", "mistake"),
    [
        ("observations", {"id": "o1", "kind": "event", "worth": 2, "evidence": ["s9:1"]}, "no messages"),
        ("observations", {"id": "o1", "kind": "event", "worth": 2, "evidence": []}, "no evidence"),
        ("observations", {"id": "o1", "kind": "event", "worth": 7, "evidence": ["s1:1"]}, "worth 7"),
        (
            "observations",
            {"id": "o1", "kind": "event", "worth": 1, "evidence": ["s1:1"], "time": "May"},
            "ISO 8601",
        ),
        ("tasks", {"id": "t1", "states": [{"evidence": "s1:1", "status": "lost"}]}, "a state is none of"),
        ("questions", {"id": "q2", "category": "negative", "answer": "", "evidence": ["s1:1"]}, "do not fit"),
        ("mentions", {"event": "s1:1", "name": "Carl", "person": None}, "'Carl' is not in"),
        ("mentions", {"event": "s1:1", "name": "Bo", "person": "bob"}, "unknown person"),
        ("traps", {"id": "x1", "evidence": ["s1:1"], "text": "Write to ann@realmail.net."}, "example address"),
        ("traps", {"id": "x1", "evidence": ["s1:1"], "text": "Call +49 170 1234567."}, "telephone number"),
    ],
)
def test_a_mistake_is_found(name: str, row: dict[str, object], mistake: str) -> None:
    broken = replace(CONVERSATION, labels={**CONVERSATION.labels, name: [row]})
    assert [line for line in find_mistakes(broken) if mistake in line]


def test_an_answer_from_elsewhere_is_reported() -> None:
    question = {**CONVERSATION.labels["questions"][0], "answer": "seven goats"}
    assert find_foreign_answers(replace(CONVERSATION, labels={**CONVERSATION.labels, "questions": [question]}))


def test_messages_out_of_order_and_missing_days_are_found() -> None:
    broken = replace(CONVERSATION, events=CONVERSATION.events[::-1], labels={**CONVERSATION.labels, "importance": []})
    found = find_mistakes(broken)
    assert any("earlier" in line for line in found)
    assert any("days differ" in line for line in found)


@pytest.mark.slow
def test_the_corpus_has_no_mistakes() -> None:
    corpus = read_corpus()
    assert {one.name: mistakes for one in corpus if (mistakes := find_mistakes(one))} == {}
    assert set(Counter(one.about["part"] for one in corpus)) == set(PARTS)
