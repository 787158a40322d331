"""The token budget holds for any number of tokens, profile and counter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import Event, Memory, Settings
from kg.context import PROFILES
from kg.language.token_counting import ByteCounter, create_token_counter
from kg.memories.core import CORE_SECTIONS
from kg.protocols import TokenCounter
from tests.support import T0, minutes

ROLES = ("user", "assistant")
WORDS = [
    "the",
    "oak",
    "日本語のテキスト",
    "🎉🎊",
    "zażółć",
    "don't",
    "3.14159",
    "e=mc²",
    "\n",
    "…",
    "<tag>",
    "```",
    "supercalifragilistic",
]


def vary(memory: Memory) -> Memory:
    """Sixty messages of one word to three hundred, in scripts that cost more tokens than letters; facts and names like them."""
    memory.log(
        [
            Event(
                f"{place} " + " ".join(WORDS[(place * step) % len(WORDS)] for step in range(1, 2 + (place * 37) % 300)),
                speaker=f"cli:p{place % 3}",
                session=f"cli:{place % 4}",
                at=T0 + minutes(place),
            )
            for place in range(60)
        ]
    )
    memory.digest()
    for place in range(8):
        memory.facts.add(f"The oak {place}", "likes", "a thing " + " ".join(WORDS[: place + 1]), speaker="cli:p1")
        memory.facts.add("the oak", "prefers", f"{WORDS[place]} and {place}")
    return memory


@pytest.fixture(scope="module")
def quick(server_settings: Settings) -> Settings:
    """Settings of a memory that reads nothing out of texts."""
    return server_settings.model_copy(update={"extractor": "none"})


@pytest.fixture(scope="module")
def varied(seed_memory: Callable[..., Memory], quick: Settings) -> Memory:
    return vary(seed_memory(settings=quick))


@pytest.fixture(scope="module")
def whole(seed_memory: Callable[..., Memory], quick: Settings) -> Memory:
    """The same with everything that a context may hold in addition."""
    memory = vary(seed_memory(settings=quick))
    memory.log(
        [
            Event(
                f"{n} {WORDS[n % len(WORDS)]} is an oak of mine",
                speaker="cli:p1",
                role=ROLES[n % 2],
                session="cli:0",
                at=T0,
            )
            for n in range(36)
        ]
    )
    for place, word in enumerate(WORDS):
        text = f"{place} {word} " + f"{word} " * (place * 3)
        memory.core.add(text, CORE_SECTIONS[place % 5])
        memory.diary.add(text * 3)
        memory.learnings.add(text, tool="oak" if place % 2 else None)
        memory.procedures.approve(memory.procedures.propose(f"oak {text}", text).id)
        memory.longterm.add(f"Of the oak: {text}")
        memory.episodes.add(text, session=f"cli:{place % 3}")
    for session in ("cli:0", "cli:1"):
        memory.working.replace(
            session,
            task=WORDS[2] * 9,
            context=[f"{n} {word}" for n, word in enumerate(WORDS)],
            pending=WORDS[:3],
            notes=WORDS[5],
        )
    while memory.summaries.refresh(100):
        pass
    return memory


@pytest.fixture
def counters(settings: Settings) -> dict[str, TokenCounter]:
    return {"tokens": create_token_counter(settings), "bytes": ByteCounter()}


@pytest.mark.slow
@settings(max_examples=120)
@given(
    budget=st.integers(0, 8_000) | st.integers(0, 1_000) | st.integers(0, 120),
    profile=st.sampled_from(["standard", "full", "compact"]),
    session=st.none() | st.sampled_from(["cli:0", "cli:1", "cli:unknown"]),
    counter=st.sampled_from(["tokens", "bytes"]),
)
def test_no_context_exceeds_its_budget(
    whole: Memory,
    connect: Callable[..., Memory],
    counters: dict[str, TokenCounter],
    budget: int,
    profile: str,
    session: str | None,
    counter: str,
) -> None:
    tokens = counters[counter]
    memory = Memory(replace(whole.runtime, tokens=tokens))
    context = memory.context(
        "What about the oak and 3.14159?", speaker="cli:p1", session=session, budget=budget, profile=profile
    )
    assert context.tokens == tokens.count(context.text) <= budget == context.budget
    assert context.trips <= 3, "two to read, and one to note what was used"
    assert list(context.citations) == [f"m{place}" for place in range(1, len(context.citations) + 1)]
    assert {line.split("]")[0][3:] for line in context.text.splitlines() if line.startswith("> [")} == set(
        context.citations
    )
    assert len(set(context.citations.values())) == len(context.citations), "one memory has one marker"
    assert not set(context.dropped) & set(context.citations.values())
    assert sum(len(part.items) for part in context.sections) >= len(context.citations)
    assert all(line in context.text for part in context.sections for line in part.items)
    shares = PROFILES[profile]
    assert all(part.tokens <= shares.share(part.name) for part in context.sections if part.name != "memories")


def test_a_tiny_budget_gives_an_empty_context(whole: Memory) -> None:
    for budget in (0, 1, 2, 3, 5, 8):
        context = whole.context("What about the oak?", speaker="cli:p1", session="cli:1", budget=budget)
        assert (context.text, context.tokens, context.citations, context.sections) == ("", 0, {}, ())
        assert context.dropped, "what was found is listed as left out"


def test_knowledge_and_people_stay_within_their_shares(varied: Memory) -> None:
    context = varied.context("What about the oak and 3.14159?", speaker="cli:p1", session="cli:1", budget=4_000)
    shares = {part.name: part.tokens for part in context.sections}
    assert 0 < shares["knowledge"] <= 500
    assert shares.get("people", 0) <= 300


def test_a_larger_budget_never_gives_less(varied: Memory) -> None:
    sizes = [
        len(varied.context("What about the oak?", speaker="cli:p1", session="cli:1", budget=budget).citations)
        for budget in (0, 100, 400, 1_000, 2_000, 4_000)
    ]
    assert sizes == sorted(sizes)
    assert sizes[-1] > 10


def test_tokens_left_by_recent_messages_go_to_memories(varied: Memory) -> None:
    context = varied.context("What about the oak and 3.14159?", speaker="cli:p1", session="cli:unknown", budget=3_000)
    assert context.tokens > 2_000
