"""Lossless conversion of database values to JSON and back, including times, vectors and bytes."""

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
from kg.language import replace_surrogates

_TIME, _BYTES, _NUMBER = "$time", "$bytes", "$number"
_PLAIN = (str, int, bool)
_INT64_LIMIT = 1 << 63
_ISO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z", re.ASCII)


def to_json(value: Any) -> Any:
    """Return a property value for JSON; types that JSON lacks become an object with one key that begins with `$`.

    Raises:
        TypeError: kg does not store values of this type.
    """
    if value is None or isinstance(value, _PLAIN):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {_NUMBER: repr(value)}
    if isinstance(value, (list, tuple)):
        return [to_json(each) for each in value]
    if isinstance(value, (bytes, bytearray)):
        return {_BYTES: base64.b64encode(value).decode()}
    return {_TIME: format_time(value)}


def format_time(value: Any) -> str:
    """Return a database time as ISO 8601 text in UTC, to the nanosecond.

    Raises:
        TypeError: the value is not a time.
    """
    if not isinstance(value, neo4j.time.DateTime):
        raise TypeError(f"values of the type {type(value).__name__} cannot be exported")
    moment = value.to_native().astimezone(dt.UTC).replace(tzinfo=None, microsecond=0)
    fraction = f".{value.nanosecond:09}".rstrip("0").rstrip(".")
    return f"{moment.isoformat()}{fraction}Z"


def from_json(name: str, value: Any) -> tuple[Any, str | None]:
    """Return a property value from JSON: the value itself, or None and the ISO text of a time.

    Raises:
        InvalidInput: the value is invalid; `field` is the name of the property.
    """
    if isinstance(value, dict) and set(value) == {_TIME}:
        encoded = value[_TIME]
        if not isinstance(encoded, str):
            raise InvalidInput(name, encoded, "an ISO 8601 time in UTC")
        _parse_time(name, encoded)
        return None, encoded
    return _value(name, value, deep=True), None


def _value(name: str, value: Any, *, deep: bool) -> Any:
    if isinstance(value, str) and replace_surrogates(value) != value:
        raise InvalidInput(name, value, "text without lone surrogates")
    if isinstance(value, int) and not -_INT64_LIMIT <= value < _INT64_LIMIT:
        raise InvalidInput(name, value, "a 64-bit integer")
    if isinstance(value, (*_PLAIN, float)):
        return value
    if isinstance(value, list) and deep:
        listed = [_value(name, each, deep=False) for each in value]
        if len({type(each) for each in listed}) > 1:
            raise InvalidInput(name, value, "a list of values of one type")
        return listed
    if isinstance(value, dict) and len(value) == 1:
        [(kind, encoded)] = value.items()
        if kind == _TIME and isinstance(encoded, str):
            return _parse_time(name, encoded)
        if kind == _BYTES and isinstance(encoded, str):
            return _decode_bytes(name, encoded)
        if kind == _NUMBER and encoded in ("nan", "inf", "-inf"):
            return float(encoded)
    raise InvalidInput(name, value, "text, a number, a boolean, a time, bytes, or a list of these")


def _parse_time(name: str, encoded: str) -> neo4j.time.DateTime:
    try:
        # An empty text makes the parser reject other formats, too.
        parsed = neo4j.time.DateTime.from_iso_format(f"{encoded[:-1]}+00:00" if _ISO.fullmatch(encoded) else "")
        # As an offset: the database takes the time zone "UTC" for later than the offset at the same moment.
        return parsed.replace(tzinfo=dt.UTC)
    except ValueError:
        raise InvalidInput(name, encoded, "an ISO 8601 time in UTC") from None


def _decode_bytes(name: str, encoded: str) -> bytes:
    try:
        return base64.b64decode(encoded, validate=True)
    except ValueError:
        raise InvalidInput(name, encoded, "bytes in base64") from None


def decode_bytes(name: str, value: Any) -> bytes:
    """Return bytes from JSON.

    Raises:
        InvalidInput: the value is not what `to_json` makes of bytes; `field` is `name`.
    """
    decoded = from_json(name, value)[0]
    if not isinstance(decoded, bytes):
        raise InvalidInput(name, value, "bytes in base64")
    return decoded


def encode_vector(vector: Any) -> str:
    """Encode a vector as base64 of little-endian 32-bit floats."""
    return base64.b64encode(np.asarray(vector, "<f4").tobytes()).decode()


def decode_vector(encoded: object, dimension: int) -> Vector:
    """Decode a vector from the text of `encode_vector`, as the driver's vector type.

    Raises:
        InvalidInput: the text is not a vector, or has another dimension.
    """
    raw = _decode_bytes("embedding", encoded) if isinstance(encoded, str) else b""
    if not raw or len(raw) != 4 * dimension:
        raise InvalidInput("embedding", encoded, f"{dimension} 32-bit floats in base64")
    numbers: NDArray[np.float32] = np.frombuffer(raw, "<f4").astype(np.float32)
    return Vector.from_numpy(numbers)
