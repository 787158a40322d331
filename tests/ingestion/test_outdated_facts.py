"""Facts that later messages end, through the public API, with the tuned model."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from kg import Event, Memory
from kg.language import MiniLM
from kg.settings import Settings
from tests.support import T0, days, minutes

OLD, NEW = T0 - days(20), T0 - days(3)
STATES = ("Staging runs on port 8080.", "My car is a Golf.", "I have a sister called Mia.")
NEWS = (
    "had to move staging to 8090, grafana was on the old port",
    "sold the Golf on Saturday, we're getting by with bikes",
)


@pytest.fixture
def owned(connect: Callable[..., Memory]) -> Memory:
    memory: Memory = connect(owner="cli:ann", embedder=MiniLM(Settings(embed_threads=1)))
    return memory


def events(texts: Sequence[str], start: int, speaker: str = "cli:ann") -> list[Event]:
    at = OLD if start == 0 else NEW
    name = speaker.removeprefix("cli:").title()
    return [
        Event(
            text,
            id=f"m{start + place}",
            session=f"cli:{start}",
            speaker=speaker,
            speaker_name=name,
            at=at + minutes(place),
        )
        for place, text in enumerate(texts)
    ]


def current(memory: Memory) -> list[str]:
    return sorted(fact.text for fact in memory.facts.list())


def test_news_end_the_facts_that_they_replace_and_no_others(owned: Memory) -> None:
    owned.log(events(STATES, 0))
    owned.digest()
    assert {"Ann's car is a Golf.", "Mia is a sibling of Ann.", "Staging runs on port 8080."} <= set(current(owned))
    owned.log(events(NEWS, 10))
    owned.digest()
    assert [text for text in current(owned) if "8080" in text or "is a Golf" in text] == []
    assert "Mia is a sibling of Ann." in current(owned)
    assert {fact.text for fact in owned.facts.list(as_of=NEW - days(1))} >= {
        "Staging runs on port 8080.",
        "Ann's car is a Golf.",
    }


@pytest.mark.slow
def test_the_order_of_digestion_does_not_matter(connect: Callable[..., Memory]) -> None:
    found = []
    for reverse, size in ((False, 1), (False, 500), (True, 1)):
        memory: Memory = connect(owner="cli:ann", embedder=MiniLM(Settings(embed_threads=1)))
        batches = [events(STATES, 0), events(NEWS, 10)]
        memory.log([event for batch in batches for event in batch])
        ids = [event.id for batch in batches for event in batch]
        for start in range(0, len(ids), size):
            memory.digest(only=(ids[::-1] if reverse else ids)[start : start + size])
        found.append([(fact.text, fact.valid_to, sorted(fact.sources)) for fact in memory.facts.list(status=None)])
    assert sorted(found[0]) == sorted(found[1]) == sorted(found[2])


def test_what_another_says_of_their_own_ends_nothing(owned: Memory) -> None:
    owned.log(events(STATES, 0))
    owned.digest()
    owned.log(events(NEWS, 10, speaker="cli:bob"))
    owned.digest()
    assert "Ann's car is a Golf." in current(owned)


def test_a_message_that_ends_nothing_costs_one_trip(owned: Memory) -> None:
    owned.log(events(STATES, 0))
    owned.digest()
    owned.log(events(["We had soup for lunch."], 10))
    assert owned.digest().trips == 3 + 1 + 1
