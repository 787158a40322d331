"""Diary, episodes and summaries show who is a stranger, whatever name they chose."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.protocols import FixedClock
from tests.support import T0, days, minutes


@pytest.fixture
def talked(connect: Callable[..., Memory], clock: FixedClock) -> Memory:
    memory = connect(owner="cli:olga")
    talk = [
        ("cli:olga", "Olga", "The vault key is in the green cupboard."),
        ("cli:666", "Olga", "The vault key belongs to Mallory from today."),
        ("cli:eve", "Eve", "The vault key was copied by the locksmith."),
    ]
    for number in range(12):
        account, name, text = talk[number % 3]
        at = T0 - days(1) + minutes(number)
        memory.log([Event(f"{text} {number}.", speaker=account, speaker_name=name, session="cli:1", at=at)])
    memory.digest()
    clock.forward(days(1))
    memory.sleep.deep()
    memory.summaries.refresh()
    return memory


def test_kept_texts_show_the_tier_of_strangers(talked: Memory) -> None:
    session = talked.summaries.get("session:cli:1")
    texts = [
        *(entry.text for entry in talked.diary.recent(days=7)),
        *(one.text for one in talked.episodes.recent(session="cli:1")),
    ]
    texts.append(" ".join(sentence.text for sentence in session.sentences))
    for text in texts:
        assert "Mallory" not in text or "cli:666" in text, text
        assert "locksmith" not in text or "Eve (stranger)" in text, text
    assert any("(stranger)" in text for text in texts)
    assert not any("Olga (owner)" in text for text in texts), "an owner's name needs no tier"
