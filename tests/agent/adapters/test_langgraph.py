"""The adapter for langgraph, with the real library."""

from __future__ import annotations

import pytest

from tests.agent.adapters.example_runs import Connect, check_example

pytestmark = [pytest.mark.adapters, pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ImportWarning")]


def test_the_example_remembers_and_leaks_nothing(connect: Connect) -> None:
    check_example("langgraph_agent", connect)


def test_the_store_does_what_a_store_does(connect: Connect) -> None:
    from langgraph.store.base import SearchOp

    from kg.agent.adapters.langgraph import LangGraphStore

    store = LangGraphStore(connect())
    store.put(("users", "ann"), "tea", {"text": "Ann likes green tea.", "score": 3})
    store.put(("users", "ann"), "pets", {"text": "Ann has two cats.", "score": 1})
    store.put(("users", "bob"), "tea", {"text": "Bob likes coffee.", "score": 2})
    item = store.get(("users", "ann"), "tea")
    assert item is not None
    assert item.value == {"text": "Ann likes green tea.", "score": 3}
    assert item.namespace == ("users", "ann")
    assert store.search(("users", "ann"), query="tea", limit=1)[0].key == "tea"
    assert {one.key for one in store.search(("users",), filter={"score": {"$gte": 2}})} == {"tea"}
    assert [one.value["score"] for one in store.search(("users",), filter={"text": "Bob likes coffee."})] == [2]
    assert store.list_namespaces(prefix=("users",)) == [("users", "ann"), ("users", "bob")]
    assert store.list_namespaces(suffix=("bob",)) == [("users", "bob")]
    assert store.list_namespaces(max_depth=1) == [("users",)]
    store.delete(("users", "ann"), "tea")
    assert store.get(("users", "ann"), "tea") is None
    with pytest.raises(ValueError, match="operators"):
        store.batch([SearchOp(("users",), filter={"score": {"$near": 2}})])


def test_private_stores_are_those_of_their_person(connect: Connect) -> None:
    from kg.agent.adapters.langgraph import LangGraphStore

    memory = connect()
    LangGraphStore(memory, speaker="app:ann", audience="person").put(("notes",), "k", {"text": "Ann's secret."})
    bob = LangGraphStore(memory, speaker="app:bob", audience="person")
    assert bob.get(("notes",), "k") is None
    assert bob.search((), query="secret") == []
    assert bob.list_namespaces() == []
