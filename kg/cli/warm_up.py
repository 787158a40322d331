"""Warming a server up: run the main statements once, so that their query plans are cached before they are needed."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from kg.erasure import forget_scope
from kg.language import HashingEmbedder
from kg.memory import Memory
from kg.protocols import SystemClock
from kg.settings import Settings

SCOPE = "kg-warm-up"
"""The scope that the warm-up writes to and erases."""

_SPEAKER, _SESSION = "cli:ann", "cli:1"
_TEXT = "I live in Oslo and work at Acme with my sister Eva Berg."
_RECEIPT = "receipt-warm-up"


def warm_up_server(settings: Settings) -> dict[str, Any]:
    """Run a search, a context, a message and its digestion, so that the server caches the plans of their statements.

    Neo4j caches plans until it stops. On a server that has just started, planning one of the larger statements takes up to
    three seconds. Everything is written to a separate scope and erased, except for one receipt.

    Args:
        settings: the settings, which name the server.

    Returns:
        {"seconds"}: the duration.

    Raises:
        ConnectionFailed: the server does not answer.
    """
    start = time.perf_counter()
    # Without a language model, which would be called, and paid for, at every start of the server.
    chosen = settings.model_copy(update={"llm_model": None})
    with Memory.connect(SCOPE, settings=chosen, embedder=HashingEmbedder()) as memory:
        try:
            # Reads first, because users wait for them.
            memory.search(_TEXT)
            memory.context(_TEXT, speaker=_SPEAKER, session=_SESSION)
            memory.log([{"text": _TEXT, "speaker": _SPEAKER, "session": _SESSION}])
            memory.digest()
        finally:
            forget_scope(memory.graph, SystemClock(), receipt=_RECEIPT)
    return {"seconds": round(time.perf_counter() - start, 1)}


def start_warm_up(log: Path) -> None:
    """Start `kg warm` in a detached process that writes its output to the file `log`."""
    with log.open("wb") as output:
        subprocess.Popen(
            [sys.executable, "-m", "kg", "warm"],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
