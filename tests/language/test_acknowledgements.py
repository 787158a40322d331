"""Messages that only acknowledge."""

from __future__ import annotations

import pytest

from kg.language import is_acknowledgement


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
