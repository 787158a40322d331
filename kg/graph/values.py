"""Values on their way back from the database."""

from __future__ import annotations

import datetime as dt
from typing import Any


def as_datetime(value: Any) -> dt.datetime | None:
    """A time of the database as an aware datetime in UTC."""
    if value is None:
        return None
    native: dt.datetime = value if isinstance(value, dt.datetime) else value.to_native()
    return native.astimezone(dt.UTC)
