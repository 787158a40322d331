"""Messages that several parts of a home repeat some seconds apart."""

from __future__ import annotations

import datetime as dt

from kg.transfer.importers.seen_messages import SeenMessages

AT = dt.datetime(2026, 2, 10, 12, tzinfo=dt.UTC)


def test_a_message_repeats_one_of_another_part_at_about_its_time() -> None:
    seen = SeenMessages()
    assert not seen.has("user", "ok", AT)
    assert not seen.has("user", "ok", AT + dt.timedelta(seconds=20)), "a part may say the same twice"
    seen.end_part()
    assert seen.has("user", "OK", AT + dt.timedelta(seconds=11))
    assert not seen.has("assistant", "ok", AT)
    assert not seen.has("user", "ok", AT + dt.timedelta(hours=1))
    seen.end_part()
    assert seen.has("user", "ok", None), "without a time the text decides"
