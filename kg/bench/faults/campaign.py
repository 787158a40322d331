"""The campaign: faults in a random order, invariant checks after each, and a final comparison with an undisturbed graph."""

from __future__ import annotations

import contextlib
import math
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kg.bench.faults import isolated_scopes
from kg.bench.faults.environment import FaultTarget, temporary_server
from kg.bench.faults.full_disk import find_obstacle, make_disk_fault
from kg.bench.faults.process_kills import FaultResult, ProcessKiller
from kg.bench.invariants import check_invariants, digest_knowledge
from kg.errors import InvalidInput
from kg.memory import Memory
from kg.settings import Settings

KILL_SHARES = {"server": 0.2, "worker": 0.4, "client": 0.4}
"""Kinds that kill a process of the main scope with SIGKILL, each with its share of the kills."""
OTHER_RATES = {"network": 0.1, "clock": 0.05, "poison": 0.05, "sleeps": 0.05, "migration": 0.02, "disk": 0.0}
"""The other kinds, each with its number relative to the kills; at least one of each is made."""
KINDS = (*KILL_SHARES, *OTHER_RATES)
"""All kinds of faults."""
_MAX_SHOWN = 20
_PROPOSED_DUPLICATE = " -SAME_AS-> "


def run_fault_campaign(
    settings: Settings,
    report: Callable[[str], object],
    *,
    kinds: Collection[str] = (),
    kills: int = 100,
    seed: int = 1,
    minutes: float | None = None,
) -> dict[str, Any]:
    """Make faults on a temporary server, which is removed at the end.

    Args:
        settings: settings of the memories; the server that they name is not used.
        report: called with a line for each fault.
        kinds: kinds of faults; empty for all.
        kills: number of processes to kill with SIGKILL, distributed over server, worker and client if these are among the kinds.
        seed: seed of the logged events, and of the times and the order of the faults.
        minutes: time limit after which no more faults are made; None for no limit.

    Returns:
        kinds (each with faults, caught (faults that interrupted work), lost, twice, broken, and recovery_s: p50, p95, max),
        broken (descriptions of the violated invariants), skipped (kind → reason), acknowledged (number of events), different
        (differences from the graph of a run without faults; None if no kind uses the main scope), proposals (differences
        between the proposed duplicates, which depend on the name that was digested first), seconds.

    Raises:
        InvalidInput: a kind does not exist.
        ServerError: the server cannot be started.
    """
    selected_kinds = select_kinds(kinds)
    start = time.monotonic()
    deadline = math.inf if minutes is None else start + 60 * minutes
    campaign = _Campaign(settings, report, random.Random(seed), seed, deadline)  # noqa: S311 - repeatable, not secret
    campaign.run(selected_kinds, kills)
    return campaign.summarise() | {"seconds": round(time.monotonic() - start, 1)}


def select_kinds(kinds: Collection[str]) -> tuple[str, ...]:
    """Return the kinds in their fixed order; all if none is given.

    Raises:
        InvalidInput: a kind does not exist.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise InvalidInput("kinds", kind, f"one of {', '.join(KINDS)}")
    return tuple(kind for kind in KINDS if kind in kinds or not kinds)


class _Campaign:
    def __init__(
        self, settings: Settings, report: Callable[[str], object], rng: random.Random, seed: int, deadline: float
    ) -> None:
        self._settings, self._report, self._rng, self._seed, self._deadline = settings, report, rng, seed, deadline
        self._faults: list[FaultResult] = []
        self._skipped: dict[str, str] = {}
        self._acknowledged = 0
        self._differences: list[str] | None = None
        self._proposal_differences: list[str] = []

    def run(self, kinds: Sequence[str], kills: int) -> None:
        counts = {kind: max(1, round(kills * OTHER_RATES[kind])) for kind in kinds if kind in OTHER_RATES}
        if "disk" in counts:
            self._run_disk_fault()
        with (
            tempfile.TemporaryDirectory(prefix="kg-faults-") as folder,
            temporary_server(self._settings, Path(folder)) as server_settings,
        ):
            if "migration" in counts:
                # The first migration uses the server of all other faults; each further one needs a new server.
                self._record_fault(isolated_scopes.kill_migration(server_settings, self._rng, 0, Path(folder)))
            with contextlib.closing(FaultTarget(server_settings, self._seed, Path(folder))) as target:
                self._run_kills(
                    target, [kind for kind in kinds if kind in KILL_SHARES], kills, counts.get("network", 0)
                )
                for kind, make_fault in (
                    ("clock", isolated_scopes.make_clock_fault),
                    ("poison", isolated_scopes.make_poison_fault),
                    ("sleeps", isolated_scopes.make_sleep_fault),
                ):
                    for number in self._limit_by_time(kind, range(counts.get(kind, 0))):
                        self._record_fault(make_fault(target, self._rng, number))
        for number in self._limit_by_time("migration", range(1, counts.get("migration", 0))):
            self._record_fault(isolated_scopes.make_migration_fault(self._settings, self._rng, number))

    def _limit_by_time(self, kind: str, numbers: Sequence[int]) -> Iterator[int]:
        """Yield the numbers until the time limit; record the rest as skipped."""
        for index, number in enumerate(numbers):
            if time.monotonic() > self._deadline:
                self._skipped[kind] = f"time limit reached, {len(numbers) - index} not made"
                return
            yield number

    def _run_kills(self, target: FaultTarget, kinds: Sequence[str], kills: int, network_faults: int) -> None:
        killer = ProcessKiller(target, self._rng)
        for fault in self._make_faults(killer, kinds, kills, network_faults):
            fault.broken.update(check_invariants(target.memory, killer.acknowledged_events()))
            self._record_fault(fault)
        if kinds or network_faults:
            self._acknowledged = len(killer.acknowledged_events())
            self._differences, self._proposal_differences = _compare_with_undisturbed(target, killer)

    def _make_faults(
        self, killer: ProcessKiller, kinds: Sequence[str], kills: int, network_faults: int
    ) -> Iterator[FaultResult]:
        order = [kind for kind, count in distribute_kills(kinds, kills).items() for _ in range(count)]
        self._rng.shuffle(order)
        makers = {"server": killer.kill_server_process, "worker": killer.kill_worker, "client": killer.kill_client}
        for index in self._limit_by_time("kills", range(len(order))):
            yield makers[order[index]]()
        with contextlib.closing(killer.break_network(network_faults)) as network:
            for _ in self._limit_by_time("network", range(network_faults)):
                yield next(network)

    def _run_disk_fault(self) -> None:
        obstacle = find_obstacle()
        if obstacle is not None:
            self._skipped["disk"] = obstacle
            self._report(f"disk: skipped, {obstacle}")
            return
        with tempfile.TemporaryDirectory(prefix="kg-faults-") as folder:
            self._record_fault(make_disk_fault(self._settings, self._seed, Path(folder) / "small"))

    def _record_fault(self, fault: FaultResult) -> None:
        self._faults.append(fault)
        state = f"broken: {fault.broken}" if fault.broken else "intact"
        activity = "busy" if fault.was_busy else "idle"
        self._report(f"{len(self._faults)} {fault.kind} ({activity}): {fault.recovery_s:.1f} s, {state}")

    def summarise(self) -> dict[str, Any]:
        rows = {kind: _summarise_faults([fault for fault in self._faults if fault.kind == kind]) for kind in KINDS}
        return {
            "kinds": {kind: row for kind, row in rows.items() if row["faults"]},
            "broken": [
                f"{fault.kind}: {name}: {'; '.join(details)}"
                for fault in self._faults
                for name, details in fault.broken.items()
            ],
            "skipped": self._skipped,
            "acknowledged": self._acknowledged,
            "different": self._differences,
            "proposals": self._proposal_differences,
        }


def distribute_kills(kinds: Sequence[str], kills: int) -> dict[str, int]:
    """Return the number of kills of each kind, by its share; they add up to `kills`."""
    total = sum(KILL_SHARES[kind] for kind in kinds)
    counts = {kind: int(kills * KILL_SHARES[kind] / total) for kind in kinds}
    for kind in kinds[: kills - sum(counts.values())]:
        counts[kind] += 1
    return counts


def _summarise_faults(faults: Sequence[FaultResult]) -> dict[str, Any]:
    violation_counts: Counter[str] = Counter()
    for fault in faults:
        violation_counts.update({name: len(details) for name, details in fault.broken.items()})
    durations = sorted(fault.recovery_s for fault in faults)
    return {
        "faults": len(faults),
        "caught": sum(fault.was_busy for fault in faults),
        "lost": violation_counts["lost"],
        "twice": violation_counts["twice"],
        "broken": sum(bool(fault.broken) for fault in faults),
        "recovery_s": {
            "p50": round(statistics.median(durations), 3),
            "p95": round(durations[math.ceil(len(durations) * 0.95) - 1], 3),
            "max": round(durations[-1], 3),
        }
        if durations
        else {},
    }


def _compare_with_undisturbed(target: FaultTarget, killer: ProcessKiller) -> tuple[list[str], list[str]]:
    """Compare with a scope in which one process logged and digested the same events without faults."""
    with Memory.connect(f"{target.scope}-alone", settings=target.settings) as memory:
        memory.log(killer.logged_events())
        memory.digest()
        return compare_graphs(digest_knowledge(memory.graph), digest_knowledge(target.memory.graph))


def compare_graphs(expected: Mapping[str, str], actual: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Return the differences between two digests of graphs, and those between their proposed duplicates.

    Of two similar names, the one that is digested later is proposed as a duplicate of the other, and faults change the order
    in which sessions are digested.
    """
    differing = [key for key in sorted(expected.keys() | actual.keys()) if expected.get(key) != actual.get(key)]
    proposals = [key for key in differing if _PROPOSED_DUPLICATE in key]
    others = [key for key in differing if _PROPOSED_DUPLICATE not in key]
    return _describe_differences(others, expected, actual), _describe_differences(proposals, expected, actual)


def _describe_differences(keys: Sequence[str], expected: Mapping[str, str], actual: Mapping[str, str]) -> list[str]:
    return [
        f"{key}: {'only after faults' if key not in expected else 'missing' if key not in actual else 'different'}"
        for key in keys[:_MAX_SHOWN]
    ]
