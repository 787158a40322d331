"""Sleeps in the graph: one at a time for each scope, how far each is, and who goes on where a sleeper is gone."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from kg.errors import Refused
from kg.graph import Graph
from kg.graph.driver_values import as_datetime
from kg.protocols import Clock
from kg.types import SleepReport, StepResult


@dataclass(frozen=True)
class Run:
    """A sleep that is under way.

    Attributes:
        id: of its node.
        kind: quick or deep.
        started: when it began, whoever began it.
        holder: id of who sleeps.
        resumed: whether another sleeper began it.
        results: what the steps that are done came to.
    """

    id: str
    kind: str
    started: dt.datetime
    holder: str
    resumed: bool = False
    results: Mapping[str, StepResult] = field(default_factory=dict)

    def with_result(self, name: str, result: StepResult) -> Run:
        """The same, with one more step done."""
        return replace(self, results={**self.results, name: result})

    def report(self, status: str, ended: dt.datetime | None) -> SleepReport:
        """What it came to so far."""
        return SleepReport(status, self.results, self.started, ended, self.kind, self.id, self.resumed)


class Runs:
    """The sleeps of one scope."""

    def __init__(self, graph: Graph, clock: Clock, lease: dt.timedelta) -> None:
        self._graph = graph
        self._clock = clock
        self._lease = lease

    def begin(self, kind: str) -> Run:
        """Begin a sleep; or take over one that was cut off, of whichever kind.

        Raises:
            Refused: another sleeps.
        """
        now, holder = self._clock.now(), uuid.uuid4().hex
        name = f"{kind}-sleep-{holder[:12]}"
        [row] = self._graph.run(
            "consolidation/begin", id=name, kind=kind, name=f"{kind} sleep {now:%Y-%m-%d}", holder=holder,
            now=now, lease_until=now + self._lease,
        )  # fmt: skip
        run = row["run"]
        if row["held"]:
            raise Refused(
                f"a {run['kind']} sleep of scope {self._graph.scope!r} is under way ({run.get('phase') or 'beginning'}); "
                f"it counts as cut off at {as_datetime(run['lease_until']):%Y-%m-%d %H:%M:%S} UTC if nothing is heard of it"
            )
        report = report_of(run)
        return Run(run["id"], run["kind"], report.started, holder, run["id"] != name, report.steps)

    def record(self, run: Run, phase: str) -> None:
        """Note what is being done, and hold the lease on.

        Raises:
            Refused: the lease lapsed, and another has taken the sleep over.
        """
        self._record(run, "running", phase, None, self._clock.now() + self._lease)

    def end(self, run: Run) -> SleepReport:
        """End a sleep.

        Raises:
            Refused: the lease lapsed, and another has taken the sleep over.
        """
        now = self._clock.now()
        status = "failed" if any(one.status == "failed" for one in run.results.values()) else "success"
        self._record(run, status, None, now, now)
        return run.report(status, now)

    def release(self, run: Run) -> None:
        """Give the lease up: whoever comes next goes on at once.

        Raises:
            Refused: another has taken the sleep over already.
        """
        self._record(run, "running", None, None, self._clock.now())

    def state(self) -> dict[str, Any]:
        """When somebody spoke last (`heard`), and the runs as maps: `open`, the newest `quick` and `deep`. One trip."""
        [row] = self._graph.run("consolidation/state", now=self._clock.now())
        return {**row, "heard": as_datetime(row["heard"])}

    def held(self, run: Mapping[str, Any]) -> bool:
        """Whether the lease of `consolidation/begin` still holds; a clock that was set back does not lengthen it."""
        now, until = self._clock.now(), run["lease_until"].to_native()
        return bool(now < until <= now + self._lease + dt.timedelta(hours=1))

    def _record(
        self, run: Run, state: str, phase: str | None, ended: dt.datetime | None, lease_until: dt.datetime
    ) -> None:
        results = [json.dumps({"name": name, **asdict(one)}) for name, one in run.results.items()]
        rows = self._graph.run(
            "consolidation/record_progress", id=run.id, holder=run.holder, state=state, phase=phase, results=results, ended=ended,
            lease_until=lease_until,
        )  # fmt: skip
        if not rows:
            raise Refused(f"the {run.kind} sleep {run.id!r} took too long, and another has taken it over")


def report_of(run: Mapping[str, Any]) -> SleepReport:
    """The record of a sleep, from the map of its node."""
    steps = {}
    for text in run["results"]:
        told = json.loads(text)
        name = told.pop("name")
        steps[name] = StepResult(**{**told, "degraded": tuple(told["degraded"])})
    started = as_datetime(run["started_at"])
    if started is None:
        raise ValueError("a sleep has its beginning")
    return SleepReport(run["state"], steps, started, as_datetime(run.get("ended_at")), run["kind"], run["id"])
