"""Validity timelines computed from assertions, independent of their order."""

from __future__ import annotations

import datetime as dt
import random

from hypothesis import given
from hypothesis import strategies as st

from kg.knowledge.fact_timelines import Assertion, ValidityInterval, ValidityTimeline, compute_timelines


def year(number: float) -> dt.datetime:
    return dt.datetime(2000, 1, 1, tzinfo=dt.UTC) + dt.timedelta(days=round(365 * (number - 2000)))


def assertion(
    fact: str, at: float, starts: float | None = None, ends: float | None = None, order: str = ""
) -> Assertion:
    return Assertion(
        fact,
        year(at),
        order,
        None if starts is None else year(starts),
        None if ends is None else year(ends),
    )


def intervals(timeline: ValidityTimeline) -> list[tuple[dt.datetime, dt.datetime | None]]:
    return [(interval.start, interval.end) for interval in timeline.intervals]


def span(start: float, end: float | None = None) -> tuple[dt.datetime, dt.datetime | None]:
    return year(start), None if end is None else year(end)


def test_a_newer_fact_ends_the_older() -> None:
    timelines = compute_timelines([assertion("Paris", 2001), assertion("Oslo", 2003)])
    assert intervals(timelines["Paris"]) == [span(2001, 2003)]
    assert intervals(timelines["Oslo"]) == [span(2003)]
    assert timelines["Paris"].superseded_by == ("Oslo", year(2003))
    assert timelines["Oslo"].supersedes == {"Paris": year(2003)}
    assert timelines["Oslo"].superseded_by is None
    assert [timelines["Paris"].holds(year(at)) for at in (2000, 2001, 2002.9, 2003, 2004)] == [
        False,
        True,
        True,
        False,
        False,
    ]


def test_a_repetition_closes_nothing() -> None:
    timelines = compute_timelines([assertion("Paris", 2001), assertion("Paris", 2003), assertion("Paris", 2005)])
    assert timelines == {"Paris": ValidityTimeline([ValidityInterval(year(2001), None, False)])}


def test_a_fact_that_holds_again_has_a_second_interval() -> None:
    timelines = compute_timelines([assertion("Paris", 2001), assertion("Oslo", 2003), assertion("Paris", 2005)])
    assert intervals(timelines["Paris"]) == [span(2001, 2003), span(2005)]
    assert intervals(timelines["Oslo"]) == [span(2003, 2005)]
    assert timelines["Paris"].superseded_by is None
    assert timelines["Oslo"].superseded_by == ("Paris", year(2005))
    assert timelines["Paris"].valid_to is None


def test_the_report_of_an_end_closes_the_interval() -> None:
    timelines = compute_timelines([assertion("Paris", 2001), assertion("Paris", 2004, ends=2003)])
    assert intervals(timelines["Paris"]) == [span(2001, 2003)]
    assert timelines["Paris"].superseded_by is None


def test_the_report_of_a_past_interval_does_not_change_the_present() -> None:
    timelines = compute_timelines([assertion("Oslo", 2003), assertion("Paris", 2004, starts=1999, ends=2002)])
    assert intervals(timelines["Oslo"]) == [span(2003)]
    assert intervals(timelines["Paris"]) == [span(1999, 2002)]
    assert timelines["Paris"].superseded_by is None


def test_an_earlier_interval_of_the_same_fact_does_not_change_the_present() -> None:
    timelines = compute_timelines(
        [assertion("Paris", 2010, starts=2009), assertion("Paris", 2011, starts=2001, ends=2003)]
    )
    assert intervals(timelines["Paris"]) == [span(2001, 2003), span(2009)]


def test_overlapping_past_intervals_are_merged() -> None:
    timelines = compute_timelines(
        [
            assertion("Paris", 2010, starts=2001, ends=2003),
            assertion("Paris", 2011, starts=2001, ends=2003),
            assertion("Paris", 2012, starts=2002, ends=2004),
        ]
    )
    assert intervals(timelines["Paris"]) == [span(2001, 2004)]


def test_the_end_of_an_unknown_fact_has_no_start() -> None:
    timelines = compute_timelines([assertion("Paris", 2004, ends=2004)])["Paris"]
    assert (timelines.valid_from, timelines.valid_to) == (None, year(2004))
    assert not timelines.holds(year(2004))


def test_a_fact_may_begin_again_after_its_end() -> None:
    timelines = compute_timelines(
        [assertion("Paris", 2001), assertion("Paris", 2003, ends=2003), assertion("Paris", 2005)]
    )
    assert intervals(timelines["Paris"]) == [span(2001, 2003), span(2005)]


def test_a_start_may_be_stated_later() -> None:
    timelines = compute_timelines([assertion("Paris", 2005), assertion("Paris", 2006, starts=2001)])["Paris"]
    assert intervals(timelines) == [span(2001)]
    assert timelines.valid_from == year(2001)


def test_a_stated_start_ends_the_other_fact_at_that_time() -> None:
    timelines = compute_timelines([assertion("Paris", 2001), assertion("Oslo", 2005, starts=2004)])
    assert intervals(timelines["Paris"]) == [span(2001, 2004)]
    assert intervals(timelines["Oslo"]) == [span(2004)]


def test_a_start_before_that_of_the_other_fact_replaces_it_only_from_the_assertion_on() -> None:
    timelines = compute_timelines([assertion("Paris", 2003), assertion("Oslo", 2005, starts=2001)])
    assert intervals(timelines["Paris"]) == [span(2003, 2005)]
    assert intervals(timelines["Oslo"]) == [span(2001)]


def test_a_repetition_keeps_a_future_end() -> None:
    timelines = compute_timelines([assertion("Paris", 2001, ends=2005), assertion("Paris", 2003)])
    assert intervals(timelines["Paris"]) == [span(2001, 2005)]


def test_a_repetition_after_the_end_removes_the_end() -> None:
    timelines = compute_timelines([assertion("Paris", 2001, ends=2005), assertion("Paris", 2006)])
    assert intervals(timelines["Paris"]) == [span(2001)]


def test_a_new_future_end_replaces_the_old_one() -> None:
    timelines = compute_timelines([assertion("Paris", 2001, ends=2005), assertion("Paris", 2003, ends=2007)])
    assert intervals(timelines["Paris"]) == [span(2001, 2007)]


def test_a_fact_that_begins_after_an_end_keeps_that_end() -> None:
    timelines = compute_timelines([assertion("Paris", 2001, ends=2005), assertion("Oslo", 2006)])
    assert intervals(timelines["Paris"]) == [span(2001, 2005)]
    assert timelines["Paris"].superseded_by == ("Oslo", year(2006))


def test_a_planned_fact_ends_the_present_one_at_its_start_and_survives_a_repetition() -> None:
    timelines = compute_timelines(
        [assertion("Paris", 2001), assertion("Oslo", 2003, starts=2006), assertion("Paris", 2004)]
    )
    assert intervals(timelines["Paris"]) == [span(2001, 2006)]
    assert intervals(timelines["Oslo"]) == [span(2006)]
    assert timelines["Paris"].superseded_by == ("Oslo", year(2006))


def test_a_plan_moved_forward_ends_the_present_fact_earlier() -> None:
    timelines = compute_timelines(
        [assertion("Paris", 2001), assertion("Oslo", 2003, starts=2006), assertion("Oslo", 2004)]
    )
    assert intervals(timelines["Paris"]) == [span(2001, 2004)]
    assert intervals(timelines["Oslo"]) == [span(2004)]
    assert timelines["Oslo"].supersedes == {"Paris": year(2004)}


def test_a_fact_between_replaces_the_present_one_and_the_plan() -> None:
    timelines = compute_timelines(
        [assertion("Paris", 2001), assertion("Oslo", 2003, starts=2006), assertion("Rome", 2004)]
    )
    assert intervals(timelines["Paris"]) == [span(2001, 2004)]
    assert intervals(timelines["Rome"]) == [span(2004)]
    assert not timelines["Oslo"].holds(year(2007))
    assert timelines["Rome"].supersedes == {"Paris": year(2004), "Oslo": year(2004)}
    assert timelines["Oslo"].supersedes == {}


def test_a_plan_that_was_given_up_does_not_keep_a_fact_from_ending() -> None:
    timelines = compute_timelines(
        [
            assertion("Paris", 2000, starts=2003, order="1"),
            assertion("Oslo", 2000, order="2"),
            assertion("Paris", 2000, ends=2002, order="2"),
            assertion("Oslo", 2001),
        ]
    )
    assert intervals(timelines["Paris"]) == [span(2000, 2001)]
    assert [each for each in timelines if timelines[each].holds(year(2001.5))] == ["Oslo"]


def test_order_decides_between_assertions_of_one_moment() -> None:
    both = [assertion("Paris", 2001, order="1"), assertion("Oslo", 2001, order="2")]
    assert compute_timelines(both)["Oslo"].superseded_by is None
    assert compute_timelines(both)["Paris"].superseded_by == ("Oslo", year(2001))


YEARS = st.integers(2000, 2012)
ASSERTIONS = st.lists(
    st.builds(
        assertion,
        st.sampled_from(["Paris", "Oslo", "Rome"]),
        YEARS,
        st.none() | YEARS,
        st.none() | YEARS,
        st.sampled_from(["1", "2"]),
    ),
    max_size=9,
)
UNDATED = st.lists(st.builds(assertion, st.sampled_from(["Paris", "Oslo", "Rome"]), YEARS, order=st.sampled_from("12")))
MOMENTS = [year(2000 + quarter / 4) for quarter in range(60)]


@given(ASSERTIONS, st.randoms(use_true_random=False))
def test_order_and_repetition_of_assertions_do_not_matter(assertions: list[Assertion], chance: random.Random) -> None:
    shuffled = assertions + chance.choices(assertions, k=3) if assertions else []
    chance.shuffle(shuffled)
    assert compute_timelines(shuffled) == compute_timelines(assertions)


@given(ASSERTIONS)
def test_from_the_newest_assertion_on_at_most_one_fact_holds(assertions: list[Assertion]) -> None:
    timelines = compute_timelines(assertions)
    newest = max((each.at for each in assertions), default=year(2000))
    for moment in MOMENTS:
        if moment >= newest:
            assert sum(timeline.holds(moment) for timeline in timelines.values()) <= 1


@given(UNDATED)
def test_without_stated_times_exactly_one_fact_holds_from_the_first_assertion_on(assertions: list[Assertion]) -> None:
    timelines = compute_timelines(assertions)
    for moment in MOMENTS:
        known = any(each.at <= moment for each in assertions)
        assert sum(timeline.holds(moment) for timeline in timelines.values()) == known


@given(ASSERTIONS)
def test_intervals_of_one_fact_are_ordered_and_do_not_overlap(assertions: list[Assertion]) -> None:
    for timeline in compute_timelines(assertions).values():
        for interval in timeline.intervals:
            assert interval.end is None or interval.start <= interval.end
        for one, other in zip(timeline.intervals, timeline.intervals[1:], strict=False):
            assert one.end is not None
            assert one.end < other.start
        assert timeline.intervals


@given(ASSERTIONS)
def test_superseded_by_and_supersedes_agree(assertions: list[Assertion]) -> None:
    timelines = compute_timelines(assertions)
    for name, timeline in timelines.items():
        if timeline.superseded_by is not None:
            by, moment = timeline.superseded_by
            assert timelines[by].supersedes[name] == moment
        assert name not in timeline.supersedes
