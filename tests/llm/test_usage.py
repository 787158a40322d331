"""The usage ledger: one record for each day and model, with exact sums under concurrency."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory
from kg.errors import ConnectionFailed, InvalidInput
from kg.llm import MeteredModel, ScriptedModel, UsageLedger
from kg.protocols import FixedClock, LanguageModel, Reply
from kg.types import TokenUsage
from tests.support import T0, run_concurrently

DAY = dt.timedelta(days=1)
Look = Callable[..., list[Any]]


@pytest.fixture
def usage(memory: Memory, clock: FixedClock) -> UsageLedger:
    return UsageLedger(memory.runtime)


def test_a_day_has_a_record_for_each_model(usage: UsageLedger) -> None:
    assert usage.today() == []
    usage.record("small", 100, 20)
    usage.record("small", 50, 5)
    usage.record(" large ", 7, 0)
    assert usage.today() == [
        TokenUsage("2026-03-02", "large", 7, 0, 1),
        TokenUsage("2026-03-02", "small", 150, 25, 2),
    ]


def test_a_period_counts_dates_with_data(usage: UsageLedger, clock: FixedClock) -> None:
    assert usage.period() == []
    for gap in (0, 1, 1, 5, 1, 1, 30, 1, 1):
        clock.forward(gap * DAY)
        usage.record("small", 1, 1)
        usage.record("large", 2, 1)
    lines = usage.period()
    dates = [line.date for line in lines]
    assert dates == sorted(dates, reverse=True)
    assert len(set(dates)) == 7
    assert len(lines) == 14
    assert [line.model for line in lines[:2]] == ["large", "small"]
    assert lines[0].date == clock.now().date().isoformat()
    assert len({line.date for line in usage.period(100)}) == 9
    assert [line.date for line in usage.period(days=1)] == dates[:2]
    clock.forward(DAY)
    assert usage.today() == []
    assert usage.period() == lines


def test_a_day_ends_at_midnight_utc(usage: UsageLedger, clock: FixedClock) -> None:
    clock.at = dt.datetime(2026, 3, 2, 23, 59, 59, 999999, tzinfo=dt.UTC)
    usage.record("small", 1, 1)
    clock.forward(dt.timedelta(microseconds=1))
    usage.record("small", 2, 2)
    assert [(line.date, line.prompt) for line in usage.period()] == [("2026-03-03", 2), ("2026-03-02", 1)]


def test_concurrent_records_are_summed_exactly(memory: Memory, clock: FixedClock, look: Look) -> None:
    ledgers = [UsageLedger(memory.runtime.with_own_count()) for _ in range(16)]

    def write(ledger: UsageLedger, place: int) -> None:
        for turn in range(10):
            ledger.record("small", place, turn)

    run_concurrently([lambda ledger=ledger, place=place: write(ledger, place) for place, ledger in enumerate(ledgers)])
    assert ledgers[0].today() == [TokenUsage("2026-03-02", "small", 10 * sum(range(16)), 16 * sum(range(10)), 160)]
    [row] = look("MATCH (u:TokenUsage {scope: $scope}) RETURN count(u) AS lines, max(size(u.latest)) AS latest")
    assert (row["lines"], row["latest"]) == (1, 128)


def test_scopes_have_separate_usage(
    usage: UsageLedger, connect: Callable[..., Memory], scope: str, clock: FixedClock
) -> None:
    usage.record("small", 1, 1)
    other = UsageLedger(connect(f"{scope}-other").runtime)
    assert other.today() == []
    assert other.period() == []


def test_forgetting_the_scope_removes_its_usage(memory: Memory, usage: UsageLedger, look: Look) -> None:
    usage.record("small", 1, 1)
    memory.forget(scope=True)
    assert usage.period() == []
    assert look("MATCH (u:TokenUsage {scope: $scope}) RETURN u") == []


def test_each_call_is_one_trip(memory: Memory, clock: FixedClock) -> None:
    runtime = memory.runtime.with_own_count()
    ledger = UsageLedger(runtime)
    ledger.record("small", 1, 1)
    ledger.today()
    ledger.period()
    assert runtime.graph.trips == 3


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (("", 1, 1), "model"),
        ((" ", 1, 1), "model"),
        (("x" * 201, 1, 1), "model"),
        ((None, 1, 1), "model"),
        (("small", -1, 1), "prompt"),
        (("small", True, 1), "prompt"),
        (("small", 1, 1.5), "completion"),
        (("small", 1, 2**63), "completion"),
    ],
)
def test_invalid_usage_is_rejected(usage: UsageLedger, arguments: tuple[Any, ...], field: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        usage.record(*arguments)
    assert caught.value.field == field
    assert usage.period() == []


@pytest.mark.parametrize("days", [0, -1, 1.5, True, "7"])
def test_a_period_below_one_day_is_rejected(usage: UsageLedger, days: Any) -> None:
    with pytest.raises(InvalidInput, match="days"):
        usage.period(days=days)


def test_a_metered_model_records_each_reply(usage: UsageLedger) -> None:
    scripted = ScriptedModel(["one two", TimeoutError("late"), "three"])
    model: LanguageModel = MeteredModel(scripted, usage)
    assert model.name == "scripted"
    assert model.complete("a b c") == Reply("one two", "scripted", 3, 2)
    with pytest.raises(TimeoutError):
        model.complete("a b c")
    assert model.complete("a", schema={}).text == "three"
    assert usage.today() == [TokenUsage(T0.date().isoformat(), "scripted", 4, 3, 2)]


def test_an_answer_is_returned_if_the_ledger_cannot_be_written(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(UsageLedger):
        def __init__(self) -> None:
            pass

        def record(self, model: str, prompt: int, completion: int) -> None:
            raise ConnectionFailed("no answer")

    assert MeteredModel(ScriptedModel(["one"]), Broken()).complete("a").text == "one"
    assert [(record.levelno, "ledger" in record.message) for record in caplog.records] == [(logging.WARNING, True)]
