"""What held when: courses out of assertions, whatever order they come in."""

from __future__ import annotations

import datetime as dt
import random

from hypothesis import given
from hypothesis import strategies as st

from kg.knowledge.validity import Assertion, Course, Spell, courses


def year(number: float) -> dt.datetime:
    return dt.datetime(2000, 1, 1, tzinfo=dt.UTC) + dt.timedelta(days=round(365 * (number - 2000)))


def say(fact: str, at: float, starts: float | None = None, ends: float | None = None, order: str = "") -> Assertion:
    return Assertion(
        fact,
        year(at),
        order,
        None if starts is None else year(starts),
        None if ends is None else year(ends),
    )


def spells(course: Course) -> list[tuple[dt.datetime, dt.datetime | None]]:
    return [(spell.start, spell.end) for spell in course.spells]


def stretch(start: float, end: float | None = None) -> tuple[dt.datetime, dt.datetime | None]:
    return year(start), None if end is None else year(end)


def test_a_newer_fact_ends_the_older() -> None:
    told = courses([say("Paris", 2001), say("Oslo", 2003)])
    assert spells(told["Paris"]) == [stretch(2001, 2003)]
    assert spells(told["Oslo"]) == [stretch(2003)]
    assert told["Paris"].superseded_by == ("Oslo", year(2003))
    assert told["Oslo"].supersedes == {"Paris": year(2003)}
    assert told["Oslo"].superseded_by is None
    assert [told["Paris"].holds(year(at)) for at in (2000, 2001, 2002.9, 2003, 2004)] == [
        False,
        True,
        True,
        False,
        False,
    ]


def test_a_repetition_closes_nothing() -> None:
    told = courses([say("Paris", 2001), say("Paris", 2003), say("Paris", 2005)])
    assert told == {"Paris": Course([Spell(year(2001), None, False)])}


def test_back_to_where_it_was() -> None:
    told = courses([say("Paris", 2001), say("Oslo", 2003), say("Paris", 2005)])
    assert spells(told["Paris"]) == [stretch(2001, 2003), stretch(2005)]
    assert spells(told["Oslo"]) == [stretch(2003, 2005)]
    assert told["Paris"].superseded_by is None
    assert told["Oslo"].superseded_by == ("Paris", year(2005))
    assert told["Paris"].valid_to is None


def test_the_report_of_something_over_closes_it() -> None:
    told = courses([say("Paris", 2001), say("Paris", 2004, ends=2003)])
    assert spells(told["Paris"]) == [stretch(2001, 2003)]
    assert told["Paris"].superseded_by is None


def test_the_report_of_something_over_leaves_the_present_alone() -> None:
    told = courses([say("Oslo", 2003), say("Paris", 2004, starts=1999, ends=2002)])
    assert spells(told["Oslo"]) == [stretch(2003)]
    assert spells(told["Paris"]) == [stretch(1999, 2002)]
    assert told["Paris"].superseded_by is None


def test_an_earlier_stay_at_the_same_place_leaves_the_present_alone() -> None:
    told = courses([say("Paris", 2010, starts=2009), say("Paris", 2011, starts=2001, ends=2003)])
    assert spells(told["Paris"]) == [stretch(2001, 2003), stretch(2009)]


def test_a_stretch_of_the_past_that_is_told_twice_is_one() -> None:
    told = courses(
        [
            say("Paris", 2010, starts=2001, ends=2003),
            say("Paris", 2011, starts=2001, ends=2003),
            say("Paris", 2012, starts=2002, ends=2004),
        ]
    )
    assert spells(told["Paris"]) == [stretch(2001, 2004)]


def test_something_over_that_nobody_had_told_of_has_an_end_only() -> None:
    told = courses([say("Paris", 2004, ends=2004)])["Paris"]
    assert (told.valid_from, told.valid_to) == (None, year(2004))
    assert not told.holds(year(2004))


def test_what_is_over_may_begin_again() -> None:
    told = courses([say("Paris", 2001), say("Paris", 2003, ends=2003), say("Paris", 2005)])
    assert spells(told["Paris"]) == [stretch(2001, 2003), stretch(2005)]


def test_a_start_may_be_told_later() -> None:
    told = courses([say("Paris", 2005), say("Paris", 2006, starts=2001)])["Paris"]
    assert spells(told) == [stretch(2001)]
    assert told.valid_from == year(2001)


def test_a_start_that_is_told_ends_the_other_then() -> None:
    told = courses([say("Paris", 2001), say("Oslo", 2005, starts=2004)])
    assert spells(told["Paris"]) == [stretch(2001, 2004)]
    assert spells(told["Oslo"]) == [stretch(2004)]


def test_a_start_before_the_others_start_replaces_it_only_from_when_it_was_told() -> None:
    told = courses([say("Paris", 2003), say("Oslo", 2005, starts=2001)])
    assert spells(told["Paris"]) == [stretch(2003, 2005)]
    assert spells(told["Oslo"]) == [stretch(2001)]


def test_an_end_to_come_is_kept_when_the_fact_is_repeated() -> None:
    told = courses([say("Paris", 2001, ends=2005), say("Paris", 2003)])
    assert spells(told["Paris"]) == [stretch(2001, 2005)]


def test_what_is_said_to_hold_after_its_end_went_on() -> None:
    told = courses([say("Paris", 2001, ends=2005), say("Paris", 2006)])
    assert spells(told["Paris"]) == [stretch(2001)]


def test_a_new_end_to_come_replaces_the_old_one() -> None:
    told = courses([say("Paris", 2001, ends=2005), say("Paris", 2003, ends=2007)])
    assert spells(told["Paris"]) == [stretch(2001, 2007)]


def test_what_begins_after_an_end_leaves_that_end() -> None:
    told = courses([say("Paris", 2001, ends=2005), say("Oslo", 2006)])
    assert spells(told["Paris"]) == [stretch(2001, 2005)]
    assert told["Paris"].superseded_by == ("Oslo", year(2006))


def test_a_plan_ends_the_present_when_it_begins_and_repetition_of_the_present_leaves_the_plan() -> None:
    told = courses([say("Paris", 2001), say("Oslo", 2003, starts=2006), say("Paris", 2004)])
    assert spells(told["Paris"]) == [stretch(2001, 2006)]
    assert spells(told["Oslo"]) == [stretch(2006)]
    assert told["Paris"].superseded_by == ("Oslo", year(2006))


def test_a_plan_that_is_brought_forward_ends_the_present_earlier() -> None:
    told = courses([say("Paris", 2001), say("Oslo", 2003, starts=2006), say("Oslo", 2004)])
    assert spells(told["Paris"]) == [stretch(2001, 2004)]
    assert spells(told["Oslo"]) == [stretch(2004)]
    assert told["Oslo"].supersedes == {"Paris": year(2004)}


def test_what_comes_between_replaces_the_present_and_the_plan() -> None:
    told = courses([say("Paris", 2001), say("Oslo", 2003, starts=2006), say("Rome", 2004)])
    assert spells(told["Paris"]) == [stretch(2001, 2004)]
    assert spells(told["Rome"]) == [stretch(2004)]
    assert not told["Oslo"].holds(year(2007))
    assert told["Rome"].supersedes == {"Paris": year(2004), "Oslo": year(2004)}
    assert told["Oslo"].supersedes == {}


def test_of_one_moment_the_later_in_order_is_the_newer() -> None:
    both = [say("Paris", 2001, order="1"), say("Oslo", 2001, order="2")]
    assert courses(both)["Oslo"].superseded_by is None
    assert courses(both)["Paris"].superseded_by == ("Oslo", year(2001))


YEARS = st.integers(2000, 2012)
TOLD = st.lists(
    st.builds(
        say,
        st.sampled_from(["Paris", "Oslo", "Rome"]),
        YEARS,
        st.none() | YEARS,
        st.none() | YEARS,
        st.sampled_from(["1", "2"]),
    ),
    max_size=9,
)
PLAIN = st.lists(st.builds(say, st.sampled_from(["Paris", "Oslo", "Rome"]), YEARS, order=st.sampled_from("12")))
MOMENTS = [year(2000 + quarter / 4) for quarter in range(60)]


@given(TOLD, st.randoms(use_true_random=False))
def test_order_and_repetition_of_assertions_do_not_matter(told: list[Assertion], chance: random.Random) -> None:
    shuffled = told + chance.choices(told, k=3) if told else []
    chance.shuffle(shuffled)
    assert courses(shuffled) == courses(told)


@given(TOLD)
def test_from_the_newest_word_on_at_most_one_holds(told: list[Assertion]) -> None:
    went = courses(told)
    newest = max((each.at for each in told), default=year(2000))
    for moment in MOMENTS:
        if moment >= newest:
            assert sum(course.holds(moment) for course in went.values()) <= 1


@given(PLAIN)
def test_where_no_times_are_told_just_one_holds_at_every_moment_from_the_first_word_on(told: list[Assertion]) -> None:
    went = courses(told)
    for moment in MOMENTS:
        known = any(each.at <= moment for each in told)
        assert sum(course.holds(moment) for course in went.values()) == known


@given(TOLD)
def test_spells_of_one_fact_are_in_order_and_never_overlap(told: list[Assertion]) -> None:
    for course in courses(told).values():
        for spell in course.spells:
            assert spell.end is None or spell.start <= spell.end
        for one, other in zip(course.spells, course.spells[1:], strict=False):
            assert one.end is not None
            assert one.end < other.start
        assert course.spells


@given(TOLD)
def test_who_was_superseded_is_told_by_both(told: list[Assertion]) -> None:
    went = courses(told)
    for name, course in went.items():
        if course.superseded_by is not None:
            by, moment = course.superseded_by
            assert went[by].supersedes[name] == moment
        assert name not in course.supersedes
