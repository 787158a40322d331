"""What is over is read in the words of chat."""

from __future__ import annotations

import pytest

from kg.extraction.ended_things import read_ended_thing


@pytest.mark.parametrize(
    ("words", "thing", "sentence"),
    [
        ("no more yarn", "yarn", "{s} is done with yarn"),
        ("can stop the heel drops", "the heel drops", "{s} is done with the heel drops"),
        ("done with vim", "vim", "{s} is done with vim"),
        ("I'm finally done with the exams", "the exams", "{s} is done with the exams"),
        ("not doing the marathon anymore", "doing the marathon", "{s} is no longer doing the marathon"),
        ("we're not going to Denmark after all", "going to Denmark", "{s} is no longer going to Denmark"),
        ("I no longer play tennis", "playing tennis", "{s} is no longer playing tennis"),
        ("I don't use duolingo anymore", "using duolingo", "{s} is no longer using duolingo"),
    ],
)
def test_what_is_over(words: str, thing: str, sentence: str) -> None:
    assert read_ended_thing(words) == (thing, sentence)


@pytest.mark.parametrize(
    "words",
    [
        "I don't play tennis",
        "I don't need to call Ann anymore",
        "I'm not going to call Ann anymore",
        "he doesn't play tennis anymore",
        "I like yarn",
        "no more",
    ],
)
def test_nothing_is_over(words: str) -> None:
    assert read_ended_thing(words) is None
