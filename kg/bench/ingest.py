"""Ingestion benchmark: logging rate, and digestion rate compared with embedding the same texts alone."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

from kg.bench.common import temporary_memory, time_call
from kg.bench.synthetic_texts import generate_chat
from kg.language import create_embedder as default_embedder
from kg.settings import Settings

_BATCH = 500
_SECOND_MS = 1_000


def measure_ingestion(size: int, rounds: int, settings: Settings, report: Callable[[str], None]) -> dict[str, Any]:
    """Log, embed and digest `size` events in each round, and return medians over the rounds.

    Returns:
        {"log_events_per_s", "embed_texts_per_s", "digest_texts_per_s", "ratio", "trips_per_batch"}: ratio is the
        digestion rate over the embedding rate, trips_per_batch the round trips for digesting one batch of 20 events.
    """
    model = default_embedder(settings)
    model.embed(["warm up"])
    log_rates, embed_rates, digest_rates, ratios = [], [], [], []
    with temporary_memory(settings, "ingest") as memory:
        memory.log(generate_chat(_BATCH, seed=1))
        memory.digest()
        for number in range(rounds):
            events = generate_chat(size, seed=100 + number, lines=2)
            batches = [events[start : start + _BATCH] for start in range(0, size, _BATCH)]
            log_ms, _ = time_call(lambda batches=batches: [memory.log(batch) for batch in batches])  # type: ignore[misc]
            embed_ms, _ = time_call(lambda events=events: model.embed([event["text"] for event in events]))  # type: ignore[misc]
            digest_ms, digest = time_call(memory.digest)
            texts = digest.events + digest.skipped
            log_rates.append(size / log_ms * _SECOND_MS)
            embed_rates.append(size / embed_ms * _SECOND_MS)
            digest_rates.append(texts / digest_ms * _SECOND_MS)
            ratios.append(embed_ms / digest_ms)
            report(
                f"round {number + 1}: log {log_rates[-1]:.0f}/s, embed {embed_rates[-1]:.0f}/s, digest {digest_rates[-1]:.0f}/s"
            )
        memory.log(generate_chat(settings.digest_batch, seed=99))
        # The last round trip is a claim that finds no pending event.
        trips = memory.digest().trips - 1
    return {
        "log_events_per_s": round(statistics.median(log_rates)),
        "embed_texts_per_s": round(statistics.median(embed_rates), 1),
        "digest_texts_per_s": round(statistics.median(digest_rates), 1),
        "ratio": round(statistics.median(ratios), 3),
        "trips_per_batch": trips,
    }
