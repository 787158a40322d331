"""Sleeps: told step by step, one at a time, when it is time to, and nothing is done by a second one."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from kg import Event, Memory, Settings
from kg.consolidation import DEEP, QUICK, STEPS, Night, Outcome, Sleep
from kg.errors import InvalidInput, ModelUnavailable, Refused
from kg.protocols import FixedClock, Reply
from kg.types import SleepReport
from tests.consolidation.world import Look, live, told
from tests.support import T0, FailingEmbedder, at_once, days, minutes, seconds

Talk = Callable[..., list[Event]]


def exchanged(memory: Memory, name: str, work: Callable[[Night], Outcome]) -> Sleep:
    """The memory's sleep, with other work for one step of each kind."""
    steps = {
        kind: [replace(step, work=work) if step.name == name else step for step in some] for kind, some in STEPS.items()
    }
    return Sleep(memory.sleep.means, steps)


def failing(_: Night) -> Outcome:
    raise RuntimeError("out of order")


def test_a_sleep_tells_what_each_step_came_to(memory: Memory, clock: FixedClock, talk: Talk) -> None:
    assert memory.sleep.status().state == "idle"
    memory.log(talk())
    report = memory.sleep.quick()
    assert (report.status, report.kind, report.started, report.ended) == ("success", "quick", clock.now(), clock.now())
    assert list(report.steps) == [step.name for step in QUICK] == ["digest", "contradictions", "diary", "entities"]
    assert report.steps["digest"].counts["events"] == 12
    assert report.steps["diary"].counts == {"diary": 1, "episodes": 1, "failures": 0, "learnings": 0, "events": 12}
    assert 0 < report.trips == sum(step.trips for step in report.steps.values())
    [entry] = memory.diary.recent(days=3)
    assert entry.participants == ("cli:p0", "cli:p1")
    assert set(entry.sources) <= {event.id for event in memory.history("cli:1")}
    clock.forward(minutes(1))
    deep = memory.sleep.deep()
    assert list(deep.steps) == [step.name for step in DEEP]
    status = memory.sleep.status()
    assert (status.state, status.kind, status.quick, status.deep) == ("success", "deep", report, deep)
    assert status.next_deep == dt.datetime(2026, 3, 3, 4, tzinfo=dt.UTC)


def test_a_second_sleep_changes_nothing(memory: Memory, clock: FixedClock, look: Look, scope: str) -> None:
    live(memory, clock)
    memory.sleep.deep()
    before = told(look, scope)
    for again in (memory.sleep.deep, memory.sleep.quick):
        report = again()
        assert report.status == "success"
        assert told(look, scope) == before
    idle = {
        name: {what for what, count in step.counts.items() if count} for name, step in memory.sleep.deep().steps.items()
    }
    assert {name for name, did in idle.items() if did} == {"proposals"}, "they are those of the date"


@pytest.mark.parametrize("name", [step.name for step in DEEP])
def test_a_step_that_fails_fails_alone(name: str, memory: Memory, talk: Talk) -> None:
    memory.log(talk())
    report = exchanged(memory, name, failing).deep()
    assert report.status == "failed"
    assert report.steps[name].error == "RuntimeError: out of order"
    skipped = {one for one, step in report.steps.items() if step.status == "skipped"}
    assert skipped == {step.name for step in DEEP if name in step.needs}
    assert all(step.status == "success" for one, step in report.steps.items() if one not in {name, *skipped})
    assert memory.sleep.status().state == "failed"
    assert memory.sleep.deep().status == "success", "the next is a sleep of its own"


def test_without_the_embedder_what_needs_none_is_done(connect: Callable[..., Memory], talk: Talk) -> None:
    embedder = FailingEmbedder(ModelUnavailable("No weights.", how="kg models fetch"))
    memory = connect(embedder=embedder)
    memory.log(talk())
    report = memory.sleep.deep()
    assert report.steps["digest"].status == "failed"
    assert "kg models fetch" in (report.steps["digest"].error or "")
    assert report.steps["contradictions"].error == "it needs digest"
    assert report.steps["prune"].status == "success"
    embedder.error = None
    again = memory.sleep.deep()
    assert again.status == "success"
    assert again.steps["consolidate"].counts["events"] == 12


def test_one_sleeps_at_a_time(connect: Callable[..., Memory], talk: Talk) -> None:
    memories = [connect() for _ in range(4)]
    memories[0].log(talk())
    here, there = threading.Barrier(len(memories)), threading.Event()

    def slow(night: Night) -> Outcome:
        assert there.wait(60)
        return Outcome()

    def sleep(memory: Memory) -> Callable[[], SleepReport | str]:
        def run() -> SleepReport | str:
            here.wait(60)
            try:
                return exchanged(memory, "digest", slow).deep()
            except Refused as refused:
                # Whoever is told so was not kept waiting: the first still sleeps.
                assert not there.is_set()
                refusals.append(refused.reason)
                if len(refusals) == len(memories) - 1:
                    there.set()
                return refused.reason

        return run

    refusals: list[str] = []
    answers = at_once([sleep(memory) for memory in memories])
    assert sum(isinstance(answer, SleepReport) for answer in answers) == 1
    assert len(refusals) == 3
    assert all("a deep sleep of scope" in told and "is under way" in told for told in refusals)
    assert memories[1].sleep.deep().status == "success"


def test_scopes_sleep_apart(connect: Callable[..., Memory], scope: str) -> None:
    one, other = connect(), connect(f"{scope}-other")
    reports: list[SleepReport] = []

    def meanwhile(_: Night) -> Outcome:
        reports.append(other.sleep.deep())
        return Outcome()

    assert exchanged(one, "core", meanwhile).deep().status == "success"
    assert reports[0].status == "success"


def test_long_work_holds_its_lease(memory: Memory, clock: FixedClock) -> None:
    refused: list[Refused] = []

    def long(night: Night) -> Outcome:
        for _ in range(5):
            clock.forward(seconds(599))
            night.beat()
        with pytest.raises(Refused) as caught:
            memory.sleep.quick()
        refused.append(caught.value)
        return Outcome()

    assert exchanged(memory, "prune", long).deep().status == "success"
    assert "(prune)" in refused[0].reason


def test_with_a_language_model_less_is_done_between_two_signs(
    connect: Callable[..., Memory], clock: FixedClock, talk: Talk
) -> None:
    class Slow:
        """Takes a minute for each answer, and tells nothing."""

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


def test_who_was_gone_too_long_finds_the_sleep_taken_over(memory: Memory, clock: FixedClock) -> None:
    done: list[SleepReport] = []

    def asleep(_: Night) -> Outcome:
        clock.forward(seconds(601))
        done.append(memory.sleep.deep())
        return Outcome({"lost": 1})

    with pytest.raises(Refused, match="another has taken it over"):
        exchanged(memory, "prune", asleep).deep()
    assert (done[0].resumed, done[0].status) == (True, "success")
    assert "lost" not in done[0].steps["prune"].counts
    assert memory.sleep.status().deep == replace(done[0], resumed=False)


def test_the_lease_of_a_clock_that_was_set_back_holds_nobody_up_for_days(memory: Memory, clock: FixedClock) -> None:
    def gone(_: Night) -> Outcome:
        raise SystemExit

    clock.forward(days(3))
    with pytest.raises(SystemExit):
        exchanged(memory, "prune", gone).deep()
    clock.forward(-minutes(30))
    with pytest.raises(Refused, match="under way"):
        memory.sleep.deep()
    assert memory.sleep.when_due() is None
    clock.forward(days(-3))
    report = memory.sleep.when_due()
    assert report is not None
    assert (report.kind, report.resumed) == ("deep", True)


def test_who_is_interrupted_leaves_the_sleep_to_the_next(memory: Memory) -> None:
    def interrupted(_: Night) -> Outcome:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        exchanged(memory, "reflections", interrupted).deep()
    assert memory.sleep.status().state == "running"
    report = memory.sleep.deep()
    assert (report.resumed, report.status, list(report.steps)) == (True, "success", [step.name for step in DEEP])


def test_a_sleep_of_the_other_kind_that_was_cut_off_is_finished_first(memory: Memory) -> None:
    def interrupted(_: Night) -> Outcome:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        exchanged(memory, "entities", interrupted).quick()
    report = memory.sleep.deep()
    assert (report.kind, report.resumed) == ("deep", False)
    status = memory.sleep.status()
    assert status.quick is not None
    assert (status.quick.status, list(status.quick.steps)) == ("success", [step.name for step in QUICK])


# When it is time to


def test_a_memory_sleeps_when_it_is_time_to(memory: Memory, clock: FixedClock, talk: Talk) -> None:
    def due() -> str | None:
        report = memory.sleep.when_due()
        return report and report.kind

    assert due() == "deep", "it never did"
    assert due() is None
    clock.forward(minutes(12))
    memory.log([Event("It begins to rain.", session="cli:1", speaker="cli:ann", at=clock.now())])
    assert due() is None, "somebody speaks"
    clock.forward(minutes(5))
    assert due() == "quick"
    clock.forward(minutes(60))
    assert due() is None, "once in a quiet period"
    clock.at = dt.datetime(2026, 3, 3, 4, tzinfo=dt.UTC)
    assert due() == "deep"
    assert due() is None


def test_what_is_dated_in_the_future_keeps_nobody_awake(memory: Memory, clock: FixedClock) -> None:
    memory.sleep.deep()
    clock.forward(minutes(1))
    memory.log([Event("Now.", session="cli:1", at=clock.now()), Event("Later.", session="cli:1", at=T0 + days(9))])
    clock.forward(minutes(6))
    report = memory.sleep.when_due()
    assert report is not None
    assert report.kind == "quick"


def test_while_another_sleeps_nobody_is_due(memory: Memory, clock: FixedClock) -> None:
    answers: list[SleepReport | None] = []

    def meanwhile(_: Night) -> Outcome:
        answers.append(memory.sleep.when_due(beginning=True))
        return Outcome()

    exchanged(memory, "digest", meanwhile).deep()
    assert answers == [None]


def test_the_worker_sleeps_when_nothing_is_pending(memory: Memory, clock: FixedClock, talk: Talk) -> None:
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


def test_the_hour_is_a_setting(connect: Callable[..., Memory], settings: Settings, clock: FixedClock) -> None:
    oslo = settings.model_copy(update={"sleep_at": "03:30", "owner_zone": "Europe/Oslo", "sleep_quiet_s": 60})
    memory = connect(settings=oslo)
    memory.sleep.deep()
    assert memory.sleep.status().next_deep == dt.datetime(2026, 3, 3, 2, 30, tzinfo=dt.UTC)
    for wrong in ("25:00", "noon", "4"):
        with pytest.raises(ValueError, match="time of day"):
            Settings(sleep_at=wrong)


# What it proposes


def test_proposals_are_one_set_a_date(memory: Memory, clock: FixedClock) -> None:
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
    assert second.why == "nothing stood out"
    assert memory.sleep.proposals() == [second]
    assert memory.sleep.proposals(clock.now() - days(1)) == [first]
    assert memory.sleep.proposals("2026-03-12") == []


def test_of_what_is_forgotten_no_sleep_is_left(memory: Memory, look: Look) -> None:
    memory.sleep.quick()
    memory.sleep.deep()
    memory.forget(scope=True)
    rows = look("MATCH (n {scope: $scope}) RETURN labels(n) AS labels")
    assert [row["labels"] for row in rows] == [["Receipt"]]
    assert memory.sleep.status().state == "idle"


@pytest.mark.parametrize("wrong", ["yesterday", 5, "2026-13-01"])
def test_a_date_that_is_none_is_refused(wrong: Any, memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="date"):
        memory.sleep.proposals(wrong)
