"""kg: graph memory for AI agents, on Neo4j.

    >>> from kg import Memory
    >>> memory = Memory.connect(scope="demo", owner="cli:ann")
    >>> memory.add("I moved to Oslo.", speaker="cli:ann")        # log and digest
    >>> memory.search("Where does Ann live?")                    # evidence, with a confidence
    >>> memory.context("Where do I live?", speaker="cli:ann")    # what an agent should read, within a token budget

`Memory` has everything of one scope: `log`, `add`, `digest`, `search`, `context`, `history`, `get`, `forget`, and a store for
each kind of knowledge: `facts`, `entities`, `people`, `trust`, `tasks`, `core`, `diary` and others. `AsyncMemory` is the same,
awaited. Agents use `kg.agent`: `tools_for`, `MemoryModule`, the MCP server `kg mcp`, and the adapters in `kg.agent.adapters`.
Records are in `kg.types`, errors in `kg.errors`, what can be replaced in `kg.protocols`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg import errors, protocols, types
    from kg.aio import AsyncMemory
    from kg.memory import Memory
    from kg.settings import Settings
    from kg.types import Event
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = ["AsyncMemory", "Event", "Memory", "Settings", "errors", "protocols", "types"]

__version__ = "0.2.0"


def __dir__() -> list[str]:
    """List the public names, which are imported when they are first used."""
    return [*__all__, "__version__"]
