"""A graph that version 0.1.0 wrote (schema 6) is migrated, read and changed; its export is imported.

`data/graph-0.1.0.jsonl.gz` has every node and edge of its database, with the ledger of migrations, and
`data/export-0.1.0.jsonl.gz` an export of the same scope. That version made both: six messages of three people, digested with its
rules and the hashing embedder.
"""

from __future__ import annotations

import base64
import datetime as dt
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

from kg import Event, Memory
from kg.graph import latest_version
from kg.graph.schema import load_migrations
from kg.language.hashing_embedder import HashingEmbedder
from tests.servers import open_driver, temporary_server

DATA = Path(__file__).parent / "data"
OLD_SCHEMA = 6
FACTS = {
    ("current", "Olga lives in Oslo."),
    ("superseded", "Olga lived in Bergen."),
    ("current", "Olga moved to Oslo."),
    ("current", "Olga works at Fjordbyte."),
    ("contested", "Olga works at Globex."),
    ("claimed", "Mia is a sibling of ben."),
}
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def upgraded() -> Iterator[Memory]:
    """The memory of the old graph, opened by this version."""
    with temporary_server() as settings:
        with open_driver(settings) as driver:
            load_old_graph(driver)
        with Memory.connect("old", settings=settings, owner="cli:olga", embedder=HashingEmbedder()) as memory:
            yield memory


def load_old_graph(driver: neo4j.Driver) -> None:
    """Create the schema of the old version, and every node and edge as it stored them."""
    for migration in load_migrations()[:OLD_SCHEMA]:
        for command in migration.commands:
            driver.execute_query(f"CYPHER 25 {command}")
    with gzip.open(DATA / "graph-0.1.0.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [{**row, "properties": decode(row["properties"])} for row in map(json.loads, file)]
    driver.execute_query(
        "CYPHER 25 UNWIND $rows AS row CREATE (n:$(row.labels)) SET n = row.properties, n.dumped = row.node",
        rows=[row for row in rows if "node" in row],
    )
    driver.execute_query(
        "CYPHER 25 UNWIND $rows AS row MATCH (a {dumped: row.from}), (b {dumped: row.to}) "
        "CREATE (a)-[r:$(row.edge)]->(b) SET r = row.properties",
        rows=[row for row in rows if "edge" in row],
    )
    driver.execute_query("MATCH (n) REMOVE n.dumped")
    driver.execute_query("CALL db.awaitIndexes(120)")


def decode(value: Any) -> Any:
    """Return a value of the dump with its type."""
    if isinstance(value, list):
        return [decode(one) for one in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"time"}:
        return dt.datetime.fromisoformat(value["time"][:26] + value["time"][-6:])
    if value.keys() == {"bytes"}:
        return base64.b64decode(value["bytes"])
    return {name: decode(one) for name, one in value.items()}


def test_the_graph_has_the_newest_schema_and_no_faults(upgraded: Memory) -> None:
    assert upgraded.schema_version == latest_version() > OLD_SCHEMA
    assert upgraded.health().errors == ()
    assert {name: count for name, count in upgraded.faults().items() if count} == {}


def test_facts_messages_and_core_memory_are_as_before(upgraded: Memory) -> None:
    assert {(fact.status, fact.text) for fact in upgraded.facts.list(status=None)} == FACTS
    assert [event.id for event in upgraded.history("cli:1")] == ["e0", "e1", "e2", "e3", "e5"]
    assert [entry.text for entry in upgraded.core.list()] == ["Kit is a helpful assistant."]


def test_searches_and_contexts_keep_audiences(upgraded: Memory) -> None:
    assert "e5" in [hit.id for hit in upgraded.search("Where is the boat Petrel moored?")]
    assert "e4" in [hit.id for hit in upgraded.search("What does the doctor say?", asker="cli:ben")]
    assert "e4" not in [hit.id for hit in upgraded.search("What does the doctor say?", asker="cli:eve")]
    assert "Oslo" in upgraded.context("Where do I live?", speaker="cli:olga", session="cli:1", budget=800).text


def test_an_export_of_the_old_version_is_imported(upgraded: Memory, tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    file.write_bytes(gzip.decompress((DATA / "export-0.1.0.jsonl.gz").read_bytes()))
    with Memory.connect("imported", settings=upgraded.settings, owner="cli:olga", embedder=HashingEmbedder()) as memory:
        memory.import_files([file], embed_anew=True, trusted=True)
        assert {(fact.status, fact.text) for fact in memory.facts.list(status=None)} == FACTS
        assert "e5" in [hit.id for hit in memory.search("Where is the boat Petrel moored?")]


def test_the_graph_is_read_again_extended_and_erased(upgraded: Memory) -> None:
    before = {fact.text for fact in upgraded.facts.list(status=None)}
    upgraded.digest(again=True)
    again = {fact.text for fact in upgraded.facts.list(status=None)}
    assert {"Olga lives in Oslo.", "Olga works at Fjordbyte."} <= again
    assert len(again) >= len(before)
    at = dt.datetime(2026, 4, 1, 9, tzinfo=dt.UTC)
    upgraded.log([Event("I moved to Porto.", speaker="cli:olga", session="cli:1", at=at)])
    upgraded.digest()
    assert [fact.object for fact in upgraded.facts.list(subject="Olga", predicate="lives_in")] == ["Porto"]
    upgraded.forget(event="e5")
    assert all("Petrel" not in hit.text for hit in upgraded.search("Where is the boat Petrel moored?"))
