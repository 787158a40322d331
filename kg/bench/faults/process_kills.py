"""Faults in the standing scope of a campaign: server, worker and client are killed with -9; connections are spoilt."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

from kg.bench.faults.environment import PATIENCE_S, Client, Ground, Process, killed, started
from kg.bench.faults.logging_client import event
from kg.bench.invariants import waited
from kg.bench.proxy import Proxy
from kg.errors import KgError
from kg.types import Event

_EVENTS = 30
_SPAN_S = 1.5
_SLEEP_EVERY = 6


@dataclass
class Fault:
    """One fault that was made.

    Attributes:
        kind: of the campaign.
        caught: whether something was under way when it came.
        recovery_s: from the fault until all went on.
        broken: invariant → what breaks it.
    """

    kind: str
    caught: bool
    recovery_s: float
    broken: dict[str, list[str]] = field(default_factory=dict)


class Killing:
    """Makes faults on one ground, one after the other, each at a random moment of the work that goes on."""

    def __init__(self, ground: Ground, dice: random.Random) -> None:
        self._ground = ground
        self._dice = dice
        self._made = 0
        self._late: list[str] = []
        self._clients = [ground.client]

    def acknowledged(self) -> dict[str, str]:
        """Id → text of all that was acknowledged to clients."""
        return {name: text for client in self._clients for name, text in client.kept().items()}

    def events(self) -> list[Event]:
        """All that was acknowledged, as it was logged."""
        return [event(client.name, client.seed, place) for client in self._clients for place in range(client.count)]

    def server(self) -> Fault:
        """The server is killed and started again while a client logs and a worker digests."""
        ground = self._ground
        with self._under_way(ground.client):
            through = ground.client.through
            since = killed(ground.settings)
            started(ground.settings)
            recovery = ground.recovered(since, ground.client)
        return self._fault("server", not through, recovery)

    def worker(self) -> Fault:
        """The worker is killed, and another takes up what it held."""
        ground = self._ground
        with self._under_way(ground.client):
            since = ground.worker.kill()
            held = ground.memory.queue()["processing"]
            ground.worker.start()
            waited(lambda: ground.client.through, PATIENCE_S)
            ground.digested()
            recovery = time.monotonic() - since
        return self._fault("worker", held > 0, recovery)

    def client(self) -> Fault:
        """The client is killed, and started again with what it was to log."""
        ground = self._ground
        with self._under_way(ground.client):
            through = ground.client.through
            since = ground.client.kill()
            ground.client.again()
            recovery = ground.recovered(since, ground.client)
        return self._fault("client", not through, recovery)

    def network(self, count: int) -> Generator[Fault, None, None]:
        """Connections of a client and a worker are cut, delayed, refused, and cut within an answer, so often; the worker ends."""
        ground = self._ground
        ground.worker.stop()
        with Proxy("127.0.0.1", ground.settings.bolt_port) as proxy:
            uri = f"bolt://127.0.0.1:{proxy.port}"
            client, worker = ground.logging("network", uri), ground.working(uri)
            self._clients.append(client)
            try:
                for _ in range(count):
                    yield self._spoilt(proxy, client)
            finally:
                client.kill()
                worker.kill()

    def _spoilt(self, proxy: Proxy, client: Client) -> Fault:
        with self._under_way(client):
            through = client.through
            since = time.monotonic()
            _spoil(proxy, self._dice)
            proxy.heal()
            recovery = self._ground.recovered(since, client)
        return self._fault("network", not through, recovery)

    @contextlib.contextmanager
    def _under_way(self, client: Client) -> Iterator[None]:
        """Work begins; a fault comes at a random moment of it; then all of it is done, and nobody sleeps any more."""
        self._made += 1
        sleeper = self._sleeper()
        before = client.count
        client.order(_EVENTS)
        # A client that was just started needs seconds for that; the moment is meant within its work.
        waited(lambda: client.count > before, PATIENCE_S, pause_s=0.02)
        threading.Event().wait(self._dice.uniform(0, _SPAN_S))
        yield
        if not waited(lambda: client.through, PATIENCE_S):
            self._late.append(f"{client.name} has {client.count} acknowledged after {PATIENCE_S:.0f} s")
        self._ground.digested()
        if sleeper is not None:
            sleeper.end()
        if not waited(self._awake, PATIENCE_S):
            self._late.append(f"a sleep goes on after {PATIENCE_S:.0f} s")

    def _fault(self, kind: str, caught: bool, recovery_s: float) -> Fault:
        late, self._late = self._late, []
        return Fault(kind, caught, recovery_s, {"stuck": late} if late else {})

    def _sleeper(self) -> Process | None:
        if self._made % _SLEEP_EVERY:
            return None
        return self._ground.running(["sleep", self._dice.choice(["--quick", "--deep"])])

    def _awake(self) -> bool:
        try:
            return self._ground.memory.sleep.status().state != "running"
        except KgError:
            return False


def _spoil(proxy: Proxy, dice: random.Random) -> None:
    how = dice.choice(("cut", "delay", "halve", "refuse"))
    pause = threading.Event()
    if how == "cut":
        for _ in range(dice.randint(1, 3)):
            proxy.cut()
            pause.wait(dice.uniform(0, 0.3))
    elif how == "delay":
        proxy.delay(dice.uniform(0.05, 0.5))
        pause.wait(dice.uniform(0.5, 3))
    elif how == "halve":
        for _ in range(dice.randint(1, 3)):
            proxy.halve()
            pause.wait(dice.uniform(0, 0.3))
    else:
        proxy.refuse(True)
        proxy.cut()
        pause.wait(dice.uniform(0.2, 2))
