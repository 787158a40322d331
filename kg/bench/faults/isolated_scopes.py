"""Faults in separate scopes: clock changes, an event that cannot be digested, concurrent sleeps, a killed migration."""

from __future__ import annotations

import datetime as dt
import random
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.bench.faults.environment import (
    LEASE_S,
    SLEEP_LEASE_S,
    WAIT_TIMEOUT_S,
    FaultTarget,
    ManagedProcess,
    temporary_server,
)
from kg.bench.faults.logging_client import generate_event
from kg.bench.faults.process_kills import FaultResult
from kg.bench.invariants import check_invariants, wait_until
from kg.errors import Refused
from kg.graph import Connection, Graph
from kg.language import HashingEmbedder
from kg.memory import Memory
from kg.settings import Settings
from kg.types import Event, SleepReport

_EVENTS = 40
_JUMPS = 12
_UNREADABLE_WORD = "unspeakable"
_PAUSE_S = 0.2


class JumpingClock:
    """A clock that can be changed while others read it."""

    def __init__(self) -> None:
        self._offset = dt.timedelta()

    def now(self) -> dt.datetime:
        """Return the machine's time plus the offset."""
        return dt.datetime.now(dt.UTC) + self._offset

    def shift(self, delta: dt.timedelta) -> None:
        """Add `delta` to the offset."""
        self._offset += delta

    def set_offset(self, offset: dt.timedelta) -> None:
        """Set the offset from the machine's time."""
        self._offset = offset


class RejectingEmbedder(HashingEmbedder):
    """An embedder that fails for texts with one particular word."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """See `Embedder.embed`; raise ValueError if a text contains the word."""
        if any(_UNREADABLE_WORD in text for text in texts):
            raise ValueError(f"no vector for {_UNREADABLE_WORD!r}")
        return super().embed(texts)


def make_clock_fault(target: FaultTarget, rng: random.Random, number: int) -> FaultResult:
    """Change the clock by hours and days while events are logged, digested by two processes, and a sleep runs."""
    clock = JumpingClock()
    scope = f"{target.scope}-clock-{number}"
    settings = target.settings.model_copy(update={"embedder": "hashing"})
    events = [generate_event(f"k{number}", target.seed, index) for index in range(_EVENTS)]
    started_at = time.monotonic()
    with (
        Memory.connect(scope, settings=settings, clock=clock) as first,
        Memory.connect(scope, settings=settings, clock=clock) as second,
        ThreadPoolExecutor(4) as pool,
    ):
        futures = [
            pool.submit(_log_in_fours, first, events),
            pool.submit(_call_repeatedly, first.digest),
            pool.submit(_call_repeatedly, second.digest),
            pool.submit(_call_repeatedly, second.sleep.deep),
        ]
        for _ in range(_JUMPS):
            clock.shift(dt.timedelta(hours=rng.uniform(-100, 100)))
            _claim_as_dead_worker(first, clock.now())
            threading.Event().wait(rng.uniform(0, _PAUSE_S))
        for future in futures:
            future.result()
        # All leases that were taken with a wrong clock have expired at this time.
        clock.set_offset(dt.timedelta(hours=1, seconds=2 * LEASE_S))
        first.digest()
        report = first.sleep.deep()
        violations = check_invariants(first, {event.id: event.text for event in events if event.id})
    if report.status != "success":
        violations["sleep"] = [f"{name}: {step.error}" for name, step in report.steps.items() if step.error]
    return FaultResult("clock", True, time.monotonic() - started_at, violations)


def make_poison_fault(target: FaultTarget, rng: random.Random, number: int) -> FaultResult:
    """Log an event that cannot be digested: it must get status failed_permanent with its error, all others be digested."""
    scope = f"{target.scope}-poison-{number}"
    settings = target.settings.model_copy(update={"embedder": "hashing"})
    events = [generate_event(f"p{number}", target.seed, index) for index in range(_EVENTS)]
    poison_id = f"bad-{number}"
    poisoned = Event(
        f"This is {_UNREADABLE_WORD}.", id=poison_id, session="cli:poison", speaker="cli:ann", at=events[0].at
    )
    events.insert(rng.randrange(len(events)), poisoned)
    acknowledged = {event.id: event.text for event in events if event.id}
    started_at = time.monotonic()
    with Memory.connect(scope, settings=settings, embedder=RejectingEmbedder()) as memory:
        memory.log(events)
        memory.digest()
        recovery_s = time.monotonic() - started_at
        status_by_id = {event_id: memory.get(event_id).status for event_id in acknowledged}  # type: ignore[union-attr]
        wrong = [
            f"{event_id}: {status}"
            for event_id, status in status_by_id.items()
            if (status == "failed_permanent") != (event_id == poison_id)
        ]
        [row] = memory.graph.run("bench/failed_events")
        if row["events"] != [[poison_id, f"ValueError: no vector for {_UNREADABLE_WORD!r}"]]:
            wrong.append(f"recorded errors: {row['events']}")
        del acknowledged[poison_id]
        violations = check_invariants(memory, acknowledged, expected={"failed events": 1})
    return FaultResult("poison", True, recovery_s, violations | ({"failed events": wrong} if wrong else {}))


def make_sleep_fault(target: FaultTarget, rng: random.Random, number: int) -> FaultResult:
    """Start two sleeps at once, of which one must be refused; then kill a sleep process and resume its sleep."""
    scope = f"{target.scope}-sleeps-{number}"
    events = [generate_event(f"s{number}", target.seed, index) for index in range(_EVENTS)]
    wrong: dict[str, list[str]] = {}
    with (
        Memory.connect(scope, settings=target.settings) as first,
        Memory.connect(scope, settings=target.settings) as second,
    ):
        first.log(events)
        outcomes = _call_together(first.sleep.deep, second.sleep.deep)
        if sorted(type(event).__name__ for event in outcomes) != ["Refused", "SleepReport"]:
            wrong["two sleeps"] = [str(event) for event in outcomes]
        first.log([generate_event(f"s{number}", target.seed, index) for index in range(_EVENTS, 2 * _EVENTS)])
        process = target.start_command(["sleep", "--deep"], scope=scope)
        wait_until(lambda: first.sleep.status().state == "running", WAIT_TIMEOUT_S, pause_s=0.02)
        threading.Event().wait(rng.uniform(0, 1))
        killed_at = process.kill()
        was_busy = first.sleep.status().state == "running"
        reports: list[SleepReport] = []
        wait_until(lambda: _try_sleep(first, reports), WAIT_TIMEOUT_S + SLEEP_LEASE_S)
        recovery_s = time.monotonic() - killed_at
        if not reports or reports[0].status != "success" or reports[0].resumed != was_busy:
            wrong["resumed"] = [str(reports)]
        # The claims of the killed process may expire after the resumed sleep has digested.
        wait_until(lambda: _digest_rest(first), WAIT_TIMEOUT_S)
        acknowledged = {event.id: event.text for event in events if event.id}
        wrong |= check_invariants(first, acknowledged)
    return FaultResult("sleeps", was_busy, recovery_s, wrong)


def make_migration_fault(settings: Settings, rng: random.Random, number: int) -> FaultResult:
    """Kill a process during the migration of a new database, then open the database again."""
    with (
        tempfile.TemporaryDirectory(prefix="kg-faults-") as folder,
        temporary_server(settings, Path(folder)) as server_settings,
    ):
        return kill_migration(server_settings, rng, number, Path(folder))


def kill_migration(server_settings: Settings, rng: random.Random, number: int, folder: Path) -> FaultResult:
    """Kill a migration on a running server with an empty database; see `make_migration_fault`."""
    settings = server_settings.model_copy(update={"embedder": "hashing"})
    password = settings.neo4j_password
    connection = Connection(
        str(settings.neo4j_uri), settings.neo4j_user, password.get_secret_value() if password else "", settings
    )
    graph = Graph(connection, "migration")
    process = ManagedProcess(["kg", "status", "--scope", "migration"], settings, folder / "migration.log")
    wait_until(lambda: bool(graph.run("bench/indexes")), WAIT_TIMEOUT_S, pause_s=0.02)
    threading.Event().wait(rng.uniform(0, 1))
    killed_at = process.kill()
    index_count = len(graph.run("bench/indexes"))
    connection.close()
    with Memory.connect("migration", settings=settings) as memory:
        was_busy = index_count < len(memory.graph.run("bench/indexes"))
        events = [generate_event(f"m{number}", 1, index) for index in range(_EVENTS)]
        memory.log(events)
        memory.search("Who lives in Oslo?")
        recovery_s = time.monotonic() - killed_at
        memory.digest()
        violations = check_invariants(memory, {event.id: event.text for event in events if event.id})
    return FaultResult("migration", was_busy, recovery_s, violations)


def _claim_as_dead_worker(memory: Memory, now: dt.datetime) -> None:
    lease_until = now + dt.timedelta(seconds=LEASE_S)
    memory.graph.run("ingestion/claim", worker="dead", now=now, lease_until=lease_until, limit=1)


def _log_in_fours(memory: Memory, events: Sequence[Event]) -> None:
    for index in range(0, len(events), 4):
        memory.log(events[index : index + 4])


def _call_repeatedly(call: Callable[[], Any]) -> None:
    """Call a function three times, with a pause after each refusal."""
    for _ in range(3):
        try:
            call()
        except Refused:
            threading.Event().wait(_PAUSE_S)


def _call_together(*calls: Callable[[], SleepReport]) -> list[SleepReport | Refused]:
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], SleepReport]) -> SleepReport | Refused:
        barrier.wait(WAIT_TIMEOUT_S)
        try:
            return call()
        except Refused as refused:
            return refused

    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(run, call) for call in calls]]


def _digest_rest(memory: Memory) -> bool:
    """Digest what can be claimed; return whether no event waits any more."""
    memory.digest()
    return not any(memory.queue()[status] for status in ("pending", "processing", "failed"))


def _try_sleep(memory: Memory, reports: list[SleepReport]) -> bool:
    try:
        reports.append(memory.sleep.deep())
    except Refused:
        return False
    return True
