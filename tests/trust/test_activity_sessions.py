"""Activity sessions: in any order and batching they equal a plain count over the sorted messages."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kg.trust.activity_sessions import GAP, ActivitySessions
from kg.trust.trust_state import TrustState
from tests.support import T0, minutes

MINUTE = dt.timedelta(minutes=1)
# Close together and far apart, with gaps of just 30 minutes among them, over a year's end.
START = dt.datetime(2025, 12, 28, tzinfo=dt.UTC)
near = st.integers(0, 60 * 24).map(lambda minute: START + minute * MINUTE)
odd = st.integers(0, 14 * 86_400 * 10**6).map(lambda tick: START + dt.timedelta(microseconds=tick))
old = st.datetimes(dt.datetime(1900, 1, 1), dt.datetime(2100, 1, 1), timezones=st.just(dt.UTC))
moments = st.lists(st.one_of(near, odd, old), max_size=60)


def count_plainly(said: Sequence[dt.datetime]) -> dict[str, int]:
    """Count over the sorted messages."""
    ordered = sorted(said)
    return {
        "count": (1 if ordered else 0) + sum(later - earlier > GAP for earlier, later in pairwise(ordered)),
        "days": len({one.date() for one in said}),
        "hours": len({one.hour for one in said}),
        "weekdays": len({one.weekday() for one in said}),
    }


def sessions_of(said: Sequence[dt.datetime]) -> list[list[dt.datetime]]:
    """Group the sorted messages into sessions."""
    groups: list[list[dt.datetime]] = []
    for one in sorted(said):
        if groups and one - groups[-1][-1] <= GAP:
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def counts_of(sessions: ActivitySessions) -> dict[str, int]:
    hours, weekdays = len(sessions.hours), len(sessions.weekdays)
    return {"count": sessions.count, "days": sessions.days, "hours": hours, "weekdays": weekdays}


@given(moments, st.randoms(use_true_random=False), st.integers(1, 7))
def test_any_order_and_batching_equals_the_plain_count(said: list[dt.datetime], chance: object, size: int) -> None:
    shuffled = [*said, *said[:3]]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    sessions = ActivitySessions()
    for place in range(0, len(shuffled), size):
        sessions = sessions.with_messages(shuffled[place : place + size])
    assert counts_of(sessions) == count_plainly(said)
    assert sessions == ActivitySessions().with_messages(said)
    assert sessions.last == max(said, default=None)


@given(moments)
def test_encoding_round_trips(said: list[dt.datetime]) -> None:
    sessions = ActivitySessions().with_messages(said)
    assert ActivitySessions.from_bytes(sessions.to_bytes()) == sessions
    assert len(sessions.to_bytes()) == 16 * sessions.count


@given(moments, st.one_of(near, odd))
def test_before_counts_only_earlier_messages(said: list[dt.datetime], at: dt.datetime) -> None:
    earlier = [one for one in said if one < at]
    before = ActivitySessions().with_messages(said).before(at)
    exact = count_plainly(earlier)
    assert before.count == exact["count"]
    # A session that contains the moment counts up to it: at most half an hour after the last message.
    last = max(earlier, default=None)
    for name, value in counts_of(before).items():
        assert exact[name] <= value
        assert value <= exact[name] + 1
    if last is None or (at - dt.timedelta(microseconds=1)).hour == last.hour or max(said) < at:
        assert counts_of(before) == exact


def test_a_gap_of_more_than_half_an_hour_begins_a_new_session() -> None:
    assert ActivitySessions().with_messages([T0, T0 + minutes(30)]).count == 1
    assert ActivitySessions().with_messages([T0, T0 + minutes(30) + dt.timedelta(microseconds=1)]).count == 2
    joined = ActivitySessions().with_messages([T0, T0 + minutes(50)]).with_messages([T0 + minutes(25)])
    assert joined.count == 1
    assert list(joined) == [(T0, T0 + minutes(50))]


def test_no_messages_are_no_sessions() -> None:
    assert counts_of(ActivitySessions()) == {"count": 0, "days": 0, "hours": 0, "weekdays": 0}
    assert ActivitySessions.from_bytes(None) == ActivitySessions.from_bytes(b"") == ActivitySessions()
    assert ActivitySessions().last is None
    assert ActivitySessions().before(T0) == ActivitySessions()


def test_edge_properties_round_trip() -> None:
    one = TrustState("person-1").with_messages([T0, T0 + minutes(90)])
    edge = one.edge_properties()
    assert edge == {
        "last_message": T0 + minutes(90),
        "message_count": 2,
        "sessions": 2,
        "active_days": 1,
        "hours": 2,
        "weekdays": 1,
        "sittings": one.activity.to_bytes(),
    }
    assert TrustState.from_row({"person": "person-1", "owner": False, "first_seen": T0, "edge": edge}) == one


@given(moments, st.one_of(near, odd))
def test_after_counts_only_later_messages(said: list[dt.datetime], at: dt.datetime) -> None:
    """What another memory has counted up to a moment is not counted again."""
    sessions = ActivitySessions().with_messages(said)
    later = sessions.after(at)
    ends = [max(one) for one in sessions_of(said)]
    assert later.count == sum(end > at for end in ends)
    assert later.after(at) == later
