"""Import of an export: an equal graph under any name, once and whole, or not at all."""

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
from kg.graph.full_text import term
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import FixedClock
from kg.transfer.graph_file import Header, Writer
from kg.transfer.graph_shape import TYPES, Edge, Node
from tests.graph.knowledge_nodes import know
from tests.graph.memory_nodes import keep
from tests.relocation.moved import canonical, rows
from tests.support import T0, FailingEmbedder, killed

Look = Callable[..., list[Any]]


@pytest.fixture
def other(connect: Callable[..., Memory]) -> Memory:
    """An empty scope of another name."""
    return connect(f"test-{uuid.uuid4().hex[:12]}")


@pytest.fixture
def told(memory: Memory, tmp_path: Path) -> Path:
    """An export of a scope with some events, entities and facts."""
    memory.log(
        [
            {"text": "I live in Oslo with my cat Biscuit.", "speaker": "cli:ann", "session": "cli:1", "at": T0},
            {"text": "I work at Acme with Ann.", "speaker": "cli:bob", "session": "cli:1", "at": T0},
        ]
    )
    memory.digest()
    memory.export(tmp_path / "told.jsonl")
    return tmp_path / "told.jsonl"


@pytest.mark.slow
def test_a_full_scope_is_equal_under_another_name(
    connect: Callable[..., Memory], other: Memory, clock: FixedClock, tmp_path: Path
) -> None:
    memory = connect()
    long = " ".join(f"Sentence {place} speaks of the weather and of nothing else." for place in range(80))
    memory.log([{"text": long, "id": "long", "speaker": "cli:ann", "session": "cli:2", "at": T0}])
    know(memory, memory.graph)
    memory.log([{"text": f"Boat {n} is blue.", "speaker": "cli:ann", "session": "cli:ten"} for n in range(10)])
    memory.digest()
    keep(memory, clock)
    before = canonical(memory, tmp_path / "a")
    report = other.import_files([tmp_path / "a"])
    [file] = report.files
    assert (file.form, file.nodes + file.edges) == ("kg", before.total())
    assert canonical(other, tmp_path / "b") == before
    assert other.import_files([tmp_path / "a"]) == report, "the same again"
    assert canonical(other, tmp_path / "b") == before
    for question in ("Where does Rosa work?", "Which boat is blue?"):
        assert [hit.id for hit in other.search(question)] == [hit.id for hit in memory.search(question)]
    assert other.core.render() == memory.core.render()
    other.log([{"text": "And it goes on.", "session": "cli:ten", "speaker": "cli:ann"}])
    assert other.history("cli:ten", last=1)[0].seq == memory.history("cli:ten", last=1)[0].seq + 1  # type: ignore[operator]


def test_only_an_empty_scope_takes_it(memory: Memory, other: Memory, told: Path) -> None:
    other.log([{"text": "I was here before."}])
    with pytest.raises(InvalidInput, match="empty scope"):
        other.import_files([told])
    with pytest.raises(InvalidInput, match="empty scope"):
        memory.import_files([told])
    other.forget(scope=True)
    assert other.import_files([told], dry_run=True).files[0].nodes > 0
    assert not other.history("cli:1")
    other.import_files([told])
    assert len(other.history("cli:1")) == 2


def footed(lines: list[bytes]) -> bytes:
    """An export of these lines, with a footer that fits."""
    counts = {kind: sum(json.loads(line).get("type") == kind for line in lines) for kind in ("node", "edge")}
    total = hashlib.sha256(b"".join(lines)).hexdigest()
    footer = {"type": "footer", "nodes": counts["node"], "edges": counts["edge"], "sha256": total}
    return b"".join(lines) + json.dumps(footer).encode() + b"\n"


def test_what_is_not_whole_is_refused_before_anything_is_written(
    other: Memory, told: Path, look: Look, tmp_path: Path
) -> None:
    lines = told.read_bytes().splitlines(keepends=True)
    header, path = json.loads(lines[0]), tmp_path / "bad.jsonl"

    def refused(content: bytes, match: str, error: type[Exception] = InvalidInput, **options: Any) -> None:
        path.write_bytes(content)
        with pytest.raises(error, match=match):
            other.import_files([path], **options)

    def headed(**changes: object) -> bytes:
        return footed([json.dumps(header | changes).encode() + b"\n", *lines[1:-1]])

    refused(b"".join(lines[:-1]), "cut off")
    refused(b"".join(lines)[:-1], "cut off")
    refused(b"".join(lines)[: len(told.read_bytes()) // 2], "cut off")
    refused(b"".join([*lines[:3], *lines[4:]]), "changed or damaged")
    refused(b"".join(lines).replace(b"Biscuit", b"Bisquit"), "changed or damaged")
    refused(headed(version=2), "newer kg")
    refused(headed(schema=schema.newest() + 1), "upgrade kg", SchemaTooNew)
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
        refused(footed([lines[0], json.dumps(row | change).encode() + b"\n", *lines[2:-1]]), "line 2")
    assert not look("MATCH (n {scope: $other}) RETURN n", other=other.scope)


def test_vectors_are_made_anew_by_choice(
    connect: Callable[..., Memory], told: Path, memory: Memory, tmp_path: Path
) -> None:
    model = HashingEmbedder()
    model.name = "other"
    anew = connect(f"test-{uuid.uuid4().hex[:12]}", embedder=model)
    with pytest.raises(InvalidInput, match="embedder"):
        anew.import_files([told])
    memory.export(tmp_path / "bare", embeddings=False)
    anew.import_files([tmp_path / "bare"], embed_anew=True)
    anew.export(tmp_path / "b")
    # The same model by another name: the vectors are those that it had.
    header, *lines = rows(tmp_path / "b")
    assert header["embedder"] == "other"
    made = {str(row["key"]): row["embedding"] for row in lines if "embedding" in row}
    assert made
    assert made == {str(row["key"]): row["embedding"] for row in rows(told) if "embedding" in row}
    assert [hit.id for hit in anew.search("Where does Ann live?")] == [
        hit.id for hit in memory.search("Where does Ann live?")
    ]


def test_a_model_that_fails_leaves_what_can_be_gone_on_with(
    connect: Callable[..., Memory], told: Path, memory: Memory, tmp_path: Path
) -> None:
    failing = FailingEmbedder(ConnectionError("away"))
    other = connect(f"test-{uuid.uuid4().hex[:12]}", embedder=failing)
    with pytest.raises(ConnectionError):
        other.import_files([told], embed_anew=True)
    failing.error = None
    other.import_files([told], embed_anew=True)
    assert canonical(other, tmp_path / "b") == canonical(memory, tmp_path / "a")


@pytest.mark.slow
@pytest.mark.parametrize("form", ["export", "events"])
def test_a_killed_import_goes_on_where_it_ended(
    form: str, connect: Callable[..., Memory], memory: Memory, tmp_path: Path, environment: dict[str, str]
) -> None:
    lines = [{"id": f"e{n}", "text": f"Line {n}", "session": f"cli:{n % 3}", "at": T0.isoformat()} for n in range(1200)]
    events = tmp_path / "events.jsonl"
    events.write_text("".join(json.dumps(line) + "\n" for line in lines))
    memory.import_files([events])
    memory.export(tmp_path / "export.jsonl")
    path = tmp_path / f"{form}.jsonl"
    scope = f"test-{uuid.uuid4().hex[:12]}"
    killed(["-m", "tests.transfer.cut_off", scope, str(path)], "halted")
    with Memory.connect(scope, settings=Settings(embedder="hashing"), clock=FixedClock(T0)) as again:
        try:
            held = len(rows_of(again))
            assert 0 < held < 1200
            steps: list[tuple[int, int]] = []
            again.import_files([path], progress=lambda done, total: steps.append((done, total)))
            assert len(rows_of(again)) == 1200
            if form == "export":
                assert steps[-1][1] < sum(canonical(memory, tmp_path / "a").values()), (
                    "what was written is not written again"
                )
                assert canonical(again, tmp_path / "b") == canonical(memory, tmp_path / "a")
        finally:
            again.forget(scope=True)


def rows_of(memory: Memory) -> list[str]:
    return [event.text for n in range(3) for event in memory.history(f"cli:{n}", last=1000)]


def test_an_edge_whose_end_came_later_is_left_out(memory: Memory, tmp_path: Path) -> None:
    """What others write between the nodes and the edges of an export."""
    one, other = (Node("Memory", (name,), ("Event", "Memory"), {"text": name}) for name in ("one", "other"))
    edges = [Edge("NEXT", ("Memory", "one"), ("Memory", name), {}) for name in ("other", "later")]
    written(tmp_path / "a", "some", [one, other], edges)
    memory.import_files([tmp_path / "a"])
    memory.export(tmp_path / "b")
    assert [row["target"] for row in rows(tmp_path / "b") if row["type"] == "edge"] == [["Memory", "other"]]


# Whatever a property may hold, and whatever may be joined to whatever.
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
MOMENTS = st.datetimes(dt.datetime(1, 1, 2), dt.datetime(9999, 12, 30), timezones=st.just(dt.UTC))
TIMES = MOMENTS.map(neo4j.time.DateTime.from_native)
NUMBERS = st.integers(-(2**63), 2**63 - 1)
FLOATS = st.floats()
VALUES = st.one_of(
    TEXTS,
    NUMBERS,
    FLOATS,
    st.booleans(),
    TIMES,
    st.binary(max_size=40),
    st.lists(TEXTS, max_size=4),
    st.lists(NUMBERS, max_size=4),
    st.lists(TIMES, max_size=3),
)
PROPERTIES = st.dictionaries(st.sampled_from(["name", "text", "at", "x", "note `s", "größe"]), VALUES, max_size=5)
VECTORS = st.one_of(st.none(), st.lists(st.floats(-1, 1, width=32), min_size=64, max_size=64).filter(any))
KINDS = st.sampled_from(
    [("Event", "Memory"), ("Fact", "Memory"), ("Entity", "Memory", "Place"), ("CoreEntry", "Kept", "Memory")]
)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[Node], list[Edge]]:
    """Nodes of several families, and edges between them, some of them side by side."""
    nodes = [Node("Scope", (), ("Scope",), {"embedder": HashingEmbedder().name, "dimension": 64})]
    for place in range(draw(st.integers(1, 12))):
        vector = draw(VECTORS)
        key = f"{draw(TEXTS)}-{place}"
        terms = draw(st.sampled_from([{}, {"terms": "SCOPE k12 a3"}, {"archived_terms": "k1 SCOPE"}]))
        nodes.append(
            Node("Memory", (key,), draw(KINDS), {**draw(PROPERTIES), **terms}, vector, None, vector is not None)
        )
    nodes.append(Node("Identity", ("cli", draw(TEXTS) + "."), ("Identity",), draw(PROPERTIES)))
    nodes.append(Node("TokenUsage", ("2026-03-02", "m"), ("TokenUsage",), draw(PROPERTIES)))
    ends = st.sampled_from([(node.family, *node.key) for node in nodes if node.family in ("Memory", "Identity")])
    edges = draw(st.lists(st.builds(Edge, st.sampled_from(sorted(TYPES)), ends, ends, PROPERTIES), max_size=15))
    return nodes, edges


def written(path: Path, scope: str, nodes: list[Node], edges: list[Edge]) -> None:
    with path.open("wb") as file:
        writer = Writer(file, Header(1, schema.newest(), scope, HashingEmbedder().name, 64, True))
        for node in nodes:
            own = {
                name: value.replace("SCOPE", term("scope", scope)) if name.endswith("terms") else value
                for name, value in node.properties.items()
            }
            writer.node(Node(node.family, node.key, node.labels, own, node.embedding, None, node.embedded))
        for edge in edges:
            writer.edge(edge)
        writer.close()


@pytest.mark.slow
@settings(max_examples=15)
@given(graph=graphs())
def test_any_graph_comes_back_as_it_was(
    graph: tuple[list[Node], list[Edge]], memory: Memory, other: Memory, look: Look, tmp_path: Path
) -> None:
    """Written, imported, exported, imported under another name, and exported once more."""
    for each in (memory, other):
        each.forget(scope=True)
        look("MATCH (receipt:Receipt {scope: $each}) DELETE receipt", each=each.scope)
    name = tmp_path / "made"
    written(name, "some-other-name", *graph)
    report = memory.import_files([name])
    assert (report.files[0].nodes, report.files[0].edges) == (len(graph[0]), len(graph[1]))
    first = canonical(memory, tmp_path / "first")
    other.import_files([tmp_path / "first"])
    assert canonical(other, tmp_path / "second") == first
    made = [row for row in rows(name) if row["type"] == "edge"]
    stored = [row for row in rows(tmp_path / "first") if row["type"] == "edge"]
    assert sorted(json.dumps(row, sort_keys=True) for row in made) == sorted(
        json.dumps(row, sort_keys=True) for row in stored
    )
