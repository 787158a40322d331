"""Compute when each fact held from everything that was ever asserted, independently of the order of digestion.

Facts that compete for one slot (where a person lives; whether they like a thing) are computed together. Assertions are
applied in the order in which they were *made*: a newer one ends the interval of an older fact, a repetition ends nothing,
and the report that something is over closes an interval or adds a past one without changing the present.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Assertion:
    """A statement, made at some time, that a fact holds.

    Attributes:
        fact: name of the fact.
        at: when the statement was made.
        order: decides between assertions of the same moment, the larger later.
        starts: since when the fact holds, as stated; None where no start was stated.
        ends: until when (exclusive), as stated; None where no end was stated.
    """

    fact: str
    at: dt.datetime
    order: str
    starts: dt.datetime | None = None
    ends: dt.datetime | None = None


@dataclass(frozen=True)
class ValidityInterval:
    """An interval in which a fact held: includes its start, excludes its end; an end of None is open.

    Attributes:
        start: when it began, or when the fact was first asserted.
        end: when it ended.
        is_dated: whether the start was stated, rather than inferred from the time of the assertion.
    """

    start: dt.datetime
    end: dt.datetime | None
    is_dated: bool


@dataclass
class ValidityTimeline:
    """When a fact held, and which facts replaced it or were replaced by it.

    Attributes:
        intervals: in order of time.
        superseded_by: the fact that ended the last interval, with the moment; None where none did.
        supersedes: every fact that this one ended, with the moment.
    """

    intervals: list[ValidityInterval] = field(default_factory=list)
    superseded_by: tuple[str, dt.datetime] | None = None
    supersedes: dict[str, dt.datetime] = field(default_factory=dict)

    @property
    def valid_from(self) -> dt.datetime | None:
        """Start of the last interval, where it was stated."""
        return self.intervals[-1].start if self.intervals and self.intervals[-1].is_dated else None

    @property
    def valid_to(self) -> dt.datetime | None:
        """End of the last interval."""
        return self.intervals[-1].end if self.intervals else None

    def holds(self, at: dt.datetime) -> bool:
        """Whether the fact held at a moment."""
        return any(interval.start <= at and (interval.end is None or at < interval.end) for interval in self.intervals)


def compute_timelines(assertions: Iterable[Assertion]) -> dict[str, ValidityTimeline]:
    """Return the timeline of each fact of one slot, computed from all assertions about them.

    The result is a function of the set of assertions: their order and repetition do not matter.

    From the moment of the newest assertion on, at most one fact of the slot holds. If no starts and ends are stated, this is
    true at every moment. Two facts may hold at one time only in the past, and only where a stated start or interval reaches
    back over what was stated of another fact: both are kept, since it is not known which one is wrong. The intervals of one
    fact never overlap.
    """
    timelines: dict[str, ValidityTimeline] = {}
    holding_fact: str | None = None
    ordered = sorted(set(assertions), key=_assertion_order)
    for assertion in ordered:
        timeline = timelines.setdefault(assertion.fact, ValidityTimeline())
        if assertion.ends is not None and assertion.ends <= assertion.at:
            if _apply_end(timeline, assertion, assertion.ends) and holding_fact == assertion.fact:
                holding_fact = None
        elif holding_fact == assertion.fact and _starts_earlier(timeline, assertion):
            timeline.intervals.pop()
            _begin_interval(timelines, assertion, holding_fact)
        elif holding_fact == assertion.fact or _still_holds(timeline, assertion.at):
            _apply_repetition(timeline, assertion, planned_end=holding_fact != assertion.fact)
        else:
            _begin_interval(timelines, assertion, holding_fact)
            holding_fact = assertion.fact
    if ordered:
        newest_first = dict.fromkeys(assertion.fact for assertion in reversed(ordered))
        _separate_plans([timelines[fact] for fact in newest_first], ordered[-1].at)
    return timelines


def _separate_plans(timelines: Sequence[ValidityTimeline], newest: dt.datetime) -> None:
    """Let plans that were made apart end where one that was stated later begins.

    Args:
        timelines: those of a slot, of the fact stated last first.
        newest: the moment of the newest assertion; what lies before may overlap.
    """
    taken: list[tuple[dt.datetime, dt.datetime]] = []
    for timeline in timelines:
        for place, interval in enumerate(timeline.intervals):
            low, high = max(interval.start, newest), interval.end or _LATEST
            begins = [start for start, end in taken if start < high and low < end]
            if begins and low < high:
                high = max(low, min(begins))
                timeline.intervals[place] = ValidityInterval(interval.start, high, interval.is_dated)
            taken.append((low, high))


_EARLIEST = dt.datetime.min.replace(tzinfo=dt.UTC)


def _assertion_order(assertion: Assertion) -> tuple[object, ...]:
    """Return the sort key: two assertions of one event and fact may differ in their stated times."""
    return assertion.at, assertion.order, assertion.fact, assertion.starts or _EARLIEST, assertion.ends or _EARLIEST


def _starts_earlier(timeline: ValidityTimeline, assertion: Assertion) -> bool:
    """Whether an assertion moves a start that lies in the future to an earlier time."""
    start = timeline.intervals[-1].start
    return start > assertion.at and (assertion.starts or assertion.at) < start


def _still_holds(timeline: ValidityTimeline, at: dt.datetime) -> bool:
    """Whether a fact holds at a moment, although another fact that will end it is known."""
    return bool(timeline.intervals) and ValidityTimeline(timeline.intervals[-1:]).holds(at)


def _begin_interval(timelines: dict[str, ValidityTimeline], assertion: Assertion, holding_fact: str | None) -> None:
    """Begin an interval of a fact that did not hold, and end the facts that held or would have held."""
    start = assertion.starts if assertion.starts is not None else assertion.at
    # A statement whose start is after its end is an empty interval at its end.
    start = start if assertion.ends is None else min(start, assertion.ends)
    timeline = timelines[assertion.fact]
    for name, other in timelines.items():
        if other is timeline or not other.intervals:
            continue
        other_start, other_end = other.intervals[-1].start, other.intervals[-1].end
        # A fact that began before the other, but was asserted later, replaces it only from that assertion on.
        moment = start if start > other_start else assertion.at
        # A fact that a planned change would end is ended earlier by an assertion that precedes the plan.
        if name == holding_fact or (other_end is not None and other_end > max(moment, assertion.at)):
            _close_last_interval(other, moment)
            if other.superseded_by is not None:
                timelines[other.superseded_by[0]].supersedes.pop(name, None)
            other.superseded_by = (assertion.fact, moment)
            timeline.supersedes[name] = moment
    timeline.superseded_by = None
    # A plan that was given up is none of its intervals any more.
    timeline.intervals = [each for each in timeline.intervals if each.start <= start or each.start != each.end]
    _add_interval(timeline, ValidityInterval(start, assertion.ends, assertion.starts is not None))


def _apply_repetition(timeline: ValidityTimeline, assertion: Assertion, *, planned_end: bool) -> None:
    """Apply a repetition: it may state an earlier start or an end, and closes no interval of its own accord."""
    interval = timeline.intervals.pop()
    has_earlier_start = assertion.starts is not None and (not interval.is_dated or assertion.starts < interval.start)
    start = assertion.starts if has_earlier_start and assertion.starts is not None else interval.start
    # A stated end in the future stays; a fact that is repeated after its end has continued.
    end = interval.end if interval.end is not None and interval.end > assertion.at else None
    if assertion.ends is not None:
        end = min(assertion.ends, end) if planned_end and end is not None else assertion.ends
    start = start if end is None else min(start, end)
    _add_interval(timeline, ValidityInterval(start, end, interval.is_dated or assertion.starts is not None))


def _apply_end(timeline: ValidityTimeline, assertion: Assertion, ends: dt.datetime) -> bool:
    """Apply the report that a fact is over: close the running interval, or add a past one that was unknown.

    Returns:
        whether it closed an interval.
    """
    interval = timeline.intervals[-1] if timeline.intervals else None
    is_running = (
        interval is not None
        and interval.start <= assertion.at
        and (interval.end is None or interval.end > assertion.at)
    )
    ends_before_interval = interval is not None and assertion.starts is not None and ends <= interval.start
    if interval is not None and is_running and not ends_before_interval:
        start = min(interval.start, assertion.starts) if assertion.starts is not None else interval.start
        timeline.intervals.pop()
        _add_interval(
            timeline, ValidityInterval(min(start, ends), ends, interval.is_dated or assertion.starts is not None)
        )
        return True
    if (
        interval is not None
        and interval.end is not None
        and interval.start <= assertion.at
        and assertion.starts is None
    ):
        # It was over already, and the report repeats that.
        return False
    start = assertion.starts if assertion.starts is not None else ends
    _add_interval(timeline, ValidityInterval(min(start, ends), ends, assertion.starts is not None))
    return False


def _add_interval(timeline: ValidityTimeline, interval: ValidityInterval) -> None:
    """Add an interval, merged with the intervals that it meets."""
    merged: list[ValidityInterval] = []
    for current in sorted(
        [*timeline.intervals, interval],
        key=lambda current: (current.start, not current.is_dated, current.end or _LATEST),
    ):
        if not merged or (merged[-1].end or _LATEST) < current.start:
            merged.append(current)
            continue
        previous = merged[-1]
        end = None if previous.end is None or current.end is None else max(previous.end, current.end)
        merged[-1] = ValidityInterval(previous.start, end, previous.is_dated)
    timeline.intervals = merged


_LATEST = dt.datetime.max.replace(tzinfo=dt.UTC)


def _close_last_interval(timeline: ValidityTimeline, moment: dt.datetime) -> None:
    interval = timeline.intervals[-1]
    end = moment if interval.end is None else min(moment, interval.end)
    timeline.intervals[-1] = ValidityInterval(interval.start, max(end, interval.start), interval.is_dated)
