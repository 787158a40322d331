"""Items of frameworks in the graph."""

from __future__ import annotations

import pytest

from kg import Memory
from kg.agent.adapters.item_store import ItemStore
from kg.errors import InvalidInput
from kg.protocols import FixedClock
from tests.support import days


def test_items_are_stored_replaced_searched_and_erased(memory: Memory, clock: FixedClock) -> None:
    store = ItemStore(memory, name="trial")
    store.put(("users", "a/b"), "k1", {"text": "The quay is green.", "n": 1})
    store.put(("users",), "k2", {"data": "A boat."})
    store.put(("users2",), "k1", {"list": [1, 2]})
    created = clock.now()
    clock.forward(days(1))
    store.put(("users", "a/b"), "k1", {"text": "The quay is blue.", "n": 2})
    found = store.get(("users", "a/b"), "k1")
    assert found is not None
    assert (found.value["n"], found.created_at, found.updated_at) == (2, created, clock.now())
    assert [item.key for item in store.items(("users",))] == ["k1", "k2"]
    assert [item.namespace for item in store.items()] == [("users", "a/b"), ("users",), ("users2",)] or len(
        store.items()
    ) == 3
    [best] = store.search(("users",), "quay", limit=1)
    assert best.value["text"] == "The quay is blue."
    assert best.score is not None
    assert store.delete(("users", "a/b"), "k1")
    assert not store.delete(("users", "a/b"), "k1")
    assert store.get(("users", "a/b"), "k1") is None
    assert memory.facts.list(status=None) == [], "nothing is extracted"
    assert memory.entities.list() == []


def test_private_items_are_those_of_their_person(memory: Memory) -> None:
    ann, bob = (ItemStore(memory, name="trial", speaker=f"app:{name}", audience="person") for name in ("ann", "bob"))
    ann.put(("notes",), "k", {"text": "Ann's secret."})
    bob.put(("notes",), "k", {"text": "Bob's secret."})
    shared = ItemStore(memory, name="trial")
    shared.put(("notes",), "s", {"text": "A shared secret."})
    assert {item.value["text"] for item in ann.items()} == {"Ann's secret.", "A shared secret."}
    assert {item.value["text"] for item in bob.search((), "secret")} == {"Bob's secret.", "A shared secret."}
    assert [item.value["text"] for item in shared.items()] == ["A shared secret."]
    ann_in_room = ItemStore(memory, name="trial", speaker="app:ann")
    assert [item.value["text"] for item in ann_in_room.search((), "secret")] == ["A shared secret."]
    assert ItemStore(memory, name="other").items() == []


def test_wrong_items_are_refused(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="audience"):
        ItemStore(memory, name="trial", audience="person")
    with pytest.raises(InvalidInput, match="metadata"):
        ItemStore(memory, name="trial").put(("a",), "k", {"x": object()})
