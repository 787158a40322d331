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
        "night, sleep well xx",
        "Thanks, have a great weekend",
        "take care 👋",
        "You’re welcome",
        "Danke, bis morgen!",
        "Guten Abend",
        "d’accord, merci beaucoup",
        "vale, hasta mañana",
    ],
)
def test_small_talk(text: str) -> None:
    assert is_small_talk(text)


@pytest.mark.parametrize(
    "text",
    [
        "See you at five",
        "Where will I see you?",
        "will i see you tomorrow",
        "hey will I see you tomorrow",
        "And you",
        "got it？",
        "no, remember it",
        "tomorrow",
        "Morgen Abend",
        "take care of Biscuit",
        "ok Ann",
        "I got a problem",
        "Jo",
        "X",
    ],
)
def test_what_may_need_memory_is_no_small_talk(text: str) -> None:
    assert not is_small_talk(text)


@pytest.mark.parametrize("text", ["Alright, see you tomorrow!", "sounds exactly right", "Vale", "please remember it"])
def test_small_talk_may_be_worth_remembering(text: str) -> None:
    assert not is_acknowledgement(text)
