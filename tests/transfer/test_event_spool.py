"""Events in a temporary file are read back in the order of their times."""

from __future__ import annotations

import datetime as dt

import pytest

from kg.transfer.event_spool import EventSpool
from tests.support import T0, minutes


def test_events_are_sorted_by_time_and_then_by_place() -> None:
    spool = EventSpool()
    for number, minute in enumerate([5, 1, 5, 0]):
        at = T0 + minutes(minute)
        spool.add({"id": str(number), "at": at, "text": "x\u2028"}, at)
    assert len(spool) == 4
    assert [event["id"] for event in spool] == ["3", "1", "0", "2"]
    assert [event["id"] for event in spool] == ["3", "1", "0", "2"], "it is read as often as needed"
    with pytest.raises(TypeError, match="an event cannot have a set"):
        spool.add({"id": set()}, T0)
    spool.close()


def test_an_empty_spool() -> None:
    spool = EventSpool()
    assert list(spool) == []
    spool.add({"at": dt.datetime(1900, 1, 1, tzinfo=dt.UTC)}, dt.datetime(1900, 1, 1, tzinfo=dt.UTC))
    assert len(list(spool)) == 1
    spool.close()
