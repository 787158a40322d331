"""A temporary file for the events of an import, so that sorting them by time takes little memory."""

from __future__ import annotations

import datetime as dt
import json
import tempfile
from array import array
from collections.abc import Iterator
from typing import Any

import numpy as np

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MICROSECOND = dt.timedelta(microseconds=1)
_IN_MEMORY_BYTES = 4_000_000


class EventSpool:
    """Events in a temporary file, which are read back in the order of their times. Close it after use."""

    def __init__(self) -> None:
        # Deleted when it is closed; small ones stay in memory.
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY_BYTES)  # noqa: SIM115 - closed by `close`
        self._starts, self._times = array("q"), array("q")

    def __len__(self) -> int:
        return len(self._starts)

    def add(self, event: dict[str, Any], at: dt.datetime) -> None:
        """Add an event with its time."""
        self._starts.append(self._file.tell())
        self._times.append((at - _EPOCH) // _MICROSECOND)
        self._file.write(json.dumps(event, default=_encode).encode() + b"\n")

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Iterate over the events, oldest first; events of the same time keep the order in which they were added."""
        order = np.argsort(np.frombuffer(self._times, np.int64), kind="stable").tolist() if self._times else []
        position = -1
        for index in order:
            start = self._starts[index]
            if start != position:
                self._file.seek(start)
            raw = self._file.readline()
            position = start + len(raw)
            yield json.loads(raw)

    def close(self) -> None:
        """Close and delete the file."""
        self._file.close()


def _encode(value: object) -> str:
    if isinstance(value, dt.datetime):
        return value.isoformat()
    raise TypeError(f"an event cannot have a {type(value).__name__}")
