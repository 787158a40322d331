"""Fixtures for tests of agents' tools: a memory with an owner, the owner's tools, and a stranger's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import neo4j
import pytest

from kg import Memory
from kg.agent import Toolbox, tools_for
from tests.agent.tool_callers import EVE, OWNER


@pytest.fixture
def memory(connect: Callable[..., Memory]) -> Memory:
    return connect(owner=OWNER)


@pytest.fixture
def tools(memory: Memory) -> Toolbox:
    return tools_for(memory, speaker=OWNER)


@pytest.fixture
def eve(memory: Memory) -> Toolbox:
    memory.people.ensure(EVE, name="Eve")
    return tools_for(memory, speaker=EVE)


@pytest.fixture
def snapshot(look: Callable[..., list[neo4j.Record]]) -> Callable[[], Any]:
    """Return a function that reads all nodes and relationships of the scope with their properties."""

    def take() -> Any:
        nodes = look("MATCH (n) WHERE n.scope = $scope RETURN elementId(n) AS id, labels(n) AS l, properties(n) AS p")
        edges = look(
            "MATCH (n)-[r]->() WHERE n.scope = $scope RETURN elementId(r) AS id, type(r) AS l, properties(r) AS p"
        )
        return sorted((row["id"], str(row["l"]), str(sorted(row["p"].items(), key=str))) for row in [*nodes, *edges])

    return take
