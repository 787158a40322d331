"""Clients of the library at once, three calls of four reading, with a worker beside them: times, errors, memory, cores."""

from __future__ import annotations

import contextlib
import os
import random
import statistics
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from kg.bench.common import scratch
from kg.bench.resource_usage import Meter, Taken, server_processes
from kg.bench.synthetic_texts import chat, questions
from kg.bench.worker_processes import Begin, Crew
from kg.errors import KgError
from kg.extraction import extractor
from kg.ingestion import Worker
from kg.memory import Memory
from kg.protocols import SystemClock
from kg.settings import Settings

# So many threads share a process, that no interpreter's lock bounds the whole.
_THREADS = 8
_LOGGED = 500
_MINUTE_S = 60.0
_PERCENT = (50, 95, 99)
_KINDS = ("search", "context", "search", "log", "context", "search", "context", "log")
"""What a client calls in turn: search and context, and a message every fourth time."""


def run(clients: int, seconds: float, size: int, settings: Settings, tell: Callable[[str], object]) -> dict[str, Any]:
    """Let so many clients search, ask for contexts and log, while a worker digests what they log.

    Args:
        clients: threads, eight a process.
        seconds: how long.
        size: memories that are there at the beginning.
        settings: of the memories.
        tell: told what is done.

    Returns:
        "calls": {kind: {count, p50, p95, p99 (ms)}}, "calls_per_s", "errors": {type: count}, "pending" (what the worker has not
        got to), "digested_per_s", "cores": {clients, worker, server (busy on average), machine}, "memory_mb": {clients, worker,
        server: {minutes: [at the start, after each minute, at the end], growth: of the last third over the one before it}}.
    """
    # Each with one thread for its model: the clients are many.
    quiet = settings.model_copy(
        update={"embed_threads": settings.embed_threads or 1, "worker_start_delay_s": 0.0, "worker_interval_s": 1}
    )
    with scratch(quiet, "pressure") as memory:
        for start in range(0, size, _LOGGED):
            memory.log(chat(size, seed=3)[start : start + _LOGGED])
        memory.digest()
        tell(f"{size} memories; {clients} clients for {seconds:g} s")
        groups = [min(_THREADS, clients - place) for place in range(0, clients, _THREADS)]
        with (
            Crew(
                _clients, [(memory.scope, quiet, count, place, seconds) for place, count in enumerate(groups)]
            ) as crew,
            Crew(_worker, [(memory.scope, quiet, seconds)]) as beside,
        ):
            crew.ready()
            beside.ready()
            watched = {"clients": crew.pids, "worker": beside.pids, "server": server_processes(quiet)}
            with Meter(watched, every_s=min(1.0, seconds / 20)) as meter, ThreadPoolExecutor(1) as waiting:
                working = waiting.submit(beside.go)
                told = crew.go()
            [digested] = working.result()
        pending = memory.queue()["pending"]
    took = {kind: [ms for each, _ in told for ms in each[kind]] for kind in sorted(set(_KINDS))}
    return {
        "calls": {kind: {"count": len(some), **_quantiles(some)} for kind, some in took.items()},
        "calls_per_s": round(sum(map(len, took.values())) / seconds, 1),
        "errors": dict(sum((errors for _, errors in told), Counter())),
        "pending": pending,
        "digested_per_s": round(digested / seconds, 1),
        "cores": {name: meter.cores(name) for name in meter.taken} | {"machine": os.cpu_count()},
        "memory_mb": {name: _memory(taken) for name, taken in meter.taken.items() if watched[name]},
    }


def _clients(
    scope: str, settings: Settings, count: int, group: int, seconds: float, begin: Begin
) -> tuple[dict[str, list[float]], Counter[str]]:
    """What the calls of some threads took, by kind, in ms; and their errors."""
    took: dict[str, list[float]] = {kind: [] for kind in _KINDS}
    errors: Counter[str] = Counter()
    with Memory.connect(scope, settings=settings) as memory, ThreadPoolExecutor(count) as pool:
        for kind in took:
            _call(memory, kind, "Who took the boat to Oslo?", f"warm-{group}-{kind}")
        begin()
        deadline = time.monotonic() + seconds
        clients = [
            pool.submit(_client, memory, 1000 * group + number, deadline, took, errors) for number in range(count)
        ]
        for each in clients:
            each.result()
    return took, errors


def _client(memory: Memory, number: int, deadline: float, took: dict[str, list[float]], errors: Counter[str]) -> None:
    asked = questions(200, seed=number)
    turn = random.Random(number).randrange(len(_KINDS))  # noqa: S311 - spread, not secret
    while time.monotonic() < deadline:
        kind = _KINDS[turn % len(_KINDS)]
        start = time.perf_counter()
        try:
            _call(memory, kind, asked[turn % len(asked)], f"{number}-{turn}")
        except KgError as error:
            errors[type(error).__name__] += 1
        took[kind].append((time.perf_counter() - start) * 1000)
        turn += 1


def _call(memory: Memory, kind: str, asked: str, event: str) -> None:
    if kind == "search":
        memory.search(asked)
    elif kind == "context":
        memory.context(asked, speaker="chat:Ann", session="chat:3-0")
    else:
        # Said long ago, so that the worker does not wait until nobody speaks.
        [said] = chat(1, seed=zlib.crc32(event.encode()))
        memory.log([said | {"id": event, "session": f"pressure:{event.partition('-')[0]}"}])


def _worker(scope: str, settings: Settings, seconds: float, begin: Begin) -> int:
    """How many events a worker has digested."""
    with Memory.connect(scope, settings=settings) as memory, contextlib.ExitStack() as stack:
        worker = Worker(memory.graph, memory.embedder, settings, SystemClock(), extractor(settings))
        memory.embedder.embed(["warm up"])
        begin()
        timer = threading.Timer(seconds, worker.stop)
        stack.callback(timer.cancel)
        timer.start()
        worker.run()
        return worker.digested


def _quantiles(milliseconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(milliseconds)
    return {f"p{p}": round(ordered[-(-len(ordered) * p // 100) - 1], 1) for p in _PERCENT if ordered}


def _memory(taken: Taken) -> dict[str, Any]:
    looks = taken.megabytes
    third = len(looks) // 3
    last, middle = (
        statistics.mean(mb for _, mb in some) for some in (looks[2 * third :], looks[third : 2 * third] or looks)
    )
    minutes = [next(mb for at, mb in looks if at >= _MINUTE_S * n) for n in range(int(looks[-1][0] // _MINUTE_S) + 1)]
    return {"minutes": [*minutes, looks[-1][1]], "growth": round(last / middle - 1, 4)}
