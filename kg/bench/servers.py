"""Relocation benchmark: read and write many scopes on two servers while one scope moves between them."""

from __future__ import annotations

import contextlib
import socket
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from kg import server
from kg.bench.common import compute_quantiles
from kg.bench.synthetic_texts import generate_chat
from kg.language import HashingEmbedder
from kg.memory import Memory
from kg.settings import ServerEntry, Settings
from kg.types import Event

_MESSAGES = 8
_QUERY = "What did they say about the garden?"
_WORKERS = 4
_SESSION = "cli:bench"


def measure_servers(
    scopes: int, size: int, seconds: float, settings: Settings, report: Callable[[str], object]
) -> dict[str, Any]:
    """Start two temporary local servers and measure on them.

    Args:
        scopes: number of scopes.
        size: number of messages in the scope that is moved; the others have few.
        seconds: duration of each load.
        settings: settings with the location of the server's files; the servers that they name are not used.
        report: called with lines of progress.

    Returns:
        {"scopes", "one_server" and "two_servers" ({"reads_per_s", "writes_per_s"}: the load on the scopes of one and of both),
        "move" ({"nodes", "edges", "passes", "seconds", "closed_s", "longest_write_s"}), "reads", "failed_reads", "writes",
        "lost_writes", "read_ms" while the scope moves}.
    """
    with contextlib.ExitStack() as stack:
        report("starting two servers")
        entries = [stack.enter_context(_start_server(settings)) for _ in range(2)]
        return measure_on_servers(entries, scopes, size, seconds, settings, report)


def measure_on_servers(
    entries: Sequence[ServerEntry],
    scopes: int,
    size: int,
    seconds: float,
    settings: Settings,
    report: Callable[[str], object],
) -> dict[str, Any]:
    """Measure on two existing servers; see `measure_servers`. The old copy of the moved scope stays on its server."""
    run_id = uuid.uuid4().hex[:6]
    prefixes = [f"bench-{run_id}-{letter}-" for letter in "ab"]
    spread_settings = settings.model_copy(
        update={
            "servers": tuple(
                entry.model_copy(update={"scopes": (f"{prefix}*",)})
                for entry, prefix in zip(entries, prefixes, strict=True)
            ),
            "extractor": "none",
            # Writers wait as long as needed, because their waiting time is measured.
            "move_wait_s": 600.0,
        }
    )
    names = [f"{prefixes[index % 2]}{index}" for index in range(scopes)]
    with contextlib.ExitStack() as stack:
        memories = [
            _fill_scope(stack, name, spread_settings, size if index == 0 else _MESSAGES)
            for index, name in enumerate(names)
        ]
        report(f"{scopes} scopes are spread over two servers")
        one_server = _run_load(memories[::2], seconds)
        report("load on the scopes of one server is measured")
        two_servers = _run_load(memories, seconds)
        report("load on the scopes of both is measured")
        target = entries[1].uri
        load = _MixedLoad(memories)
        with load.run(memories[0]):
            start = time.monotonic()
            move = Memory.move(names[0], to=target, settings=spread_settings)
            move_s = time.monotonic() - start
            _wait_until(lambda: memories[0].graph.connection.uri == target)
        report("one scope has moved, under the same load")
        loads = [one_server, two_servers, load]
        return {
            "scopes": scopes,
            "one_server": one_server.rates(seconds),
            "two_servers": two_servers.rates(seconds),
            "move": {"nodes": move.nodes, "edges": move.edges, "passes": move.passes, "seconds": round(move_s, 1)}
            | {"closed_s": move.closed_s, "longest_write_s": round(load.longest_write_s, 2)},
            "reads": sum(len(each_load.read_ms) for each_load in loads),
            "failed_reads": sum(each_load.failed_reads for each_load in loads),
            "writes": sum(sum(map(len, each_load.written.values())) for each_load in loads),
            "failed_writes": sum(each_load.failed_writes for each_load in loads),
            "lost_writes": sum(_count_lost_writes(memory, loads) for memory in memories),
            "read_ms": compute_quantiles(load.read_ms),
        }


@contextlib.contextmanager
def _start_server(settings: Settings) -> Iterator[ServerEntry]:
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as home:
        isolated = settings.model_copy(
            update={"data_dir": Path(home), "heap_mb": 512, "page_cache_mb": 128}
            | dict(zip(("bolt_port", "http_port"), _find_free_ports(), strict=True))
        )
        bolt = server.start_server(isolated).bolt
        try:
            user, password = server.server_credentials(isolated)
            yield ServerEntry(uri=str(bolt), user=user, password=SecretStr(password))
        finally:
            server.stop_server(isolated)


def _find_free_ports() -> list[int]:
    with socket.socket() as first, socket.socket() as second:
        for probe in (first, second):
            probe.bind(("127.0.0.1", 0))
        return [first.getsockname()[1], second.getsockname()[1]]


def _fill_scope(stack: contextlib.ExitStack, name: str, settings: Settings, size: int) -> Memory:
    memory = stack.enter_context(Memory.connect(name, settings=settings, embedder=HashingEmbedder()))
    stack.callback(memory.forget, scope=True)
    events = generate_chat(size)
    for start in range(0, size, 1_000):
        memory.log(events[start : start + 1_000])
    memory.digest()
    return memory


@dataclass
class _MixedLoad:
    """Readers and writers of some scopes, with their times and failures."""

    memories: Sequence[Memory]
    read_ms: list[float] = field(default_factory=list)
    written: dict[str, list[str]] = field(default_factory=dict)
    failed_reads: int = 0
    failed_writes: int = 0
    longest_write_s: float = 0.0

    @contextlib.contextmanager
    def run(self, extra_memory: Memory | None = None) -> Iterator[None]:
        """Run readers and writers during the context, with an extra reader and writer for one scope."""
        stop_event = threading.Event()
        shares = [list(self.memories[worker::_WORKERS]) for worker in range(_WORKERS)]
        work = [(call, share) for share in shares if share for call in (self._read, self._write)]
        if extra_memory is not None:
            work += [(self._read, [extra_memory]), (self._write, [extra_memory])]
        threads = [threading.Thread(target=call, args=(share, stop_event)) for call, share in work]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            stop_event.set()
            for thread in threads:
                thread.join()

    def rates(self, seconds: float) -> dict[str, float]:
        """Return reads and writes per second."""
        writes = sum(map(len, self.written.values()))
        return {"reads_per_s": round(len(self.read_ms) / seconds, 1), "writes_per_s": round(writes / seconds, 1)}

    def _read(self, share: Sequence[Memory], stop_event: threading.Event) -> None:
        turn = 0
        while not stop_event.is_set():
            start = time.perf_counter()
            try:
                result = share[turn % len(share)].search(_QUERY)
            except Exception:  # noqa: BLE001 - every failure is counted
                self.failed_reads += 1
                continue
            finally:
                turn += 1
            self.failed_reads += not result.hits
            self.read_ms.append((time.perf_counter() - start) * 1000)

    def _write(self, share: Sequence[Memory], stop_event: threading.Event) -> None:
        turn = 0
        while not stop_event.is_set():
            memory = share[turn % len(share)]
            turn += 1
            start = time.monotonic()
            try:
                ids = memory.log([Event("Another word about the garden.", id=uuid.uuid4().hex, session=_SESSION)])
            except Exception:  # noqa: BLE001 - every failure is counted
                self.failed_writes += 1
                continue
            self.longest_write_s = max(self.longest_write_s, time.monotonic() - start)
            self.written.setdefault(memory.scope, []).extend(ids)


def _run_load(memories: Sequence[Memory], seconds: float) -> _MixedLoad:
    load = _MixedLoad(memories)
    with load.run():
        threading.Event().wait(seconds)
    return load


def _wait_until(condition: Callable[[], bool]) -> None:
    """Wait until an open memory has switched to the new server, which it does with its next write."""
    deadline, waiter = time.monotonic() + 60, threading.Event()
    while not condition() and time.monotonic() < deadline:
        waiter.wait(0.05)


def _count_lost_writes(memory: Memory, loads: Sequence[_MixedLoad]) -> int:
    """Return the number of acknowledged writes that are missing, read through a new connection."""
    acknowledged = {event_id for load in loads for event_id in load.written.get(memory.scope, ())}
    if not acknowledged:
        return 0
    with Memory.connect(memory.scope, settings=memory.settings, embedder=memory.embedder) as reader:
        return len(acknowledged - {event.id for event in reader.history(_SESSION, last=len(acknowledged) + _MESSAGES)})
