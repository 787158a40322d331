"""A scope that has something for every saved query."""

from __future__ import annotations

from kg import Memory, Settings
from tests.graph.seeded_scope import seed


def fill(scope: str) -> None:
    """All of `tests.graph.seeded_scope`, what was said to nobody else, and the receipt of what was there before."""
    with Memory.connect(scope, settings=Settings(embedder="hashing")) as memory:
        memory.log([{"text": "Gone.", "session": "cli:0"}])
        memory.forget(scope=True)
    seed(scope)
    with Memory.connect(scope, settings=Settings(embedder="hashing")) as memory:
        alone = {"text": "Only for you.", "session": "cli:dm", "speaker": "cli:ann", "audience": "person"}
        memory.log([alone])
