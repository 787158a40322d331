"""The campaign: faults in a random order, the invariants after each, at the end the graph beside one without faults."""

from __future__ import annotations

import contextlib
import math
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from kg.bench.faults import isolated_scopes
from kg.bench.faults.environment import Ground, own_server
from kg.bench.faults.full_disk import disk, lacking
from kg.bench.faults.process_kills import Fault, Killing
from kg.bench.invariants import broken, knowledge
from kg.errors import InvalidInput
from kg.memory import Memory
from kg.settings import Settings

KILLS = {"server": 0.2, "worker": 0.4, "client": 0.4}
"""The kinds that kill -9 a process of the standing scope, each with its share of the kills."""
OTHERS = {"network": 0.1, "clock": 0.05, "poison": 0.05, "sleeps": 0.05, "migration": 0.02, "disk": 0.0}
"""The other kinds, each with its number beside the kills; at least one of each is made."""
KINDS = (*KILLS, *OTHERS)
"""All kinds of faults."""
_SHOWN = 20


def run(
    settings: Settings,
    note: Callable[[str], object],
    *,
    kinds: Collection[str] = (),
    kills: int = 100,
    seed: int = 1,
    minutes: float | None = None,
) -> dict[str, Any]:
    """Make faults on a server of its own, which is gone at the end.

    Args:
        settings: of the memories; which server they name does not matter.
        note: told of each fault.
        kinds: which kinds; none: all.
        kills: processes that are killed with -9, spread over server, worker and client as far as these are among the kinds.
        seed: of what is logged, and of the moments and the order of the faults.
        minutes: after so many no more faults are made; None: all of them are.

    Returns:
        kinds (each with faults, caught (something was under way), lost, twice, broken, and recovery_s: p50, p95, max),
        broken (each broken invariant in words), skipped (kind → why it was not made, or not as often), acknowledged (events),
        different (what differs from the graph that one process leaves without faults; None where no kind works on the
        standing scope), seconds.

    Raises:
        InvalidInput: no such kind.
        ServerError: the server cannot be started.
    """
    chosen = checked(kinds)
    start = time.monotonic()
    until = math.inf if minutes is None else start + 60 * minutes
    campaign = _Campaign(settings, note, random.Random(seed), seed, until)  # noqa: S311 - repeatable, not secret
    campaign.go(chosen, kills)
    return campaign.told() | {"seconds": round(time.monotonic() - start, 1)}


def checked(kinds: Collection[str]) -> tuple[str, ...]:
    """The kinds in their order; all where none is named.

    Raises:
        InvalidInput: no such kind.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise InvalidInput("kinds", kind, f"one of {', '.join(KINDS)}")
    return tuple(kind for kind in KINDS if kind in kinds or not kinds)


class _Campaign:
    def __init__(
        self, settings: Settings, note: Callable[[str], object], dice: random.Random, seed: int, until: float
    ) -> None:
        self._settings, self._note, self._dice, self._seed, self._until = settings, note, dice, seed, until
        self._faults: list[Fault] = []
        self._skipped: dict[str, str] = {}
        self._acknowledged = 0
        self._different: list[str] | None = None

    def go(self, kinds: Sequence[str], kills: int) -> None:
        counts = {kind: max(1, round(kills * OTHERS[kind])) for kind in kinds if kind in OTHERS}
        if "disk" in counts:
            self._disk()
        with (
            tempfile.TemporaryDirectory(prefix="kg-faults-") as name,
            own_server(self._settings, Path(name)) as running,
        ):
            if "migration" in counts:
                # The first is made on the server that all others are made on; the rest each need a new one.
                self._keep(isolated_scopes.killed_migration(running, self._dice, 0, Path(name)))
            with contextlib.closing(Ground(running, self._seed, Path(name))) as ground:
                self._standing(ground, [kind for kind in kinds if kind in KILLS], kills, counts.get("network", 0))
                for kind, make in (
                    ("clock", isolated_scopes.clock),
                    ("poison", isolated_scopes.poison),
                    ("sleeps", isolated_scopes.sleeps),
                ):
                    for number in self._numbers(kind, range(counts.get(kind, 0))):
                        self._keep(make(ground, self._dice, number))
        for number in self._numbers("migration", range(1, counts.get("migration", 0))):
            self._keep(isolated_scopes.migration(self._settings, self._dice, number))

    def _numbers(self, kind: str, numbers: Sequence[int]) -> Iterator[int]:
        """These, as long as there is time."""
        for place, number in enumerate(numbers):
            if time.monotonic() > self._until:
                self._skipped[kind] = f"time was over, {len(numbers) - place} were left"
                return
            yield number

    def _standing(self, ground: Ground, kinds: Sequence[str], kills: int, spoilt: int) -> None:
        killing = Killing(ground, self._dice)
        for fault in self._shuffled(killing, kinds, kills, spoilt):
            fault.broken.update(broken(ground.memory, killing.acknowledged()))
            self._keep(fault)
        if kinds or spoilt:
            self._acknowledged = len(killing.acknowledged())
            self._different = _differences(ground, killing)

    def _shuffled(self, killing: Killing, kinds: Sequence[str], kills: int, spoilt: int) -> Iterator[Fault]:
        order = [kind for kind, count in spread(kinds, kills).items() for _ in range(count)]
        self._dice.shuffle(order)
        makers = {"server": killing.server, "worker": killing.worker, "client": killing.client}
        for place in self._numbers("kills", range(len(order))):
            yield makers[order[place]]()
        with contextlib.closing(killing.network(spoilt)) as faults:
            for _ in self._numbers("network", range(spoilt)):
                yield next(faults)

    def _disk(self) -> None:
        why = lacking()
        if why is not None:
            self._skipped["disk"] = why
            self._note(f"disk: skipped, {why}")
            return
        with tempfile.TemporaryDirectory(prefix="kg-faults-") as name:
            self._keep(disk(self._settings, self._seed, Path(name) / "small"))

    def _keep(self, fault: Fault) -> None:
        self._faults.append(fault)
        state = f"broken: {fault.broken}" if fault.broken else "whole"
        when = "at work" if fault.caught else "idle"
        self._note(f"{len(self._faults)} {fault.kind} ({when}): {fault.recovery_s:.1f} s, {state}")

    def told(self) -> dict[str, Any]:
        kinds = {kind: _row([fault for fault in self._faults if fault.kind == kind]) for kind in KINDS}
        return {
            "kinds": {kind: row for kind, row in kinds.items() if row["faults"]},
            "broken": [f"{f.kind}: {name}: {'; '.join(some)}" for f in self._faults for name, some in f.broken.items()],
            "skipped": self._skipped,
            "acknowledged": self._acknowledged,
            "different": self._different,
        }


def spread(kinds: Sequence[str], kills: int) -> dict[str, int]:
    """How many kills of each kind: by their shares, all of them together `kills`."""
    whole = sum(KILLS[kind] for kind in kinds)
    counts = {kind: int(kills * KILLS[kind] / whole) for kind in kinds}
    for kind in kinds[: kills - sum(counts.values())]:
        counts[kind] += 1
    return counts


def _row(faults: Sequence[Fault]) -> dict[str, Any]:
    names: Counter[str] = Counter()
    for fault in faults:
        names.update({name: len(some) for name, some in fault.broken.items()})
    times = sorted(fault.recovery_s for fault in faults)
    return {
        "faults": len(faults),
        "caught": sum(fault.caught for fault in faults),
        "lost": names["lost"],
        "twice": names["twice"],
        "broken": sum(bool(fault.broken) for fault in faults),
        "recovery_s": {
            "p50": round(statistics.median(times), 1),
            "p95": round(times[math.ceil(len(times) * 0.95) - 1], 1),
            "max": round(times[-1], 1),
        }
        if times
        else {},
    }


def _differences(ground: Ground, killing: Killing) -> list[str]:
    """What a scope in which one process logged and digested the same, without faults, knows otherwise."""
    with Memory.connect(f"{ground.scope}-alone", settings=ground.settings) as memory:
        memory.log(killing.events())
        memory.digest()
        alone_, found = knowledge(memory.graph), knowledge(ground.memory.graph)
    return [
        f"{key}: {'only after faults' if key not in alone_ else 'gone' if key not in found else 'otherwise'}"
        for key in sorted(alone_.keys() | found.keys())
        if alone_.get(key) != found.get(key)
    ][:_SHOWN]
