"""Faults in scopes of their own: a clock that jumps, an event that cannot be digested, two sleeps, a killed migration."""

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

from kg.bench.faults.environment import LEASE_S, PATIENCE_S, SLEEP_LEASE_S, Ground, Process, own_server
from kg.bench.faults.logging_client import event
from kg.bench.faults.process_kills import Fault
from kg.bench.invariants import broken, waited
from kg.errors import Refused
from kg.graph import Connection, Graph
from kg.language.hashing_embedder import HashingEmbedder
from kg.memory import Memory
from kg.settings import Settings
from kg.types import Event, SleepReport

_EVENTS = 40
_JUMPS = 12
_POISON = "unspeakable"
_MOMENT_S = 0.2


class JumpingClock:
    """A clock that is set forward and back while others read it."""

    def __init__(self) -> None:
        self._ahead = dt.timedelta()

    def now(self) -> dt.datetime:
        """The machine's time, with all jumps."""
        return dt.datetime.now(dt.UTC) + self._ahead

    def jump(self, by: dt.timedelta) -> None:
        """Set it forward, or back."""
        self._ahead += by

    def right(self, ahead: dt.timedelta) -> None:
        """Set it right, or so far ahead of that."""
        self._ahead = ahead


class Spoilt(HashingEmbedder):
    """An embedder that cannot read one word."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors, unless the word stands in one of the texts."""
        if any(_POISON in text for text in texts):
            raise ValueError(f"no vector for {_POISON!r}")
        return super().embed(texts)


def clock(ground: Ground, dice: random.Random, number: int) -> Fault:
    """The clock jumps by hours and days, back and forth, while events are logged and digested by two, and a sleep is slept."""
    time_ = JumpingClock()
    scope = f"{ground.scope}-clock-{number}"
    settings = ground.settings.model_copy(update={"embedder": "hashing"})
    events = [event(f"k{number}", ground.seed, place) for place in range(_EVENTS)]
    since = time.monotonic()
    with (
        Memory.connect(scope, settings=settings, clock=time_) as one,
        Memory.connect(scope, settings=settings, clock=time_) as two,
        ThreadPoolExecutor(4) as pool,
    ):
        at_work = [
            pool.submit(_by_fours, one, events),
            pool.submit(_often, one.digest),
            pool.submit(_often, two.digest),
            pool.submit(_often, two.sleep.deep),
        ]
        for _ in range(_JUMPS):
            time_.jump(dt.timedelta(hours=dice.uniform(-100, 100)))
            _claimed_by_the_dead(one, time_.now())
            threading.Event().wait(dice.uniform(0, _MOMENT_S))
        for one_ in at_work:
            one_.result()
        # So long after the right time nothing is held any more that was claimed while the clock was wrong.
        time_.right(dt.timedelta(hours=1, seconds=2 * LEASE_S))
        one.digest()
        report = one.sleep.deep()
        told = broken(one, {each.id: each.text for each in events if each.id})
    if report.status != "success":
        told["sleep"] = [f"{name}: {step.error}" for name, step in report.steps.items() if step.error]
    return Fault("clock", True, time.monotonic() - since, told)


def poison(ground: Ground, dice: random.Random, number: int) -> Fault:
    """An event that cannot be digested among others: it is set aside with its error, and all others are digested."""
    scope = f"{ground.scope}-poison-{number}"
    settings = ground.settings.model_copy(update={"embedder": "hashing"})
    events = [event(f"p{number}", ground.seed, place) for place in range(_EVENTS)]
    bad = f"bad-{number}"
    there = Event(f"This is {_POISON}.", id=bad, session="cli:poison", speaker="cli:ann", at=events[0].at)
    events.insert(dice.randrange(len(events)), there)
    kept = {each.id: each.text for each in events if each.id}
    since = time.monotonic()
    with Memory.connect(scope, settings=settings, embedder=Spoilt()) as memory:
        memory.log(events)
        memory.digest()
        recovery = time.monotonic() - since
        aside = {name: memory.get(name).status for name in kept}  # type: ignore[union-attr]
        wrong = [
            f"{name}: {status}" for name, status in aside.items() if (status == "failed_permanent") != (name == bad)
        ]
        [row] = memory.graph.run("bench/failed_events")
        if row["events"] != [[bad, f"ValueError: no vector for {_POISON!r}"]]:
            wrong.append(f"errors told: {row['events']}")
        del kept[bad]
        told = broken(memory, kept, expected={"failed events": 1})
    return Fault("poison", True, recovery, told | ({"set aside": wrong} if wrong else {}))


def sleeps(ground: Ground, dice: random.Random, number: int) -> Fault:
    """Two sleep at once: one does, the other is told. Then a sleeper is killed, and its sleep is gone on with."""
    scope = f"{ground.scope}-sleeps-{number}"
    events = [event(f"s{number}", ground.seed, place) for place in range(_EVENTS)]
    wrong: dict[str, list[str]] = {}
    with Memory.connect(scope, settings=ground.settings) as one, Memory.connect(scope, settings=ground.settings) as two:
        one.log(events)
        told = _both(one.sleep.deep, two.sleep.deep)
        if sorted(type(each).__name__ for each in told) != ["Refused", "SleepReport"]:
            wrong["two sleeps"] = [str(each) for each in told]
        one.log([event(f"s{number}", ground.seed, place) for place in range(_EVENTS, 2 * _EVENTS)])
        process = ground.running(["sleep", "--deep"], scope=scope)
        waited(lambda: one.sleep.status().state == "running", PATIENCE_S, pause_s=0.02)
        threading.Event().wait(dice.uniform(0, 1))
        since = process.kill()
        caught = one.sleep.status().state == "running"
        reports: list[SleepReport] = []
        waited(lambda: _slept(one, reports), PATIENCE_S + SLEEP_LEASE_S)
        recovery = time.monotonic() - since
        if not reports or reports[0].status != "success" or reports[0].resumed != caught:
            wrong["taken over"] = [str(reports)]
        kept = {each.id: each.text for each in events if each.id}
        wrong |= broken(one, kept)
    return Fault("sleeps", caught, recovery, wrong)


def migration(settings: Settings, dice: random.Random, number: int) -> Fault:
    """A new database is opened by a process that is killed within its migration, and opened again."""
    with (
        tempfile.TemporaryDirectory(prefix="kg-faults-") as name,
        own_server(settings, Path(name)) as running,
    ):
        return killed_migration(running, dice, number, Path(name))


def killed_migration(running: Settings, dice: random.Random, number: int, folder: Path) -> Fault:
    """The same on a server that is there, and that nobody has opened yet."""
    settings = running.model_copy(update={"embedder": "hashing"})
    password = settings.neo4j_password
    look = Connection(
        str(settings.neo4j_uri), settings.neo4j_user, password.get_secret_value() if password else "", settings
    )
    graph = Graph(look, "migration")
    process = Process(["kg", "status", "--scope", "migration"], settings, folder / "migration.log")
    waited(lambda: bool(graph.run("bench/indexes")), PATIENCE_S, pause_s=0.02)
    threading.Event().wait(dice.uniform(0, 1))
    since = process.kill()
    wanted = len(graph.run("bench/indexes"))
    look.close()
    with Memory.connect("migration", settings=settings) as memory:
        caught = wanted < len(memory.graph.run("bench/indexes"))
        events = [event(f"m{number}", 1, place) for place in range(_EVENTS)]
        memory.log(events)
        memory.search("Who lives in Oslo?")
        recovery = time.monotonic() - since
        memory.digest()
        told = broken(memory, {each.id: each.text for each in events if each.id})
    return Fault("migration", caught, recovery, told)


def _claimed_by_the_dead(memory: Memory, now: dt.datetime) -> None:
    until = now + dt.timedelta(seconds=LEASE_S)
    memory.graph.run("ingestion/claim", worker="dead", now=now, lease_until=until, limit=1)


def _by_fours(memory: Memory, events: Sequence[Event]) -> None:
    for place in range(0, len(events), 4):
        memory.log(events[place : place + 4])


def _often(call: Callable[[], Any]) -> None:
    """Call it again and again for a while; what another does already is left to it."""
    for _ in range(3):
        try:
            call()
        except Refused:
            threading.Event().wait(_MOMENT_S)


def _both(*calls: Callable[[], SleepReport]) -> list[SleepReport | Refused]:
    start = threading.Barrier(len(calls))

    def run(call: Callable[[], SleepReport]) -> SleepReport | Refused:
        start.wait(PATIENCE_S)
        try:
            return call()
        except Refused as refused:
            return refused

    with ThreadPoolExecutor(len(calls)) as pool:
        return [each.result() for each in [pool.submit(run, call) for call in calls]]


def _slept(memory: Memory, reports: list[SleepReport]) -> bool:
    try:
        reports.append(memory.sleep.deep())
    except Refused:
        return False
    return True
