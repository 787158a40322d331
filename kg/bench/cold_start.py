"""Cold start: what the first search and the first digested message of a process take on a server that has just started."""

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
from kg.bench.common import timed
from kg.bench.faults.environment import environment, own_settings, started
from kg.memory import Memory
from kg.settings import Settings

_QUESTION = "Where does Ann live?"
_MESSAGE = {"text": "I moved to Oslo with my sister Eva.", "speaker": "cli:ann", "session": "cli:1"}
_AGAIN = 20


def run(settings: Settings, tell: Callable[[str], None], *, warm: bool = True) -> dict[str, Any]:
    """Start a server as `kg up` does, and let one process search and another log and digest; the models are in the file cache.

    Args:
        settings: the models; the server is one of its own, with the memory of a small machine.
        tell: is given lines on what is done.
        warm: whether `kg warm` runs to its end before them, as `kg up` has it run in the background.

    Returns:
        {"start_s", "warm_s", "first_search_ms", "first_digest_ms", "warm_search_ms", "plans"}: warm_s is none without warming,
        first_digest is a log and a digest of one message, warm_search the median of the next searches, plans the number of
        plans that the server keeps at the end.

    Raises:
        ServerError: the server does not start.
        ModelUnavailable: a model has no weights.
    """
    with tempfile.TemporaryDirectory(prefix="kg-cold-") as folder:
        chosen = own_settings(settings, Path(folder))
        began = time.perf_counter()
        own = started(chosen)
        seconds = time.perf_counter() - began
        tell(f"the server answered after {seconds:.1f} s")
        try:
            warmed = _warmed(own) if warm else None
            found = {"start_s": round(seconds, 1), "warm_s": warmed} | _process(own, "search") | _process(own, "digest")
            return found | {"plans": _plans(own)}
        finally:
            server.down(chosen)


def _warmed(settings: Settings) -> float:
    ms, _ = timed(lambda: _python(settings, "-m", "kg", "warm"))
    return round(ms / 1000, 1)


def _process(settings: Settings, what: str) -> dict[str, float]:
    measured: dict[str, float] = json.loads(_python(settings, "-m", "kg.bench.cold_start", what))
    return measured


def _python(settings: Settings, *arguments: str) -> str:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, env=environment(settings), capture_output=True, text=True, check=True)  # noqa: S603
    return done.stdout


def _plans(settings: Settings) -> int:
    """How many plans the server has, which are lost by asking."""
    with Memory.connect("cold", settings=settings) as memory:
        [row] = memory.graph.run("bench/clear_plans")
        return int("".join(letter for letter in row["value"] if letter.isdigit()))


def _measure(what: str) -> dict[str, float]:
    with Memory.connect("cold") as memory:
        if what == "search":
            first, _ = timed(lambda: memory.search(_QUESTION))
            again = [timed(lambda: memory.search(_QUESTION))[0] for _ in range(_AGAIN)]
            return {"first_search_ms": round(first, 1), "warm_search_ms": round(statistics.median(again), 1)}
        first, _ = timed(lambda: (memory.log([_MESSAGE]), memory.digest()))
        return {"first_digest_ms": round(first, 1)}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_measure(sys.argv[1])))
