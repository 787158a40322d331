"""What a message changes, of any kind."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from kg.extraction.message_corrections import find_any_correction
from kg.protocols import EarlierTurn, Utterance

AT = datetime(2026, 5, 4, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("before", "text", "changes"),
    [
        ("The cake is for 75 people.", "sorry, 80", True),
        ("The demo is at 10:30 on Friday.", "so 11:00 it is", True),
        ("Now it's 75 people.", "So 380 instead of 320.", False),
        ("The cake is for 75 people.", "Thanks a lot!", False),
    ],
)
def test_a_message_changes_what_has_such_a_value(before: str, text: str, changes: bool) -> None:
    turn = EarlierTurn(before, "Ann", AT, is_own=True)
    found = find_any_correction(Utterance(text, "Ann", AT + timedelta(minutes=1), earlier=(turn,)))
    assert (found is not None) == changes
