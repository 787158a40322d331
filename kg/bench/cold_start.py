"""Cold-start benchmark: latency of the first search and the first digestion on a server that has just started."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kg import server
from kg.bench.common import time_call
from kg.bench.faults.environment import build_environment, isolate_settings, start_server
from kg.memory import Memory
from kg.settings import Settings

_QUESTION = "Where does Ann live?"
_MESSAGE = {"text": "I moved to Oslo with my sister Eva.", "speaker": "cli:ann", "session": "cli:1"}
_REPEATS = 20


def measure_cold_start(settings: Settings, report: Callable[[str], None], *, warm: bool = True) -> dict[str, Any]:
    """Start a server as `kg up` does, then search in one process, and log and digest in another.

    Args:
        settings: settings of the models, whose files are in the file cache. The server is a temporary one with the memory
            limits of a small machine.
        report: called with lines of progress.
        warm: whether to run `kg warm` first, which `kg up` runs in the background.

    Returns:
        {"start_s", "warm_s", "first_search_ms", "first_digest_ms", "warm_search_ms", "plans"}: warm_s is None without warming,
        first_digest_ms covers log and digest of one message, warm_search_ms is the median of repeated searches, plans is the
        number of query plans in the server's cache at the end.

    Raises:
        ServerError: the server cannot be started.
        ModelUnavailable: the weights of a model are missing.
    """
    with tempfile.TemporaryDirectory(prefix="kg-cold-") as folder:
        isolated = isolate_settings(settings, Path(folder))
        began = time.perf_counter()
        running = start_server(isolated)
        seconds = time.perf_counter() - began
        report(f"the server answered after {seconds:.1f} s")
        try:
            warm_s = _time_warm_up(running) if warm else None
            result = (
                {"start_s": round(seconds, 1), "warm_s": warm_s}
                | _measure_in_process(running, "search")
                | _measure_in_process(running, "digest")
            )
            return result | {"plans": _count_plans(running)}
        finally:
            server.stop_server(isolated)


def _time_warm_up(settings: Settings) -> float:
    ms, _ = time_call(lambda: _run_python(settings, "-m", "kg", "warm"))
    return round(ms / 1000, 1)


def _measure_in_process(settings: Settings, operation: str) -> dict[str, float]:
    measured: dict[str, float] = json.loads(_run_python(settings, "-m", "kg.bench.cold_start", operation))
    return measured


def _run_python(settings: Settings, *arguments: str) -> str:
    command = [sys.executable, *arguments]
    completed = subprocess.run(command, env=build_environment(settings), capture_output=True, text=True, check=True)  # noqa: S603
    return completed.stdout


def _count_plans(settings: Settings) -> int:
    """Return the number of query plans in the server's cache. Counting them clears the cache."""
    with Memory.connect("cold", settings=settings) as memory:
        [row] = memory.graph.run("bench/clear_plans")
        return int("".join(letter for letter in row["value"] if letter.isdigit()))


def _measure(operation: str) -> dict[str, float]:
    with Memory.connect("cold") as memory:
        if operation == "search":
            first, _ = time_call(lambda: memory.search(_QUESTION))
            repeated = [time_call(lambda: memory.search(_QUESTION))[0] for _ in range(_REPEATS)]
            return {"first_search_ms": round(first, 1), "warm_search_ms": round(statistics.median(repeated), 1)}
        first, _ = time_call(lambda: (memory.log([_MESSAGE]), memory.digest()))
        return {"first_digest_ms": round(first, 1)}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_measure(sys.argv[1])))
