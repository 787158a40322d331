"""Sittings: in any order and any batches they are what a plain count over the sorted messages says."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kg.trust.activity_sessions import GAP, Sittings
from kg.trust.trust_state import Standing
from tests.support import T0, minutes

MINUTE = dt.timedelta(minutes=1)
# Close together and far apart, with gaps of just 30 minutes among them, over a year's end.
START = dt.datetime(2025, 12, 28, tzinfo=dt.UTC)
near = st.integers(0, 60 * 24).map(lambda minute: START + minute * MINUTE)
odd = st.integers(0, 14 * 86_400 * 10**6).map(lambda tick: START + dt.timedelta(microseconds=tick))
old = st.datetimes(dt.datetime(1900, 1, 1), dt.datetime(2100, 1, 1), timezones=st.just(dt.UTC))
moments = st.lists(st.one_of(near, odd, old), max_size=60)


def counted(said: Sequence[dt.datetime]) -> dict[str, int]:
    """The plain count."""
    ordered = sorted(said)
    return {
        "count": (1 if ordered else 0) + sum(later - earlier > GAP for earlier, later in pairwise(ordered)),
        "days": len({one.date() for one in said}),
        "hours": len({one.hour for one in said}),
        "weekdays": len({one.weekday() for one in said}),
    }


def told(sittings: Sittings) -> dict[str, int]:
    return {name: getattr(sittings, name) for name in ("count", "days", "hours", "weekdays")}


@given(moments, st.randoms(use_true_random=False), st.integers(1, 7))
def test_any_order_in_any_batches_is_the_plain_count(said: list[dt.datetime], chance: object, size: int) -> None:
    shuffled = [*said, *said[:3]]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    sittings = Sittings()
    for place in range(0, len(shuffled), size):
        sittings = sittings.with_messages(shuffled[place : place + size])
    assert told(sittings) == counted(said)
    assert sittings == Sittings().with_messages(said)
    assert sittings.last == max(said, default=None)


@given(moments)
def test_what_is_stored_is_read_back(said: list[dt.datetime]) -> None:
    sittings = Sittings().with_messages(said)
    assert Sittings.read(sittings.stored) == sittings
    assert len(sittings.stored) == 16 * sittings.count


@given(moments, st.one_of(near, odd))
def test_before_a_moment_is_the_count_of_what_was_said_before(said: list[dt.datetime], at: dt.datetime) -> None:
    earlier = [one for one in said if one < at]
    before = Sittings().with_messages(said).before(at)
    exact = counted(earlier)
    assert before.count == exact["count"]
    # Of a sitting that reaches over the moment, the stretch up to it counts: no more than half an hour after the last message.
    last = max(earlier, default=None)
    for name, value in told(before).items():
        assert exact[name] <= value
        assert value <= exact[name] + 1
    if last is None or (at - dt.timedelta(microseconds=1)).hour == last.hour or max(said) < at:
        assert told(before) == exact


def test_half_an_hour_is_one_sitting_and_a_moment_more_are_two() -> None:
    assert Sittings().with_messages([T0, T0 + minutes(30)]).count == 1
    assert Sittings().with_messages([T0, T0 + minutes(30) + dt.timedelta(microseconds=1)]).count == 2
    joined = Sittings().with_messages([T0, T0 + minutes(50)]).with_messages([T0 + minutes(25)])
    assert joined.count == 1
    assert list(joined) == [(T0, T0 + minutes(50))]


def test_nobody_who_said_nothing_was_there() -> None:
    assert told(Sittings()) == {"count": 0, "days": 0, "hours": 0, "weekdays": 0}
    assert Sittings.read(None) == Sittings.read(b"") == Sittings()
    assert Sittings().last is None
    assert Sittings().before(T0) == Sittings()


def test_an_edge_keeps_what_a_standing_heard() -> None:
    one = Standing("person-1").heard([T0, T0 + minutes(90)])
    edge = one.edge()
    assert edge == {
        "last_message": T0 + minutes(90),
        "message_count": 2,
        "sessions": 2,
        "active_days": 1,
        "hours": 2,
        "weekdays": 1,
        "sittings": one.sittings.stored,
    }
    assert Standing.read({"person": "person-1", "owner": False, "first_seen": T0, "edge": edge}) == one
