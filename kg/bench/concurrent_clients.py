"""Concurrency benchmark: many clients read (three calls of four) and log while a worker digests."""

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

from kg.bench.common import temporary_memory
from kg.bench.resource_usage import ResourceMeter, ResourceUsage, list_server_processes
from kg.bench.synthetic_texts import generate_chat, generate_questions
from kg.bench.worker_processes import ProcessGroup, WaitForStart
from kg.errors import KgError
from kg.ingestion import Worker
from kg.memory import Memory
from kg.settings import Settings

# Few threads share a process, so that the global interpreter lock does not limit throughput.
_THREADS_PER_PROCESS = 8
_LOG_BATCH = 500
_MINUTE_S = 60.0
_PERCENTILES = (50, 95, 99)
_CALL_SEQUENCE = ("search", "context", "search", "log", "context", "search", "context", "log")
"""The calls that a client repeats: three reads, then one logged message."""


def measure_concurrent_clients(
    clients: int, seconds: float, size: int, settings: Settings, report: Callable[[str], object]
) -> dict[str, Any]:
    """Run clients that search, request contexts and log, while a worker digests.

    Args:
        clients: number of client threads; eight share a process.
        seconds: duration.
        size: number of memories in the scope at the start.
        settings: settings of the memories.
        report: called with lines of progress.

    Returns:
        "calls": {kind: {count, p50, p95, p99 (ms)}}, "calls_per_s", "errors": {type: count}, "pending" (events
        that are not digested at the end), "digested_per_s", "cores": {clients, worker, server (busy on average), machine},
        "memory_mb": {clients, worker, server: {minutes: [at the start, after each minute, at the end],
        growth: last third relative to the middle third}}.
    """
    # One embedding thread for each client, because there are many clients.
    client_settings = settings.model_copy(
        update={"embed_threads": settings.embed_threads or 1, "worker_start_delay_s": 0.0, "worker_interval_s": 1}
    )
    with temporary_memory(client_settings, "pressure") as memory:
        for start in range(0, size, _LOG_BATCH):
            memory.log(generate_chat(size, seed=3)[start : start + _LOG_BATCH])
        memory.digest()
        report(f"{size} memories; {clients} clients for {seconds:g} s")
        group_sizes = [min(_THREADS_PER_PROCESS, clients - start) for start in range(0, clients, _THREADS_PER_PROCESS)]
        with (
            ProcessGroup(
                _run_client_group,
                [(memory.scope, client_settings, count, start, seconds) for start, count in enumerate(group_sizes)],
            ) as client_processes,
            ProcessGroup(_run_worker, [(memory.scope, client_settings, seconds)]) as worker_process,
        ):
            client_processes.wait_until_ready()
            worker_process.wait_until_ready()
            process_ids = {
                "clients": client_processes.pids,
                "worker": worker_process.pids,
                "server": list_server_processes(client_settings),
            }
            with (
                ResourceMeter(process_ids, interval_s=min(1.0, seconds / 20)) as meter,
                ThreadPoolExecutor(1) as executor,
            ):
                worker_result = executor.submit(worker_process.start)
                outcomes = client_processes.start()
            [digested] = worker_result.result()
        pending = memory.queue()["pending"]
    call_times = {kind: [ms for times, _ in outcomes for ms in times[kind]] for kind in sorted(set(_CALL_SEQUENCE))}
    return {
        "calls": {kind: {"count": len(values), **_compute_quantiles(values)} for kind, values in call_times.items()},
        "calls_per_s": round(sum(map(len, call_times.values())) / seconds, 1),
        "errors": dict(sum((errors for _, errors in outcomes), Counter())),
        "pending": pending,
        "digested_per_s": round(digested / seconds, 1),
        "cores": {name: meter.average_cores(name) for name in meter.usage} | {"machine": os.cpu_count()},
        "memory_mb": {name: _summarise_memory(usage) for name, usage in meter.usage.items() if process_ids[name]},
    }


def _run_client_group(
    scope: str, settings: Settings, count: int, group: int, seconds: float, wait_for_start: WaitForStart
) -> tuple[dict[str, list[float]], Counter[str]]:
    """Run the client threads of one process; return their call times in ms by kind, and their errors by type."""
    call_times: dict[str, list[float]] = {kind: [] for kind in _CALL_SEQUENCE}
    errors: Counter[str] = Counter()
    with Memory.connect(scope, settings=settings) as memory, ThreadPoolExecutor(count) as pool:
        for kind in call_times:
            _make_call(memory, kind, "Who took the boat to Oslo?", f"warm-{group}-{kind}")
        wait_for_start()
        deadline = time.monotonic() + seconds
        clients = [
            pool.submit(_run_client, memory, 1000 * group + number, deadline, call_times, errors)
            for number in range(count)
        ]
        for future in clients:
            future.result()
    return call_times, errors


def _run_client(
    memory: Memory, number: int, deadline: float, call_times: dict[str, list[float]], errors: Counter[str]
) -> None:
    questions = generate_questions(200, seed=number)
    turn = random.Random(number).randrange(len(_CALL_SEQUENCE))  # noqa: S311 - spread, not secret
    while time.monotonic() < deadline:
        kind = _CALL_SEQUENCE[turn % len(_CALL_SEQUENCE)]
        start = time.perf_counter()
        try:
            _make_call(memory, kind, questions[turn % len(questions)], f"{number}-{turn}")
        except KgError as error:
            errors[type(error).__name__] += 1
        call_times[kind].append((time.perf_counter() - start) * 1000)
        turn += 1


def _make_call(memory: Memory, kind: str, question: str, event_id: str) -> None:
    if kind == "search":
        memory.search(question)
    elif kind == "context":
        memory.context(question, speaker="chat:Ann", session="chat:3-0")
    else:
        # The message has an old time, so that the worker does not wait for the conversation to pause.
        [message] = generate_chat(1, seed=zlib.crc32(event_id.encode()))
        own = {"id": f"pressure-{event_id}", "session": f"pressure:{event_id.partition('-')[0]}"}
        memory.log([message | own])


def _run_worker(scope: str, settings: Settings, seconds: float, wait_for_start: WaitForStart) -> int:
    """Run a worker and return the number of events that it digested."""
    with Memory.connect(scope, settings=settings) as memory, contextlib.ExitStack() as stack:
        worker = Worker(memory.runtime)
        memory.embedder.embed(["warm up"])
        wait_for_start()
        timer = threading.Timer(seconds, worker.stop)
        stack.callback(timer.cancel)
        timer.start()
        worker.run()
        return worker.digested


def _compute_quantiles(milliseconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(milliseconds)
    return {f"p{p}": round(ordered[-(-len(ordered) * p // 100) - 1], 1) for p in _PERCENTILES if ordered}


def _summarise_memory(usage: ResourceUsage) -> dict[str, Any]:
    samples = usage.megabytes
    third = len(samples) // 3
    last, middle = (
        statistics.mean(mb for _, mb in values)
        for values in (samples[2 * third :], samples[third : 2 * third] or samples)
    )
    minutes = [
        next(mb for at, mb in samples if at >= _MINUTE_S * n) for n in range(int(samples[-1][0] // _MINUTE_S) + 1)
    ]
    return {"minutes": [*minutes, samples[-1][1]], "growth": round(last / middle - 1, 4)}
