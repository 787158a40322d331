"""Ingestion benchmark: logging rate, and digestion rate compared with embedding the same texts alone."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

from kg.bench.common import compute_quantiles, temporary_memory, time_call
from kg.bench.latency import create_filler, fill_scope
from kg.bench.synthetic_texts import generate_chat
from kg.language import create_embedder as default_embedder
from kg.memory import Memory
from kg.protocols import Embedder
from kg.settings import Settings

_BATCH = 500
_SINGLE, _WARM_UP = 120, 20
_SECOND_MS = 1_000


def measure_ingestion(
    size: int, rounds: int, stored: int, settings: Settings, report: Callable[[str], None]
) -> dict[str, Any]:
    """Log, embed and digest `size` events in each round, and return medians over the rounds; then add single messages.

    Args:
        size: number of events of a round.
        rounds: number of rounds.
        stored: number of messages in the scope to which single messages are added.
        settings: settings of the server and the embedder.
        report: called with lines of progress.

    Returns:
        {"log_events_per_s", "embed_texts_per_s", "digest_texts_per_s", "ratio", "trips_per_batch", "one_by_one_ms"}: ratio is the
        digestion rate over the embedding rate, trips_per_batch the round trips for digesting one batch of 20 events, and
        one_by_one_ms {p50, p95} the time of `Memory.add`, which logs and digests one message.
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
        "one_by_one_ms": _time_single_messages(stored, model, settings, report),
    }


def _time_single_messages(
    stored: int, model: Embedder, settings: Settings, report: Callable[[str], None]
) -> dict[str, float]:
    """Add messages one by one to a scope that holds `stored` messages."""
    with temporary_memory(settings, "single", embedder=create_filler(model, {})) as filled:
        fill_scope(filled, stored, report)
        times = []
        with Memory.connect(filled.scope, settings=settings, embedder=model) as memory:
            for event in generate_chat(_SINGLE, seed=98):
                ms, _ = time_call(
                    lambda event=event: memory.add(event["text"], speaker=event["speaker"], session=event["session"])  # type: ignore[misc]
                )
                times.append(ms)
    return compute_quantiles(times[_WARM_UP:])
