"""Entities of another memory are joined with those that are known, and importing one again changes nothing."""

from __future__ import annotations

import datetime as dt

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput
from kg.knowledge import ImportedEntity, check_imported_entity, import_entities
from tests.support import T0


def test_an_entity_is_added_with_its_aliases_and_counts(memory: Memory) -> None:
    entity = ImportedEntity(
        name="Norsk Hydro", type="org", aliases=["Hydro"], description="aluminium", importance=7, mention_count=4,
        first_seen=T0 - dt.timedelta(days=9), last_seen=T0,
    )  # fmt: skip
    checked = check_imported_entity(entity)
    assert import_entities(memory.runtime, [checked]) == import_entities(memory.runtime, [checked])
    found = memory.entities.get("hydro")
    assert (found.name, found.type, found.description, found.importance, found.mention_count) == (
        "Norsk Hydro",
        "org",
        "aluminium",
        7,
        4,
    )
    assert len(memory.entities.list()) == 1
    assert import_entities(memory.runtime, []) == []


def test_a_person_is_found_by_account_and_known_descriptions_stay(memory: Memory) -> None:
    memory.log([Event("Hello.", speaker="telegram:77", session="telegram:77")])
    first = ImportedEntity(
        name="Solveig", type="person", aliases=["Sol"], description="a sailor", account="telegram:77"
    )
    import_entities(memory.runtime, [check_imported_entity(first)])
    import_entities(
        memory.runtime,
        [check_imported_entity(ImportedEntity(name="Sol", type="person", description="other", account="telegram:77"))],
    )
    person = memory.people.get("telegram:77")
    assert (person.name, person.summary) == ("Solveig", "a sailor")
    assert memory.entities.get("Sol").id == person.id


@pytest.mark.parametrize(
    "entity",
    [ImportedEntity(name=" "), ImportedEntity(name="x", type="animal"), ImportedEntity(name="x", account="\x00")],
)
def test_invalid_entities_are_refused(entity: ImportedEntity) -> None:
    with pytest.raises(InvalidInput):
        check_imported_entity(entity)
