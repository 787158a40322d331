"""Texts that were read: second copies are found, within a day."""

from __future__ import annotations

import datetime as dt

from kg.transfer.importers.seen_texts import SeenTexts

DAY = dt.datetime(2026, 2, 10, 12, tzinfo=dt.UTC)


def test_copies_are_found_on_the_days_around() -> None:
    seen = SeenTexts()
    assert seen.add_new("Hello  there", DAY)
    assert not seen.add_new("hello there", DAY + dt.timedelta(days=1))
    assert seen.add_new("hello there", DAY + dt.timedelta(days=5))
    assert seen.add_new("hello there")
    assert not seen.add_new("hello there")
