"""Diary, episodes and summaries show who is a stranger, whatever name they chose."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.people import name_people
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


HEARSAY = ("arrested", "Zed", "puppy")
"""Words of what Eve, who is familiar but not endorsed, says of others."""


@pytest.fixture
def gossiped(connect: Callable[..., Memory], clock: FixedClock) -> Memory:
    memory = connect(owner="cli:olga")
    hours = [days(20) - minutes(720 * number) for number in range(36)]
    said = [("cli:eve", "Eve", f"Hello {number}.", T0 - at) for number, at in enumerate(hours)]
    said += [("cli:olga", "Olga", "My sister Nina lives in Bergen.", T0 - days(20))]
    said += [("cli:bo", "Bo", "I live in Bergen.", T0 - days(20))]
    told = [
        ("cli:eve", "Eve", "Olga was arrested for fraud on 20 February 2026."),
        ("cli:eve", "Eve", "Nina is married to Zed."),
        ("cli:eve", "Eve", "Olga is married to Eve."),
        ("cli:eve", "Eve", "Bo adopted a puppy last week."),
        ("cli:eve", "Eve", "I live in Lima."),
        ("cli:olga", "Olga", "I bought a boat in Rome."),
    ]
    said += [(*one, T0 - minutes(60 - 5 * number)) for number, one in enumerate(told)]
    memory.log([Event(text, speaker=who, speaker_name=name, session="cli:1", at=at) for who, name, text, at in said])
    memory.digest()
    clock.forward(days(1))
    memory.sleep.deep()
    memory.summaries.refresh()
    return memory


def test_kept_texts_name_who_speaks_of_others_without_endorsement(gossiped: Memory) -> None:
    texts = [one.text for one in (*gossiped.diary.recent(days=3), *gossiped.episodes.recent(days=3))]
    texts += [one.text for one in gossiped.longterm.list()]
    sentences = [part for text in texts for part in re.split(r"(?<=[.”]) ", text)]
    sentences += [one.text for summary in gossiped.summaries.tree() for one in summary.sentences]
    told = [one for one in sentences if any(word in one for word in HEARSAY)]
    assert all(any(word in one for one in told) for word in HEARSAY)
    assert [one for one in told if not re.match(r"Eve \(familiar\) (?:says|said): “", one)] == []
    own = [one for one in sentences if "boat" in one or "Eve (familiar) lives in Lima" in one]
    assert own
    assert not any("says" in one for one in own), "owners, and people about themselves, are not quoted"


def test_a_tie_that_presence_alone_supports_names_who_states_it(gossiped: Memory) -> None:
    context = gossiped.context("Hello.", speaker="cli:olga", session="cli:1", budget=4_000).text
    assert "Connected to: Nina (sibling), Eve (spouse, says cli:eve, familiar)" in context or (
        "Connected to: Eve (spouse, says cli:eve, familiar), Nina (sibling)" in context
    )


def test_kept_texts_show_no_tier_of_an_endorsed_person(gossiped: Memory) -> None:
    def shown() -> str | None:
        names = name_people(
            gossiped.graph, gossiped.owners, gossiped.clock.now(), speakers=[("cli:eve", "Eve", "user")]
        )
        return names.speakers["cli:eve", "Eve", "user"]

    assert shown() == "Eve (familiar)"
    gossiped.trust.mark("cli:eve", True, by="cli:olga")
    assert shown() == "Eve"
