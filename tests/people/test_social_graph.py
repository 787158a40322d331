"""Ties between persons, stated and from facts, and paths along them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.types import Person, Tie
from tests.support import T0, run_concurrently


@pytest.fixture
def memory(connect: Callable[..., Memory]) -> Memory:
    """A memory with the ties Ann – Bob – Eva – Kim – Lea, Tom without ties, and a fact about Ann and Zoe."""
    memory = connect(owner="cli:olga")
    for name in ("ann", "bob", "eva", "kim", "lea", "tom"):
        memory.people.ensure(f"cli:{name}", name=name.title())
    for one, other, kind in (
        ("ann", "bob", "friend"),
        ("bob", "eva", "sister"),
        ("kim", "eva", "boss"),
        ("kim", "lea", "x"),
    ):
        assert memory.social.connect(f"cli:{one}", f"cli:{other}", kind)
    memory.facts.add("Ann", "parent_of", "Zoe Berg")
    return memory


def names(people: Sequence[Person] | None) -> list[str] | None:
    return None if people is None else [one.name for one in people]


def as_tuples(ties: Sequence[Tie]) -> list[tuple[str, str, str]]:
    return [(tie.person.name, tie.relationship, tie.source) for tie in ties]


def test_a_tie_is_symmetric_and_stored_once(memory: Memory, look: Callable[..., list[Any]]) -> None:
    for one, other in (("cli:bob", "cli:ann"), ("cli:ann", "cli:bob"), ("Ann", "Bob")):
        assert memory.social.connect(one, other, " friend ", context="another word")
    rows = look(
        "MATCH (a:Person {scope: $scope})-[r:CONNECTED {relationship: 'friend'}]->(b) "
        "RETURN a.id AS a, b.id AS b, properties(r) AS r"
    )
    assert len(rows) == 1
    assert rows[0]["a"] < rows[0]["b"]
    assert set(rows[0]["r"]) == {"relationship", "origin", "at"}, "the same again changes nothing"
    assert ("Bob", "friend", "stated") in as_tuples(memory.social.neighbors("cli:ann"))
    assert ("Ann", "friend", "stated") in as_tuples(memory.social.neighbors("cli:bob"))


def test_concurrent_calls_create_one_tie(connect: Callable[..., Memory], memory: Memory) -> None:
    calls = [connect(owner="cli:olga") for _ in range(6)]
    run_concurrently([lambda each=each: each.social.connect("cli:tom", "cli:lea", "friend") for each in calls])
    assert as_tuples(memory.social.neighbors("cli:tom")) == [("Lea", "friend", "stated")]


def test_unknown_persons_are_not_connected(memory: Memory) -> None:
    assert not memory.social.connect("cli:ann", "cli:nobody", "friend")
    assert not memory.social.connect("Nobody", "cli:ann", "friend")
    assert not memory.social.disconnect("cli:ann", "cli:nobody")


@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("relationship", ("cli:ann", "cli:bob", " ")),
        ("relationship", ("cli:ann", "cli:bob", "x" * 61)),
        ("relationship", ("cli:ann", "cli:bob", "a\nb")),
        ("b", ("cli:ann", "cli:ann", "friend")),
        ("a", ("", "cli:ann", "friend")),
    ],
)
def test_invalid_ties_are_refused(memory: Memory, field: str, given: tuple[str, str, str]) -> None:
    with pytest.raises(InvalidInput) as caught:
        memory.social.connect(*given)
    assert caught.value.field == field


def test_facts_between_persons_are_ties_with_their_source(memory: Memory) -> None:
    [bob, zoe] = memory.social.neighbors("cli:ann")
    assert (bob.source, bob.facts, bob.strength) == ("stated", (), 1.0)
    assert (zoe.person.name, zoe.relationship, zoe.source) == ("Zoe Berg", "child", "facts")
    assert memory.facts.get(zoe.facts[0]).text == "Zoe Berg is a child of Ann."
    assert as_tuples(memory.social.neighbors("Zoe Berg")) == [("Ann", "parent", "facts")]


def test_a_statement_in_a_chat_is_a_tie(memory: Memory) -> None:
    said = {"cli:olga": "Tom is my brother.", "cli:lea": "Kim is my sister."}
    memory.log([Event(text, speaker=who, session="cli:1", at=T0) for who, text in said.items()])
    memory.digest()
    assert ("Tom", "sibling", "facts") in as_tuples(memory.social.neighbors("cli:olga"))
    assert "facts" not in {how for _, _, how in as_tuples(memory.social.neighbors("cli:lea"))}, (
        "a stranger's claim is no tie"
    )


def test_disconnect_removes_stated_ties_only(memory: Memory) -> None:
    assert memory.social.disconnect("cli:bob", "cli:ann")
    assert not memory.social.disconnect("cli:bob", "cli:ann")
    assert as_tuples(memory.social.neighbors("cli:ann")) == [("Zoe Berg", "child", "facts")]
    assert memory.social.neighbors("cli:tom") == []


def test_mutual_connections_are_sorted_by_name(memory: Memory) -> None:
    assert names(memory.social.mutuals("cli:ann", "cli:eva")) == ["Bob"]
    memory.social.connect("cli:eva", "Zoe Berg", "aunt")
    assert names(memory.social.mutuals("cli:ann", "cli:eva")) == ["Bob", "Zoe Berg"]
    assert names(memory.social.mutuals("cli:eva", "cli:ann")) == ["Bob", "Zoe Berg"]
    assert memory.social.mutuals("cli:ann", "cli:tom") == []


def test_the_shortest_path_is_found_within_the_depth(memory: Memory) -> None:
    assert names(memory.social.path("cli:ann", "cli:kim")) == ["Ann", "Bob", "Eva", "Kim"]
    assert names(memory.social.path("cli:kim", "cli:ann")) == ["Kim", "Eva", "Bob", "Ann"]
    assert memory.social.path("cli:ann", "cli:lea") is None, "four ties are too many"
    assert names(memory.social.path("cli:ann", "cli:lea", max_depth=4)) == ["Ann", "Bob", "Eva", "Kim", "Lea"]
    assert memory.social.path("cli:ann", "cli:eva", max_depth=1) is None
    assert names(memory.social.path("cli:ann", "cli:ann")) == ["Ann"]
    assert memory.social.path("cli:ann", "cli:tom") is None
    assert names(memory.social.path("Zoe Berg", "cli:bob")) == ["Zoe Berg", "Ann", "Bob"], "what facts say leads on too"
    for depth in (0, 7, True, "3"):
        with pytest.raises(InvalidInput):
            memory.social.path("cli:ann", "cli:bob", max_depth=depth)  # type: ignore[arg-type]
    with pytest.raises(NotFound):
        memory.social.path("cli:ann", "cli:nobody")


def test_other_relations_are_not_ties(memory: Memory) -> None:
    memory.facts.add("Tom", "likes", "Lea")
    memory.facts.add("Tom", "lives_in", "Oslo")
    assert memory.social.neighbors("cli:tom") == []


def test_the_graph_contains_all_persons_with_their_trust(memory: Memory) -> None:
    memory.people.ensure("cli:olga", name="Olga")
    memory.facts.add("Ann", "friend_of", "Bob")
    made = memory.social.graph()
    by_name = {data["name"]: (name, data) for name, data in made.nodes(data=True)}
    assert set(by_name) == {"Ann", "Bob", "Eva", "Kim", "Lea", "Olga", "Tom", "Zoe Berg"}
    assert (by_name["Olga"][1]["tier"], by_name["Olga"][1]["score"], by_name["Olga"][1]["owner"]) == (
        "inner_circle",
        1.0,
        True,
    )
    assert by_name["Tom"][1]["tier"] == "stranger"
    assert made.number_of_edges() == 5
    edge = made.edges[by_name["Ann"][0], by_name["Bob"][0]]
    assert edge == {"kind": ("friend", "friend_of"), "source": ("stated", "facts"), "strength": 1.0}
    assert memory.social.graph(min_strength=1).number_of_edges() == 4
    with pytest.raises(InvalidInput):
        memory.social.graph(min_strength=2)


def test_scopes_do_not_share_ties(memory: Memory, connect: Callable[..., Memory], scope: str) -> None:
    other = connect(f"{scope}-2")
    other.people.ensure("cli:ann", name="Ann")
    assert other.social.neighbors("cli:ann") == []
    assert other.social.graph().number_of_nodes() == 1
    assert not other.social.connect("cli:ann", "cli:bob", "friend")
