"""Hostile questions and filters raise no error but InvalidInput and never reach another scope."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import Event, Memory
from kg.errors import InvalidInput
from kg.graph.full_text import filter_term, time_term
from tests.support import T0, FailingEmbedder

THEIRS = f"theirs-{uuid.uuid4().hex[:12]}"
SECRET = "The treasure lies under the old oak."


@pytest.fixture(scope="module")
def theirs(seed_memory: Callable[..., Memory]) -> Memory:
    """A scope that holds a secret."""
    theirs = seed_memory(THEIRS)
    theirs.log([Event(SECRET, id=f"secret-{place}", session="cli:1", speaker="cli:eve", at=T0) for place in range(3)])
    theirs.digest()
    return theirs


@pytest.fixture(scope="module")
def mine(seed_memory: Callable[..., Memory], theirs: Memory) -> Memory:
    """Another scope in the same database."""
    mine = seed_memory()
    mine.log(
        [
            Event("An oak stands in the park.", id="mine", session="cli:1", speaker="cli:ann", at=T0),
            Event("Only for me.", id="own", session="cli:1", speaker="cli:ann", at=T0, audience="person"),
        ]
    )
    mine.digest()
    return mine


@pytest.fixture
def blind(connect: Callable[..., Memory], mine: Memory) -> Memory:
    """The same scope, without vectors."""
    return connect(mine.scope, embedder=FailingEmbedder(RuntimeError("blind")))


def ask(memory: Memory, query: str, **options: Any) -> None:
    with contextlib.suppress(InvalidInput):
        for hit in memory.search(query, limit=50, **options):
            seen = {"mine", "own"} if options.get("asker") is None else {"mine"}
            assert hit.id in seen or hit.text == "ann", query


QUERIES = [
    '"', "'", "*:*", "*", "?", "\\", "\\\\", "^", "-", "AND OR NOT", "NOT treasure", "ＡＮＤ", "oak AND (treasure OR",
    "text:treasure", "foo:bar^", "[1 TO", "{* TO *}", "~~~ /x", "oak~2", "+oak -park", "!oak", "oak && treasure || park",
    "text:/.*/", "_exists_:text", "oak) OR (text:treasure", "oak)^0 +terms:(x", "oak^1000000", "oak\\", "oak}) RETURN 1 //",
    "' OR 1=1 --", "$scope", "`treasure`", "oak\u2028treasure", "x\x00y", "\ud800 oak", "🎉", "٠١٢", "ﷺ", "a:b:c",
    "a" * 50_000, "(" * 2_000, "oak " * 2_000,
]  # fmt: skip
TERMS = [
    filter_term("scope", THEIRS),
    f"terms:{filter_term('scope', THEIRS)}",
    f'"{filter_term("scope", THEIRS)}"',
    time_term(T0),
    "z0",
]


@pytest.mark.slow
def test_query_syntax_is_treated_as_words(mine: Memory) -> None:
    for query in [*QUERIES, *TERMS]:
        ask(mine, query)
        ask(mine, f"{query} treasure oak", asker="cli:bob", kinds=["event", "person"])


PARTS = st.sampled_from([*QUERIES, *TERMS, "oak", "treasure", " ", "\n", "AND", "OR"]) | st.text(max_size=8)


@settings(max_examples=60)
@given(query=st.lists(PARTS, max_size=6).map("".join) | st.text(alphabet=st.characters(exclude_categories=())))
def test_no_query_reaches_another_scope(mine: Memory, query: str) -> None:
    ask(mine, query)
    ask(mine, query, asker="cli:bob")


NAMES = st.sampled_from(['cli:1" OR "', "cli:eve", "*", "cli:*", ")^0 +terms:(", THEIRS, *TERMS]) | st.text(max_size=8)


@settings(max_examples=40)
@given(name=NAMES, field=st.sampled_from(["session", "channel", "speaker", "asker"]))
def test_no_filter_reaches_another_scope(mine: Memory, name: str, field: str) -> None:
    ask(mine, "treasure oak", **{field: name})


@settings(max_examples=20)
@given(name=NAMES, field=st.sampled_from(["session", "channel", "speaker", "asker"]))
def test_no_filter_reaches_another_scope_with_full_text_only(
    mine: Memory, blind: Memory, name: str, field: str
) -> None:
    ask(blind, "treasure oak", **{field: name})


@pytest.mark.slow
@settings(max_examples=40)
@given(text=st.lists(PARTS, min_size=1, max_size=6).map("".join), name=st.text(min_size=1, max_size=8))
def test_logged_events_are_found_only_in_their_scope(mine: Memory, theirs: Memory, text: str, name: str) -> None:
    with contextlib.suppress(InvalidInput):
        [event] = theirs.log([Event(f"{text} quetzal", session="cli:2", speaker=name)])
        assert event in {hit.id for hit in theirs.search("quetzal", limit=1000)}
        assert {hit.id for hit in mine.search("quetzal", limit=1000)} == {"mine", "own"}
