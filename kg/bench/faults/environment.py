"""What a campaign of faults works on: a server of its own that may be killed, and the processes that use it."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO

import psutil
from pydantic import SecretStr

from kg import server
from kg.bench.faults.logging_client import acknowledged, event
from kg.bench.invariants import waited
from kg.errors import KgError
from kg.memory import Memory
from kg.settings import Settings

_HEAP_MB, _PAGE_CACHE_MB = 512, 128
_END_S = 60.0
LEASE_S = 5
"""Seconds of a claim; what a killed worker held is taken up after so long."""
SLEEP_LEASE_S = 5
"""Seconds without a sign after which a sleeper counts as gone."""
PATIENCE_S = 600.0
"""Seconds after which what was waited for counts as never to come."""


def own_settings(settings: Settings, folder: Path) -> Settings:
    """Settings for a server of one's own in that folder, on ports that are free; the rest is as it was."""
    return settings.model_copy(
        update={
            "neo4j_uri": None,
            "neo4j_password": None,
            "data_dir": folder,
            "bolt_port": _free_port(),
            "http_port": _free_port(),
            "heap_mb": _HEAP_MB,
            "page_cache_mb": _PAGE_CACHE_MB,
            "lease_s": LEASE_S,
            "sleep_lease_s": SLEEP_LEASE_S,
            "worker_interval_s": 1,
            "worker_start_delay_s": 0.0,
        }
    )


def started(settings: Settings) -> Settings:
    """Start the server of these settings, and name it in them, as other processes need it."""
    up = server.up(settings)
    user, password = server.credentials(settings)
    return settings.model_copy(update={"neo4j_uri": up.bolt, "neo4j_user": user, "neo4j_password": SecretStr(password)})


def killed(settings: Settings) -> float:
    """Kill the server with -9; returns when, by `time.monotonic`."""
    pid = server.status(settings).pid
    at = time.monotonic()
    if pid is not None:
        process = psutil.Process(pid)
        process.kill()
        process.wait(_END_S)
    return at


def environment(settings: Settings) -> dict[str, str]:
    """The environment in which another process has these settings."""
    told: dict[str, str] = {}
    for name, value in settings.model_dump().items():
        plain = value.get_secret_value() if isinstance(value, SecretStr) else value
        if isinstance(plain, (Mapping, list, tuple)):
            plain = json.dumps(plain)
        told[f"KG_{name.upper()}"] = "" if plain is None else str(plain)
    return {**os.environ, **told}


class Process:
    """A process of the campaign: killed, and started again as it was."""

    def __init__(self, arguments: list[str], settings: Settings, log: Path) -> None:
        self._arguments = arguments
        self._environment = environment(settings)
        self._log = log
        self._running: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it (again)."""
        with self._log.open("ab") as log:
            self._running = subprocess.Popen(  # noqa: S603 - kg itself
                [sys.executable, "-m", *self._arguments],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                env=self._environment,
            )

    @property
    def input(self) -> IO[bytes]:
        """What it reads."""
        if self._running is None or self._running.stdin is None:
            raise RuntimeError("it runs")
        return self._running.stdin

    def kill(self) -> float:
        """Kill it with -9; returns when, by `time.monotonic`."""
        at = time.monotonic()
        if self._running is not None:
            self._running.kill()
            self._wait()
        return at

    def stop(self) -> int | None:
        """Ask it to end, and wait until it has; its exit code."""
        if self._running is None:
            return None
        self._running.terminate()
        return self._wait()

    def end(self, timeout_s: float = PATIENCE_S) -> int | None:
        """Wait until it ends by itself; its exit code, or None where it was killed since it did not."""
        if self._running is None:
            return None
        try:
            self._running.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self.kill()
            return None
        return self._wait()

    def _wait(self) -> int | None:
        if self._running is None:
            return None
        with contextlib.suppress(BrokenPipeError):
            self.input.close()
        try:
            return self._running.wait(_END_S)
        except subprocess.TimeoutExpired:
            self._running.kill()
            return self._running.wait(_END_S)


class Client(Process):
    """A client that logs, and the file with what was acknowledged to it."""

    def __init__(self, name: str, scope: str, seed: int, settings: Settings, folder: Path) -> None:
        self.name, self.seed = name, seed
        self.file = folder / f"{name}.acknowledged"
        self._wanted = 0
        arguments = ["kg.bench.faults.logging_client", scope, name, str(seed), str(self.file)]
        super().__init__(arguments, settings, folder / f"{name}.log")

    def order(self, more: int) -> None:
        """Have it log so many events more."""
        self._wanted += more
        self._tell()

    def again(self) -> None:
        """Start it again after it was killed; it goes on with what it was to log."""
        self.start()
        self._tell()

    @property
    def count(self) -> int:
        """How many events were acknowledged to it."""
        return len(acknowledged(self.file))

    @property
    def through(self) -> bool:
        """Whether all is acknowledged that it was to log."""
        return self.count >= self._wanted

    def kept(self) -> dict[str, str]:
        """Id → text of what was acknowledged to it."""
        return {name: event(self.name, self.seed, place).text for place, name in enumerate(acknowledged(self.file))}

    def _tell(self) -> None:
        with contextlib.suppress(BrokenPipeError):
            self.input.write(f"{self._wanted}\n".encode())
            self.input.flush()


class Ground:
    """A running server with a scope, a client, and a worker on it.

    Attributes:
        settings: of the server, which they name.
        scope: what is logged to.
        memory: the scope as the campaign looks at it.
        client: who logs.
        worker: who digests, and sleeps when it is time to.
        folder: logs of the processes, and files of the clients.
    """

    def __init__(self, settings: Settings, seed: int, folder: Path) -> None:
        self.folder, self.seed = folder, seed
        self.scope = f"faults-{seed}"
        self.settings = settings
        self.memory = Memory.connect(self.scope, settings=settings)
        self.client = self.logging("client")
        self.worker = self.working()

    def close(self) -> None:
        """End what works on it."""
        self.memory.close()
        self.client.kill()
        self.worker.kill()

    def logging(self, name: str, uri: str | None = None) -> Client:
        """A client of that name, at another address where one is given."""
        return Client(name, self.scope, self.seed, self._at(uri), self.folder)

    def working(self, uri: str | None = None) -> Process:
        """A worker, at another address where one is given."""
        return self.running(["worker"], uri)

    def running(self, arguments: list[str], uri: str | None = None, scope: str | None = None) -> Process:
        """A process of the command `kg` on the scope."""
        log = self.folder / f"{arguments[0]}.log"
        return Process(["kg", *arguments, "--scope", scope or self.scope], self._at(uri), log)

    def digested(self, seconds: float = PATIENCE_S) -> bool:
        """Whether nothing waits for digestion any more, within that many seconds."""
        return waited(lambda: _quiet(self.memory), seconds)

    def recovered(self, since: float, client: Client, *, query: str = "Who lives in Oslo?") -> float:
        """Seconds from a fault to the first acknowledged write of a client, and the first answered search, after now."""
        before = client.count
        waited(lambda: client.count > before or client.through, PATIENCE_S, pause_s=0.02)
        waited(lambda: _answers(self.memory, query), PATIENCE_S)
        return time.monotonic() - since

    def _at(self, uri: str | None) -> Settings:
        return self.settings if uri is None else self.settings.model_copy(update={"neo4j_uri": uri})


@contextlib.contextmanager
def own_server(settings: Settings, folder: Path) -> Iterator[Settings]:
    """A new server in that folder, killed at the end: nothing of it is to last."""
    own = own_settings(settings, folder / "data")
    try:
        yield started(own)
    finally:
        killed(own)


def _quiet(memory: Memory) -> bool:
    try:
        waiting = memory.queue()
    except KgError:
        return False
    return not any(waiting[status] for status in ("pending", "processing", "failed"))


def _answers(memory: Memory, query: str) -> bool:
    try:
        memory.search(query)
    except KgError:
        return False
    return True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
