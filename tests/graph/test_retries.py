"""Write statements are idempotent: the driver may send a statement twice if its answer is lost."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import NotFound
from kg.extraction import ScriptedExtractor
from kg.graph import Graph, statements
from kg.knowledge import LeaseLost
from kg.language.hashing_embedder import HashingEmbedder
from kg.language.token_counting import ByteCounter
from kg.llm import UsageLedger
from kg.maintenance import reembed_scope
from kg.protocols import FixedClock, Mention, TextExtraction
from kg.runtime import Runtime
from tests.graph.knowledge_nodes import SESSION, seed_knowledge
from tests.graph.memory_nodes import seed_memories
from tests.support import T0, minutes

pytestmark = pytest.mark.slow

# A repeated claim also claims the next events; the lease of the first ones expires, and nothing is lost. The statements of the
# lock are tested in test_schema.py, on a separate server; those of moves in test_scope_move.py. Use counters count twice, which
# does no harm.
NOT_REPEATED = {
    "ingestion/claim", "ingestion/claim_some",
    "graph/lock_schema", "graph/unlock_schema", "graph/record_migration", "memories/touch",
    "context/record_use",
    "relocation/erase_edges", "relocation/lock_move", "relocation/mark_move", "relocation/erase_nodes",
    "graph/running_transactions", "maintenance/fill_logs",
}  # fmt: skip
WRITES = {name for name in statements.statement_names() if statements.load_statement(name).access == "write"}
LONG = " ".join(f"Sentence {place} speaks of the weather and of nothing else." for place in range(80))


def snapshot(look: Callable[..., list[Any]]) -> tuple[list[str], list[str]]:
    """Return all nodes with their properties, and all edges with their ends."""
    nodes = look("MATCH (n {scope: $scope}) RETURN labels(n) AS labels, properties(n) AS properties")
    edges = look(
        "MATCH (a {scope: $scope})-[r]->(b) RETURN coalesce(a.id, a.name), type(r), coalesce(b.id, b.name), properties(r)"
    )
    return sorted(repr(sorted(row["properties"].items())) + repr(row["labels"]) for row in nodes), sorted(
        map(repr, edges)
    )


def differences(before: tuple[list[str], list[str]], after: tuple[list[str], list[str]]) -> list[str]:
    """Return the differences between two snapshots."""
    return [
        f"{sign} {line}"
        for one, other in zip(before, after, strict=True)
        for sign, lines in (("-", Counter(one) - Counter(other)), ("+", Counter(other) - Counter(one)))
        for line in lines
    ]


class DoublingConnection:
    """A connection that sends each write twice, records its name, and returns the first answer."""

    def __init__(self, connection: Any, look: Callable[..., list[Any]]) -> None:
        self.connection = connection
        self.tracer = connection.tracer
        self.look = look
        self.sent: list[str] = []

    def run(self, statement: statements.NamedStatement, params: Any, fragments: frozenset[str]) -> Any:
        answer = self.connection.run(statement, params, fragments)
        if statement.access == "write" and statement.name not in NOT_REPEATED:
            before = snapshot(self.look)
            self.connection.run(statement, params, fragments)
            assert differences(before, snapshot(self.look)) == [], statement.name
            self.sent.append(statement.name)
        return answer

    def receive(self, *arguments: Any) -> Any:
        return self.connection.receive(*arguments)

    def transact(self, work: Any, **options: Any) -> Any:
        def recording_work(tx: Any) -> Any:
            return work(RecordingTransaction(tx, self.sent))

        answer = self.connection.transact(recording_work, **options)
        before = snapshot(self.look)
        # On the second call the lease is already released, and a restored record no longer exists.
        with contextlib.suppress(LeaseLost, NotFound):
            self.connection.transact(recording_work, **options)
        assert differences(before, snapshot(self.look)) == [], self.sent[-1]
        return answer

    def run_later(self, statement: statements.NamedStatement, params: Any) -> None:
        self.run(statement, params, frozenset())

    def close(self) -> None:
        self.connection.close()


class RecordingTransaction:
    """A transaction that records its writes."""

    def __init__(self, tx: Any, sent: list[str]) -> None:
        self.tx = tx
        self.sent = sent

    def run(self, text: str, params: Any) -> Any:
        self.sent += [name for name in WRITES if statements.load_statement(name).cypher() == text]
        return self.tx.run(text, params)


def erase_records(memory: Memory) -> None:
    """Erase one record of each kind, apply retention, and reset the scope."""
    memory.core.add("The vault opens with Quonset-7.", "scratch")
    memory.trust.mark("cli:uma", True, reason="told of Quonset-7")
    memory.log([Event("The vault opens with Quonset-7.", id="vault", speaker="cli:uma", session=SESSION, at=T0)])
    memory.digest()
    memory.forget(event="vault")
    memory.forget(session="cli:ten")
    memory.forget(entity="Rosa Quill")
    memory.forget(person="cli:uma")
    memory.retain()
    memory.reset(memory=True)
    memory.reset(identity=True)


def write_imported_records(memory: Memory) -> None:
    """Write what only imports and changes by hand write."""
    now = memory.runtime.clock.now()
    newer, older = (memory.longterm.add(text).id for text in ("The mill is green.", "The tower is red and tall."))
    usage = {"id": "usage-1", "date": "2026-03-01", "model": "scripted", "prompt": 5, "completion": 2, "requests": 1}
    prior = {
        "person": memory.people.get("cli:ann").id,
        "trust": "trust-prior",
        "prior": {"sessions": 3},
        "sentiment": 0.5,
    }
    mark = {
        "id": "mark-1",
        "name": "mark",
        "kind": "violation",
        "severity": 0.2,
        "reason": "spam",
        "at": now,
        "by": None,
    }
    memory.graph.run("memories/link_superseded", pairs=[{"newer": newer, "older": older}], now=now)
    memory.graph.run("llm/import_usage", rows=[usage], now=now)
    memory.graph.run("trust/import_prior", **prior, marks=[mark], now=now)
    change = {"id": "change-1", "what": "facts.keep", "by": None, "reason": "", "ids": [newer]}
    memory.graph.run("knowledge/record_change", **change, now=now)


def digest_again(runtime: Runtime, found: dict[str, TextExtraction]) -> None:
    """Digest the stored events again with an extractor that finds this."""
    memory = Memory(replace(runtime, extractor=ScriptedExtractor(found)))
    assert memory.digest(again=True).again > 0


def test_every_write_can_be_sent_again(
    connect: Callable[..., Memory], look: Callable[..., list[Any]], tmp_path: Path
) -> None:
    opened = connect()
    connection = DoublingConnection(opened.graph.connection, look)
    graph = Graph(connection, opened.scope)  # type: ignore[arg-type]
    memory = Memory(Runtime(graph, opened.settings, FixedClock(T0), HashingEmbedder(), ByteCounter()))
    memory.log(
        [
            Event("search(oak)", id="call", kind="tool_call", role="assistant", session="cli:1", at=T0),
            Event("Three oaks.", id="result", kind="tool_result", parent="call", session="cli:1", at=T0),
            Event(LONG, id="long", speaker="cli:ann", session="cli:2", at=T0 + minutes(1)),
        ]
    )
    memory.log([Event("And later.", id="later", speaker="cli:ann", session="cli:1", at=T0 + minutes(2))])
    assert memory.digest().passages > 2
    memory.digest(retry=True)
    look("MATCH (e:Event {scope: $scope, id: 'long'}) SET e.status = 'failed_permanent', e.error = 'x'")
    memory.digest(retry=True)
    assert [event.seq for event in memory.history("cli:1")] == [0, 1, 2]
    UsageLedger(memory.runtime).record("scripted", 12, 3)
    seed_knowledge(memory, graph)
    memory.log([Event(f"Boat {place} is blue.", speaker="cli:ann", session="cli:ten", at=T0) for place in range(10)])
    memory.digest()
    boat = TextExtraction(mentions=(Mention("Boat", "product", 0, 4),), topics={"boats": 0.9})
    for found in ({"Boat 3 is blue.": boat}, {}):
        digest_again(memory.runtime, found)
    seed_memories(memory, FixedClock(T0))
    memory.longterm.restore("archive-1")
    memory.procedures.remove(memory.procedures.propose("the oven smokes", "Open a window.").id)
    write_imported_records(memory)
    with (tmp_path / "whole.jsonl").open("wb") as file:
        memory.export(file)
    memory.forget(scope=True)
    memory.import_files([tmp_path / "whole.jsonl"])
    erase_records(memory)
    look("CREATE (:Alias {scope: $scope, key: 'nobody'})")
    memory.log([Event("The boat is waiting.", session="cli:1", at=T0)])
    [claimed] = memory.graph.run("ingestion/claim", worker="dead", now=T0, lease_until=T0, limit=1)
    held = [event["id"] for event in claimed["events"]]
    memory.graph.run("ingestion/renew_claims", worker="dead", events=held, lease_until=T0)
    assert set(memory.repair()) >= {"orphans", "lapsed claims"}
    reembed_scope(graph, HashingEmbedder(32), FixedClock(T0))
    memory.forget(scope=True)
    assert set(connection.sent) == WRITES - NOT_REPEATED
