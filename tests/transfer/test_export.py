"""Export: the whole scope, in three formats; the file exists only once it is complete."""

from __future__ import annotations

import io
import re
import stat
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput
from kg.graph import statements
from kg.graph.catalogue import EDGE_TYPES, GLOBAL_LABELS, NODE_LABELS
from kg.protocols import FixedClock
from tests.graph.knowledge_nodes import seed_knowledge
from tests.graph.memory_nodes import seed_memories
from tests.relocation.scope_exports import read_export_lines
from tests.support import T0

Look = Callable[..., list[Any]]
TYPE = re.compile(r"\[\w*:([A-Z_|&!]+)")
LABEL = re.compile(r"[:|&!]([A-Z]\w+)")


@pytest.fixture
def full(memory: Memory, clock: FixedClock) -> Memory:
    """A scope with all kinds of data."""
    long = " ".join(f"Sentence {place} speaks of the weather and of nothing else." for place in range(80))
    memory.log(
        [
            Event("search(oak)", id="call", kind="tool_call", role="assistant", session="cli:1", at=T0),
            Event("Three oaks.", id="result", kind="tool_result", parent="call", session="cli:1", at=T0),
            Event(long, id="long", speaker="cli:ann", session="cli:2", at=T0),
        ]
    )
    memory.digest()
    memory.usage.record("scripted", 12, 3)
    seed_knowledge(memory, memory.graph)
    memory.log([Event(f"Boat {place} is blue.", speaker="cli:ann", session="cli:ten", at=T0) for place in range(10)])
    memory.digest()
    seed_memories(memory, clock)
    memory.social.connect("cli:uma", "cli:ann", "friend")
    return memory


def test_every_label_and_type_that_statements_name_is_exported() -> None:
    labels: set[str] = set()
    types: set[str] = set()
    for path in statements.statements_folder().rglob("*.cypher"):
        if path.parent.name != "browser" and not path.name.startswith("graphiti_"):
            lines = path.read_text(encoding="utf-8").splitlines()
            code = re.sub(r"'[^']*'", "''", "\n".join(line for line in lines if not re.match(r"\s*//(?!\?)", line)))
            types |= {each for found in TYPE.findall(code) for each in re.findall(r"\w+", found)}
            labels |= {each for each in LABEL.findall(code) if not each.isupper()}
    assert types <= EDGE_TYPES
    assert labels - GLOBAL_LABELS <= NODE_LABELS
    assert {"NEXT", "SAID_BY", "TRUSTS"} <= types
    assert {"Event", "TokenUsage", "Scope"} <= labels


@pytest.mark.slow
def test_an_export_has_every_node_and_edge(full: Memory, look: Look, tmp_path: Path) -> None:
    done = full.export(tmp_path / "all.jsonl")
    [header, *rows_by_key, footer] = read_export_lines(tmp_path / "all.jsonl")
    nodes, edges = ([row for row in rows_by_key if row["type"] == kind] for kind in ("node", "edge"))
    stored = look("MATCH (n {scope: $scope}) RETURN labels(n) AS labels, size(keys(n)) AS properties")
    assert Counter(tuple(row["labels"]) for row in nodes) == Counter(tuple(sorted(row["labels"])) for row in stored)
    links = look("MATCH (:!Nothing {scope: $scope})-[r]->() RETURN type(r) AS type, count(*) AS count")
    assert Counter(row["edge"] for row in edges) == {row["type"]: row["count"] for row in links}
    # The scope is only in the header, and the key parts are separate from the properties.
    property_count = sum(
        len(row["properties"]) + len(row["key"]) + 1 + ("embedding" in row) + ("states" in row)  # type: ignore[arg-type]
        for row in nodes
    )
    assert property_count == sum(row["properties"] for row in stored) + sum(
        len(row["key"]) for row in nodes if row["key"]
    )  # type: ignore[arg-type]
    assert (header["version"], header["scope"], header["dimension"]) == (1, full.scope, full.embedder.dimension)
    assert (done.nodes, done.edges) == (footer["nodes"], footer["edges"]) == (len(nodes), len(edges))
    again = io.BytesIO()
    full.export(again)
    assert again.getvalue() == (tmp_path / "all.jsonl").read_bytes(), "the same graph gives the same file"


@pytest.mark.slow
def test_a_file_is_readable_by_its_owner_and_exists_only_once_complete(memory: Memory, tmp_path: Path) -> None:
    memory.log([{"text": "Hello."}])
    path = tmp_path / "a.jsonl"
    path.write_text("older")

    def broken(done: int, total: int) -> None:
        raise RuntimeError("no")

    memory.log([{"text": f"Line {n}"} for n in range(600)])
    with pytest.raises(RuntimeError):
        memory.export(path, progress=broken)
    assert [each.name for each in tmp_path.iterdir()] == ["a.jsonl"]
    assert path.read_text() == "older"
    memory.export(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(InvalidInput, match="one of jsonl, graphml, cypher"):
        memory.export(path, form="xml")
    with pytest.raises(InvalidInput, match="a path where a file can be written"):
        memory.export(tmp_path / "no" / "folder")


def test_without_embeddings_vectors_are_marked_as_missing(memory: Memory, tmp_path: Path) -> None:
    memory.log([{"text": "The heron stands in the reeds.", "id": "a"}])
    memory.digest()
    memory.export(tmp_path / "a", embeddings=False)
    [event] = [row for row in read_export_lines(tmp_path / "a") if row.get("key") == ["a"]]
    assert event["embedding"] is None
    assert read_export_lines(tmp_path / "a")[0]["embeddings"] is False
    memory.export(tmp_path / "a")
    [event] = [row for row in read_export_lines(tmp_path / "a") if row.get("key") == ["a"]]
    assert len(str(event["embedding"])) > 64


@pytest.mark.slow
def test_the_state_of_running_operations_is_not_exported(memory: Memory, look: Look, tmp_path: Path) -> None:
    """After an interrupted change of the embedding model, vectors of the old model are exported as missing."""
    memory.log([{"text": "The heron stands in the reeds.", "id": "a"}, {"text": "The pike lies in wait.", "id": "b"}])
    memory.digest()
    look(
        "MATCH (n:Memory {scope: $scope, id: 'a'}) SET n.next_by = 'other', n.next_embedding = [0.5], n.embedding = [0.5]"
    )
    look("MATCH (n:Scope {scope: $scope}) SET n.next_embedder = 'other', n.import_source = 'x', n.import_done = 1")
    memory.export(tmp_path / "all")
    rows_by_key = {str(row.get("key")): row for row in read_export_lines(tmp_path / "all")}
    assert rows_by_key["['a']"]["embedding"] is None
    assert rows_by_key["['b']"]["embedding"]
    names = {name for row in rows_by_key.values() for name in row.get("properties", ())}  # type: ignore[attr-defined]
    assert [name for name in names if name.startswith(("next_e", "next_b", "import_"))] == []
    memory.forget(scope=True)
    memory.import_files([tmp_path / "all"])
    assert "a" in {hit.id for hit in memory.search("Where is the heron?")}, "found by full text"
