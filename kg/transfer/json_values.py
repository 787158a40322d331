"""Values of the database as JSON, and back, none of them changed: times, vectors and bytes among them."""

from __future__ import annotations

import base64
import datetime as dt
import math
import re
from typing import Any

import neo4j.time
import numpy as np
from neo4j.vector import Vector
from numpy.typing import NDArray

from kg.errors import InvalidInput
from kg.language.cleaning import whole

_TIME, _BYTES, _NUMBER = "$time", "$bytes", "$number"
_PLAIN = (str, int, bool)
_WORD = 1 << 63
_ISO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z", re.ASCII)


def to_json(value: Any) -> Any:
    """A property's value as JSON has it; what JSON lacks is an object with one key that begins with `$`.

    Raises:
        TypeError: the value is of a kind that kg stores nowhere.
    """
    if value is None or isinstance(value, _PLAIN):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {_NUMBER: repr(value)}
    if isinstance(value, (list, tuple)):
        return [to_json(each) for each in value]
    if isinstance(value, (bytes, bytearray)):
        return {_BYTES: base64.b64encode(value).decode()}
    return {_TIME: iso(value)}


def iso(value: Any) -> str:
    """A time of the database as ISO 8601 text in UTC, to the nanosecond where it has any.

    Raises:
        TypeError: the value is none.
    """
    if not isinstance(value, neo4j.time.DateTime):
        raise TypeError(f"an export knows no value of the type {type(value).__name__}")
    moment = value.to_native().astimezone(dt.UTC).replace(tzinfo=None, microsecond=0)
    rest = f".{value.nanosecond:09}".rstrip("0").rstrip(".")
    return f"{moment.isoformat()}{rest}Z"


def from_json(name: str, value: Any) -> tuple[Any, str | None]:
    """A property's value from JSON: the value itself, or None and the ISO text of a time.

    Raises:
        InvalidInput: names the property.
    """
    if isinstance(value, dict) and set(value) == {_TIME}:
        told = value[_TIME]
        if not isinstance(told, str):
            raise InvalidInput(name, told, "an ISO 8601 time in UTC")
        _time(name, told)
        return None, told
    return _value(name, value, deep=True), None


def _value(name: str, value: Any, *, deep: bool) -> Any:
    if isinstance(value, str) and whole(value) != value:
        raise InvalidInput(name, value, "text without lone surrogates")
    if isinstance(value, int) and not -_WORD <= value < _WORD:
        raise InvalidInput(name, value, "a number of 64 bits")
    if isinstance(value, (*_PLAIN, float)):
        return value
    if isinstance(value, list) and deep:
        listed = [_value(name, each, deep=False) for each in value]
        if len({type(each) for each in listed}) > 1:
            raise InvalidInput(name, value, "a list of one kind of values")
        return listed
    if isinstance(value, dict) and len(value) == 1:
        [(kind, told)] = value.items()
        if kind == _TIME and isinstance(told, str):
            return _time(name, told)
        if kind == _BYTES and isinstance(told, str):
            return _decoded(name, told)
        if kind == _NUMBER and told in ("nan", "inf", "-inf"):
            return float(told)
    raise InvalidInput(name, value, "text, a number, a truth value, a time, bytes, or a list of these")


def _time(name: str, told: str) -> neo4j.time.DateTime:
    try:
        # What is of another form is no time either.
        return neo4j.time.DateTime.from_iso_format(f"{told[:-1]}+00:00" if _ISO.fullmatch(told) else "")
    except ValueError:
        raise InvalidInput(name, told, "an ISO 8601 time in UTC") from None


def _decoded(name: str, told: str) -> bytes:
    try:
        return base64.b64decode(told, validate=True)
    except ValueError:
        raise InvalidInput(name, told, "bytes in base64") from None


def packed(vector: Any) -> str:
    """A vector as base64 of little-endian 32-bit numbers."""
    return base64.b64encode(np.asarray(vector, "<f4").tobytes()).decode()


def unpacked(told: object, dimension: int) -> Vector:
    """The vector that `packed` made text of, as the database takes it.

    Raises:
        InvalidInput: it is none, or of another length.
    """
    raw = _decoded("embedding", told) if isinstance(told, str) else b""
    if not raw or len(raw) != 4 * dimension:
        raise InvalidInput("embedding", told, f"{dimension} numbers of 32 bits in base64")
    numbers: NDArray[np.float32] = np.frombuffer(raw, "<f4").astype(np.float32)
    return Vector.from_numpy(numbers)
