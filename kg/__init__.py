"""kg: graph memory for AI agents. Start with `Memory.connect(scope="demo")`."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg import errors, protocols, types
    from kg.aio import AsyncMemory
    from kg.memory import Memory
    from kg.settings import Settings
    from kg.types import Event

__all__ = ["AsyncMemory", "Event", "Memory", "Settings", "errors", "protocols", "types"]

__version__ = "0.1.0"

_FROM = {"AsyncMemory": "kg.aio", "Event": "kg.types", "Memory": "kg.memory", "Settings": "kg.settings"}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used: `import kg` alone costs next to nothing."""
    if name in _FROM:
        return getattr(importlib.import_module(_FROM[name]), name)
    if name in __all__:
        return importlib.import_module(f"kg.{name}")
    raise AttributeError(f"module 'kg' has no attribute {name!r}")
