"""The adapter for crewai, with the real library."""

from __future__ import annotations

import pytest

from tests.agent.adapters.example_runs import Connect, check_example

pytestmark = [pytest.mark.adapters, pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ImportWarning")]


def test_the_example_remembers_and_leaks_nothing(connect: Connect) -> None:
    check_example("crewai_agent", connect)


def test_the_storage_does_what_a_storage_does(connect: Connect) -> None:
    from crewai.memory.storage.backend import StorageBackend
    from crewai.memory.types import MemoryRecord

    from kg.agent.adapters.crewai import MemoryStorage

    memory = connect()
    storage = MemoryStorage(memory)
    assert isinstance(storage, StorageBackend)
    records = [
        MemoryRecord(content="The quay is green.", scope="/team/a", categories=["place"], metadata={"n": 1}),
        MemoryRecord(content="The boat is old.", scope="/team/b", categories=["thing"]),
    ]
    storage.save(records)
    [query] = storage.embed(["quay"])
    [(best, score)] = storage.search(query, "/team", limit=1)
    assert (best.id, best.content) == (records[0].id, "The quay is green.")
    assert 0 < score <= 1
    assert [one.id for one, _ in storage.search([0.5] * len(query), "/team/b")] in ([records[1].id], [])
    assert storage.search(query, "/team", categories=["thing"], min_score=-1)[0][0].id == records[1].id
    assert storage.count("/team") == 2
    assert storage.list_scopes("/team") == ["/team/a", "/team/b"]
    assert storage.list_categories() == {"place": 1, "thing": 1}
    assert storage.get_scope_info("/team").record_count == 2
    records[1].content = "The boat is new."
    storage.update(records[1])
    assert storage.get_record(records[1].id).content == "The boat is new."
    private = MemoryStorage(memory, speaker="app:ann", audience="person")
    private.save([MemoryRecord(content="Ann's secret.", scope="/team/a")])
    assert "secret" not in str(storage.list_records())
    assert storage.delete(metadata_filter={"n": 1}) == 1
    storage.reset()
    assert storage.count() == 0
    assert private.count() == 1
