"""Import benchmark: speed and memory use of import and export, compared with logging the same events."""

from __future__ import annotations

import gc
import json
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import psutil

from kg.bench.common import temporary_memory, time_call
from kg.bench.synthetic_texts import generate_chat
from kg.settings import Settings

_BATCH = 500
_CHUNK = 10_000
_SECOND_MS = 1_000
_MB = 1_000_000
_SAMPLE_INTERVAL_S = 0.02


def measure_import(size: int, settings: Settings, report: Callable[[str], None]) -> dict[str, Any]:
    """Log `size` events, import the same events from a file, export the scope, and import the export.

    Returns:
        {"size", "log_events_per_s", "import_events_per_s", "ratio", "export_rows_per_s", "restore_rows_per_s", "grown_mb"}: ratio
        is the import rate over the logging rate, rows are nodes and edges, and grown_mb is the peak growth of the process's
        resident memory during the import, the export and the import of the export.
    """
    grown_mb: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder, temporary_memory(settings, "log") as memory:
        events_file, export_file = Path(folder) / "events.jsonl", Path(folder) / "whole.jsonl"
        with events_file.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(event, default=str) + "\n" for event in _generate_events(size))
        memory.log(generate_chat(_BATCH, seed=1))

        # Half of the events are logged before the import and half after it: a change of the machine's load affects both.
        def log_half(part: int) -> float:
            half = (each for number, each in enumerate(_generate_events(size)) if (2 * number < size) == (part == 0))
            return time_call(lambda: [memory.log(batch) for batch in _split_batches(half)])[0]

        log_ms = log_half(0)
        report(f"logged {size // 2}")
        with temporary_memory(settings, "import") as target, temporary_memory(settings, "restore") as restore_target:
            with _track_memory("import", grown_mb):
                import_ms, _ = time_call(lambda: target.import_files([events_file]))
            report(f"imported {size}")
            log_ms += log_half(1)
            with _track_memory("export", grown_mb):
                export_ms, exported = time_call(lambda: target.export(export_file))
            rows = exported.nodes + exported.edges
            report(f"exported {rows}")
            with _track_memory("restore", grown_mb):
                restore_ms, _ = time_call(lambda: restore_target.import_files([export_file]))
    return {
        "size": size,
        "log_events_per_s": round(size / log_ms * _SECOND_MS),
        "import_events_per_s": round(size / import_ms * _SECOND_MS),
        "ratio": round(log_ms / import_ms, 3),
        "export_rows_per_s": round(rows / export_ms * _SECOND_MS),
        "restore_rows_per_s": round(rows / restore_ms * _SECOND_MS),
        "grown_mb": grown_mb,
    }


def _generate_events(size: int) -> Iterator[dict[str, Any]]:
    """Yield synthetic events with ids, generated in chunks."""
    for start in range(0, size, _CHUNK):
        for number, event in enumerate(generate_chat(min(_CHUNK, size - start), seed=2 + start), start):
            yield {**event, "id": f"e{number}"}


def _split_batches(events: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while batch := list(islice(events, _BATCH)):
        yield batch


@contextmanager
def _track_memory(name: str, grown_mb: dict[str, float]) -> Iterator[None]:
    """Record in `grown_mb` the peak growth of this process's memory, in MB."""
    gc.collect()
    process, done = psutil.Process(), threading.Event()
    before = peak = process.memory_info().rss

    def sample() -> None:
        nonlocal peak
        while not done.wait(_SAMPLE_INTERVAL_S):
            peak = max(peak, process.memory_info().rss)

    sampler = threading.Thread(target=sample, daemon=True)
    sampler.start()
    try:
        yield
    finally:
        done.set()
        sampler.join()
        grown_mb[name] = round((peak - before) / _MB, 1)
