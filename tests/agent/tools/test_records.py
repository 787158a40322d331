"""A record by its id, as far as the caller may read it."""

from __future__ import annotations

import pytest

from kg import Event, Memory
from kg.agent import Toolbox
from kg.agent.tools.records import get_visible_record
from kg.errors import InvalidInput, NotFound
from tests.support import T0


def test_a_record_is_found_by_those_who_may_read_it(tools: Toolbox, eve: Toolbox, memory: Memory) -> None:
    [secret] = memory.log([Event("My secret.", speaker="cli:ann", session="cli:dm", at=T0, audience="person")])
    assert get_visible_record(tools.caller, secret).text == "My secret."  # type: ignore[union-attr]
    for wrong in (secret, "event-none"):
        with pytest.raises(NotFound, match="list_memories"):
            get_visible_record(eve.caller, wrong)
    with pytest.raises(InvalidInput):
        get_visible_record(eve.caller, " ")


def test_persons_are_found_by_those_who_may_know_of_them(eve: Toolbox, memory: Memory) -> None:
    person = memory.people.ensure("cli:ann", name="Ann").id
    assert get_visible_record(eve.caller, person).name == "Ann"  # type: ignore[union-attr]
