"""Consolidation runs: reports, leases, schedule and idempotence."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from kg import Event, Memory, Settings
from kg.consolidation import DEEP_STEPS, QUICK_STEPS, SLEEP_STEPS, Sleep, SleepContext, StepOutcome
from kg.errors import InvalidInput, ModelUnavailable, Refused
from kg.protocols import FixedClock, Reply
from kg.types import SleepReport
from tests.consolidation.world import Look, populate, snapshot
from tests.support import T0, FailingEmbedder, days, minutes, run_concurrently, seconds

Talk = Callable[..., list[Event]]


def with_step(memory: Memory, name: str, work: Callable[[SleepContext], StepOutcome]) -> Sleep:
    """The memory's sleep, with other work for one step of each kind."""
    steps = {
        kind: [replace(step, work=work) if step.name == name else step for step in some]
        for kind, some in SLEEP_STEPS.items()
    }
    return Sleep(memory.sleep.runtime, steps)


def failing(_: SleepContext) -> StepOutcome:
    raise RuntimeError("out of order")


@pytest.mark.slow
def test_a_report_contains_each_steps_result(memory: Memory, clock: FixedClock, talk: Talk) -> None:
    assert memory.sleep.status().state == "idle"
    memory.log(talk())
    report = memory.sleep.quick()
    assert (report.status, report.kind, report.started, report.ended) == ("success", "quick", clock.now(), clock.now())
    assert (
        list(report.steps) == [step.name for step in QUICK_STEPS] == ["digest", "contradictions", "diary", "entities"]
    )
    assert report.steps["digest"].counts["events"] == 12
    assert report.steps["diary"].counts == {"diary": 1, "episodes": 1, "failures": 0, "learnings": 0, "events": 12}
    assert 0 < report.trips == sum(step.trips for step in report.steps.values())
    [entry] = memory.diary.recent(days=3)
    assert entry.participants == ("cli:p0", "cli:p1")
    assert set(entry.sources) <= {event.id for event in memory.history("cli:1")}
    clock.forward(minutes(1))
    deep = memory.sleep.deep()
    assert list(deep.steps) == [step.name for step in DEEP_STEPS]
    status = memory.sleep.status()
    assert (status.state, status.kind, status.quick, status.deep) == ("success", "deep", report, deep)
    assert status.next_deep == dt.datetime(2026, 3, 3, 4, tzinfo=dt.UTC)


@pytest.mark.slow
def test_a_second_run_changes_nothing(memory: Memory, clock: FixedClock, look: Look, scope: str) -> None:
    populate(memory, clock)
    memory.sleep.deep()
    before = snapshot(look, scope)
    for again in (memory.sleep.deep, memory.sleep.quick):
        report = again()
        assert report.status == "success"
        assert snapshot(look, scope) == before
    idle = {
        name: {what for what, count in step.counts.items() if count} for name, step in memory.sleep.deep().steps.items()
    }
    assert {name for name, did in idle.items() if did} == {"proposals"}, "they are those of the date"


@pytest.mark.slow
@pytest.mark.parametrize("name", [step.name for step in DEEP_STEPS])
def test_a_failed_step_skips_only_dependent_steps(name: str, memory: Memory, talk: Talk) -> None:
    memory.log(talk())
    report = with_step(memory, name, failing).deep()
    assert report.status == "failed"
    assert report.steps[name].error == "RuntimeError: out of order"
    skipped = {one for one, step in report.steps.items() if step.status == "skipped"}
    assert skipped == {step.name for step in DEEP_STEPS if name in step.needs}
    assert all(step.status == "success" for one, step in report.steps.items() if one not in {name, *skipped})
    assert memory.sleep.status().state == "failed"
    assert memory.sleep.deep().status == "success", "the next is a sleep of its own"


@pytest.mark.slow
def test_steps_that_need_no_embedder_run_without_one(connect: Callable[..., Memory], talk: Talk) -> None:
    embedder = FailingEmbedder(ModelUnavailable("No weights.", how="kg models fetch"))
    memory = connect(embedder=embedder)
    memory.log(talk())
    report = memory.sleep.deep()
    assert report.steps["digest"].status == "failed"
    assert "kg models fetch" in (report.steps["digest"].error or "")
    assert report.steps["contradictions"].error == "it depends on digest"
    assert report.steps["prune"].status == "success"
    embedder.error = None
    again = memory.sleep.deep()
    assert again.status == "success"
    assert again.steps["consolidate"].counts["events"] == 12


@pytest.mark.slow
def test_only_one_run_is_in_progress_at_a_time(connect: Callable[..., Memory], talk: Talk) -> None:
    memories = [connect() for _ in range(4)]
    memories[0].log(talk())
    here, there = threading.Barrier(len(memories)), threading.Event()

    def slow(context: SleepContext) -> StepOutcome:
        assert there.wait(60)
        return StepOutcome()

    def sleep(memory: Memory) -> Callable[[], SleepReport | str]:
        def run() -> SleepReport | str:
            here.wait(60)
            try:
                return with_step(memory, "digest", slow).deep()
            except Refused as refused:
                # The refusal does not wait for the first run to end.
                assert not there.is_set()
                refusals.append(refused.reason)
                if len(refusals) == len(memories) - 1:
                    there.set()
                return refused.reason

        return run

    refusals: list[str] = []
    answers = run_concurrently([sleep(memory) for memory in memories])
    assert sum(isinstance(answer, SleepReport) for answer in answers) == 1
    assert len(refusals) == 3
    assert all("a deep sleep of scope" in message and "is already running" in message for message in refusals)
    assert memories[1].sleep.deep().status == "success"


def test_scopes_run_independently(connect: Callable[..., Memory], scope: str) -> None:
    one, other = connect(), connect(f"{scope}-other")
    reports: list[SleepReport] = []

    def meanwhile(_: SleepContext) -> StepOutcome:
        reports.append(other.sleep.deep())
        return StepOutcome()

    assert with_step(one, "core", meanwhile).deep().status == "success"
    assert reports[0].status == "success"


def test_a_long_step_renews_its_lease(memory: Memory, clock: FixedClock) -> None:
    refused: list[Refused] = []

    def long(context: SleepContext) -> StepOutcome:
        for _ in range(5):
            clock.forward(seconds(599))
            context.renew_lease()
        with pytest.raises(Refused) as caught:
            memory.sleep.quick()
        refused.append(caught.value)
        return StepOutcome()

    assert with_step(memory, "prune", long).deep().status == "success"
    assert "(prune)" in refused[0].reason


@pytest.mark.slow
def test_with_a_language_model_less_is_done_per_lease(
    connect: Callable[..., Memory], clock: FixedClock, talk: Talk
) -> None:
    class Slow:
        """A model that takes a minute for each answer and returns nothing."""

        name = "slow"
        asked = 0

        def complete(self, prompt: str, *, schema: Mapping[str, Any] | None = None) -> Reply:
            self.asked += 1
            clock.forward(minutes(1))
            lease = memory.sleep.status().lease_until
            held.append(lease is not None and lease > clock.now())
            return Reply("", self.name)

    held: list[bool] = []
    model = Slow()
    memory = connect(llm=model)
    memory.log([event for number in range(12) for event in talk(12, session=f"cli:{number}")])
    report = memory.sleep.deep()
    assert report.status == "success"
    assert model.asked > 10, "longer in all than the lease"
    assert all(held)
    assert report.steps["summaries"].degraded


def test_a_run_with_an_expired_lease_is_taken_over(memory: Memory, clock: FixedClock) -> None:
    done: list[SleepReport] = []

    def asleep(_: SleepContext) -> StepOutcome:
        clock.forward(seconds(601))
        done.append(memory.sleep.deep())
        return StepOutcome({"lost": 1})

    with pytest.raises(Refused, match="another process has taken it over"):
        with_step(memory, "prune", asleep).deep()
    assert (done[0].resumed, done[0].status) == (True, "success")
    assert "lost" not in done[0].steps["prune"].counts
    assert memory.sleep.status().deep == replace(done[0], resumed=False)


def test_a_lease_taken_before_the_clock_was_set_back_expires(memory: Memory, clock: FixedClock) -> None:
    def gone(_: SleepContext) -> StepOutcome:
        raise SystemExit

    clock.forward(days(3))
    with pytest.raises(SystemExit):
        with_step(memory, "prune", gone).deep()
    clock.forward(-minutes(30))
    with pytest.raises(Refused, match="already running"):
        memory.sleep.deep()
    assert memory.sleep.run_if_due() is None
    clock.forward(days(-3))
    report = memory.sleep.run_if_due()
    assert report is not None
    assert (report.kind, report.resumed) == ("deep", True)


def test_an_interrupted_run_releases_its_lease(memory: Memory) -> None:
    def interrupted(_: SleepContext) -> StepOutcome:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        with_step(memory, "reflections", interrupted).deep()
    assert memory.sleep.status().state == "running"
    report = memory.sleep.deep()
    assert (report.resumed, report.status, list(report.steps)) == (True, "success", [step.name for step in DEEP_STEPS])


def test_an_interrupted_run_of_the_other_kind_is_finished_first(memory: Memory) -> None:
    def interrupted(_: SleepContext) -> StepOutcome:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        with_step(memory, "entities", interrupted).quick()
    report = memory.sleep.deep()
    assert (report.kind, report.resumed) == ("deep", False)
    status = memory.sleep.status()
    assert status.quick is not None
    assert (status.quick.status, list(status.quick.steps)) == ("success", [step.name for step in QUICK_STEPS])


# When it is time to


def test_run_if_due_follows_the_schedule(memory: Memory, clock: FixedClock, talk: Talk) -> None:
    def due() -> str | None:
        report = memory.sleep.run_if_due()
        return report and report.kind

    assert due() == "deep", "it never did"
    assert due() is None
    clock.forward(minutes(12))
    memory.log([Event("It begins to rain.", session="cli:1", speaker="cli:ann", at=clock.now())])
    assert due() is None, "an event is recent"
    clock.forward(minutes(5))
    assert due() == "quick"
    clock.forward(minutes(60))
    assert due() is None, "once in a quiet period"
    clock.at = dt.datetime(2026, 3, 3, 4, tzinfo=dt.UTC)
    assert due() == "deep"
    assert due() is None


def test_events_dated_in_the_future_do_not_delay_a_quick_run(memory: Memory, clock: FixedClock) -> None:
    memory.sleep.deep()
    clock.forward(minutes(1))
    memory.log([Event("Now.", session="cli:1", at=clock.now()), Event("Later.", session="cli:1", at=T0 + days(9))])
    clock.forward(minutes(6))
    report = memory.sleep.run_if_due()
    assert report is not None
    assert report.kind == "quick"


def test_nothing_is_due_while_another_process_runs(memory: Memory, clock: FixedClock) -> None:
    answers: list[SleepReport | None] = []

    def meanwhile(_: SleepContext) -> StepOutcome:
        answers.append(memory.sleep.run_if_due(is_starting=True))
        return StepOutcome()

    with_step(memory, "digest", meanwhile).deep()
    assert answers == [None]


@pytest.mark.slow
def test_the_worker_runs_consolidation_when_nothing_is_pending(memory: Memory, clock: FixedClock, talk: Talk) -> None:
    memory.log(talk())
    clock.forward(minutes(60))
    worker = memory.worker()
    worker.cycle()
    status = memory.sleep.status()
    assert (status.state, status.kind) == ("success", "deep")
    clock.at = T0 + days(1) - minutes(60)
    memory.worker().cycle()
    newer = memory.sleep.status()
    assert newer.deep is not None
    assert newer.deep.started == clock.now(), "four o'clock has been meanwhile"


def test_the_scheduled_time_is_a_setting(connect: Callable[..., Memory], settings: Settings, clock: FixedClock) -> None:
    oslo = settings.model_copy(update={"sleep_at": "03:30", "owner_zone": "Europe/Oslo", "sleep_quiet_s": 60})
    memory = connect(settings=oslo)
    memory.sleep.deep()
    assert memory.sleep.status().next_deep == dt.datetime(2026, 3, 3, 2, 30, tzinfo=dt.UTC)
    for wrong in ("25:00", "noon", "4"):
        with pytest.raises(ValueError, match="time of day"):
            Settings(sleep_at=wrong)


# What it proposes


def test_there_is_one_set_of_proposals_per_date(memory: Memory, clock: FixedClock) -> None:
    assert memory.sleep.proposals() == []
    for number in range(6):
        memory.working.replace(f"cli:{number}", task="wait")
    clock.forward(days(8))
    memory.sleep.deep()
    [first] = memory.sleep.proposals()
    assert (first.priority, first.why) == ("low", "6 working memories were stale")
    memory.sleep.deep()
    assert memory.sleep.proposals("2026-03-10") == [first], "those of a date stand"
    clock.forward(days(1))
    memory.sleep.deep()
    [second] = memory.sleep.proposals(dt.date(2026, 3, 11))
    assert second.why == "no count exceeded its threshold"
    assert memory.sleep.proposals() == [second]
    assert memory.sleep.proposals(clock.now() - days(1)) == [first]
    assert memory.sleep.proposals("2026-03-12") == []


def test_erasing_a_scope_removes_its_runs(memory: Memory, look: Look) -> None:
    memory.sleep.quick()
    memory.sleep.deep()
    memory.forget(scope=True)
    rows = look("MATCH (n {scope: $scope}) RETURN labels(n) AS labels")
    assert [row["labels"] for row in rows] == [["Receipt"]]
    assert memory.sleep.status().state == "idle"


@pytest.mark.parametrize("wrong", ["yesterday", 5, "2026-13-01"])
def test_an_invalid_date_is_rejected(wrong: Any, memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="date"):
        memory.sleep.proposals(wrong)


def test_what_a_run_wrote_is_counted_by_kind_with_its_texts(memory: Memory, clock: FixedClock) -> None:
    memory.longterm.add("The spare key is at Bob's.")
    clock.forward(minutes(1))
    memory.log(
        [
            Event("I moved to Ghent and I work at the harbour.", speaker="cli:ann", session="cli:1", at=T0 - days(1)),
            Event("My father died on Sunday.", speaker="cli:ann", session="cli:1", at=T0),
        ]
    )
    first = memory.sleep.deep()
    diary = next(one for one in memory.sleep.written(first) if one.kind == "diary")
    assert diary.count == 2 == first.steps["consolidate"].counts["diary"]
    assert [one.at for one in diary.newest] == [T0 - days(1), T0], "oldest first"
    assert {one.text for one in diary.newest} == {one.text for one in memory.diary.recent()}
    [newest] = next(one for one in memory.sleep.written(first, limit=1) if one.kind == "diary").newest
    assert newest == diary.newest[-1]
    notes = [note.text for one in memory.sleep.written(first) if one.kind == "longterm" for note in one.newest]
    assert "The spare key is at Bob's." not in notes, "it was there before"
    clock.forward(minutes(1))
    assert memory.sleep.written(memory.sleep.deep()) == []
    with pytest.raises(InvalidInput, match="limit"):
        memory.sleep.written(first, limit=0)
