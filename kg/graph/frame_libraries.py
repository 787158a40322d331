"""Libraries of data frames: how each is built from columns, and its types for times."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import neo4j.time

from kg.errors import InvalidInput, ModelUnavailable


class PandasFrames:
    """Builds pandas data frames."""

    def __init__(self) -> None:
        try:
            import pandas  # noqa: PLC0415 - an extra
        except ImportError:
            raise ModelUnavailable("pandas is not installed.", how="pip install 'kg-agent-memory[notebook]'") from None
        self._pandas = pandas

    def convert_time(self, value: Any) -> Any:
        """Return a time as a timestamp, in UTC if it has a zone; a duration as a time delta, or as text if it has months."""
        if isinstance(value, neo4j.time.Duration):
            if value.months:
                return value.iso_format()
            return self._pandas.Timedelta(days=value.days, seconds=value.seconds, nanoseconds=value.nanoseconds)
        if isinstance(value, neo4j.time.DateTime | neo4j.time.Date):
            return self._pandas.Timestamp(_native_time(value))
        return value.iso_format() if isinstance(value, neo4j.time.Time) else value

    def build(self, columns: Mapping[str, list[Any]], *, is_cut_off: bool) -> Any:
        """Return a data frame; its `attrs` say whether it was cut off."""
        data = self._pandas.DataFrame(
            {name: self._pandas.Series(values) for name, values in columns.items()}, columns=list(columns)
        )
        data.attrs["cut_off"] = is_cut_off
        return data


class PolarsFrames:
    """Builds polars data frames."""

    def __init__(self) -> None:
        try:
            import polars  # noqa: PLC0415 - an extra
        except ImportError:
            raise ModelUnavailable("polars is not installed.", how="pip install 'kg-agent-memory[polars]'") from None
        self._polars = polars

    def convert_time(self, value: Any) -> Any:
        """Return a time as that of Python, in UTC if it has a zone; a duration as a time delta, or as text if it has months."""
        if isinstance(value, neo4j.time.Duration):
            if value.months:
                return value.iso_format()
            return dt.timedelta(days=value.days, seconds=value.seconds, microseconds=value.nanoseconds // 1_000)
        if isinstance(value, neo4j.time.DateTime | neo4j.time.Date):
            return _native_time(value)
        return value.iso_format() if isinstance(value, neo4j.time.Time) else value

    def build(self, columns: Mapping[str, list[Any]], *, is_cut_off: bool) -> Any:  # noqa: ARG002 - it has no place for it
        """Return a data frame."""
        return self._polars.DataFrame(dict(columns), strict=False, infer_schema_length=None)


LIBRARIES: Mapping[str, type[PandasFrames] | type[PolarsFrames]] = {"pandas": PandasFrames, "polars": PolarsFrames}
"""The libraries by name."""


def open_library(name: str) -> PandasFrames | PolarsFrames:
    """Return the library with a name.

    Raises:
        InvalidInput: there is no such library.
        ModelUnavailable: it is not installed.
    """
    if name not in LIBRARIES:
        raise InvalidInput("library", name, f"one of {', '.join(LIBRARIES)}")
    return LIBRARIES[name]()


def _native_time(value: neo4j.time.DateTime | neo4j.time.Date) -> dt.datetime | dt.date:
    native: dt.datetime | dt.date = value.to_native()
    if isinstance(native, dt.datetime) and native.tzinfo is not None:
        return native.astimezone(dt.UTC)
    return native
