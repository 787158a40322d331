"""Properties of every search: more kinds return no less, and an unrelated memory does not push the right one out."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg import Event, Memory
from kg.language import clean_text
from tests.support import T0, minutes

KINDS = ("event", "fact", "longterm", "core", "entity")
SAID = (
    "I moved to Oslo in spring.", "My sister Ida keeps bees.", "The boat needs a new engine.", "I work at the harbour office.",
    "We had rain for nine days.", "The bakery closes at noon.", "I am allergic to peanuts.", "The key is under the oak.",
    "Our choir sings on Fridays.", "The train to Bergen was late.", "I bought a red bicycle.", "My cat is called Momo.",
)  # fmt: skip
ASKED = (
    "Where does Ann live?", "Who keeps bees?", "What does the boat need?", "Where does Ann work?", "How long did it rain?",
    "When does the bakery close?", "What is Ann allergic to?", "Where is the key?", "When does the choir sing?",
    "Which train was late?", "What did Ann buy?", "What is the cat called?",
)  # fmt: skip
UNRELATED = (
    "The committee approved the budget.", "Whales sleep upright.", "Pixels are square.", "Lava cools slowly.",
    "Chess clocks tick.", "The opera was sold out.", "Glaciers carve valleys.", "The printer is out of toner.",
)  # fmt: skip


@pytest.fixture(scope="module")
def told(seed_memory: Callable[..., Memory]) -> Memory:
    memory = seed_memory()
    memory.log(
        Event(text, id=f"e{place}", speaker="cli:ann", session="cli:1", at=T0 + minutes(place))
        for place, text in enumerate(SAID)
    )
    memory.facts.add("Ann", "lives_in", "Oslo")
    memory.longterm.add("Ann keeps the spare key at the bakery.", importance=6)
    memory.digest()
    return memory


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    query=st.one_of(
        st.sampled_from(ASKED), st.text(min_size=1, max_size=30).filter(lambda text: bool(clean_text(text).strip()))
    ),
    kinds=st.sets(st.sampled_from(KINDS), min_size=1),
    more=st.sets(st.sampled_from(KINDS)),
    limit=st.integers(1, 12),
)
def test_more_kinds_never_return_less_while_there_are_messages(
    told: Memory, query: str, kinds: set[str], more: set[str], limit: int
) -> None:
    """Facts that do not answer are found by a search of facts alone, and not added to a search with messages that has room."""
    fewer = told.search(query, kinds=sorted(kinds), limit=limit)
    assert len(told.search(query, kinds=sorted(kinds | more), limit=limit)) >= len(fewer)


@pytest.mark.slow
def test_an_unrelated_memory_leaves_the_right_one_among_the_first_ten(told: Memory) -> None:
    choice = random.Random(0)
    kept = 0
    samples = 20
    for number in range(samples):
        place = choice.randrange(len(ASKED))
        before = [hit.id for hit in told.search(ASKED[place], kinds=["event"], limit=10)]
        told.add(f"{choice.choice(UNRELATED)} ({number})", speaker="cli:bob", session="cli:2")
        after = [hit.id for hit in told.search(ASKED[place], kinds=["event"], limit=10)]
        kept += f"e{place}" in after or f"e{place}" not in before
    assert kept >= 0.95 * samples
