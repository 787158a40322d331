"""Warming a server up: the main statements run once before a user waits for them."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from kg.erasure import forget_scope
from kg.language.hashing_embedder import HashingEmbedder
from kg.memory import Memory
from kg.protocols import SystemClock
from kg.settings import Settings

SCOPE = "kg-warm-up"
"""The scope that warming writes to and erases."""

_SPEAKER, _SESSION = "cli:ann", "cli:1"
_TEXT = "I live in Oslo and work at Acme with my sister Eva Berg."
_RECEIPT = "receipt-warm-up"


def warm(settings: Settings) -> dict[str, Any]:
    """Run a search, a context, a message and its digestion, so that the server has planned their statements.

    Neo4j keeps a plan until it stops. While it is young, making one of the larger plans takes it up to three seconds.
    Everything is written to a scope of its own and erased; its one receipt stays.

    Args:
        settings: the server, as for any other command.

    Returns:
        {"seconds"}: how long it took.

    Raises:
        ConnectionFailed: the server does not answer.
    """
    began = time.perf_counter()
    # No language model: it would be asked, and paid, at every start of the server.
    chosen = settings.model_copy(update={"llm_model": None})
    with Memory.connect(SCOPE, settings=chosen, embedder=HashingEmbedder()) as memory:
        try:
            # What a reader waits for comes first.
            memory.search(_TEXT)
            memory.context(_TEXT, speaker=_SPEAKER, session=_SESSION)
            memory.log([{"text": _TEXT, "speaker": _SPEAKER, "session": _SESSION}])
            memory.digest()
        finally:
            forget_scope(memory.graph, SystemClock(), receipt=_RECEIPT)
    return {"seconds": round(time.perf_counter() - began, 1)}


def warm_in_background(log: Path) -> None:
    """Start `kg warm` in a process that outlives this one; its output goes to the file `log`."""
    with log.open("wb") as output:
        subprocess.Popen(
            [sys.executable, "-m", "kg", "warm"],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
