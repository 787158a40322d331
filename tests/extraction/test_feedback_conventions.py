"""Conventions for work hold until they are changed; orders of the moment and reports are no feedback."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.feedback_conventions import (
    find_convention_subject,
    is_convention,
    is_no_lasting_wish,
    is_report,
    is_review,
)


@pytest.mark.parametrize(
    "sentence",
    [
        "never push to main, open a PR against develop",
        "always squash before you merge",
        "dont commit to main pls",
        "branch + PR. never push straight to main",
        "please dont touch the infra/ folder",
        "Ines does that so dont touch the web/ folder",
        "run the linter with ___________, not ruff directly",
        "use structlog, no print()",
        "log lib is structlog, pls no print()",
        "commit messages in imperative mood please",
        "tests go next to the code",
        "branches named feat/<ticket>",
        "please email me not phone",
        "don’t mention my health unless I ask",
        "always ask before you add a dependency ok?",
        "from now on put migrations in db/migrations",
        "keep answers short please",
        "short is fine otherwise",
    ],
)
def test_a_convention_is_found(sentence: str) -> None:
    assert is_convention(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "dont merge it yet, marek wants to look first",
        "don't push to main today",
        "should I never push to main?",
        "add a retry to the upload function",
        "use port 8081, not 8080",
        "use the blue one, not the red one",
        "run the tests with coverage and send me the output",
        "never mind",
        "Never been to Spain, have you?",
        "my brother never answers in full sentences",
        "call me Tina, not Christina",
        "dont change the main point of the text",
        "don't write he/she everywhere",
        "always order the noodles there, so good",
        "never run out of milk again lol",
        "we deploy with make deploy",
        "",
    ],
)
def test_what_looks_alike_is_no_convention(sentence: str) -> None:
    assert not is_convention(sentence)


def test_a_convention_has_a_subject_that_a_newer_one_replaces() -> None:
    assert find_convention_subject("run the tests with `uv run pytest -q`, not plain pytest") == "run tests"
    assert find_convention_subject("Run our tests with make test") == "run tests"
    assert find_convention_subject("migrations go in migrations/") == "migrations go"
    assert find_convention_subject("never push to main") == ""


def test_an_order_of_the_moment_is_known_by_its_addressee() -> None:
    assert is_no_lasting_wish("you: add rate limiting to /track")
    assert not is_no_lasting_wish("you: never add a dependency")
    assert not is_no_lasting_wish("add rate limiting")


@pytest.mark.parametrize(
    ("sentence", "reports"),
    [
        ("that was it. added [build-system] and CI is green", True),
        ("ah, that fixed it", True),
        ("decision: postgres queue with skip locked", True),
        ("i went w/ karla for brackley", True),
        ("why 5433", True),
        ("that was it but it is still wrong", False),
        ("why did you change that", False),
        ("why not", False),
        ("that was wrong", False),
    ],
)
def test_a_report_corrects_nothing(sentence: str, reports: bool) -> None:
    assert is_report(sentence) is reports


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    assert not (is_no_lasting_wish(text) and is_report(text))
    assert isinstance(is_convention(text), bool)
    assert isinstance(find_convention_subject(text), str)


@pytest.mark.parametrize(
    "sentence",
    [
        "this time answer in French please",
        "no bullet points in this one",
        "in my last job we always used tabs",
        "Tom hates emojis in commit messages",
        "never push the pram with one hand, said the nurse",
    ],
)
def test_what_is_wished_once_or_by_another_is_no_convention(sentence: str) -> None:
    assert is_no_lasting_wish(sentence)
    assert not is_convention(sentence)


@pytest.mark.parametrize(
    ("before", "sentence", "reviews"),
    [
        ("read codec.", "not relevant for us, needs constrained decoding and thats too slow", True),
        ("I watched the film.", "not good, too slow", True),
        ("so i've read the paper.", "wrong about the baselines", True),
        ("read your summary.", "not what i asked for", False),
        ("read it.", "too long", False),
        ("saw the draft.", "too long", False),
        ("read codec.", "your table is wrong", False),
        ("Thanks.", "too long", False),
        ("", "too long", False),
    ],
)
def test_a_judgement_of_what_was_read_is_none_of_the_answer(before: str, sentence: str, reviews: bool) -> None:
    assert is_review(before, sentence) is reviews
