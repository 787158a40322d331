"""Import of an export: an equal graph under any name, completely or not at all."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import neo4j.time
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import Memory, Settings
from kg.errors import InvalidInput, SchemaTooNew
from kg.graph import schema
from kg.graph.catalogue import EDGE_TYPES
from kg.graph.full_text import filter_term
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import FixedClock
from kg.transfer.graph_file import ExportHeader, ExportWriter
from kg.transfer.graph_shape import GraphEdge, GraphNode
from kg.transfer.property_types import load_property_types
from tests.graph.knowledge_nodes import seed_knowledge
from tests.graph.memory_nodes import seed_memories
from tests.relocation.scope_exports import export_canonically, read_export_lines
from tests.support import T0, FailingEmbedder, run_and_kill

Look = Callable[..., list[Any]]


@pytest.fixture
def other(connect: Callable[..., Memory]) -> Memory:
    """An empty scope with another name."""
    return connect(f"test-{uuid.uuid4().hex[:12]}")


@pytest.fixture
def export_path(memory: Memory, tmp_path: Path) -> Path:
    """An export of a scope with some events, entities and facts."""
    memory.log(
        [
            {"text": "I live in Oslo with my cat Biscuit.", "speaker": "cli:ann", "session": "cli:1", "at": T0},
            {"text": "I work at Acme with Ann.", "speaker": "cli:bob", "session": "cli:1", "at": T0},
        ]
    )
    memory.digest()
    memory.export(tmp_path / "a.jsonl")
    return tmp_path / "a.jsonl"


@pytest.mark.slow
def test_a_full_scope_is_equal_under_another_name(
    connect: Callable[..., Memory], clock: FixedClock, tmp_path: Path
) -> None:
    # The owners of a copy are those of the settings.
    memory, other = connect(), connect(f"test-{uuid.uuid4().hex[:12]}", owner="cli:ivy")
    long = " ".join(f"Sentence {place} speaks of the weather and of nothing else." for place in range(80))
    memory.log([{"text": long, "id": "long", "speaker": "cli:ann", "session": "cli:2", "at": T0}])
    seed_knowledge(memory, memory.graph)
    memory.log([{"text": f"Boat {n} is blue.", "speaker": "cli:ann", "session": "cli:ten"} for n in range(10)])
    memory.digest()
    seed_memories(memory, clock)
    before = export_canonically(memory, tmp_path / "a")
    report = other.import_files([tmp_path / "a"])
    [file] = report.files
    assert (file.form, file.nodes + file.edges) == ("kg", before.total())
    assert export_canonically(other, tmp_path / "b") == before
    assert other.import_files([tmp_path / "a"]) == report, "a repeated import"
    assert export_canonically(other, tmp_path / "b") == before
    for question in ("Where does Rosa work?", "Which boat is blue?"):
        assert [hit.id for hit in other.search(question)] == [hit.id for hit in memory.search(question)]
    assert other.core.render() == memory.core.render()
    other.log([{"text": "And it goes on.", "session": "cli:ten", "speaker": "cli:ann"}])
    assert other.history("cli:ten", last=1)[0].seq == memory.history("cli:ten", last=1)[0].seq + 1  # type: ignore[operator]


@pytest.mark.slow
def test_what_people_write_is_exported_and_imported(memory: Memory, other: Memory, tmp_path: Path) -> None:
    says = [
        ("My dentist visit is on 3 May at Storgata.", {}),
        ("The dentist visit moved to 5 May.", {}),
        ("I met Zorblatt in Lima, and my sister Eva works at Acme.", {"audience": "person"}),
        ("My e-mail is ann@example.org, the rent is 900 euros, and I am allergic to nuts.", {}),
        ("Please keep your answers short. I prefer tea over coffee.", {}),
        ("Remind me to call the roofer by Friday.", {"audience": "session"}),
        ("I no longer work at Acme. We broke up in March.", {}),
    ]
    memory.log(
        {"text": text, "speaker": f"cli:{who}", "session": "cli:1", "at": T0 + dt.timedelta(hours=at), **extra}
        for at, (text, extra) in enumerate(says)
        for who in ("ann", "bob")
    )
    memory.digest()
    memory.sleep.deep()
    memory.export(tmp_path / "a.jsonl")
    other.import_files([tmp_path / "a.jsonl"])
    assert {(fact.text, fact.audience) for fact in other.facts.list(asker="cli:ann")} == {
        (fact.text, fact.audience) for fact in memory.facts.list(asker="cli:ann")
    }


def test_an_export_is_imported_only_into_an_empty_scope(memory: Memory, other: Memory, export_path: Path) -> None:
    other.log([{"text": "I was here before."}])
    with pytest.raises(InvalidInput, match="empty scope"):
        other.import_files([export_path])
    with pytest.raises(InvalidInput, match="empty scope"):
        memory.import_files([export_path])
    other.forget(scope=True)
    assert other.import_files([export_path], dry_run=True).files[0].nodes > 0
    assert not other.history("cli:1")
    other.import_files([export_path])
    assert len(other.history("cli:1")) == 2


def with_footer(lines: list[bytes]) -> bytes:
    """Return an export of these lines with a matching footer."""
    counts = {kind: sum(json.loads(line).get("type") == kind for line in lines) for kind in ("node", "edge")}
    total = hashlib.sha256(b"".join(lines)).hexdigest()
    footer = {"type": "footer", "nodes": counts["node"], "edges": counts["edge"], "sha256": total}
    return b"".join(lines) + json.dumps(footer).encode() + b"\n"


def test_an_incomplete_export_is_refused_before_anything_is_written(
    other: Memory, export_path: Path, look: Look, tmp_path: Path
) -> None:
    lines = export_path.read_bytes().splitlines(keepends=True)
    header, path = json.loads(lines[0]), tmp_path / "bad.jsonl"

    def refused(content: bytes, match: str, error: type[Exception] = InvalidInput, **options: Any) -> None:
        path.write_bytes(content)
        with pytest.raises(error, match=match):
            other.import_files([path], **options)

    def headed(**changes: object) -> bytes:
        return with_footer([json.dumps(header | changes).encode() + b"\n", *lines[1:-1]])

    refused(b"".join(lines[:-1]), "truncated")
    refused(b"".join(lines)[:-1], "truncated")
    refused(b"".join(lines)[: len(export_path.read_bytes()) // 2], "truncated")
    refused(b"".join([*lines[:3], *lines[4:]]), "changed or damaged")
    refused(b"".join(lines).replace(b"Biscuit", b"Bisquit"), "changed or damaged")
    refused(headed(version=2), "newer version of kg")
    refused(headed(schema=schema.latest_version() + 1), "upgrade kg", SchemaTooNew)
    refused(headed(embedder="other", dimension=384), "--embed-anew makes new vectors")
    refused(headed(embeddings=False), "--embed-anew makes new ones")
    row = json.loads(lines[1])
    bad: list[dict[str, object]] = [
        {"labels": ["Scope", "Evil`) DETACH DELETE n //"]},
        {"family": "Nothing"},
        {"key": ["one", "two"]},
        {"properties": {"a": {"b": 1}}},
        {"properties": {"a": {"$time": "now"}}},
        {"properties": {"a": [[1]]}},
        {"type": "edge", "edge": "NO_TYPE", "source": ["Memory", "a"], "target": ["Memory", "b"]},
        {"embedding": "AAAA"},
    ]
    for change in bad:
        refused(with_footer([lines[0], json.dumps(row | change).encode() + b"\n", *lines[2:-1]]), "line 2")
    assert not look("MATCH (n {scope: $other}) RETURN n", other=other.scope)


def test_vectors_are_computed_again_on_request(
    connect: Callable[..., Memory], export_path: Path, memory: Memory, tmp_path: Path
) -> None:
    model = HashingEmbedder()
    model.name = "other"
    other_model = connect(f"test-{uuid.uuid4().hex[:12]}", embedder=model)
    with pytest.raises(InvalidInput, match="embedder"):
        other_model.import_files([export_path])
    memory.export(tmp_path / "bare", embeddings=False)
    other_model.import_files([tmp_path / "bare"], embed_anew=True)
    other_model.export(tmp_path / "b")
    # The same model with another name computes the same vectors.
    header, *lines = read_export_lines(tmp_path / "b")
    assert header["embedder"] == "other"
    made = {str(row["key"]): row["embedding"] for row in lines if "embedding" in row}
    assert made
    assert made == {str(row["key"]): row["embedding"] for row in read_export_lines(export_path) if "embedding" in row}
    assert [hit.id for hit in other_model.search("Where does Ann live?")] == [
        hit.id for hit in memory.search("Where does Ann live?")
    ]


@pytest.mark.slow
def test_an_import_can_continue_after_the_model_failed(
    connect: Callable[..., Memory], export_path: Path, memory: Memory, tmp_path: Path
) -> None:
    failing = FailingEmbedder(ConnectionError("away"))
    other = connect(f"test-{uuid.uuid4().hex[:12]}", embedder=failing)
    with pytest.raises(ConnectionError):
        other.import_files([export_path], embed_anew=True)
    failing.error = None
    other.import_files([export_path], embed_anew=True)
    assert export_canonically(other, tmp_path / "b") == export_canonically(memory, tmp_path / "a")


@pytest.mark.slow
@pytest.mark.parametrize("form", ["export", "events"])
def test_a_killed_import_continues_where_it_ended(
    form: str, connect: Callable[..., Memory], memory: Memory, tmp_path: Path, environment: dict[str, str]
) -> None:
    lines = [{"id": f"e{n}", "text": f"Line {n}", "session": f"cli:{n % 3}", "at": T0.isoformat()} for n in range(1200)]
    events = tmp_path / "events.jsonl"
    events.write_text("".join(json.dumps(line) + "\n" for line in lines))
    memory.import_files([events])
    memory.export(tmp_path / "export.jsonl")
    path = tmp_path / f"{form}.jsonl"
    scope = f"test-{uuid.uuid4().hex[:12]}"
    run_and_kill(["-m", "tests.transfer.cut_off", scope, str(path)], "halted")
    with Memory.connect(scope, settings=Settings(embedder="hashing"), clock=FixedClock(T0)) as again:
        try:
            imported = len(rows_of(again))
            assert 0 < imported < 1200
            steps: list[tuple[int, int]] = []
            again.import_files([path], progress=lambda done, total: steps.append((done, total)))
            assert len(rows_of(again)) == 1200
            if form == "export":
                assert steps[-1][1] < sum(export_canonically(memory, tmp_path / "a").values()), (
                    "written lines are not written again"
                )
                assert export_canonically(again, tmp_path / "b") == export_canonically(memory, tmp_path / "a")
        finally:
            again.forget(scope=True)


def rows_of(memory: Memory) -> list[str]:
    return [event.text for n in range(3) for event in memory.history(f"cli:{n}", last=1000)]


def test_an_edge_to_a_later_node_is_skipped(memory: Memory, tmp_path: Path) -> None:
    """An edge written concurrently, between the nodes and the edges of an export."""
    one, other = (GraphNode("Memory", (name,), ("Event", "Memory"), {"text": name}) for name in ("one", "other"))
    edges = [GraphEdge("NEXT", ("Memory", "one"), ("Memory", name), {}) for name in ("other", "later")]
    write_export(tmp_path / "a", "some", [one, other], edges)
    memory.import_files([tmp_path / "a"], trusted=True)
    memory.export(tmp_path / "b")
    assert [row["target"] for row in read_export_lines(tmp_path / "b") if row["type"] == "edge"] == [
        ["Memory", "other"]
    ]


# Arbitrary property values of each type, and edges.
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
MOMENTS = st.datetimes(dt.datetime(1, 1, 2), dt.datetime(9999, 12, 30), timezones=st.just(dt.UTC))
TIMES = MOMENTS.map(neo4j.time.DateTime.from_native)
NUMBERS = st.integers(-(2**53), 2**53)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
VALUES = {
    "text": TEXTS,
    "integer": NUMBERS,
    "number": FLOATS,
    "boolean": st.booleans(),
    "time": TIMES,
    "list of text": st.lists(TEXTS, max_size=4),
    "list of integer": st.lists(NUMBERS, max_size=4),
    "list of time": st.lists(TIMES, max_size=3),
}
NAMES = (
    "aliases",
    "at",
    "confidence",
    "count",
    "importance",
    "name",
    "own",
    "reason",
    "spans",
    "strength",
    "text",
    "votes",
)
VECTORS = st.one_of(st.none(), st.lists(st.floats(-1, 1, width=32), min_size=64, max_size=64).filter(any))
KINDS = st.sampled_from(
    [("Event", "Memory"), ("Fact", "Memory"), ("Entity", "Memory", "Place"), ("CoreEntry", "Kept", "Memory")]
)


def properties(part: str, kind: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return some of the properties that nodes of a family, or edges of a type, may have."""
    types = load_property_types()[part].get(kind, {})
    return st.fixed_dictionaries({}, optional={name: VALUES[types[name]] for name in NAMES if name in types})


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[GraphNode], list[GraphEdge]]:
    """Generate nodes of several families and edges between them, including parallel edges."""
    nodes = [GraphNode("Scope", (), ("Scope",), {"embedder": HashingEmbedder().name, "dimension": 64})]
    for place in range(draw(st.integers(1, 12))):
        vector = draw(VECTORS)
        key = f"{draw(TEXTS)}-{place}"
        terms = draw(st.sampled_from([{}, {"terms": "SCOPE k12 a3"}, {"archived_terms": "k1 SCOPE"}]))
        nodes.append(
            GraphNode(
                "Memory",
                (key,),
                draw(KINDS),
                {**draw(properties("nodes", "Memory")), **terms},
                vector,
                None,
                vector is not None,
            )
        )
    nodes.append(
        GraphNode("Identity", ("cli", draw(TEXTS) + "."), ("Identity",), draw(properties("nodes", "Identity")))
    )
    nodes.append(GraphNode("TokenUsage", ("2026-03-02", "m"), ("TokenUsage",), draw(properties("nodes", "TokenUsage"))))
    ends = st.sampled_from([(node.family, *node.key) for node in nodes if node.family in ("Memory", "Identity")])
    types = draw(st.lists(st.sampled_from(sorted(EDGE_TYPES)), max_size=15))
    edges = [GraphEdge(each, draw(ends), draw(ends), draw(properties("edges", each))) for each in types]
    return nodes, edges


def write_export(path: Path, scope: str, nodes: list[GraphNode], edges: list[GraphEdge]) -> None:
    with path.open("wb") as file:
        writer = ExportWriter(file, ExportHeader(1, schema.latest_version(), scope, HashingEmbedder().name, 64, True))
        for node in nodes:
            own = {
                name: value.replace("SCOPE", filter_term("scope", scope)) if name.endswith("terms") else value
                for name, value in node.properties.items()
            }
            writer.node(GraphNode(node.family, node.key, node.labels, own, node.embedding, None, node.embedded))
        for edge in edges:
            writer.edge(edge)
        writer.close()


@pytest.mark.slow
@settings(max_examples=15)
@given(graph=graphs())
def test_any_graph_survives_export_and_import(
    graph: tuple[list[GraphNode], list[GraphEdge]], memory: Memory, other: Memory, look: Look, tmp_path: Path
) -> None:
    """Write, import, export, import under another name, and export again."""
    for each in (memory, other):
        each.forget(scope=True)
        look("MATCH (receipt:Receipt {scope: $each}) DELETE receipt", each=each.scope)
    name = tmp_path / "made"
    write_export(name, "some-other-name", *graph)
    report = memory.import_files([name], trusted=True)
    assert (report.files[0].nodes, report.files[0].edges) == (len(graph[0]), len(graph[1]))
    first = export_canonically(memory, tmp_path / "first")
    other.import_files([tmp_path / "first"])
    assert export_canonically(other, tmp_path / "second") == first
    made = [row for row in read_export_lines(name) if row["type"] == "edge"]
    stored = [row for row in read_export_lines(tmp_path / "first") if row["type"] == "edge"]
    assert sorted(json.dumps(row, sort_keys=True) for row in made) == sorted(
        json.dumps(row, sort_keys=True) for row in stored
    )
