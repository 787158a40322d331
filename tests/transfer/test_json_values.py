"""Values of the database as JSON and back, without loss; other values are refused."""

from __future__ import annotations

import base64
import datetime as dt
import json
import math
import struct
from typing import Any

import neo4j.time
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InvalidInput
from kg.transfer import format_time
from kg.transfer.json_values import decode_vector, encode_vector, from_json, to_json

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
INTEGERS = st.integers(-(2**63), 2**63 - 1)
SCALARS = st.one_of(st.booleans(), INTEGERS, TEXTS, st.binary(), st.floats(allow_nan=False))


@st.composite
def times(draw: st.DrawFn) -> neo4j.time.DateTime:
    """Generate times in UTC, to the nanosecond."""
    at = draw(st.datetimes(dt.datetime(1, 1, 2), dt.datetime(9999, 12, 30), timezones=st.just(dt.UTC)))
    nanosecond = draw(st.integers(0, 999_999_999))
    return neo4j.time.DateTime(at.year, at.month, at.day, at.hour, at.minute, at.second, nanosecond, dt.UTC)


@given(SCALARS | st.lists(TEXTS) | st.lists(INTEGERS) | st.lists(st.booleans()) | st.lists(times(), max_size=3))
def test_a_value_is_the_same_after_json(value: Any) -> None:
    text = json.dumps(to_json(value), allow_nan=False)
    assert from_json("name", json.loads(text)) == (value, None)


@given(times())
def test_a_time_is_returned_as_text_in_utc(value: neo4j.time.DateTime) -> None:
    assert from_json("at", to_json(value)) == (None, format_time(value))
    assert neo4j.time.DateTime.from_iso_format(format_time(value).replace("Z", "+00:00")) == value


def test_the_time_zone_is_converted() -> None:
    oslo = dt.timezone(dt.timedelta(hours=1))
    assert format_time(neo4j.time.DateTime(2026, 1, 3, 13, 0, 0, 0, oslo)) == "2026-01-03T12:00:00Z"
    assert format_time(neo4j.time.DateTime(2026, 1, 3, 13, 0, 0, 120_000_000, oslo)) == "2026-01-03T12:00:00.12Z"
    with pytest.raises(TypeError, match="dict"):
        to_json({"a": 1})


def test_a_time_is_read_with_an_offset_as_the_database_orders_time_zones_after_offsets() -> None:
    [at], _ = from_json("spells_from", [{"$time": "2026-01-03T12:00:00Z"}])
    assert at.tzinfo is dt.UTC


def test_numbers_that_json_lacks_are_named() -> None:
    assert to_json(math.inf) == {"$number": "inf"}
    value, _ = from_json("x", json.loads(json.dumps(to_json(math.nan), allow_nan=False)))
    assert math.isnan(value)


@given(st.lists(st.floats(width=32, allow_nan=False), min_size=1, max_size=8))
def test_a_vector_keeps_its_32_bit_floats(numbers: list[float]) -> None:
    encoded = encode_vector(numbers)
    assert decode_vector(encoded, len(numbers)).to_numpy().tolist() == np.float32(numbers).tolist()
    assert len(encoded) == 4 * math.ceil(4 * len(numbers) / 3)
    for refused in (encoded[:-4], "", None, 7, "?" * len(encoded), encode_vector([*numbers, 1.0])):
        with pytest.raises(InvalidInput, match="embedding"):
            decode_vector(refused, len(numbers))
    assert encode_vector([1.0]).encode() == base64.b64encode(struct.pack("<f", 1.0))


@pytest.mark.parametrize(
    "value",
    [
        None, 2**63, -(2**63) - 1, "\ud800", ["\ud800"], [[1]], [1, "a"], [True, 1], {}, {"a": 1}, {"$time": 7}, {"$time": "now"},
        {"$time": "2026-01-03T12:00:00+01:00"}, {"$time": "2026-13-03T12:00:00Z"}, {"$bytes": "?"}, {"$bytes": 7},
        {"$number": "1"}, {"$time": "2026-01-03T12:00:00Z", "a": 1},
    ],
    ids=str,
)  # fmt: skip
def test_other_values_are_refused_with_the_name_of_the_property(value: object) -> None:
    with pytest.raises(InvalidInput) as caught:
        from_json("name", value)
    assert caught.value.field == "name"
