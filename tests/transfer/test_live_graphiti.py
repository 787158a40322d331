"""The graph of a running Graphiti is read from its Neo4j, and never changed."""

from __future__ import annotations

import uuid
import zoneinfo
from collections.abc import Callable, Iterator
from typing import Any

import neo4j
import pytest
from pydantic import SecretStr

from kg import Memory, Settings
from kg.errors import InvalidInput
from kg.transfer.importers.items import ImportContext
from kg.transfer.live_graphiti import is_address, read_live_graph

CREATE = """
CREATE (ann:Entity:Person {uuid: $id + '1', name: 'Ulla', group_id: 'g', summary: 'A sailor', created_at: datetime()}),
  (:Entity {uuid: $id + '3', name: 'Alone', group_id: 'g'}),
  (ann)-[:RELATES_TO {uuid: $id + 'r', name: 'LIVES_IN', fact: 'Ulla lives in Aarhus', group_id: 'g', episodes: [$id + 'e'],
    valid_at: datetime('2026-01-01T00:00:00Z'), created_at: datetime()}]->
  (:Entity {uuid: $id + '2', name: 'Aarhus', group_id: 'g'}),
  (:Episodic {uuid: $id + 'e', source: 'message', content: 'Ulla: I live in Aarhus', group_id: 'g',
  valid_at: datetime('2026-01-01T00:00:00Z')})
"""


@pytest.fixture
def graphiti(driver: neo4j.Driver) -> Iterator[str]:
    name = f"graphiti-{uuid.uuid4().hex}"
    driver.execute_query(CREATE, {"id": name})
    yield name
    driver.execute_query("MATCH (n) WHERE n.uuid STARTS WITH $id DETACH DELETE n", {"id": name})


def test_a_graph_is_read_page_by_page_and_not_changed(
    connect: Callable[..., Memory],
    settings: Settings,
    graphiti: str,
    driver: neo4j.Driver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    login = {"source_user": settings.neo4j_user, "source_password": settings.neo4j_password}
    memory = connect(settings=settings.model_copy(update=login))
    query = "MATCH (n) WHERE n.uuid STARTS WITH $id RETURN count(n) + sum(size(keys(n)))"

    def size() -> Any:
        return driver.execute_query(query, {"id": graphiti}).records

    before = size()
    context = ImportContext(zoneinfo.ZoneInfo("UTC"))
    assert len(list(read_live_graph(str(settings.neo4j_uri), memory.settings, context, page=1))) == 5
    report = memory.import_files([str(settings.neo4j_uri)])
    assert (report.form, report.counts()) == ("graphiti", {"events": 1, "entities": 3, "facts": 1})
    assert size() == before
    [fact] = memory.facts.list(limit=5)
    assert (fact.subject, fact.predicate, fact.object) == ("Ulla", "lives_in", "Aarhus")
    assert memory.entities.get("Ulla").description == "A sailor"
    with pytest.raises(InvalidInput, match="graphiti for the address"):
        memory.import_files([str(settings.neo4j_uri)], form="core")


def test_a_password_is_needed_and_never_shown(connect: Callable[..., Memory], settings: Settings) -> None:
    with pytest.raises(InvalidInput, match="KG_SOURCE_PASSWORD must be the password of 'neo4j'"):
        connect(settings=settings.model_copy(update={"source_password": None})).import_files(["bolt://127.0.0.1:1"])
    assert "geheim" not in str(settings.model_copy(update={"source_password": SecretStr("geheim")}))


@pytest.mark.parametrize(("path", "found"), [("bolt://x", True), ("neo4j+s://x", True), ("a/b", False), (7, False)])
def test_addresses(path: object, found: bool) -> None:
    assert is_address(path) is found
