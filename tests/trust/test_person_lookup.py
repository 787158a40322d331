"""Who is meant by an id, an account or a name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.trust.person_lookup import find_person
from kg.trust.trust_state import trust_id
from tests.support import T0

NOBODY: frozenset[str] = frozenset()


@pytest.fixture
def memory(connect: Callable[..., Memory]) -> Memory:
    """Two who are called Ann, one of whom has two names; and Zoe, who is only spoken of."""
    memory = connect()
    memory.log(
        [
            Event("Hello.", speaker="cli:ann", speaker_name="Ann", session="cli:1", at=T0),
            Event("Hello.", speaker="discord:99", speaker_name="Ann", session="discord:1", at=T0),
            Event("Hello.", speaker="cli:bob", speaker_name="Bob Stone", session="cli:1", at=T0),
            Event("Hello.", speaker="cli:eve", speaker_name="cli:nobody", session="cli:1", at=T0),
        ]
    )
    memory.facts.add("Zoe Berg", "friend_of", "Bob Stone")
    return memory


def find(memory: Memory, who: object, owners: frozenset[str] = NOBODY) -> Any:
    return find_person(memory.graph, who, owners)


def test_an_account_an_id_and_a_name_find_the_same_person(memory: Memory) -> None:
    by_account = find(memory, "cli:bob")
    assert by_account.person.name == "Bob Stone"
    assert by_account.person.identities == ("cli:bob",)
    assert (by_account.person.first_seen, by_account.standing.first_seen) == (T0, T0)
    assert by_account.edge == {}
    assert find(memory, by_account.person.id) == by_account
    assert find(memory, " bob   STONE ") == by_account
    assert by_account.standing.person == by_account.person.id


def test_a_name_that_several_have_is_refused_with_their_accounts(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="cli:ann; discord:99"):
        find(memory, "Ann")
    assert find(memory, "cli:ann").person.id != find(memory, "discord:99").person.id


def test_who_has_an_account_goes_before_who_is_only_spoken_of(memory: Memory, look: Callable[..., Any]) -> None:
    look(
        "MATCH (a:Alias {scope: $scope, key: 'bob stone'}) "
        "CREATE (a)-[:NAMES]->(:Memory:Entity:Person {scope: $scope, id: 'entity-other', kind: 'person', name: 'Bob Stone'})"
    )
    assert find(memory, "Bob Stone").person.identities == ("cli:bob",)
    assert find(memory, "entity-other").person.identities == ()


def test_nobody_is_found_by_an_account_that_another_calls_themselves(memory: Memory) -> None:
    with pytest.raises(NotFound, match="cli:nobody"):
        find(memory, "cli:nobody")
    with pytest.raises(NotFound):
        find(memory, "bob")
    with pytest.raises(NotFound):
        find(memory, "person-none")


def test_who_is_told_to_be_an_owner_later_is_one(memory: Memory) -> None:
    assert not find(memory, "cli:bob").standing.owner
    told = find(memory, "cli:bob", frozenset({"cli:bob"}))
    assert told.standing.owner
    assert told.person.owner


@pytest.mark.parametrize("who", ["", "  ", None, 3, "a" * 600, "a\nb"])
def test_what_is_no_name_is_refused(memory: Memory, who: object) -> None:
    with pytest.raises(InvalidInput, match="person"):
        find(memory, who)


def test_it_is_one_trip(memory: Memory) -> None:
    graph = memory.graph
    find_person(graph, "cli:bob", NOBODY)
    assert graph.trips == 1


def test_everybody_with_an_account_is_listed_last_seen_first(memory: Memory) -> None:
    rows = memory.graph.run("people/persons", ["all"], ids=[], limit=3)
    assert [row["step"] for row in rows] == [3, 3, 3]
    assert all(row["identities"] for row in rows)


def test_ids_of_trust_edges_are_these() -> None:
    assert trust_id("memory", "person-1") == trust_id("memory", "person-1")
    assert trust_id("memory", "person-1") != trust_id("person-1", "memory")
