"""Entities that a name given to a tool denotes, and what a caller may see of them."""

from __future__ import annotations

import pytest

from kg import Memory
from kg.agent import Toolbox, tools_for
from kg.agent.caller import Caller
from kg.agent.visible_entities import VisibleEntity, find_visible_entities
from kg.types import Entity
from tests.agent.tool_callers import EVE, OWNER


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (None, "Bob Kowalski: person; also Bobby, Rob"),
        (["Bobby"], "Bobby: person"),
        (["Bob Kowalski"], "Bob Kowalski: person"),
    ],
)
def test_only_visible_names_are_shown(names: list[str] | None, shown: str) -> None:
    entity = Entity("entity-1", "Bob Kowalski", "person", aliases=("Bobby", "Rob"), mention_count=1)
    assert VisibleEntity(entity, names).format_line(count=False) == f"{shown} (id entity-1)"
    assert "; named in 1 message (id" in VisibleEntity(entity, names).format_line(count=True)


def test_an_entity_is_found_by_those_who_may_know_of_it(memory: Memory, eve: Toolbox) -> None:
    memory.facts.add("Kestrel", "works_at", "Nightjar", speaker=EVE, audience="person")
    kestrel = memory.entities.get("Kestrel").id
    for account, found in ((OWNER, [kestrel]), (EVE, [kestrel]), ("cli:mallory", [])):
        caller = Caller.create(memory, account, None)
        assert [one.entity.id for one in find_visible_entities(caller, "Kestrel")] == found, account
    assert "I don't know anyone" in tools_for(memory, speaker="cli:mallory").call("get_entity", {"name": "Kestrel"})
