"""Import: how fast a file of JSON lines is taken in beside logging the same events, and how much memory that takes."""

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

from kg.bench.common import scratch, timed
from kg.bench.synthetic_texts import chat
from kg.settings import Settings

_BATCH = 500
_PART = 10_000
_SECOND_MS = 1_000
_MB = 1_000_000
_LOOK_S = 0.02


def run(size: int, settings: Settings, tell: Callable[[str], None]) -> dict[str, Any]:
    """Log `size` events in batches and import them from a file, each into a new scope; export that, and import the export.

    Returns:
        {"size", "log_events_per_s", "import_events_per_s", "ratio", "export_rows_per_s", "restore_rows_per_s", "grown_mb"}: ratio
        is importing over logging, rows are nodes and edges, and grown_mb is by how much the process was larger at most, during
        the import, the export and the import of the export, than when each began.
    """
    grown: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder, scratch(settings, "log") as memory:
        lines, whole = Path(folder) / "events.jsonl", Path(folder) / "whole.jsonl"
        with lines.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(event, default=str) + "\n" for event in _events(size))
        memory.log(chat(_BATCH, seed=1))
        logging, _ = timed(lambda: [memory.log(batch) for batch in _batches(_events(size))])
        tell(f"logged {size}")
        with scratch(settings, "import") as target, scratch(settings, "restore") as other:
            with _watched("import", grown):
                importing, _ = timed(lambda: target.import_files([lines]))
            tell(f"imported {size}")
            with _watched("export", grown):
                exporting, done = timed(lambda: target.export(whole))
            rows = done.nodes + done.edges
            tell(f"exported {rows}")
            with _watched("restore", grown):
                restoring, _ = timed(lambda: other.import_files([whole]))
    return {
        "size": size,
        "log_events_per_s": round(size / logging * _SECOND_MS),
        "import_events_per_s": round(size / importing * _SECOND_MS),
        "ratio": round(logging / importing, 3),
        "export_rows_per_s": round(rows / exporting * _SECOND_MS),
        "restore_rows_per_s": round(rows / restoring * _SECOND_MS),
        "grown_mb": grown,
    }


def _events(size: int) -> Iterator[dict[str, Any]]:
    """Made-up events, a part at a time, each with an id."""
    for start in range(0, size, _PART):
        for place, event in enumerate(chat(min(_PART, size - start), seed=2 + start), start):
            yield {**event, "id": f"e{place}"}


def _batches(events: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while batch := list(islice(events, _BATCH)):
        yield batch


@contextmanager
def _watched(name: str, grown: dict[str, float]) -> Iterator[None]:
    """Note by how many MB this process was larger at most than now."""
    gc.collect()
    process, done = psutil.Process(), threading.Event()
    before = most = process.memory_info().rss

    def watch() -> None:
        nonlocal most
        while not done.wait(_LOOK_S):
            most = max(most, process.memory_info().rss)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        grown[name] = round((most - before) / _MB, 1)
