"""What a message states in a few words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kg.extraction.short_statements import add_short_statements
from kg.protocols import EarlierTurn, Utterance

AT = datetime(2026, 5, 4, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("before", "text", "templates"),
    [
        ("", "we're going with Postgres. new best: 0.797", ["{s} chose Postgres", "New best is 0.797"]),
        ("", "lesson: always back up first", ['{s} noted the lesson "always back up first"']),
        (
            "The mill offers 5 euros per kg.",
            "take it",
            ['{s} accepted the offer "The mill offers 5 euros per kg"'],
        ),
        ("", "nice weather today", []),
    ],
)
def test_each_kind_is_added(before: str, text: str, templates: list[str]) -> None:
    earlier = (EarlierTurn(before, "Sage", AT),) if before else ()
    found = add_short_statements([], [], Utterance(text, "Ada", AT, earlier=earlier), [])
    assert [each.template for each in found] == templates
