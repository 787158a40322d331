"""Values in addresses: numbers within bounds, blanks as nothing."""

from __future__ import annotations

import pytest
from starlette.requests import Request

from kg.console.queries import fraction, optional, whole_number
from kg.errors import InvalidInput


def request(query: str) -> Request:
    return Request({"type": "http", "query_string": query.encode(), "headers": []})


def test_numbers_are_within_bounds() -> None:
    assert whole_number(request("limit=7"), "limit", 5, most=10) == 7
    assert whole_number(request(""), "limit", 5, most=10) == 5
    for text in ("0", "11", "x", "-1", "1.5", "٣x", "9" * 5_000):
        with pytest.raises(InvalidInput, match="limit"):
            whole_number(request(f"limit={text}"), "limit", 5, most=10)


def test_fractions_are_within_bounds() -> None:
    assert (fraction(request("a=0.25"), "a"), fraction(request("a="), "a")) == (0.25, 0.0)
    for text in ("1.1", "-0.1", "x", "nan", "inf"):
        with pytest.raises(InvalidInput, match="a"):
            fraction(request(f"a={text}"), "a")


def test_blank_values_are_none() -> None:
    assert (optional(request("a=%20"), "a"), optional(request("a=b"), "a"), optional(request(""), "a")) == (
        None,
        "b",
        None,
    )
