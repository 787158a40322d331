"""Re-embedding benchmark: change the embedding model of a scope while it is searched."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from kg.bench.common import compute_quantiles, temporary_memory, time_call
from kg.bench.synthetic_texts import generate_chat
from kg.language import HashingEmbedder
from kg.language import create_embedder as default_embedder
from kg.memory import Memory
from kg.settings import Settings

_BATCH = 1_000
_QUERY = "What did they say about the garden?"


def measure_reembedding(size: int, settings: Settings, report: Callable[[str], None]) -> dict[str, Any]:
    """Digest synthetic chats with the hashing embedder, then re-embed with the settings' model during searches.

    Returns:
        {"memories", "seconds", "per_s", "searches", "failed",
        "degraded" (searches that reported the change), "search_ms" before, and "search_ms_meanwhile"}.
    """
    without_extractor = settings.model_copy(update={"extractor": "none"})
    with temporary_memory(without_extractor, "reembed", HashingEmbedder()) as memory:
        events = generate_chat(size)
        for start in range(0, size, _BATCH):
            memory.log(events[start : start + _BATCH])
        memory.digest()
        report(f"{size} events are digested")
        before = [time_call(lambda: memory.search(_QUERY))[0] for _ in range(50)]
        model = default_embedder(settings)
        stop_event, searches = threading.Event(), _RepeatedSearch()
        thread = threading.Thread(target=searches.run, args=(memory, stop_event))
        thread.start()
        try:
            ms, result = time_call(lambda: Memory.reembed(memory.scope, embedder=model, settings=settings))
        finally:
            stop_event.set()
            thread.join()
    return {
        "memories": result.memories,
        "seconds": round(ms / 1000, 1),
        "per_s": round(result.memories / ms * 1000, 1),
        "searches": len(searches.ms),
        "failed": searches.failed,
        "degraded": searches.degraded,
        "search_ms": compute_quantiles(before),
        "search_ms_meanwhile": compute_quantiles(searches.ms),
    }


class _RepeatedSearch:
    """Repeats one search and counts failures and degraded results."""

    def __init__(self) -> None:
        self.ms: list[float] = []
        self.failed = 0
        self.degraded = 0

    def run(self, memory: Memory, stop_event: threading.Event) -> None:
        while not stop_event.is_set():
            try:
                ms, result = time_call(lambda: memory.search(_QUERY))
            except Exception:  # noqa: BLE001 - every failure is counted
                self.failed += 1
                continue
            self.ms.append(ms)
            self.failed += not result.hits
            self.degraded += bool(result.degraded)
