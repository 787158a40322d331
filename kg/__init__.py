"""kg: graph memory for AI agents. Start with `Memory.connect(scope="demo")`."""

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

__version__ = "0.1.0"
