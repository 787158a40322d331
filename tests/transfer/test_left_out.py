"""What an import leaves out is listed up to a number, and counted."""

from __future__ import annotations

from kg.transfer.left_out import LeftOut


def test_equal_places_get_numbers_and_the_rest_is_counted() -> None:
    parts = LeftOut(2)
    assert parts.reasons() is None
    for _ in range(5):
        parts.add("line 1", "bad")
    assert parts.reasons() == {"line 1": "bad", "line 1 (2)": "bad", "further parts": "3 more were left out"}
    assert len(parts) == 5
    assert list(parts) == ["line 1", "line 1 (2)", "further parts"]
