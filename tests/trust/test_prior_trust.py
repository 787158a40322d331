"""Trust signals that another memory has counted."""

from __future__ import annotations

import datetime as dt

from kg.trust import PriorTrust
from tests.support import T0

PRIOR = PriorTrust(T0, T0 + dt.timedelta(days=100), 900, 40, 90, frozenset([9, 10]), frozenset([0]), 120, 10, 2)


def test_earlier_moments_have_a_share() -> None:
    assert PRIOR.before(PRIOR.until) == PRIOR
    assert PRIOR.before(T0) is None
    half = PRIOR.before(T0 + dt.timedelta(days=50))
    assert half is not None
    assert (half.messages, half.sessions, half.active_days, half.positive, half.negative, half.attempts) == (
        450,
        20,
        45,
        60,
        5,
        1,
    )


def test_each_session_is_one_positive_mark() -> None:
    assert PRIOR.further_positive == 80


def test_properties_are_read_back() -> None:
    assert PriorTrust.from_properties(PRIOR.to_properties()) == PRIOR
    assert PriorTrust.from_properties({}) is None
