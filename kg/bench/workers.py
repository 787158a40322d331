"""One scope digested by one process, by several, and by actors on Ray: equal graphs, events a second, and what bounds them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from typing import Any

from kg.bench.common import scratch
from kg.bench.parallel_digestion import BATCH, Spent, TimedGraph, digested, fingerprint, printed, work
from kg.bench.resource_usage import Meter, server_processes
from kg.bench.synthetic_texts import chat
from kg.bench.worker_processes import Crew
from kg.extraction import extractor
from kg.ingestion import Digester, readers_of
from kg.memory import Memory
from kg.protocols import SystemClock
from kg.settings import Settings

_LOGGED = 500
Note = Callable[[str], object]


def run(size: int, counts: Sequence[int], engines: Sequence[str], settings: Settings, tell: Note) -> dict[str, Any]:
    """Digest the same events by so many workers, each time in a new scope, and compare the graphs.

    Args:
        size: events.
        counts: how many workers, one run each.
        engines: `local`, processes; `ray`, actors.
        settings: of the memories.
        tell: told what is done.

    Returns:
        "rows": {name of the run: {events_per_s, seconds, workers_cores, server_cores (busy on average; None: not seen),
        shares of the workers' time (embedding, reading, waiting for the turn, storing, claiming; of actors only what their driver
        does), graph}}; "equal": whether the graphs of one scope are; "cores": of this machine.
    """
    one_core = settings.model_copy(update={"embed_threads": settings.embed_threads or 1})
    rows: dict[str, dict[str, Any]] = {}
    # The first run warms the server up: its plans are made, its code compiled.
    _by_processes(min(size, 4 * BATCH), 1, 1, one_core)
    for engine in engines:
        for count in counts:
            called = f"{engine} {count}"
            by = _by_processes if engine == "local" else _on_ray
            rows[called] = by(size, count, 1, one_core)
            tell(f"{called}: {rows[called]['events_per_s']} events a second")
    graphs = {row["graph"] for row in rows.values()}
    most = max(counts)
    if "local" in engines and most > 1:
        rows[f"local {most}, {most} scopes"] = _by_processes(size, most, most, one_core)
    return {"rows": rows, "equal": len(graphs) == 1, "cores": os.cpu_count()}


@contextlib.contextmanager
def _logged(size: int, scopes: int, settings: Settings) -> Iterator[list[Memory]]:
    with contextlib.ExitStack() as stack:
        memories = [stack.enter_context(scratch(settings, "workers")) for _ in range(scopes)]
        events = chat(size // scopes, seed=5)
        for memory in memories:
            for start in range(0, len(events), _LOGGED):
                memory.log(events[start : start + _LOGGED])
        yield memories


def _by_processes(size: int, count: int, scopes: int, settings: Settings) -> dict[str, Any]:
    with _logged(size, scopes, settings) as memories:
        each = [(memories[place % scopes].scope, settings) for place in range(count)]
        with Crew(work, each) as crew:
            crew.ready()
            with Meter({"workers": crew.pids, "server": server_processes(settings)}) as meter:
                spent = crew.go()
        return _row(spent, meter, memories[0])


def _on_ray(size: int, count: int, scopes: int, settings: Settings) -> dict[str, Any]:
    given = settings.model_copy(update={"ray_embedders": count, "ray_extractors": 0})
    with _logged(size, scopes, given) as [memory], _logged(4 * BATCH * count, 1, given) as [other]:
        reads = extractor(given)
        with readers_of("ray", given, memory.embedder, reads) as readers:
            # Each actor has loaded its models before the clock starts.
            Digester(other.graph, other.embedder, given, SystemClock(), reads).run(batch=BATCH, readers=readers)
            spent = Spent()
            digester = Digester(TimedGraph(memory.graph, spent), memory.embedder, given, SystemClock(), reads)
            with Meter({"workers": [os.getpid()], "server": server_processes(given)}) as meter:
                digested(digester, spent, readers)
        return _row([spent], meter, memory)


def _row(spent: Sequence[Spent], meter: Meter, memory: Memory) -> dict[str, Any]:
    wall = max(each.wall for each in spent)
    names = [field.name for field in fields(Spent) if field.name not in {"events", "wall"}]
    time = sum(each.wall for each in spent)
    return {
        "events": sum(each.events for each in spent),
        "seconds": round(wall, 2),
        "events_per_s": round(sum(each.events for each in spent) / wall, 1),
        "workers_cores": meter.cores("workers"),
        "server_cores": meter.cores("server"),
        **{name: round(sum(getattr(each, name) for each in spent) / time, 3) for name in names},
        "graph": fingerprint(printed(memory.graph)),
    }
