"""Seed a scope with all kinds of data that pages and saved queries show."""

from __future__ import annotations

from kg import Memory, Settings
from kg.cli.demo import demo_events
from kg.protocols import SystemClock
from tests.graph.knowledge_nodes import seed_knowledge
from tests.graph.memory_nodes import seed_memories


def seed(scope: str) -> None:
    """Log the demo, a tool result, a long text, corrected knowledge, and memory records."""
    with Memory.connect(scope, settings=Settings(embedder="hashing")) as memory:
        memory.log(demo_events())
        memory.log(
            [
                {"id": "call", "text": "weather in Porto", "kind": "tool_call", "tool": "weather", "session": "cli:1"},
                {"id": "long", "text": "It rains all day. " * 200, "kind": "tool_result", "parent": "call"}
                | {"role": "tool", "session": "cli:1", "tool": "weather", "metadata": {"station": 12}},
            ]
        )
        memory.digest()
        seed_knowledge(memory, memory.graph)
        seed_memories(memory, SystemClock())
