"""The graph after an erasure equals the graph built without the erased events."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import Phase, assume, given
from hypothesis import settings as profile
from hypothesis import strategies as st

from kg import Event, Memory
from kg.errors import NotFound
from tests.support import T0, minutes
from tests.transfer.graphs import canonical

pytestmark = pytest.mark.slow

Look = Callable[..., list[Any]]
PLACES, ORGS, PEOPLE, THINGS = (
    ("Oslo", "Lyon", "Bergen"),
    ("Acme", "Globex"),
    ("Rosa", "Quentin", "Clara Voss"),
    ("tea", "chess"),
)
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
    st.tuples(
        st.sampled_from(("cli:ann", "cli:bob", "cli:eve")), st.sampled_from(("cli:1", "cli:2", "web:3")), SENTENCES
    ),
    min_size=2,
    max_size=6,
)


def talk(said: Sequence[tuple[str, str, str]]) -> list[Event]:
    return [
        Event(text, id=f"e{place}", speaker=speaker, session=session, at=T0 - minutes(600 - 45 * place))
        for place, (speaker, session, text) in enumerate(said)
    ]


@pytest.fixture
def pair(kind: str, connect: Callable[..., Memory]) -> Callable[[], tuple[Memory, Memory]]:
    # With an owner, facts stated by others are only claimed.
    owner = ("cli:ann",) if kind in {"event", "entity"} else ()
    first = connect(f"test-{uuid.uuid4().hex[:12]}", owner=owner)
    second = connect(f"test-{uuid.uuid4().hex[:12]}", owner=owner)

    def fresh() -> tuple[Memory, Memory]:
        first.forget(scope=True)
        second.forget(scope=True)
        return first, second

    return fresh


def ingest(memory: Memory, events: Sequence[Event]) -> None:
    memory.log(events)
    memory.digest()


def has_entity(memory: Memory, name: str) -> bool:
    """Whether the memory has an entity of that name."""
    try:
        return bool(memory.entities.get(name))
    except NotFound:
        return False


def without(events: Sequence[Event], data: st.DataObject, kind: str) -> tuple[dict[str, str], list[Event]]:
    """Draw a target, and return it with the events that remain without it."""
    one = data.draw(st.sampled_from(events))
    if kind == "event":
        return {"event": str(one.id)}, [each for each in events if each is not one]
    if kind == "session":
        return {"session": one.session}, [each for each in events if each.session != one.session]
    if kind == "person":
        return {"person": str(one.speaker)}, [each for each in events if each.speaker != one.speaker]
    named = [name for name in (*PLACES, *ORGS, *PEOPLE) if any(name in each.text for each in events)]
    assume(named)
    name = data.draw(st.sampled_from(named))
    return {"entity": name}, [each for each in events if name not in each.text]


@pytest.mark.parametrize("kind", ["event", "session", "person", "entity"])
@profile(max_examples=5, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(said=TALKS, data=st.data())
def test_erasure_equals_building_without_the_events(
    kind: str, said: list[Any], data: st.DataObject, pair: Callable[[], tuple[Memory, Memory]], look: Look
) -> None:
    memory, other = pair()
    events = talk(said)
    gone, rest = without(events, data, kind)
    ingest(memory, events)
    # Not every name is extracted as an entity.
    assume("entity" not in gone or has_entity(memory, gone["entity"]))
    before = canonical(look, memory.scope)
    planned = memory.forget(**gone, dry_run=True)  # type: ignore[arg-type]
    assert canonical(look, memory.scope) == before
    done = memory.forget(**gone)  # type: ignore[arg-type]
    assert (done.removed, done.kept) == (planned.removed, planned.kept)
    if rest:
        ingest(other, rest)
    assert canonical(look, memory.scope) == canonical(look, other.scope)
