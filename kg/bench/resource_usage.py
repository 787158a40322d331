"""What processes take while something is measured: cores and memory, looked at again and again."""

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
class Taken:
    """What some processes, and all that they began, have taken.

    Attributes:
        seconds: of processor time, by process.
        megabytes: resident memory of all together, each with the seconds since the beginning.
    """

    seconds: dict[int, float] = field(default_factory=dict)
    megabytes: list[tuple[float, float]] = field(default_factory=list)


class Meter:
    """Looks at processes in a thread of its own, from when it is entered until it is left."""

    def __init__(self, watched: Mapping[str, Collection[int]], every_s: float = 0.5) -> None:
        """Keep what is needed.

        Args:
            watched: by name, ids of processes; those that they begin count with them.
            every_s: seconds between two looks.
        """
        self._watched = {name: [psutil.Process(pid) for pid in pids] for name, pids in watched.items()}
        self._every_s = every_s
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kg-meter", daemon=True)
        self._began = 0.0
        self._before: dict[int, float] = {}
        self.seconds = 0.0
        self.taken: dict[str, Taken] = {name: Taken() for name in watched}

    def __enter__(self) -> Self:
        self._began = time.perf_counter()
        self._look()
        # What was taken before counts for nothing.
        self._before = {pid: used for taken in self.taken.values() for pid, used in taken.seconds.items()}
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self._look()
        self.seconds = time.perf_counter() - self._began

    def cores(self, name: str) -> float | None:
        """How many cores they kept busy on average; None where no process is known by that name."""
        if not self._watched[name]:
            return None
        used = sum(used - self._before.get(pid, 0.0) for pid, used in self.taken[name].seconds.items())
        return round(used / self.seconds, 2)

    def _run(self) -> None:
        while not self._ended.wait(self._every_s):
            self._look()

    def _look(self) -> None:
        now = time.perf_counter() - self._began
        for name, roots in self._watched.items():
            resident = 0
            for one in _all(roots):
                try:
                    with one.oneshot():
                        spent = one.cpu_times()
                        resident += one.memory_info().rss
                except psutil.NoSuchProcess:
                    continue
                self.taken[name].seconds[one.pid] = spent.user + spent.system
            self.taken[name].megabytes.append((round(now, 1), round(resident / _MB, 1)))


def _all(roots: Collection[psutil.Process]) -> list[psutil.Process]:
    found = {one.pid: one for one in roots}
    for root in roots:
        try:
            found |= {one.pid: one for one in root.children(recursive=True)}
        except psutil.NoSuchProcess:
            continue
    return list(found.values())


def server_processes(settings: Settings) -> list[int]:
    """The local server's process; none where another server is used, whose processes are not to be seen from here."""
    local = None if settings.neo4j_uri else server.status(settings).pid
    return [] if local is None else [local]
