"""Export as a Cypher script: literals keep their values, and the script builds an equal graph."""

from __future__ import annotations

import datetime as dt
import io
import json
import re
from collections import Counter
from pathlib import Path

import neo4j
import neo4j.time
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import Memory
from kg.language.hashing_embedder import HashingEmbedder
from kg.transfer import GraphEdge, GraphNode
from kg.transfer.cypher_script import cypher_literal, write_cypher_script
from tests.relocation.scope_exports import export_canonically
from tests.servers import open_driver, temporary_server
from tests.support import T0
from tests.transfer.imports import HOSTILE


@pytest.mark.slow
def test_the_cypher_script_builds_an_equal_graph(memory: Memory, tmp_path: Path) -> None:
    """On another server, because the script's constraint invalidates all cached plans."""
    memory.log([{"text": text, "id": f"h{n}", "session": "cli:h"} for n, text in enumerate(HOSTILE)])
    memory.log([{"text": "I live in Oslo.", "speaker": "cli:ann", "session": "cli:1", "at": T0}])
    memory.digest()
    done = memory.export(tmp_path / "a.cypher", form="cypher")
    before = export_canonically(memory, tmp_path / "before")
    with temporary_server() as other, open_driver(other) as driver:
        for line in (tmp_path / "a.cypher").read_text(encoding="utf-8").split(";\n"):
            if line:
                driver.execute_query(line)  # type: ignore[arg-type]
        counted = driver.execute_query("MATCH (n {scope: $scope}) RETURN count(*) AS nodes", scope=memory.scope)
        assert counted.records[0]["nodes"] == done.nodes
        with Memory.connect(memory.scope, settings=other, embedder=HashingEmbedder()) as elsewhere:
            assert _literal(before) == _literal(export_canonically(elsewhere, tmp_path / "after"))


def _literal(lines: Counter[str]) -> Counter[str]:
    """Return the lines without bytes, which have no literal."""
    rows_by_key: list[str] = []
    for line, count in lines.items():
        row = json.loads(line)
        row.pop("states", None)
        row["properties"].pop("sittings", None)
        rows_by_key += [json.dumps(row, sort_keys=True)] * count
    return Counter(rows_by_key)


def test_literals_keep_their_values(driver: neo4j.Driver) -> None:
    values = [*HOSTILE, 1, -7, 1.5, 1e-9, True, False, ["a", "\\u"], [1, 2], 2**62]
    rows_by_key = driver.execute_query(f"RETURN [{', '.join(map(cypher_literal, values))}] AS values").records[0][
        "values"
    ]  # type: ignore[arg-type]
    assert rows_by_key == values


def test_other_values_have_no_literal() -> None:
    assert cypher_literal([float("inf"), float("nan"), -0.5]) == "[Infinity, NaN, -0.5]"
    at = neo4j.time.DateTime(2026, 1, 3, 12, 0, 0, 0, dt.UTC)
    assert cypher_literal(at) == "datetime('2026-01-03T12:00:00Z')"
    with pytest.raises(TypeError, match="dict"):
        cypher_literal({"a": 1})


@given(st.text())
def test_a_literal_has_no_escape_that_is_decoded_before_parsing(text: str) -> None:
    literal = cypher_literal(text)
    assert "\\u" not in literal
    assert "\n" not in literal
    assert re.fullmatch(r"'([^'\\]|\\.|' \+ ')*'", literal, re.DOTALL), "quotes are escaped"


def test_a_statement_creates_up_to_a_hundred_nodes_of_the_same_labels() -> None:
    nodes = [
        GraphNode("Memory", (str(n),), ("Event", "Memory"), {"a`b": n, "raw": b"x"}, np.array([0.1], np.float32))
        for n in range(101)
    ]
    edges = [GraphEdge("NEXT", ("Memory", "0"), ("Memory", "1"), {"weight": 1.5})]
    file = io.BytesIO()
    assert write_cypher_script(file, "mine", nodes, edges) == (101, 1)
    constraint, first, second, edge, drop, remove = file.getvalue().decode().splitlines()
    assert (first.count("kg_import_key"), second.count("kg_import_key")) == (100, 1)
    assert "`scope`: 'mine', `a``b`: 0, `embedding`: [0.1]" in first
    assert "`raw`" not in first, "bytes have no literal"
    assert "CREATE (source)-[edge:NEXT]->(target)" in edge
    assert constraint.startswith("CREATE CONSTRAINT kg_import ")
    assert drop.startswith("DROP CONSTRAINT kg_import ")
    assert remove.startswith("MATCH (node:KgImport) REMOVE")
