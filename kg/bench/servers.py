"""Many scopes on two servers, read and written all the time, while one of them moves from one server to the other."""

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
from kg.bench.common import quantiles
from kg.bench.synthetic_texts import chat
from kg.language.hashing_embedder import HashingEmbedder
from kg.memory import Memory
from kg.settings import ServerEntry, Settings
from kg.types import Event

_SAID = 8
_ASKED = "What did they say about the garden?"
_WORKERS = 4
_SESSION = "cli:bench"


def run(scopes: int, size: int, seconds: float, settings: Settings, note: Callable[[str], object]) -> dict[str, Any]:
    """Start two local servers of its own, and measure on them.

    Args:
        scopes: how many.
        size: messages of the scope that is moved; the others have few.
        seconds: how long each load lasts.
        settings: where jars are; its servers are left alone.
        note: told what is done.

    Returns:
        {"scopes", "one_server" and "two_servers" ({"reads_per_s", "writes_per_s"}: the same load, on scopes of one and of both),
        "move" ({"nodes", "edges", "passes", "seconds", "closed_s", "longest_write_s"}), "reads", "failed_reads", "writes",
        "lost_writes", "read_ms" while the scope moves}.
    """
    with contextlib.ExitStack() as held:
        note("starting two servers")
        entries = [held.enter_context(_started(settings)) for _ in range(2)]
        return measured(entries, scopes, size, seconds, settings, note)


def measured(
    entries: Sequence[ServerEntry],
    scopes: int,
    size: int,
    seconds: float,
    settings: Settings,
    note: Callable[[str], object],
) -> dict[str, Any]:
    """Measure on two servers that nobody else uses, since the old copy of what is moved stays; as `run`."""
    run_id = uuid.uuid4().hex[:6]
    prefixes = [f"bench-{run_id}-{letter}-" for letter in "ab"]
    spread = settings.model_copy(
        update={
            "servers": tuple(
                entry.model_copy(update={"scopes": (f"{prefix}*",)})
                for entry, prefix in zip(entries, prefixes, strict=True)
            ),
            "extractor": "none",
            # How long writers wait is what is measured here.
            "move_wait_s": 600.0,
        }
    )
    names = [f"{prefixes[place % 2]}{place}" for place in range(scopes)]
    with contextlib.ExitStack() as held:
        memories = [_seeded(held, name, spread, size if place == 0 else _SAID) for place, name in enumerate(names)]
        note(f"{scopes} scopes are spread over two servers")
        one = _load(memories[::2], seconds)
        note("load on the scopes of one server is measured")
        two = _load(memories, seconds)
        note("load on the scopes of both is measured")
        target = entries[1].uri
        load = _Load(memories)
        with load.going_on(memories[0]):
            start = time.monotonic()
            moved = Memory.move(names[0], to=target, settings=spread)
            took = time.monotonic() - start
            _await(lambda: memories[0].graph.connection.uri == target)
        note("one scope has moved, under the same load")
        every = [one, two, load]
        return {
            "scopes": scopes,
            "one_server": one.rates(seconds),
            "two_servers": two.rates(seconds),
            "move": {"nodes": moved.nodes, "edges": moved.edges, "passes": moved.passes, "seconds": round(took, 1)}
            | {"closed_s": moved.closed_s, "longest_write_s": round(load.longest, 2)},
            "reads": sum(len(each.read_ms) for each in every),
            "failed_reads": sum(each.failed_reads for each in every),
            "writes": sum(sum(map(len, each.written.values())) for each in every),
            "failed_writes": sum(each.failed_writes for each in every),
            "lost_writes": sum(_lost(memory, every) for memory in memories),
            "read_ms": quantiles(load.read_ms),
        }


@contextlib.contextmanager
def _started(settings: Settings) -> Iterator[ServerEntry]:
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as home:
        own = settings.model_copy(
            update={"data_dir": Path(home), "heap_mb": 512, "page_cache_mb": 128}
            | dict(zip(("bolt_port", "http_port"), _free_ports(), strict=True))
        )
        bolt = server.up(own).bolt
        try:
            user, password = server.credentials(own)
            yield ServerEntry(uri=str(bolt), user=user, password=SecretStr(password))
        finally:
            server.down(own)


def _free_ports() -> list[int]:
    with socket.socket() as one, socket.socket() as other:
        for each in (one, other):
            each.bind(("127.0.0.1", 0))
        return [one.getsockname()[1], other.getsockname()[1]]


def _seeded(held: contextlib.ExitStack, name: str, settings: Settings, size: int) -> Memory:
    memory = held.enter_context(Memory.connect(name, settings=settings, embedder=HashingEmbedder()))
    held.callback(memory.forget, scope=True)
    events = chat(size)
    for start in range(0, size, 1_000):
        memory.log(events[start : start + 1_000])
    memory.digest()
    return memory


@dataclass
class _Load:
    """Readers and writers of some scopes, and what they met."""

    memories: Sequence[Memory]
    read_ms: list[float] = field(default_factory=list)
    written: dict[str, list[str]] = field(default_factory=dict)
    failed_reads: int = 0
    failed_writes: int = 0
    longest: float = 0.0

    @contextlib.contextmanager
    def going_on(self, most: Memory | None = None) -> Iterator[None]:
        """Read and write meanwhile; one scope is read and written by two who do nothing else."""
        done = threading.Event()
        shares = [list(self.memories[place::_WORKERS]) for place in range(_WORKERS)]
        work = [(call, share) for share in shares if share for call in (self._read, self._write)]
        if most is not None:
            work += [(self._read, [most]), (self._write, [most])]
        threads = [threading.Thread(target=call, args=(share, done)) for call, share in work]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            done.set()
            for thread in threads:
                thread.join()

    def rates(self, seconds: float) -> dict[str, float]:
        """Reads and writes a second."""
        writes = sum(map(len, self.written.values()))
        return {"reads_per_s": round(len(self.read_ms) / seconds, 1), "writes_per_s": round(writes / seconds, 1)}

    def _read(self, share: Sequence[Memory], done: threading.Event) -> None:
        turn = 0
        while not done.is_set():
            start = time.perf_counter()
            try:
                found = share[turn % len(share)].search(_ASKED)
            except Exception:  # noqa: BLE001 - whatever it was, it is what is counted here
                self.failed_reads += 1
                continue
            finally:
                turn += 1
            self.failed_reads += not found.hits
            self.read_ms.append((time.perf_counter() - start) * 1000)

    def _write(self, share: Sequence[Memory], done: threading.Event) -> None:
        turn = 0
        while not done.is_set():
            memory = share[turn % len(share)]
            turn += 1
            start = time.monotonic()
            try:
                ids = memory.log([Event("Another word about the garden.", id=uuid.uuid4().hex, session=_SESSION)])
            except Exception:  # noqa: BLE001 - whatever it was, it is what is counted here
                self.failed_writes += 1
                continue
            self.longest = max(self.longest, time.monotonic() - start)
            self.written.setdefault(memory.scope, []).extend(ids)


def _load(memories: Sequence[Memory], seconds: float) -> _Load:
    load = _Load(memories)
    with load.going_on():
        threading.Event().wait(seconds)
    return load


def _await(reached: Callable[[], bool]) -> None:
    """Wait until somebody who has it open has gone along; they do so with their next write."""
    deadline, pause = time.monotonic() + 60, threading.Event()
    while not reached() and time.monotonic() < deadline:
        pause.wait(0.05)


def _lost(memory: Memory, loads: Sequence[_Load]) -> int:
    """How many writes that were acknowledged are not there, read where the scope lives now by somebody new."""
    wanted = {name for load in loads for name in load.written.get(memory.scope, ())}
    if not wanted:
        return 0
    with Memory.connect(memory.scope, settings=memory.settings, embedder=memory.embedder) as fresh:
        return len(wanted - {event.id for event in fresh.history(_SESSION, last=len(wanted) + _SAID)})
