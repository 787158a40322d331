"""A scope in which every saved query has results."""

from __future__ import annotations

from kg import Memory, Settings
from tests.graph.seeded_scope import seed


def fill_scope(scope: str) -> None:
    """Fill a scope with `tests.graph.seeded_scope`, a private message, and a receipt of an erasure."""
    with Memory.connect(scope, settings=Settings(embedder="hashing")) as memory:
        memory.log([{"text": "Gone.", "session": "cli:0"}])
        memory.forget(scope=True)
    seed(scope)
    with Memory.connect(scope, settings=Settings(embedder="hashing")) as memory:
        private = {"text": "Only for you.", "session": "cli:dm", "speaker": "cli:ann", "audience": "person"}
        memory.log([private])
