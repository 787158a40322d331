"""The export format: written line by line, and read only if it is complete and unchanged."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kg.errors import InvalidInput, SchemaTooNew
from kg.graph import filter_term, latest_version
from kg.transfer import GraphEdge, GraphNode
from kg.transfer.graph_file import (
    OLDEST_SCHEMA,
    ExportHeader,
    ExportReader,
    ExportWriter,
    is_export,
)
from tests.transfer.imports import HOSTILE

EVENT = filter_term("kind", "event")
NODES = [
    GraphNode("Scope", (), ("Scope",), {"dimension": 2}),
    GraphNode(
        "Memory", ("a",), ("Event", "Memory"),
        {"text": "\n".join(HOSTILE), "kind": "event", "terms": f"SCOPE {EVENT} s1 k1 a2"},
        [0.5, 1.0], b"s", True,  # type: ignore[arg-type]
    ),
    GraphNode("Memory", ("b",), ("Event", "Memory"), {"text": "x"}, [0.5], None, True),  # type: ignore[arg-type]
]  # fmt: skip
EDGE = GraphEdge("RELATES_TO", ("Memory", "a"), ("Memory", "b"), {"predicate": "knows", "strength": 1e300})


def with_term(item: Any) -> Any:
    """Return a node or an edge with the term of the scope in place of SCOPE."""
    term = filter_term("scope", "old")
    own = {
        name: value.replace("SCOPE", term) if name.endswith("terms") else value
        for name, value in item.properties.items()
    }
    return replace(item, properties=own)


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes an export, with changes of its header."""

    def write(**changes: Any) -> Path:
        given = {"version": 1, "schema": latest_version(), "scope": "old", "embedder": "hashing", "dimension": 2}
        header = ExportHeader(**given | {"embeddings": True} | changes)
        with (tmp_path / "export").open("wb") as file:
            writer = ExportWriter(file, header)
            for node in NODES:
                writer.node(with_term(node))
            writer.edge(with_term(EDGE))
            footer = writer.close()
        assert (footer.nodes, footer.edges) == (3, 1)
        return tmp_path / "export"

    return write


def test_an_export_is_read_as_it_was_written_under_another_name(write: Callable[..., Path]) -> None:
    path = write()
    assert is_export(path)
    reader = ExportReader(path)
    reader.check()
    assert (reader.header.scope, reader.footer.nodes) == ("old", 3)
    scope, first, second, edge = reader.rows("new")
    assert scope["properties"] == {"dimension": 2, "embedder": reader.header.embedder, "name": "new"}
    assert first["properties"] == {
        "text": "\n".join(HOSTILE),
        "kind": "event",
        "terms": f"{filter_term('scope', 'new')} {EVENT}",
        "states": b"s",
    }
    assert (first["embedding"].to_numpy().tolist(), first["embedded"], first["key"]) == ([0.5, 1.0], True, ["a"])
    assert (second["embedding"], second["embedded"]) == (None, True), "a vector of another model is missing"
    assert edge["properties"] == {"predicate": "knows", "strength": 1e300}
    assert (edge["type"], edge["source"], edge["target"]) == ("RELATES_TO", ["Memory", "a"], ["Memory", "b"])


def test_each_row_is_one_line_for_all_readers_and_the_name_of_the_scope_is_in_the_header_only(
    write: Callable[..., Path],
) -> None:
    lines = write().read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["type"] for line in lines] == ["header", "node", "node", "node", "edge", "footer"]
    assert not any(filter_term("scope", "old") in line for line in lines)
    assert json.loads(lines[-1]) == {
        "type": "footer",
        "nodes": 3,
        "edges": 1,
        "sha256": json.loads(lines[-1])["sha256"],
    }


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda lines: lines[:-1], "truncated"),
        (lambda lines: [*lines[:-1], lines[-1].rstrip(b"\n")], "truncated"),
        (lambda lines: [*lines[:2], *lines[3:]], "changed or damaged"),
        (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], "changed or damaged"),
        (lambda lines: [*lines[:3], lines[3].replace(b'"x"', b'"y"'), *lines[4:]], "changed or damaged"),
        (lambda lines: [*lines[:3], b"{\n", *lines[4:]], "line 4"),
        (lambda lines: [*lines[:3], lines[3].replace(b'"text"', b'"scope"'), *lines[4:]], "line 4"),
        (lambda lines: [*lines[:4], lines[4].replace(b"RELATES_TO", b"HATES"), *lines[5:]], "line 5"),
        (lambda lines: [*lines[:-1], b'{"type":"footer","nodes":-1,"edges":1,"sha256":""}\n'], "footer"),
    ],
)  # fmt: skip
def test_a_changed_or_incomplete_export_is_refused(write: Callable[..., Path], change: Any, match: str) -> None:
    path = write()
    path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))
    with pytest.raises(InvalidInput, match=match):
        ExportReader(path).check()


@pytest.mark.parametrize(
    ("changes", "error", "match"),
    [
        ({"version": 2}, InvalidInput, "newer version of kg"),
        ({"schema": OLDEST_SCHEMA - 1}, InvalidInput, "schema"),
        ({"schema": True}, InvalidInput, "schema"),
        ({"schema": latest_version() + 1}, SchemaTooNew, "upgrade kg"),
        ({"dimension": -1}, InvalidInput, "header"),
        ({"embeddings": None}, InvalidInput, "header"),
    ],
)
def test_an_export_of_another_version_is_refused(
    write: Callable[..., Path], changes: dict[str, Any], error: type[Exception], match: str
) -> None:
    with pytest.raises(error, match=match):
        ExportReader(write(**changes))


def test_other_files_are_not_exports(tmp_path: Path) -> None:
    for content in (b"", b"[]\n", b'{"format": "other"}\n', b"\xff\n", b"[" * 100_000):
        (tmp_path / "a").write_bytes(content)
        assert not is_export(tmp_path / "a")
        with pytest.raises(InvalidInput, match="an export of kg"):
            ExportReader(tmp_path / "a")
