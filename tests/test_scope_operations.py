"""Operations on a scope that is not open: its name is checked, and no other scope is changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory, Settings, scope_operations
from kg.errors import ConnectionFailed, InvalidInput, NotFound
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import FixedClock
from tests.servers import free_port
from tests.support import T0

Look = Callable[..., list[Any]]
OPERATIONS: list[Callable[..., object]] = [
    scope_operations.erase_scope,
    scope_operations.reembed_scope,
    scope_operations.move_scope,
]


def test_a_scope_is_erased_without_its_embedder(
    connect: Callable[..., Memory], settings: Settings, clock: FixedClock, look: Look
) -> None:
    memory = connect(embedder=HashingEmbedder(32))
    memory.log([Event("One oak.", id="a", session="cli:1", at=T0), Event("Two oaks.", id="b", session="cli:1", at=T0)])
    memory.digest()
    receipt = Memory.erase(memory.scope, settings=settings, clock=clock)
    assert receipt.removed["event"] == 2
    assert (receipt.what, receipt.at) == (f"scope {memory.scope}", T0)
    assert [list(row["labels"]) for row in look("MATCH (n {scope: $scope}) RETURN labels(n) AS labels")] == [
        ["Receipt"]
    ]
    with pytest.raises(InvalidInput, match="scope"):
        Memory.erase("no spaces; DROP", settings=settings)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_name_of_the_scope_is_checked_before_a_server_is_contacted(operation: Callable[..., object]) -> None:
    nowhere = Settings(neo4j_uri=f"bolt://127.0.0.1:{free_port()}", embedder="hashing")
    with pytest.raises(InvalidInput, match="scope"):
        operation("no spaces; DROP", settings=nowhere)


def test_a_server_that_does_not_answer_is_named() -> None:
    uri = f"bolt://127.0.0.1:{free_port()}"
    with pytest.raises(ConnectionFailed, match=uri):
        scope_operations.erase_scope("team", settings=Settings(neo4j_uri=uri, neo4j_timeout_s=1))


def test_a_scope_is_re_embedded_by_its_name(memory: Memory, settings: Settings) -> None:
    memory.log([Event("One oak.", session="cli:1", at=T0)])
    memory.digest()
    reports: list[tuple[int, int]] = []
    done = scope_operations.reembed_scope(
        memory.scope,
        embedder=HashingEmbedder(96),
        settings=settings,
        progress=lambda count, total: reports.append((count, total)),
    )
    assert (done.embedder, done.dimension) == (HashingEmbedder(96).name, 96)
    assert reports[-1] == (done.memories, done.memories)
    with pytest.raises(NotFound):
        scope_operations.reembed_scope(f"{memory.scope}-none", embedder=HashingEmbedder(96), settings=settings)


def test_a_scope_is_not_moved_to_its_own_server(memory: Memory, settings: Settings) -> None:
    memory.log([Event("One oak.", session="cli:1", at=T0)])
    with pytest.raises(InvalidInput, match="to must be another server"):
        scope_operations.move_scope(memory.scope, settings=settings, dry_run=True)
    with pytest.raises(InvalidInput):
        scope_operations.move_scope(memory.scope, to="bolt://nowhere:1", settings=settings)
    assert len(memory.history("cli:1")) == 1
