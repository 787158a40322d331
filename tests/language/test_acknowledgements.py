"""Messages that only acknowledge."""

from __future__ import annotations

import pytest

from kg.language import is_acknowledgement, is_small_talk


@pytest.mark.parametrize(
    "text",
    [
        "ok",
        "LOL",
        "haha",
        "Thanks!",
        "thank you so much",
        "Good morning everyone.",
        "👍",
        "I will remember that.",
        "got it",
    ],
)
def test_acknowledgements(text: str) -> None:
    assert is_acknowledgement(text)


@pytest.mark.parametrize(
    "text",
    ["14 May", "Porto", "yes, at five", "ok, the 27th it is", "no?", "I fixed it", "nice boat", "Hello, I'm Ann"],
)
def test_what_says_something_is_none(text: str) -> None:
    assert not is_acknowledgement(text)


@pytest.mark.parametrize(
    "text",
    [
        "ok",
        "no worries!",
        "See you tomorrow",
        "night, sleep well x",
        "Thanks, have a great weekend",
        "take care 👋",
        "Danke, bis morgen!",
        "Guten Abend",
        "merci beaucoup",
        "vale, hasta mañana",
    ],
)
def test_small_talk(text: str) -> None:
    assert is_small_talk(text)


@pytest.mark.parametrize(
    "text", ["See you at five", "Where will I see you?", "tomorrow", "take care of Biscuit", "Morgen Abend", "ok Ann"]
)
def test_what_may_need_memory_is_no_small_talk(text: str) -> None:
    assert not is_small_talk(text)


def test_a_farewell_that_names_a_day_is_more_than_an_acknowledgement() -> None:
    assert not is_acknowledgement("Alright, see you tomorrow!")
