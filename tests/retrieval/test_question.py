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
    "text",
    [
        "Where did Ann live before?",
        "Where did Ann work before Globex?",
        "Where has Ann lived?",
        "Where did Ann’s brother work in 2019?",
        "Where did Ann move from?",
        "Ann's previous address",
        "What was her last job?",
        "her old phone number",
        "What was the launch date originally?",
        "What did he use to drink?",
        "Where Ann used to live",
        "Who was my boss at Acme last year?",
        "What was my first job?",
        "What did Ann use to do?",
        "What was the deadline before we moved it?",
        "What was the rent in 2023?",
        "What was the rent last year?",
        "Ann doesn't work at Acme any more, does she?",
    ],
)
def test_questions_about_the_past(text: str) -> None:
    assert Question(text, (), None).asks_for_past


@pytest.mark.parametrize(
    "text",
    [
        "Where does Ann live?",
        "I have to work today",
        "What did the oven cost?",
        "She has a dog. Where is she living?",
        "What should I do before the meeting?",
        "I need the report before Friday",
        "As I said before, where does Ann live?",
        "The previous question: where does Ann live?",
        "Can we meet earlier?",
        "Is Ann used to spicy food?",
        "What is the tool used to build it?",
        "What do we use to deploy?",
        "any more ideas?",
        "What history book does Ann like?",
        "Did it work?",
        "did the update work",
        "has the fix worked?",
        "What happens in 2027?",
        "What's Tom's last name?",
        "the last email from Tom",
        "What tool do you use to play music?",
        "do they have a living area",
        "I have a working prototype",
        "Has anyone worked out why the build fails?",
        "I was thinking about dinner, can we eat earlier",
        "Can we meet before?",
        "The previous commit fails",
        "Did Ann work it out",
    ],
)
def test_questions_about_the_present(text: str) -> None:
    assert not Question(text, (), None).asks_for_past


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "line", ["did a ", "not ", "where did a ", "what had a b\n", "the job was started, it did not answer\n"]
)
def test_long_messages_are_read_in_linear_time(line: str) -> None:
    assert not Question(line * (400_000 // len(line)), (), None).asks_for_past


def test_names_match_by_any_whole_word() -> None:
    assert match_names("Where does Ann's brother live?", ["Ann Lee", "Anna", None, "Bob"]) == {"Ann Lee"}
