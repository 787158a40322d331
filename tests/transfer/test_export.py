"""Export: everything of a scope is in it, in three forms, and the file is there only when it is whole."""

from __future__ import annotations

import io
import json
import re
import stat
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import neo4j
import networkx
import pytest

from kg import Event, Memory
from kg.errors import InvalidInput
from kg.graph import statements
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import FixedClock
from kg.transfer.cypher_script import literal
from kg.transfer.graph_shape import LABELS, OUTSIDE, TYPES
from tests.graph.knowledge_nodes import know
from tests.graph.memory_nodes import keep
from tests.relocation.moved import canonical, rows
from tests.servers import driver_of, own_server
from tests.support import T0

Look = Callable[..., list[Any]]
TYPE = re.compile(r"\[\w*:([A-Z_|&!]+)")
LABEL = re.compile(r"[:|&!]([A-Z]\w+)")
HOSTILE = [
    "a'b\"c`d\\",
    "\\u0027 + 1 //",
    "line\nfeed\r\ttab\b\f",
    "'); MATCH (n) DETACH DELETE n; //",
    "</data><x> & ]]> \x01",
    "漢字 🎉 \u2028",
    "\\\\u005c'",
]


@pytest.fixture
def full(memory: Memory, clock: FixedClock) -> Memory:
    """A scope that holds something of everything."""
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
    know(memory, memory.graph)
    memory.log([Event(f"Boat {place} is blue.", speaker="cli:ann", session="cli:ten", at=T0) for place in range(10)])
    memory.digest()
    keep(memory, clock)
    memory.social.connect("cli:uma", "cli:ann", "friend")
    return memory


def test_every_label_and_type_that_statements_name_is_exported() -> None:
    labels: set[str] = set()
    types: set[str] = set()
    for path in statements.home().rglob("*.cypher"):
        if path.parent.name != "browser":
            lines = path.read_text(encoding="utf-8").splitlines()
            code = re.sub(r"'[^']*'", "''", "\n".join(line for line in lines if not re.match(r"\s*//(?!\?)", line)))
            types |= {each for found in TYPE.findall(code) for each in re.findall(r"\w+", found)}
            labels |= {each for each in LABEL.findall(code) if not each.isupper()}
    assert types <= TYPES
    assert labels - OUTSIDE <= LABELS
    assert {"NEXT", "SAID_BY", "TRUSTS"} <= types
    assert {"Event", "TokenUsage", "Scope"} <= labels


def test_every_node_and_edge_is_in_it(full: Memory, look: Look, tmp_path: Path) -> None:
    done = full.export(tmp_path / "all.jsonl")
    [header, *told, footer] = rows(tmp_path / "all.jsonl")
    nodes, edges = ([row for row in told if row["type"] == kind] for kind in ("node", "edge"))
    stored = look("MATCH (n {scope: $scope}) RETURN labels(n) AS labels, size(keys(n)) AS properties")
    assert Counter(tuple(row["labels"]) for row in nodes) == Counter(tuple(sorted(row["labels"])) for row in stored)
    links = look("MATCH (:!Nothing {scope: $scope})-[r]->() RETURN type(r) AS type, count(*) AS count")
    assert Counter(row["edge"] for row in edges) == {row["type"]: row["count"] for row in links}
    # The scope is told once, and the parts of the key apart.
    kept = sum(
        len(row["properties"]) + len(row["key"]) + 1 + ("embedding" in row) + ("states" in row)  # type: ignore[arg-type]
        for row in nodes
    )
    assert kept == sum(row["properties"] for row in stored) + sum(len(row["key"]) for row in nodes if row["key"])  # type: ignore[arg-type]
    assert (header["version"], header["scope"], header["dimension"]) == (1, full.scope, full.embedder.dimension)
    assert (done.nodes, done.edges) == (footer["nodes"], footer["edges"]) == (len(nodes), len(edges))
    again = io.BytesIO()
    full.export(again)
    assert again.getvalue() == (tmp_path / "all.jsonl").read_bytes(), "the same graph is the same file"


def test_a_file_is_its_owners_and_there_only_when_it_is_whole(memory: Memory, tmp_path: Path) -> None:
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
    with pytest.raises(InvalidInput, match="where a file can be written"):
        memory.export(tmp_path / "no" / "folder")


def test_without_embeddings_it_tells_only_that_there_are_some(memory: Memory, tmp_path: Path) -> None:
    memory.log([{"text": "The heron stands in the reeds.", "id": "a"}])
    memory.digest()
    memory.export(tmp_path / "a", embeddings=False)
    [event] = [row for row in rows(tmp_path / "a") if row.get("key") == ["a"]]
    assert event["embedding"] is None
    assert rows(tmp_path / "a")[0]["embeddings"] is False
    memory.export(tmp_path / "a")
    [event] = [row for row in rows(tmp_path / "a") if row.get("key") == ["a"]]
    assert len(str(event["embedding"])) > 64


def test_what_is_under_way_is_not_told(memory: Memory, look: Look, tmp_path: Path) -> None:
    """A change of the embedding model, cut off in the midst of it: vectors of the last one are told as missing."""
    memory.log([{"text": "The heron stands in the reeds.", "id": "a"}, {"text": "The pike lies in wait.", "id": "b"}])
    memory.digest()
    look(
        "MATCH (n:Memory {scope: $scope, id: 'a'}) SET n.next_by = 'other', n.next_embedding = [0.5], n.embedding = [0.5]"
    )
    look("MATCH (n:Scope {scope: $scope}) SET n.next_embedder = 'other', n.import_source = 'x', n.import_done = 1")
    memory.export(tmp_path / "all")
    told = {str(row.get("key")): row for row in rows(tmp_path / "all")}
    assert told["['a']"]["embedding"] is None
    assert told["['b']"]["embedding"]
    names = {name for row in told.values() for name in row.get("properties", ())}  # type: ignore[attr-defined]
    assert [name for name in names if name.startswith(("next_e", "next_b", "import_"))] == []
    memory.forget(scope=True)
    memory.import_files([tmp_path / "all"])
    assert "a" in {hit.id for hit in memory.search("Where is the heron?")}, "by its words"


def test_other_programs_read_graphml(memory: Memory, tmp_path: Path) -> None:
    memory.log([{"text": "I live in Oslo.", "speaker": "cli:ann", "session": "cli:1", "at": T0}])
    memory.digest()
    memory.log([{"text": text, "id": f"h{n}", "session": "cli:h"} for n, text in enumerate(HOSTILE)])
    done = memory.export(tmp_path / "a.graphml", form="graphml")
    graph = networkx.read_graphml(tmp_path / "a.graphml", force_multigraph=True)
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (done.nodes, done.edges)
    for n, text in enumerate(HOSTILE):
        told = graph.nodes[f"Memory_x2f_h{n}"]
        stored = memory.get(f"h{n}").text  # type: ignore[union-attr]
        assert told["text"] == "".join("\ufffd" if ord(sign) < 9 else sign for sign in stored), text
        assert told["labels"] == ":Event:Memory"
    assert {data["label"] for _, _, data in graph.edges(data=True)} <= TYPES
    assert isinstance(graph.nodes["Memory_x2f_h0"]["current"], bool)


@pytest.mark.slow
def test_cypher_builds_the_graph_elsewhere(memory: Memory, tmp_path: Path) -> None:
    """On another server, because its constraint makes a server plan every statement again."""
    memory.log([{"text": text, "id": f"h{n}", "session": "cli:h"} for n, text in enumerate(HOSTILE)])
    memory.log([{"text": "I live in Oslo.", "speaker": "cli:ann", "session": "cli:1", "at": T0}])
    memory.digest()
    done = memory.export(tmp_path / "a.cypher", form="cypher")
    before = canonical(memory, tmp_path / "before")
    with own_server() as other, driver_of(other) as driver:
        for line in (tmp_path / "a.cypher").read_text(encoding="utf-8").split(";\n"):
            if line:
                driver.execute_query(line)  # type: ignore[arg-type]
        counted = driver.execute_query("MATCH (n {scope: $scope}) RETURN count(*) AS nodes", scope=memory.scope)
        assert counted.records[0]["nodes"] == done.nodes
        with Memory.connect(memory.scope, settings=other, embedder=HashingEmbedder()) as elsewhere:
            assert _literal(before) == _literal(canonical(elsewhere, tmp_path / "after"))


def _literal(lines: Counter[str]) -> Counter[str]:
    """Without bytes, which no literal can hold."""
    told: list[str] = []
    for line, count in lines.items():
        row = json.loads(line)
        row.pop("states", None)
        row["properties"].pop("sittings", None)
        told += [json.dumps(row, sort_keys=True)] * count
    return Counter(told)


def test_literals_say_what_they_are(driver: neo4j.Driver) -> None:
    values = [*HOSTILE, 1, -7, 1.5, 1e-9, True, False, ["a", "\\u"], [1, 2], 2**62]
    told = driver.execute_query(f"RETURN [{', '.join(map(literal, values))}] AS values").records[0]["values"]  # type: ignore[arg-type]
    assert told == values
