"""Any node of a scope is read as a record by its id."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.types import NodeRecord, Person
from kg.types.identifiers import parse_identity
from tests.support import T0

LONG = " ".join(f"Sentence {place} speaks of the weather and of nothing else." for place in range(80))


@pytest.mark.slow
def test_any_node_is_had_by_its_id_without_its_vector(memory: Memory) -> None:
    memory.log([Event(LONG, id="long", speaker="cli:ann", speaker_name="Ann", session="cli:1", at=T0)])
    memory.digest()
    event = memory.get("long")
    assert isinstance(event, Event)
    assert (event.text, event.status) == (LONG, "complete")
    passage = memory.get("passage-long#1")
    assert isinstance(passage, NodeRecord)
    assert (passage.kind, passage.labels) == ("passage", ("Memory", "Passage"))
    assert passage.properties["text"] in LONG
    assert "embedding" not in passage.properties
    person = memory.get(parse_identity("cli:ann", "cli").person)
    assert person == Person(person.id, "Ann", ("cli:ann",), first_seen=T0, last_seen=T0)


def test_what_is_not_there_is_named(memory: Memory, connect: Callable[..., Memory], scope: str) -> None:
    connect(f"{scope}-theirs").log([Event("Theirs.", id="theirs", at=T0)])
    for name in ("no such id", "theirs"):
        with pytest.raises(NotFound, match=name) as caught:
            memory.get(name)
        assert scope in caught.value.what
    for bad in ("", None, 7, "a\nb"):
        with pytest.raises(InvalidInput, match="id"):
            memory.get(bad)  # type: ignore[arg-type]
