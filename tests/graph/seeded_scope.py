"""A scope that holds something of everything that pages and saved queries speak of."""

from __future__ import annotations

from kg import Memory, Settings
from kg.cli.demo import events as demo_events
from kg.protocols import SystemClock
from tests.graph.knowledge_nodes import know
from tests.graph.memory_nodes import keep


def seed(scope: str) -> None:
    """The demo, with a tool's result, a text of several passages, knowledge that changed and was corrected, and tiers."""
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
        know(memory, memory.graph)
        keep(memory, SystemClock())
