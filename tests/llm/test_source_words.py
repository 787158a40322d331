"""Names, numbers and dates of a sentence must be in the message or in those before it."""

from __future__ import annotations

import pytest

from kg.llm.source_words import SourceWords, list_dates
from kg.protocols import EarlierTurn, Utterance
from tests.support import T0, days

EARLIER = (
    EarlierTurn("Did Pixie eat 12 biscuits?", "Cem", T0 - days(1)),
    EarlierTurn("Zoe paid for Pixie.", "Dora", T0),
)


def support(
    sentence: str, text: str, *dates: str, rests_on: tuple[int, ...] = (), earlier: tuple[EarlierTurn, ...] = EARLIER
) -> tuple[int, ...] | None:
    return SourceWords(Utterance(text, "Ann", T0, "Cem", earlier=earlier)).find_support([sentence], dates, rests_on)


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("Ann and Cem met Bob.", "we met bob"),
        ("Bob's dog is called Rex O'Neil.", "Bob has a dog, rex o'neil"),
        ("Ann has 1200 books and 3 cats.", "I have 1,200 books and three cats"),
        ("Ann has two dogs.", "I have 2 dogs"),
        ("Ann met one of the singers.", "I met a singer"),
        ("In May 2026 Ann moves.", "I move in two months"),
        ("Ann was in Oslo on 7 May 2015.", "I was in oslo on 7.5.2015"),
        ("Ann was in Oslo in May 2015.", "I was in Oslo in May 2015"),
        ("Ann moved in 2016.", "I moved ten years ago"),
        ("李 saw Ann.", "李 看"),
    ],
)
def test_what_is_in_the_message_is_supported(sentence: str, text: str) -> None:
    assert support(sentence, text, earlier=()) == ()


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("Ann met Bob.", "I met a man"),
        ("Ann met ÉMILE.", "I met a man"),
        ("Ann has 3 cats.", "I have cats"),
        ("Ann has seven cats.", "I have 2 cats"),
        ("Ann was in Oslo in May 2015.", "I was in Oslo"),
        ("Ann moved in 1998.", "I moved"),
        ("Ann moved on 31 February 2026.", "I moved on 31 February 2026"),
        ("Ann moved on 9 June 2015.", "I moved in 2015"),
        ("李 saw Ann.", "I saw"),
    ],
)
def test_what_is_in_no_message_is_not(sentence: str, text: str) -> None:
    assert support(sentence, text, earlier=()) is None


def test_the_latest_message_that_has_a_missing_part_is_added() -> None:
    assert support("Ann fed Pixie.", "I fed her") == (1,)
    assert support("Ann fed Pixie.", "I fed her", rests_on=(0,)) == (0,)
    assert support("Pixie ate 12 biscuits.", "yes") == (0, 1)
    assert support("Dora left.", "she left") == (1,)
    assert support("Eve left.", "she left") is None


def test_given_dates_are_checked() -> None:
    assert support("Ann moved.", "I moved", "2026-02", earlier=()) == ()
    assert support("Ann moved.", "I moved", "1998-02", earlier=()) is None


def test_dates_are_read_in_words_and_digits() -> None:
    assert list_dates("On 7 May 2026 or in June 2027, 2026-03, in 2028.") == [
        "2026-05-07",
        "2027-06",
        "2026-03",
        "2028",
    ]


def test_shared_content_is_more_than_names_of_participants() -> None:
    words = SourceWords(Utterance("Ann loves painting.", "Ann", T0))
    assert words.shares_content("Ann paints.")
    assert not words.shares_content("Ann owns the bank.")
