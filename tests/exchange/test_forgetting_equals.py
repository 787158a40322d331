"""What is left after a forgetting equals the graph that would have been built without it."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings as profile
from hypothesis import strategies as st

from kg import Event, Memory
from tests.exchange.graphs import canonical, holding
from tests.support import T0, minutes

Look = Callable[..., list[Any]]
PLACES, ORGS, PEOPLE, THINGS = ("Oslo", "Lyon", "Bergen"), ("Acme", "Globex"), ("Rosa", "Quentin", "Clara Voss"), ("tea", "chess")
SENTENCES = st.one_of(
    st.builds("I live in {}.".format, st.sampled_from(PLACES)),
    st.builds("I moved to {} last year.".format, st.sampled_from(PLACES)),
    st.builds("I work at {}.".format, st.sampled_from(ORGS)),
    st.builds("I like {}.".format, st.sampled_from(THINGS)),
    st.builds("I don't like {}.".format, st.sampled_from(THINGS)),
    st.builds("{} lives in {}.".format, st.sampled_from(PEOPLE), st.sampled_from(PLACES)),
    st.builds("{} works at {}.".format, st.sampled_from(PEOPLE), st.sampled_from(ORGS)),
    st.builds("{} is the sister of {}.".format, st.sampled_from(PEOPLE), st.sampled_from(PEOPLE)),
    st.builds("{} likes {}.".format, st.sampled_from(PEOPLE), st.sampled_from(THINGS)),
    st.just("The ferry was late again this morning."),
    st.just("Nice."),
)
TALKS = st.lists(
    st.tuples(st.sampled_from(("cli:ann", "cli:bob", "cli:eve")), st.sampled_from(("cli:1", "cli:2", "web:3")), SENTENCES),
    min_size=1,
    max_size=7,
)


def talk(said: Sequence[tuple[str, str, str]]) -> list[Event]:
    return [
        Event(text, id=f"e{place}", speaker=speaker, session=session, at=T0 - minutes(600 - 45 * place))
        for place, (speaker, session, text) in enumerate(said)
    ]


def compared(look: Look, left: Memory, without: Memory) -> None:
    for mine, theirs in zip(canonical(look, left.scope), canonical(look, without.scope), strict=True):
        assert mine == theirs


@pytest.fixture(params=[(), ("cli:ann",)], ids=["open", "owned"])
def pair(request: pytest.FixtureRequest, connect: Callable[..., Memory]) -> Callable[[], tuple[Memory, Memory]]:
    first = connect(f"test-{uuid.uuid4().hex[:12]}", owner=request.param)
    second = connect(f"test-{uuid.uuid4().hex[:12]}", owner=request.param)

    def fresh() -> tuple[Memory, Memory]:
        first.forget(scope=True)
        second.forget(scope=True)
        return first, second

    return fresh


def built(memory: Memory, events: Sequence[Event]) -> None:
    memory.log(events)
    memory.digest()


@profile(max_examples=12)
@given(said=TALKS, data=st.data())
def test_an_event(said: list[Any], data: st.DataObject, pair: Callable[[], tuple[Memory, Memory]], look: Look) -> None:
    memory, without = pair()
    events = talk(said)
    gone = data.draw(st.sampled_from(events))
    built(memory, events)
    told = memory.forget(event=str(gone.id), dry_run=True)
    assert memory.forget(event=str(gone.id)).removed == told.removed
    built(without, [event for event in events if event.id != gone.id])
    compared(look, memory, without)
