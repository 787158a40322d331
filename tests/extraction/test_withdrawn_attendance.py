"""Messages that say that a person does not come after all."""

from __future__ import annotations

import pytest

from kg.extraction.rule_extractor import RuleExtractor
from kg.extraction.withdrawn_attendance import find_withdrawn_attendance
from kg.settings import Settings
from tests.extraction.messages import make_reply

pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("earlier", "text", "corrected"),
    [
        ("Ann is coming to the party", "Ann isn't coming after all", "Ann is not coming to the party."),
        ("Ann's coming on Saturday", "oh no, Ann can't make it any more", "Ann is not coming on Saturday."),
        ("Tom is coming to dinner on Friday", "Tom had to cancel, he's ill", "Tom is not coming to dinner on Friday."),
        ("my sister is coming to stay", "My sister isn't coming anymore", "my sister is not coming to stay."),
        (
            "Ann and Tom are coming for Christmas",
            "Tom can't make it",
            "Tom is not coming for Christmas. Ann is coming for Christmas.",
        ),
    ],
)
def test_the_earlier_sentence_is_denied(earlier: str, text: str, corrected: str) -> None:
    found = find_withdrawn_attendance(make_reply(earlier, text))
    assert found is not None
    assert (found.corrected, found.places, found.denies) == (corrected, (0,), True)


@pytest.mark.parametrize(
    ("earlier", "text"),
    [
        ("Is Tom coming on Friday?", "Tom isn't coming after all"),
        ("Tom is coming on Friday", "Ann isn't coming after all"),
        ("Tom is coming to dinner on Friday", "Tom can't make it to the wedding"),
        ("Tom is coming on Friday", "Tom isn't coming after all?"),
        ("Tom is coming on Friday", "I can't make it"),
        ("Tom is coming on Friday", "Tom isn't coming if Ann is there"),
        ("Tom likes Friday", "Tom isn't coming after all"),
    ],
)
def test_other_messages_take_nothing_back(earlier: str, text: str) -> None:
    assert find_withdrawn_attendance(make_reply(earlier, text)) is None


def test_the_sister_of_another_is_not_meant() -> None:
    assert find_withdrawn_attendance(make_reply("My sister is coming", "my sister isn't coming", is_own=False)) is None
    assert find_withdrawn_attendance(make_reply("Tom is coming", "Tom isn't coming", is_own=False)) is not None


def test_all_that_the_sentence_stated_is_denied() -> None:
    one = make_reply("Tom is coming to dinner on Friday", "Tom isn't coming after all")
    (found,) = RuleExtractor(Settings()).extract([one]).results
    assert {(each.predicate, each.polarity) for each in found.statements} == {("come_to", False), ("plans", False)}
