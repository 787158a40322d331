"""Faults in the main scope of a campaign: server, worker and client are killed with SIGKILL; connections are disturbed."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

from kg.bench.faults.environment import (
    WAIT_TIMEOUT_S,
    ClientProcess,
    FaultTarget,
    ManagedProcess,
    kill_server,
    start_server,
)
from kg.bench.faults.logging_client import generate_event
from kg.bench.invariants import wait_until
from kg.bench.proxy import FaultProxy
from kg.errors import KgError
from kg.types import Event

_EVENTS = 30
_MAX_DELAY_S = 1.5
_SLEEP_EVERY = 6


@dataclass
class FaultResult:
    """The result of one fault.

    Attributes:
        kind: kind of the fault.
        was_busy: whether the fault interrupted work.
        recovery_s: seconds from the fault until work continued.
        broken: violated invariant → details.
    """

    kind: str
    was_busy: bool
    recovery_s: float
    broken: dict[str, list[str]] = field(default_factory=dict)


class ProcessKiller:
    """Makes faults on one target, one after the other, each at a random time during work."""

    def __init__(self, target: FaultTarget, rng: random.Random) -> None:
        self._target = target
        self._rng = rng
        self._fault_count = 0
        self._timeouts: list[str] = []
        self._clients = [target.client]

    def acknowledged_events(self) -> dict[str, str]:
        """Return id → text of all events that were acknowledged to clients."""
        return {event_id: text for client in self._clients for event_id, text in client.acknowledged_events().items()}

    def logged_events(self) -> list[Event]:
        """Return all acknowledged events, as they were logged."""
        return [
            generate_event(client.name, client.seed, index) for client in self._clients for index in range(client.count)
        ]

    def kill_server_process(self) -> FaultResult:
        """Kill and restart the server while a client logs and a worker digests."""
        target = self._target
        with self._work_in_progress(target.client):
            was_done = target.client.is_done
            killed_at = kill_server(target.settings)
            start_server(target.settings)
            recovery_s = target.measure_recovery(killed_at, target.client)
        return self._build_result("server", not was_done, recovery_s)

    def kill_worker(self) -> FaultResult:
        """Kill the worker, and start another one, which claims its events again."""
        target = self._target
        with self._work_in_progress(target.client):
            killed_at = target.worker.kill()
            claimed_count = target.memory.queue()["processing"]
            target.worker.start()
            # An event that only the new worker can digest: the next fault must not occur before it is connected.
            target.client.request(1)
            wait_until(lambda: target.client.is_done, WAIT_TIMEOUT_S)
            target.wait_until_digested()
            recovery_s = time.monotonic() - killed_at
        return self._build_result("worker", claimed_count > 0, recovery_s)

    def kill_client(self) -> FaultResult:
        """Kill the client, and restart it with the requested events."""
        target = self._target
        with self._work_in_progress(target.client):
            was_done = target.client.is_done
            killed_at = target.client.kill()
            target.client.restart()
            recovery_s = target.measure_recovery(killed_at, target.client)
        return self._build_result("client", not was_done, recovery_s)

    def break_network(self, count: int) -> Generator[FaultResult, None, None]:
        """Stop the worker, then cut, delay, refuse or truncate connections of a new client and worker, `count` times."""
        target = self._target
        target.worker.stop()
        with FaultProxy("127.0.0.1", target.settings.bolt_port) as proxy:
            uri = f"bolt://127.0.0.1:{proxy.port}"
            client, worker = target.start_client("network", uri), target.start_worker(uri)
            self._clients.append(client)
            try:
                for _ in range(count):
                    yield self._make_network_fault(proxy, client)
            finally:
                client.kill()
                worker.kill()

    def _make_network_fault(self, proxy: FaultProxy, client: ClientProcess) -> FaultResult:
        with self._work_in_progress(client):
            was_done = client.is_done
            started_at = time.monotonic()
            _disturb_network(proxy, self._rng)
            proxy.restore()
            recovery_s = self._target.measure_recovery(started_at, client)
        return self._build_result("network", not was_done, recovery_s)

    @contextlib.contextmanager
    def _work_in_progress(self, client: ClientProcess) -> Iterator[None]:
        """Start work, yield at a random time during it, then wait until all work, including sleeps, is done."""
        self._fault_count += 1
        sleeper = self._start_sleeper()
        before = client.count
        client.request(_EVENTS)
        # A new client needs seconds to start; the fault must occur during its work.
        wait_until(lambda: client.count > before, WAIT_TIMEOUT_S, pause_s=0.02)
        threading.Event().wait(self._rng.uniform(0, _MAX_DELAY_S))
        yield
        if not wait_until(lambda: client.is_done, WAIT_TIMEOUT_S):
            self._timeouts.append(
                f"{client.name} has only {client.count} acknowledged events after {WAIT_TIMEOUT_S:.0f} s"
            )
        self._target.wait_until_digested()
        if sleeper is not None:
            sleeper.wait()
        if not wait_until(self._is_awake, WAIT_TIMEOUT_S):
            self._timeouts.append(f"a sleep still runs after {WAIT_TIMEOUT_S:.0f} s")

    def _build_result(self, kind: str, was_busy: bool, recovery_s: float) -> FaultResult:
        timeouts, self._timeouts = self._timeouts, []
        return FaultResult(kind, was_busy, recovery_s, {"stuck": timeouts} if timeouts else {})

    def _start_sleeper(self) -> ManagedProcess | None:
        if self._fault_count % _SLEEP_EVERY:
            return None
        return self._target.start_command(["sleep", self._rng.choice(["--quick", "--deep"])])

    def _is_awake(self) -> bool:
        try:
            return self._target.memory.sleep.status().state != "running"
        except KgError:
            return False


def _disturb_network(proxy: FaultProxy, rng: random.Random) -> None:
    disturbance = rng.choice(("cut", "delay", "halve", "refuse"))
    waiter = threading.Event()
    if disturbance == "cut":
        for _ in range(rng.randint(1, 3)):
            proxy.cut()
            waiter.wait(rng.uniform(0, 0.3))
    elif disturbance == "delay":
        proxy.delay(rng.uniform(0.05, 0.5))
        waiter.wait(rng.uniform(0.5, 3))
    elif disturbance == "halve":
        for _ in range(rng.randint(1, 3)):
            proxy.truncate_next_answer()
            waiter.wait(rng.uniform(0, 0.3))
    else:
        proxy.refuse(True)
        proxy.cut()
        waiter.wait(rng.uniform(0.2, 2))
