"""Person lookup by id, account and name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.trust.person_lookup import find_person
from kg.trust.trust_state import trust_edge_id
from tests.support import T0, days

NO_OWNERS: frozenset[str] = frozenset()


@pytest.fixture
def memory(connect: Callable[..., Memory]) -> Memory:
    """A memory with two persons named Ann, with Bob, with Eve, who uses an account as her name, and Zoe, only mentioned."""
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


def find(memory: Memory, who: object, owners: frozenset[str] = NO_OWNERS) -> Any:
    return find_person(memory.graph, who, owners)


def test_an_account_an_id_and_a_name_find_the_same_person(memory: Memory) -> None:
    by_account = find(memory, "cli:bob")
    assert by_account.person.name == "Bob Stone"
    assert by_account.person.identities == ("cli:bob",)
    assert (by_account.person.first_seen, by_account.state.first_seen) == (T0, T0)
    assert by_account.edge == {}
    assert find(memory, by_account.person.id) == by_account
    assert find(memory, " bob   STONE ") == by_account
    assert by_account.state.person == by_account.person.id


def test_an_ambiguous_name_is_refused_with_the_accounts(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="cli:ann; discord:99"):
        find(memory, "Ann")
    assert find(memory, "cli:ann").person.id != find(memory, "discord:99").person.id


def test_an_ambiguous_name_does_not_disclose_a_telephone_number(memory: Memory) -> None:
    memory.log(Event("Hello.", speaker="whatsapp:+447700900123", speaker_name="Bob Stone", session="whatsapp:1", at=T0))
    with pytest.raises(InvalidInput, match="whatsapp:…123, person-") as caught:
        find(memory, "Bob Stone")
    assert "7700900" not in str(caught.value)


def test_persons_with_accounts_take_precedence_over_mentioned_ones(memory: Memory, look: Callable[..., Any]) -> None:
    look(
        "MATCH (a:Alias {scope: $scope, key: 'bob stone'}) "
        "CREATE (a)-[:NAMES]->(:Memory:Entity:Person {scope: $scope, id: 'entity-other', kind: 'person', name: 'Bob Stone'})"
    )
    assert find(memory, "Bob Stone").person.identities == ("cli:bob",)
    assert find(memory, "entity-other").person.identities == ()


def test_a_display_name_is_not_an_account(memory: Memory) -> None:
    with pytest.raises(NotFound, match="cli:nobody"):
        find(memory, "cli:nobody")
    with pytest.raises(NotFound):
        find(memory, "bob")
    with pytest.raises(NotFound):
        find(memory, "person-none")


def test_owners_may_be_configured_later(memory: Memory) -> None:
    assert not find(memory, "cli:bob").state.owner
    owner = find(memory, "cli:bob", frozenset({"cli:bob"}))
    assert owner.state.owner
    assert owner.person.owner


@pytest.mark.parametrize("who", ["", "  ", None, 3, "a" * 600, "a\nb"])
def test_invalid_names_are_refused(memory: Memory, who: object) -> None:
    with pytest.raises(InvalidInput, match="person"):
        find(memory, who)


def test_lookup_takes_one_round_trip(memory: Memory) -> None:
    graph = memory.graph
    find_person(graph, "cli:bob", NO_OWNERS)
    assert graph.trips == 1


def test_persons_with_accounts_are_listed_by_last_seen(memory: Memory) -> None:
    rows = memory.graph.run("people/persons", ["all"], ids=[], limit=3)
    assert [row["step"] for row in rows] == [3, 3, 3]
    assert all(row["identities"] for row in rows)


def test_trust_edge_ids_are_stable_and_directed() -> None:
    assert trust_edge_id("memory", "person-1") == trust_edge_id("memory", "person-1")
    assert trust_edge_id("memory", "person-1") != trust_edge_id("person-1", "memory")


@pytest.mark.parametrize("account", ["cli:bob ", "\u00a0cli:bob", "cli:bob\n"])
def test_an_account_with_white_space_finds_no_other_person(memory: Memory, account: str) -> None:
    with pytest.raises(InvalidInput, match="white space"):
        find(memory, account)
    with pytest.raises(InvalidInput, match="white space"):
        memory.trust.may_use(account, "exec")


def test_an_account_does_not_take_over_a_name_that_was_used_before(connect: Callable[..., Memory]) -> None:
    memory = connect(owner="cli:olga")
    memory.log(
        [Event("My sister Nina lives in Lyon.", speaker="cli:olga", speaker_name="Olga", session="cli:1", at=T0)]
    )
    memory.digest()
    mentioned = find(memory, "Nina").person.id
    memory.log([Event("Good morning.", speaker="cli:eve", speaker_name="Nina", session="cli:1", at=T0 + days(1))])
    memory.digest()
    with pytest.raises(InvalidInput, match=f"cli:eve; {mentioned}"):
        find(memory, "Nina")
    with pytest.raises(InvalidInput, match="several persons"):
        memory.people.card("Nina")
    with pytest.raises(InvalidInput, match="several persons"):
        memory.trust.mark("Nina", True, by="cli:olga")
    # An asker who may not know of the mentioned person finds the account alone.
    found = find_person(memory.graph, "Nina", NO_OWNERS, is_visible=lambda person: person != mentioned)
    assert found.person.identities == ("cli:eve",)
    # One who wrote before takes precedence over a mention that came after.
    memory.log([Event("Hello.", speaker="cli:bo", speaker_name="Bodo", session="cli:1", at=T0 - days(1))])
    memory.facts.add("Bodo", "lives_in", "Lima")
    assert find(memory, "Bodo").person.identities == ("cli:bo",)
