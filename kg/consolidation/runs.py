"""Consolidation runs in the graph: one at a time per scope, with a lease, so that an interrupted run can be resumed."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from kg.errors import Refused
from kg.graph import Graph, as_datetime
from kg.protocols import Clock
from kg.types import SleepReport, StepResult


@dataclass(frozen=True)
class ActiveRun:
    """A run in progress.

    Attributes:
        id: id of its node.
        kind: quick or deep.
        started: when it began, possibly in another process.
        holder: id of the process that holds the lease.
        resumed: whether it was begun by another holder.
        results: results of the completed steps.
    """

    id: str
    kind: str
    started: dt.datetime
    holder: str
    resumed: bool = False
    results: Mapping[str, StepResult] = field(default_factory=dict)

    def with_result(self, name: str, result: StepResult) -> ActiveRun:
        """Return the run with the result of one more step."""
        return replace(self, results={**self.results, name: result})

    def report(self, status: str, ended: dt.datetime | None) -> SleepReport:
        """Return the report of the run so far."""
        return SleepReport(status, self.results, self.started, ended, self.kind, self.id, self.resumed)


class SleepRuns:
    """The consolidation runs of one scope."""

    def __init__(self, graph: Graph, clock: Clock, lease: dt.timedelta) -> None:
        self._graph = graph
        self._clock = clock
        self._lease = lease

    def begin(self, kind: str) -> ActiveRun:
        """Begin a run, or take over an interrupted one of either kind.

        Raises:
            Refused: another process holds the lease.
        """
        now, holder = self._clock.now(), uuid.uuid4().hex
        name = f"{kind}-sleep-{holder[:12]}"
        [row] = self._graph.run(
            "consolidation/begin", id=name, kind=kind, name=f"{kind} sleep {now:%Y-%m-%d}", holder=holder,
            now=now, lease_until=now + self._lease,
        )  # fmt: skip
        run = row["run"]
        if row["is_leased"]:
            raise Refused(
                f"a {run['kind']} sleep of scope {self._graph.scope!r} is already running ({run.get('phase') or 'starting'}); "
                f"its lease expires at {as_datetime(run['lease_until']):%Y-%m-%d %H:%M:%S} UTC unless it is renewed"
            )
        report = to_sleep_report(run)
        return ActiveRun(run["id"], run["kind"], report.started, holder, run["id"] != name, report.steps)

    def record(self, run: ActiveRun, phase: str) -> None:
        """Record the current step and renew the lease.

        Raises:
            Refused: the lease expired, and another process has taken the run over.
        """
        self._record(run, "running", phase, None, self._clock.now() + self._lease)

    def end(self, run: ActiveRun) -> SleepReport:
        """End a run.

        Raises:
            Refused: the lease expired, and another process has taken the run over.
        """
        now = self._clock.now()
        status = "failed" if any(one.status == "failed" for one in run.results.values()) else "success"
        self._record(run, status, None, now, now)
        return run.report(status, now)

    def release(self, run: ActiveRun) -> None:
        """Release the lease, so that another process can resume the run at once.

        Raises:
            Refused: another process has taken the run over already.
        """
        self._record(run, "running", None, None, self._clock.now())

    def state(self) -> dict[str, Any]:
        """Return the time of the last event, the open run, and the newest quick and deep runs, as maps. One trip."""
        [row] = self._graph.run("consolidation/state", now=self._clock.now())
        return {**row, "last_event_at": as_datetime(row["last_event_at"])}

    def is_leased(self, run: Mapping[str, Any]) -> bool:
        """Whether the lease of a run still holds. A clock that was set back does not extend it."""
        now, until = self._clock.now(), run["lease_until"].to_native()
        return bool(now < until <= now + self._lease + dt.timedelta(hours=1))

    def _record(
        self, run: ActiveRun, state: str, phase: str | None, ended: dt.datetime | None, lease_until: dt.datetime
    ) -> None:
        results = [json.dumps({"name": name, **asdict(one)}) for name, one in run.results.items()]
        rows = self._graph.run(
            "consolidation/record_progress", id=run.id, holder=run.holder, state=state, phase=phase, results=results, ended=ended,
            lease_until=lease_until,
        )  # fmt: skip
        if not rows:
            raise Refused(f"the {run.kind} sleep {run.id!r} lost its lease, and another process has taken it over")


def to_sleep_report(run: Mapping[str, Any]) -> SleepReport:
    """Convert the map of a run's node to a `SleepReport`."""
    steps = {}
    for text in run["results"]:
        fields = json.loads(text)
        name = fields.pop("name")
        steps[name] = StepResult(**{**fields, "degraded": tuple(fields["degraded"])})
    started = as_datetime(run["started_at"])
    if started is None:
        raise ValueError("a stored run must have a start time")
    return SleepReport(run["state"], steps, started, as_datetime(run.get("ended_at")), run["kind"], run["id"])
