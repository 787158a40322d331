"""Offline consolidation of a scope ("sleep"): runs the quick and deep steps, on demand or when due."""

from __future__ import annotations

import datetime as dt
import json
import logging
import time
from collections.abc import Mapping, Sequence

from kg import events as logs
from kg.consolidation.run_context import SleepContext, SleepStep
from kg.consolidation.runs import ActiveRun, SleepRuns, to_sleep_report
from kg.consolidation.schedule import is_deep_due, is_quick_due, load_time_zone, next_occurrence, parse_time_of_day
from kg.consolidation.steps import SLEEP_STEPS
from kg.errors import InvalidInput, Refused
from kg.knowledge import check_limit
from kg.runtime import Runtime
from kg.types import Proposal, SleepReport, SleepStatus, StepResult, WrittenMemories, WrittenMemory

log = logging.getLogger(__name__)

_WRITTEN_KINDS = ["diary", "episode", "longterm", "reflection", "learning", "procedure"]


class Sleep:
    """Consolidation of a scope. At most one run is in progress, in any process.

    Attributes:
        runtime: what the memory was opened with.
    """

    def __init__(self, runtime: Runtime, steps: Mapping[str, Sequence[SleepStep]] = SLEEP_STEPS) -> None:
        """Read the schedule from the settings.

        Args:
            runtime: what the memory was opened with.
            steps: the steps of each kind of run, in order.
        """
        self.runtime = runtime
        self._steps = steps
        self._clock = runtime.clock
        self._zone = load_time_zone(runtime.settings.owner_zone)
        self._hour = parse_time_of_day(runtime.settings.sleep_at)
        self._quiet = dt.timedelta(seconds=runtime.settings.sleep_quiet_s)
        lease = dt.timedelta(seconds=runtime.settings.sleep_lease_s)
        self._runs = SleepRuns(runtime.graph.with_own_count(), runtime.clock, lease)

    def quick(self) -> SleepReport:
        """Run the quick steps now: digest pending events, count disputed facts, write the diary and merge entities.

        An interrupted run is resumed first; if it is of the same kind, its report is returned.

        Raises:
            Refused: another process is running it, or took it over after the lease expired.
        """
        return self._run("quick")

    def deep(self) -> SleepReport:
        """Run the deep steps now. Idempotent.

        A failed step is reported, and the steps that do not depend on it still run. An interrupted run is resumed first, with its
        remaining steps; if it is of the same kind, its report is returned.

        Raises:
            Refused: another process is running it, or took it over after the lease expired.
        """
        return self._run("deep")

    def status(self) -> SleepStatus:
        """Return the state of consolidation: the open run and the newest report of each kind. One trip."""
        row, now = self._runs.state(), self._clock.now()
        quick, deep = (to_sleep_report(row[kind]) if row[kind] else None for kind in ("quick", "deep"))
        newest = max((one for one in (quick, deep) if one), key=lambda one: one.started, default=None)
        due = is_deep_due(now, deep.started if deep else None, self._hour, self._zone)
        after = None if due else next_occurrence(now, self._hour, self._zone)
        if row["open"] is not None:
            run = to_sleep_report(row["open"])
            lease = row["open"]["lease_until"].to_native().astimezone(dt.UTC)
            return SleepStatus("running", run.kind, row["open"].get("phase"), lease, quick, deep, after)
        if newest is None:
            return SleepStatus("idle")
        return SleepStatus(newest.status, newest.kind, None, None, quick, deep, after)

    def written(self, report: SleepReport, *, limit: int = 10) -> Sequence[WrittenMemories]:
        """Return the memories that were written during a run and still hold, by kind. One trip.

        Args:
            report: of the run.
            limit: maximum number of memories of each kind, 1 to 10,000; all are counted.

        Raises:
            InvalidInput: the limit.
        """
        rows = self.runtime.graph.run(
            "consolidation/written_memories", kinds=_WRITTEN_KINDS, since=report.started,
            until=report.ended or self._clock.now(), limit=check_limit(limit),
        )  # fmt: skip
        return [
            WrittenMemories(
                row["kind"],
                row["count"],
                tuple(
                    WrittenMemory(one["id"], one["text"], one["at"].to_native().astimezone(dt.UTC))
                    for one in reversed(row["newest"])
                ),
            )
            for row in rows
        ]

    def proposals(self, date: dt.date | dt.datetime | str | None = None) -> Sequence[Proposal]:
        """Return the proposals of the deep run of a date, by descending priority. One trip.

        Args:
            date: a date or ISO text, in the owner's time zone; by default the latest with proposals. A datetime counts as a day.

        Raises:
            InvalidInput: the date is invalid.
        """
        params = {} if date is None else {"date": self._day(date).isoformat()}
        rows = self.runtime.graph.run("consolidation/proposals", ["of_date" if params else "last"], **params)
        return [Proposal(**json.loads(item)) for row in rows for item in row["items"]]

    def run_if_due(self, *, is_starting: bool = False) -> SleepReport | None:
        """Run consolidation if it is due or was interrupted; return None where it is not due or another process runs it.

        Args:
            is_starting: whether the caller has just started; see `kg.consolidation.schedule.is_deep_due`.
        """
        row, now = self._runs.state(), self._clock.now()
        quick, deep = (row[kind] and to_sleep_report(row[kind]).started for kind in ("quick", "deep"))
        last_run = max((one for one in (quick, deep) if one), default=None)
        if row["open"] is not None:
            if self._runs.is_leased(row["open"]):
                return None
            kind = row["open"]["kind"]
        elif is_deep_due(now, deep, self._hour, self._zone, is_starting=is_starting):
            kind = "deep"
        elif is_quick_due(now, row["last_event_at"], last_run, self._quiet):
            kind = "quick"
        else:
            return None
        try:
            return self._run(kind)
        except Refused as refused:
            log.info("consolidation was not started: %s", refused)
            return None

    def _run(self, kind: str) -> SleepReport:
        while True:
            run = self._runs.begin(kind)
            try:
                report = self._run_steps(run)
            except KeyboardInterrupt:
                self._runs.release(run)
                raise
            if run.kind == kind:
                return report

    def _run_steps(self, run: ActiveRun) -> SleepReport:
        for step in self._steps[run.kind]:
            if step.name not in run.results:
                self._runs.record(run, step.name)
                run = run.with_result(step.name, self._run_step(step, run))
        return self._runs.end(run)

    def _run_step(self, step: SleepStep, run: ActiveRun) -> StepResult:
        failed = [name for name in step.needs if name in run.results and run.results[name].status != "success"]
        if failed:
            return StepResult("skipped", error=f"it depends on {' and '.join(failed)}")
        context = SleepContext(self.runtime, run.id, run.started, lambda: self._runs.record(run, step.name))
        start = time.perf_counter()
        try:
            outcome = step.work(context)
        except Refused:
            raise
        except Exception as error:
            # The error is reported, and independent steps still run.
            log.exception("step %s of the %s consolidation run failed", step.name, run.kind)
            message = f"{type(error).__name__}: {error}"[:500]
            return StepResult("failed", error=message, trips=context.graph.trips, seconds=_seconds_since(start))
        return StepResult("success", outcome.counts, None, outcome.degraded, context.graph.trips, _seconds_since(start))

    def _day(self, value: object) -> dt.date:
        if isinstance(value, str):
            try:
                return dt.date.fromisoformat(value.strip())
            except ValueError:
                value = logs.parse_time("date", value)
        if isinstance(value, dt.datetime):
            return logs.parse_time("date", value).astimezone(self._zone).date()
        if isinstance(value, dt.date):
            return value
        raise InvalidInput("date", value, "a date, or ISO text such as 2026-03-02")


def _seconds_since(start: float) -> float:
    return round(time.perf_counter() - start, 3)
