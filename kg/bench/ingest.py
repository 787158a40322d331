"""Ingest: how fast events are logged, and digestion beside embedding the same texts alone."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

from kg.bench.common import scratch, timed
from kg.bench.synthetic_texts import chat
from kg.language.embedders import embedder as default_embedder
from kg.settings import Settings

_BATCH = 500
_SECOND_MS = 1_000


def run(size: int, rounds: int, settings: Settings, tell: Callable[[str], None]) -> dict[str, Any]:
    """Log, embed alone and digest `size` events, in turn, so many rounds; medians over the rounds.

    Returns:
        {"log_events_per_s", "embed_texts_per_s", "digest_texts_per_s", "ratio", "trips_per_batch"}: ratio is digesting over
        embedding alone, trips are those of digesting a batch of 20.
    """
    model = default_embedder(settings)
    model.embed(["warm up"])
    logged, embedded, digested, ratios = [], [], [], []
    with scratch(settings, "ingest") as memory:
        memory.log(chat(_BATCH, seed=1))
        memory.digest()
        for number in range(rounds):
            events = chat(size, seed=100 + number, lines=2)
            batches = [events[start : start + _BATCH] for start in range(0, size, _BATCH)]
            logging, _ = timed(lambda batches=batches: [memory.log(batch) for batch in batches])  # type: ignore[misc]
            alone, _ = timed(lambda events=events: model.embed([event["text"] for event in events]))  # type: ignore[misc]
            digesting, done = timed(memory.digest)
            texts = done.events + done.skipped
            logged.append(size / logging * _SECOND_MS)
            embedded.append(size / alone * _SECOND_MS)
            digested.append(texts / digesting * _SECOND_MS)
            ratios.append(alone / digesting)
            tell(f"round {number + 1}: log {logged[-1]:.0f}/s, embed {embedded[-1]:.0f}/s, digest {digested[-1]:.0f}/s")
        memory.log(chat(settings.digest_batch, seed=99))
        # One claim more finds that nothing is left.
        trips = memory.digest().trips - 1
    return {
        "log_events_per_s": round(statistics.median(logged)),
        "embed_texts_per_s": round(statistics.median(embedded), 1),
        "digest_texts_per_s": round(statistics.median(digested), 1),
        "ratio": round(statistics.median(ratios), 3),
        "trips_per_batch": trips,
    }
