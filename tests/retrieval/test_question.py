"""Analysis of a question."""

from __future__ import annotations

import pytest

from kg.retrieval.question import Question, extract_dates, match_names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The launch is on 3 April.", {(4, 3)}),
        ("on April 17th, 2026 or in June", {(4, 17), (6, None)}),
        ("the 2nd of May", {(5, 2)}),
        ("We may go in May 2024", {(5, None)}),
        ("she may come", set()),
        ("nothing", set()),
    ],
)
def test_dates(text: str, expected: set[tuple[int, int | None]]) -> None:
    assert extract_dates(text) == expected


@pytest.mark.parametrize(
    ("text", "self_", "overview"),
    [
        ("Where do I live?", True, False),
        ("Where does Ida live?", False, False),
        ("Can you summarize my progress?", True, True),
        ("List the order in which it went", False, True),
    ],
)
def test_kinds(text: str, self_: bool, overview: bool) -> None:
    question = Question(text, (), None)
    assert (question.is_first_person, question.asks_for_overview) == (self_, overview)


@pytest.mark.parametrize(
    ("text", "past"),
    [
        ("Where did Ann live before?", True),
        ("Where has Ann lived?", True),
        ("Where did she work in 2019?", True),
        ("Ann's previous address", True),
        ("What was the launch date originally?", True),
        ("What did he use to drink?", True),
        ("the rent in 2023", True),
        ("Where does Ann live?", False),
        ("I have to work today", False),
        ("What did the oven cost?", False),
        ("She has a dog. Where is she living?", False),
    ],
)
def test_questions_about_the_past(text: str, past: bool) -> None:
    assert Question(text, (), None).asks_for_past == past


def test_names_match_by_any_whole_word() -> None:
    assert match_names("Where does Ann's brother live?", ["Ann Lee", "Anna", None, "Bob"]) == {"Ann Lee"}
