"""Import of events from JSON lines: {id, ts|at, session, channel, speaker, role, text, …}, in little memory.

The file is read twice: first to check every line and to record its offset and time, then to return the events in the order of
their times.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kg.errors import InvalidInput, NotFound
from kg.transfer.bounded_lines import read_line, read_lines

EventCheck = Callable[[dict[str, Any]], dt.datetime]
"""Validates an event and returns its time, or raises InvalidInput."""
_MAX_REPORTED = 20
_FIELD_ALIASES = {"ts": "at", "timestamp": "at", "content": "text"}
_BOM = b"\xef\xbb\xbf"
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MICROSECOND = dt.timedelta(microseconds=1)


@dataclass(frozen=True)
class _InvalidLine:
    """A line that is refused, with the error."""

    number: int
    error: InvalidInput


class EventFile:
    """A file of events whose lines have all been checked.

    Attributes:
        count: the number of events.
    """

    def __init__(self, path: Path, check: EventCheck) -> None:
        """Check all lines of the file.

        Raises:
            NotFound: the file does not exist.
            InvalidInput: a line is invalid; the message has the file, the line numbers and the first error.
        """
        self._path = path
        self._starts, self._numbers, times = array("q"), array("q"), array("q")
        invalid: list[_InvalidLine] = []
        for number, start, raw in _iter_lines(path):
            try:
                at = check(_parse_event(number, _decode(path, raw)))
                self._starts.append(start)
                self._numbers.append(number)
                times.append((at - _EPOCH) // _MICROSECOND)
            except InvalidInput as error:
                if error.field == path.name:
                    raise
                if len(invalid) < _MAX_REPORTED + 2:
                    invalid.append(_InvalidLine(number, error))
        if invalid:
            raise _invalid_lines_error(path, invalid)
        self.count = len(self._starts)
        # Ordered by time; events of the same time keep the order of the file.
        self._order = np.argsort(np.frombuffer(times, np.int64), kind="stable") if times else np.empty(0, np.int64)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Iterate over the events, oldest first."""
        with self._path.open("rb") as file:
            at = -1
            for index in self._order.tolist():
                start = self._starts[index]
                if start != at:
                    file.seek(start)
                raw = read_line(file, self._path.name, self._numbers[index])
                at = start + len(raw)
                yield _parse_event(self._numbers[index], _decode(self._path, raw))


def _iter_lines(path: Path) -> Iterator[tuple[int, int, bytes]]:
    """Yield the number, the offset and the bytes of each line that is not blank."""
    if not path.is_file():
        raise NotFound(f"file {path}")
    start = 0
    for number, raw in enumerate(read_lines(path), start=1):
        bom_length = len(_BOM) if number == 1 and raw.startswith(_BOM) else 0
        if raw[bom_length:].strip():
            yield number, start + bom_length, raw[bom_length:]
        start += len(raw)


def _decode(path: Path, raw: bytes) -> str:
    try:
        return raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise InvalidInput(path.name, error.object[error.start : error.end], "a file in UTF-8") from None


def _parse_event(number: int, line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidInput("line", line, f"a JSON object ({error})") from None
    if not isinstance(value, dict):
        raise InvalidInput("line", line, "a JSON object")
    event: dict[str, Any] = {_FIELD_ALIASES.get(str(name), str(name)): content for name, content in value.items()}
    if event.get("id") is None and event.get("at") is None:
        # Without id and time, only the line number distinguishes a line from an equal one, also in a later import.
        event["id"] = "line-" + hashlib.blake2b(f"{number} {line}".encode(), digest_size=12).hexdigest()
    return event


def _invalid_lines_error(path: Path, invalid: Sequence[_InvalidLine]) -> InvalidInput:
    first = invalid[0]
    field = first.error.field.removeprefix("events[0].")
    others = ", ".join(str(line.number) for line in invalid[1 : _MAX_REPORTED + 1])
    more = f" (also refused: lines {others}{', …' if len(invalid) > _MAX_REPORTED + 1 else ''})" if others else ""
    return InvalidInput(
        f"{path.name}, line {first.number}, {field}",
        first.error.value,
        f"{first.error.allowed}{more}; nothing was imported",
    )
