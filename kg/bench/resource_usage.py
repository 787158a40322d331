"""Sampling of the processor time and resident memory of processes during a benchmark."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Self

import psutil

from kg import server
from kg.settings import Settings

_MB = 1024 * 1024


@dataclass
class ResourceUsage:
    """Resource usage of some processes and their children.

    Attributes:
        seconds: processor time in seconds, by process id.
        megabytes: samples of (seconds since the start, total resident memory).
    """

    seconds: dict[int, float] = field(default_factory=dict)
    megabytes: list[tuple[float, float]] = field(default_factory=list)


class ResourceMeter:
    """Samples processes in a background thread while the context is active."""

    def __init__(self, pids_by_name: Mapping[str, Collection[int]], interval_s: float = 0.5) -> None:
        """Initialise the meter; sampling starts on entering the context.

        Args:
            pids_by_name: process ids by name; child processes are included.
            interval_s: seconds between samples.
        """
        self._processes = {name: [psutil.Process(pid) for pid in pids] for name, pids in pids_by_name.items()}
        self._interval_s = interval_s
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kg-meter", daemon=True)
        self._started_at = 0.0
        self._seconds_before: dict[int, float] = {}
        self.seconds = 0.0
        self.usage: dict[str, ResourceUsage] = {name: ResourceUsage() for name in pids_by_name}

    def __enter__(self) -> Self:
        self._started_at = time.perf_counter()
        self._sample()
        # Processor time before the start is not counted.
        self._seconds_before = {pid: used for usage in self.usage.values() for pid, used in usage.seconds.items()}
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()
        self._sample()
        self.seconds = time.perf_counter() - self._started_at

    def average_cores(self, name: str) -> float | None:
        """Return the average number of busy cores; None if there are no processes under this name."""
        if not self._processes[name]:
            return None
        used = sum(used - self._seconds_before.get(pid, 0.0) for pid, used in self.usage[name].seconds.items())
        return round(used / self.seconds, 2)

    def _run(self) -> None:
        while not self._stopped.wait(self._interval_s):
            self._sample()

    def _sample(self) -> None:
        now = time.perf_counter() - self._started_at
        for name, roots in self._processes.items():
            resident = 0
            for process in _list_processes(roots):
                try:
                    with process.oneshot():
                        cpu_times = process.cpu_times()
                        resident += process.memory_info().rss
                except psutil.NoSuchProcess:
                    continue
                self.usage[name].seconds[process.pid] = cpu_times.user + cpu_times.system
            self.usage[name].megabytes.append((round(now, 1), round(resident / _MB, 1)))


def _list_processes(roots: Collection[psutil.Process]) -> list[psutil.Process]:
    processes = {process.pid: process for process in roots}
    for root in roots:
        try:
            processes |= {process.pid: process for process in root.children(recursive=True)}
        except psutil.NoSuchProcess:
            continue
    return list(processes.values())


def list_server_processes(settings: Settings) -> list[int]:
    """Return the process id of the local server; empty for a remote server, whose processes are not visible."""
    pid = None if settings.neo4j_uri else server.server_status(settings).pid
    return [] if pid is None else [pid]
