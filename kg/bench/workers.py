"""Scaling benchmark: digest the same events with one or more processes, or with Ray actors, and compare the graphs."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from kg.bench.common import temporary_memory
from kg.bench.parallel_digestion import (
    BATCH,
    TimedGraph,
    TimeSpent,
    digest_scope,
    fingerprint_lines,
    list_scope_contents,
    time_digestion,
)
from kg.bench.resource_usage import ResourceMeter, list_server_processes
from kg.bench.synthetic_texts import generate_chat
from kg.bench.worker_processes import ProcessGroup
from kg.extraction import create_extractor
from kg.ingestion import Digester, open_engine
from kg.memory import Memory
from kg.settings import Settings

_LOG_BATCH = 500
Reporter = Callable[[str], object]


def measure_workers(
    size: int, counts: Sequence[int], engines: Sequence[str], settings: Settings, report: Reporter
) -> dict[str, Any]:
    """Digest the same events with different numbers of workers, each in a new scope, and compare the graphs.

    Args:
        size: number of events.
        counts: numbers of workers, one run each.
        engines: `local` for processes, `ray` for actors.
        settings: settings of the memories.
        report: called with lines of progress.

    Returns:
        "rows": {name of the run: {events_per_s, seconds, workers_cores, server_cores (busy on average; None if not
        visible), shares of the workers' time (embedding, reading, waiting for the lock, storing, claiming; with Ray only those
        of the driver), graph}}; "equal": whether the graphs of all runs with one scope are equal; "cores": of this machine.
    """
    run_settings = settings.model_copy(update={"embed_threads": settings.embed_threads or 1})
    rows: dict[str, dict[str, Any]] = {}
    # Warm up the server: query plans and compiled code.
    _digest_with_processes(min(size, 4 * BATCH), 1, 1, run_settings)
    for engine in engines:
        for count in counts:
            name = f"{engine} {count}"
            digest = _digest_with_processes if engine == "local" else _digest_with_ray
            rows[name] = digest(size, count, 1, run_settings)
            report(f"{name}: {rows[name]['events_per_s']} events per second")
    graphs = {row["graph"] for row in rows.values()}
    largest = max(counts)
    if "local" in engines and largest > 1:
        rows[f"local {largest}, {largest} scopes"] = _digest_with_processes(size, largest, largest, run_settings)
    return {"rows": rows, "equal": len(graphs) == 1, "cores": os.cpu_count()}


@contextlib.contextmanager
def _log_events(size: int, scopes: int, settings: Settings) -> Iterator[list[Memory]]:
    with contextlib.ExitStack() as stack:
        memories = [stack.enter_context(temporary_memory(settings, "workers")) for _ in range(scopes)]
        events = generate_chat(size // scopes, seed=5)
        for memory in memories:
            for start in range(0, len(events), _LOG_BATCH):
                memory.log(events[start : start + _LOG_BATCH])
        yield memories


def _digest_with_processes(size: int, count: int, scopes: int, settings: Settings) -> dict[str, Any]:
    with _log_events(size, scopes, settings) as memories:
        argument_lists = [(memories[index % scopes].scope, settings) for index in range(count)]
        with ProcessGroup(digest_scope, argument_lists) as processes:
            processes.wait_until_ready()
            with ResourceMeter({"workers": processes.pids, "server": list_server_processes(settings)}) as meter:
                times = processes.start()
        return _summarise_run(times, meter, memories[0])


def _digest_with_ray(size: int, count: int, scopes: int, settings: Settings) -> dict[str, Any]:
    ray_settings = settings.model_copy(update={"ray_embedders": count, "ray_extractors": 0})
    with (
        _log_events(size, scopes, ray_settings) as [memory],
        _log_events(4 * BATCH * count, 1, ray_settings) as [warm_up_memory],
    ):
        extractor_ = create_extractor(ray_settings)
        with open_engine("ray", ray_settings, memory.embedder, extractor_) as preparation_engine:
            # Load the models of each actor before the measurement.
            Digester(replace(warm_up_memory.runtime, extractor=extractor_)).run(batch=BATCH, engine=preparation_engine)
            times = TimeSpent()
            graph = TimedGraph(memory.graph, times)
            digester = Digester(replace(memory.runtime, graph=graph, extractor=extractor_))
            with ResourceMeter({"workers": [os.getpid()], "server": list_server_processes(ray_settings)}) as meter:
                time_digestion(digester, times, preparation_engine)
        return _summarise_run([times], meter, memory)


def _summarise_run(times: Sequence[TimeSpent], meter: ResourceMeter, memory: Memory) -> dict[str, Any]:
    wall = max(item.wall for item in times)
    names = [field.name for field in fields(TimeSpent) if field.name not in {"events", "wall"}]
    total_s = sum(item.wall for item in times)
    return {
        "events": sum(item.events for item in times),
        "seconds": round(wall, 2),
        "events_per_s": round(sum(item.events for item in times) / wall, 1),
        "workers_cores": meter.average_cores("workers"),
        "server_cores": meter.average_cores("server"),
        **{name: round(sum(getattr(item, name) for item in times) / total_s, 3) for name in names},
        "graph": fingerprint_lines(list_scope_contents(memory.graph)),
    }
