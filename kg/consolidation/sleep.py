"""Sleep: what was said and kept is gone through while nobody speaks, so that what is read by day is short and true."""

from __future__ import annotations

import datetime as dt
import json
import logging
import time
from collections.abc import Mapping, Sequence

from kg import events as logs
from kg.consolidation.run_context import Means, Night, Step
from kg.consolidation.runs import Run, Runs, report_of
from kg.consolidation.schedule import deep_due, hour_of, next_hour, quick_due, zone_of
from kg.consolidation.steps import STEPS
from kg.errors import InvalidInput, Refused
from kg.types import Proposal, SleepReport, SleepStatus, StepResult

log = logging.getLogger(__name__)


class Sleep:
    """The sleep of a scope: one at a time, whoever sleeps.

    Attributes:
        means: what the memory was opened with.
    """

    def __init__(self, means: Means, steps: Mapping[str, Sequence[Step]] = STEPS) -> None:
        """Keep what is needed.

        Args:
            means: what the memory was opened with.
            steps: those of each kind, in their order.
        """
        self.means = means
        self._steps = steps
        self._clock = means.clock
        self._zone = zone_of(means.settings.owner_zone)
        self._hour = hour_of(means.settings.sleep_at)
        self._quiet = dt.timedelta(seconds=means.settings.sleep_quiet_s)
        lease = dt.timedelta(seconds=means.settings.sleep_lease_s)
        self._runs = Runs(means.graph.counting(), means.clock, lease)

    def quick(self) -> SleepReport:
        """Sleep for a moment, whenever that was done last: digest what is pending, count doubts, tell the diary, see to entities.

        A sleep that was cut off is gone on with first; of the same kind, it is this one.

        Raises:
            Refused: another sleeps, or has taken this sleep over since it took too long.
        """
        return self._sleep("quick")

    def deep(self) -> SleepReport:
        """Sleep deeply, whenever that was done last: everything is gone through. Done again, it changes nothing.

        A step that fails is told in the report, and those that do not depend on it are done all the same. A sleep that was cut
        off is gone on with first, with the steps that were not done; of the same kind, it is this one.

        Raises:
            Refused: another sleeps, or has taken this sleep over since it took too long.
        """
        return self._sleep("deep")

    def status(self) -> SleepStatus:
        """How the memory sleeps: what is under way, what came of the newest sleep of each kind. One trip."""
        row, now = self._runs.state(), self._clock.now()
        quick, deep = (report_of(row[kind]) if row[kind] else None for kind in ("quick", "deep"))
        newest = max((one for one in (quick, deep) if one), key=lambda one: one.started, default=None)
        due = deep_due(now, deep.started if deep else None, self._hour, self._zone)
        after = None if due else next_hour(now, self._hour, self._zone)
        if row["open"] is not None:
            run = report_of(row["open"])
            lease = row["open"]["lease_until"].to_native().astimezone(dt.UTC)
            return SleepStatus("running", run.kind, row["open"].get("phase"), lease, quick, deep, after)
        if newest is None:
            return SleepStatus("idle")
        return SleepStatus(newest.status, newest.kind, None, None, quick, deep, after)

    def proposals(self, date: dt.date | dt.datetime | str | None = None) -> Sequence[Proposal]:
        """What the deep sleep of a date proposed, the most pressing first; none where there was none. One trip.

        Args:
            date: by the owner's calendar, as a date or as ISO text; the last that there is by default. Of a moment, its day.

        Raises:
            InvalidInput: no date.
        """
        params = {} if date is None else {"date": self._day(date).isoformat()}
        rows = self.means.graph.run("consolidation/proposals", ["of_date" if params else "last"], **params)
        return [Proposal(**json.loads(item)) for row in rows for item in row["items"]]

    def when_due(self, *, beginning: bool = False) -> SleepReport | None:
        """Sleep if it is time to, or if a sleep was cut off; None where it is not, or where another sleeps.

        Args:
            beginning: whether who asks has just begun to; see `kg.consolidation.schedule.deep_due`.
        """
        row, now = self._runs.state(), self._clock.now()
        quick, deep = (row[kind] and report_of(row[kind]).started for kind in ("quick", "deep"))
        slept = max((one for one in (quick, deep) if one), default=None)
        if row["open"] is not None:
            if self._runs.held(row["open"]):
                return None
            kind = row["open"]["kind"]
        elif deep_due(now, deep, self._hour, self._zone, beginning=beginning):
            kind = "deep"
        elif quick_due(now, row["heard"], slept, self._quiet):
            kind = "quick"
        else:
            return None
        try:
            return self._sleep(kind)
        except Refused as refused:
            log.info("not now: %s", refused)
            return None

    def _sleep(self, kind: str) -> SleepReport:
        while True:
            run = self._runs.begin(kind)
            try:
                report = self._through(run)
            except KeyboardInterrupt:
                self._runs.release(run)
                raise
            if run.kind == kind:
                return report

    def _through(self, run: Run) -> SleepReport:
        for step in self._steps[run.kind]:
            if step.name not in run.results:
                self._runs.record(run, step.name)
                run = run.with_result(step.name, self._result(step, run))
        return self._runs.end(run)

    def _result(self, step: Step, run: Run) -> StepResult:
        lacking = [name for name in step.needs if name in run.results and run.results[name].status != "success"]
        if lacking:
            return StepResult("skipped", error=f"it needs {' and '.join(lacking)}")
        night = Night(self.means, run.id, run.started, lambda: self._runs.record(run, step.name))
        start = time.perf_counter()
        try:
            done = step.work(night)
        except Refused:
            raise
        except Exception as error:
            # Told in the report; the steps that do not need this one go on.
            log.exception("step %s of the %s sleep failed", step.name, run.kind)
            told = f"{type(error).__name__}: {error}"[:500]
            return StepResult("failed", error=told, trips=night.graph.trips, seconds=_since(start))
        return StepResult("success", done.counts, None, done.degraded, night.graph.trips, _since(start))

    def _day(self, value: object) -> dt.date:
        if isinstance(value, str):
            try:
                return dt.date.fromisoformat(value.strip())
            except ValueError:
                value = logs.moment("date", value)
        if isinstance(value, dt.datetime):
            return logs.moment("date", value).astimezone(self._zone).date()
        if isinstance(value, dt.date):
            return value
        raise InvalidInput("date", value, "a date, or ISO text as 2026-03-02")


def _since(start: float) -> float:
    return round(time.perf_counter() - start, 3)
