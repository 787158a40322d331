"""Another embedding model for a scope, while it is searched: how long it takes, and what the searches meet."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from kg.bench.common import quantiles, scratch, timed
from kg.bench.synthetic_texts import chat
from kg.language.embedders import embedder as default_embedder
from kg.language.hashing_embedder import HashingEmbedder
from kg.memory import Memory
from kg.settings import Settings

_BATCH = 1_000
_ASKED = "What did they say about the garden?"


def run(size: int, settings: Settings, tell: Callable[[str], None]) -> dict[str, Any]:
    """Log and digest made-up chats with the hashing embedder, then give the scope the settings' model while somebody searches it.

    Returns:
        {"memories", "seconds", "per_s", "searches", "failed",
        "degraded" (searches that were told of the change), "search_ms" before and "search_ms_meanwhile"}.
    """
    plain = settings.model_copy(update={"extractor": "none"})
    with scratch(plain, "reembed", HashingEmbedder()) as memory:
        events = chat(size)
        for start in range(0, size, _BATCH):
            memory.log(events[start : start + _BATCH])
        memory.digest()
        tell(f"{size} events are digested")
        before = [timed(lambda: memory.search(_ASKED))[0] for _ in range(50)]
        model = default_embedder(settings)
        done, asked = threading.Event(), _Asked()
        searching = threading.Thread(target=asked.go_on, args=(memory, done))
        searching.start()
        try:
            ms, renewed = timed(lambda: Memory.reembed(memory.scope, embedder=model, settings=settings))
        finally:
            done.set()
            searching.join()
    return {
        "memories": renewed.memories,
        "seconds": round(ms / 1000, 1),
        "per_s": round(renewed.memories / ms * 1000, 1),
        "searches": len(asked.ms),
        "failed": asked.failed,
        "degraded": asked.degraded,
        "search_ms": quantiles(before),
        "search_ms_meanwhile": quantiles(asked.ms),
    }


class _Asked:
    """Somebody who asks the same again and again, and keeps count."""

    def __init__(self) -> None:
        self.ms: list[float] = []
        self.failed = 0
        self.degraded = 0

    def go_on(self, memory: Memory, done: threading.Event) -> None:
        while not done.is_set():
            try:
                ms, found = timed(lambda: memory.search(_ASKED))
            except Exception:  # noqa: BLE001 - whatever it was, it is what is counted here
                self.failed += 1
                continue
            self.ms.append(ms)
            self.failed += not found.hits
            self.degraded += bool(found.degraded)
