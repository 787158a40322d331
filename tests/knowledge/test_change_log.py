"""The log of changes made by hand: who changed what, without content, erased with what was changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput
from tests.support import T0, days


@pytest.mark.slow
def test_changes_are_listed_with_who_made_them(connect: Callable[..., Memory]) -> None:
    memory = connect(owner="cli:ann")
    memory.log([Event("I live in Oslo.", speaker="cli:ann", session="cli:1", at=T0 - days(1))])
    memory.log([Event("I like tea.", speaker="cli:bob", session="cli:1", at=T0 - days(1))])
    memory.digest()
    [fact] = memory.facts.list(subject="ann", predicate="lives_in")
    memory.facts.retract(fact.id, reason="a joke", by="cli:ann")
    memory.entities.rename("bob", "Bob", by="cli:ann")
    memory.trust.mark("cli:bob", True, reason="helpful", by="cli:ann")
    receipt = memory.trust.distrust("cli:bob", reason="spam", by="cli:ann")
    memory.trust.restore(receipt)
    procedure = memory.procedures.propose("printer jams", "restart it")
    memory.procedures.approve(procedure.id)
    memory.changes.record("approve procedure", [procedure.id], by="cli:ann")
    found = {change.what: change for change in memory.changes.list()}
    assert found.keys() == {"retract", "rename", "positive mark", "distrust", "approve procedure"}
    assert {change.by for change in found.values()} == {"cli:ann"}
    assert found["retract"].reason == "a joke"
    assert found["retract"].subjects == ((fact.id, "fact", fact.text),)
    assert found["distrust"].is_undone
    assert found["approve procedure"].subjects[0][:2] == (procedure.id, "procedure")


def test_an_erasure_is_listed_and_erases_the_records_of_what_it_erased(memory: Memory) -> None:
    [event] = memory.log([Event("I live in Oslo.", speaker="cli:ann", session="cli:1", at=T0 - days(1))])
    memory.digest()
    [fact] = memory.facts.list(subject="ann", predicate="lives_in")
    memory.changes.record("note", [fact.id], by="cli:eve")
    memory.forget(event=event)
    [change] = memory.changes.list()
    assert (change.what, change.subjects, change.by) == ("erased: event", (), None)


def test_invalid_input_names_the_field(memory: Memory) -> None:
    for call in (lambda: memory.changes.record(" "), lambda: memory.changes.record("x", by="\n")):
        with pytest.raises(InvalidInput):
            call()
    with pytest.raises(InvalidInput, match="limit"):
        memory.changes.list(limit=0)
    assert memory.changes.list() == []
