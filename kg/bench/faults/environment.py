"""Environment of a fault campaign: a temporary server that can be killed, and the processes that use it."""

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
from kg.bench.faults.logging_client import generate_event, read_acknowledged_ids
from kg.bench.invariants import wait_until
from kg.errors import KgError
from kg.memory import Memory
from kg.settings import Settings

_HEAP_MB, _PAGE_CACHE_MB = 512, 128
_STOP_TIMEOUT_S = 60.0
LEASE_S = 5
"""Seconds of a claim; the events of a killed worker are claimed again after this time."""
SLEEP_LEASE_S = 5
"""Seconds without a heartbeat after which a sleep process counts as dead."""
WAIT_TIMEOUT_S = 600.0
"""Timeout in seconds for everything that a campaign waits for."""


def isolate_settings(settings: Settings, folder: Path) -> Settings:
    """Return a copy of the settings for a temporary server in a folder, on free ports."""
    return settings.model_copy(
        update={
            "neo4j_uri": None,
            "neo4j_password": None,
            "data_dir": folder,
            "bolt_port": _find_free_port(),
            "http_port": _find_free_port(),
            "heap_mb": _HEAP_MB,
            "page_cache_mb": _PAGE_CACHE_MB,
            "lease_s": LEASE_S,
            "sleep_lease_s": SLEEP_LEASE_S,
            "worker_interval_s": 1,
            "worker_start_delay_s": 0.0,
        }
    )


def start_server(settings: Settings) -> Settings:
    """Start the server of these settings; return settings with its address, for other processes."""
    up = server.start_server(settings)
    user, password = server.server_credentials(settings)
    return settings.model_copy(update={"neo4j_uri": up.bolt, "neo4j_user": user, "neo4j_password": SecretStr(password)})


def kill_server(settings: Settings) -> float:
    """Kill the server with SIGKILL; return the time, by `time.monotonic`."""
    pid = server.server_status(settings).pid
    at = time.monotonic()
    if pid is not None:
        process = psutil.Process(pid)
        process.kill()
        process.wait(_STOP_TIMEOUT_S)
    return at


def build_environment(settings: Settings) -> dict[str, str]:
    """Return environment variables with which another process gets these settings."""
    variables: dict[str, str] = {}
    for name, value in settings.model_dump().items():
        plain = value.get_secret_value() if isinstance(value, SecretStr) else value
        if isinstance(plain, (Mapping, list, tuple)):
            plain = json.dumps(plain)
        variables[f"KG_{name.upper()}"] = "" if plain is None else str(plain)
    return {**os.environ, **variables}


class ManagedProcess:
    """A process of the campaign that can be killed and restarted."""

    def __init__(self, arguments: list[str], settings: Settings, log: Path) -> None:
        self._arguments = arguments
        self._environment = build_environment(settings)
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start the process, or restart it."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - kg itself
                [sys.executable, "-m", *self._arguments],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                env=self._environment,
            )

    @property
    def input(self) -> IO[bytes]:
        """The standard input of the process."""
        if self._process is None or self._process.stdin is None:
            raise RuntimeError("the process is not running; call start() first")
        return self._process.stdin

    def kill(self) -> float:
        """Kill the process with SIGKILL; return the time, by `time.monotonic`."""
        at = time.monotonic()
        if self._process is not None:
            self._process.kill()
            self._wait()
        return at

    def stop(self) -> int | None:
        """Terminate the process, wait for it, and return its exit code."""
        if self._process is None:
            return None
        self._process.terminate()
        return self._wait()

    def wait(self, timeout_s: float = WAIT_TIMEOUT_S) -> int | None:
        """Wait for the process to end; return its exit code, or None if it had to be killed after the timeout."""
        if self._process is None:
            return None
        try:
            self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self.kill()
            return None
        return self._wait()

    def _wait(self) -> int | None:
        if self._process is None:
            return None
        with contextlib.suppress(BrokenPipeError):
            self.input.close()
        try:
            return self._process.wait(_STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait(_STOP_TIMEOUT_S)


class ClientProcess(ManagedProcess):
    """A logging client, and the file with the ids of its acknowledged events."""

    def __init__(self, name: str, scope: str, seed: int, settings: Settings, folder: Path) -> None:
        self.name, self.seed = name, seed
        self.acknowledged_file = folder / f"{name}.acknowledged"
        self._requested = 0
        arguments = ["kg.bench.faults.logging_client", scope, name, str(seed), str(self.acknowledged_file)]
        super().__init__(arguments, settings, folder / f"{name}.log")

    def request(self, count: int) -> None:
        """Request the client to log more events."""
        self._requested += count
        self._send_request()

    def restart(self) -> None:
        """Restart a killed client; it continues with the requested events."""
        self.start()
        self._send_request()

    @property
    def count(self) -> int:
        """The number of acknowledged events."""
        return len(read_acknowledged_ids(self.acknowledged_file))

    @property
    def is_done(self) -> bool:
        """Whether all requested events are acknowledged."""
        return self.count >= self._requested

    def acknowledged_events(self) -> dict[str, str]:
        """Return id → text of the acknowledged events."""
        return {
            name: generate_event(self.name, self.seed, number).text
            for number, name in enumerate(read_acknowledged_ids(self.acknowledged_file))
        }

    def _send_request(self) -> None:
        with contextlib.suppress(BrokenPipeError):
            self.input.write(f"{self._requested}\n".encode())
            self.input.flush()


class FaultTarget:
    """A running server with a scope, a client and a worker.

    Attributes:
        settings: settings with the address of the server.
        scope: the scope that the client logs to.
        memory: the campaign's own connection to the scope.
        client: the process that logs.
        worker: the process that digests, and that sleeps when a sleep is due.
        folder: folder with the log files of the processes and the files of the clients.
    """

    def __init__(self, settings: Settings, seed: int, folder: Path) -> None:
        self.folder, self.seed = folder, seed
        self.scope = f"faults-{seed}"
        self.settings = settings
        self.memory = Memory.connect(self.scope, settings=settings)
        self.client = self.start_client("client")
        self.worker = self.start_worker()

    def close(self) -> None:
        """Close the memory and kill the processes."""
        self.memory.close()
        self.client.kill()
        self.worker.kill()

    def start_client(self, name: str, uri: str | None = None) -> ClientProcess:
        """Start a client with this name, optionally at another address."""
        return ClientProcess(name, self.scope, self.seed, self._settings_at(uri), self.folder)

    def start_worker(self, uri: str | None = None) -> ManagedProcess:
        """Start a worker, optionally at another address."""
        return self.start_command(["worker"], uri)

    def start_command(self, arguments: list[str], uri: str | None = None, scope: str | None = None) -> ManagedProcess:
        """Start a `kg` command on the scope."""
        log = self.folder / f"{arguments[0]}.log"
        return ManagedProcess(["kg", *arguments, "--scope", scope or self.scope], self._settings_at(uri), log)

    def wait_until_digested(self, seconds: float = WAIT_TIMEOUT_S) -> bool:
        """Wait until no event is pending; return whether that happened within that many seconds."""
        return wait_until(lambda: _is_idle(self.memory), seconds)

    def measure_recovery(self, since: float, client: ClientProcess, *, query: str = "Who lives in Oslo?") -> float:
        """Return the seconds from a fault to the next acknowledged write of a client and the next answered search."""
        before = client.count
        wait_until(lambda: client.count > before or client.is_done, WAIT_TIMEOUT_S, pause_s=0.02)
        wait_until(lambda: _can_search(self.memory, query), WAIT_TIMEOUT_S)
        return time.monotonic() - since

    def _settings_at(self, uri: str | None) -> Settings:
        return self.settings if uri is None else self.settings.model_copy(update={"neo4j_uri": uri})


@contextlib.contextmanager
def temporary_server(settings: Settings, folder: Path) -> Iterator[Settings]:
    """Start a new server in a folder, and kill it on exit; its data is not needed afterwards."""
    own = isolate_settings(settings, folder / "data")
    try:
        yield start_server(own)
    finally:
        kill_server(own)


def _is_idle(memory: Memory) -> bool:
    try:
        waiting = memory.queue()
    except KgError:
        return False
    return not any(waiting[status] for status in ("pending", "processing", "failed"))


def _can_search(memory: Memory, query: str) -> bool:
    try:
        memory.search(query)
    except KgError:
        return False
    return True


def _find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
