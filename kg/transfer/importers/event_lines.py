"""Events from JSON lines: {id, ts|at, session, channel, speaker, role, text, …}. However long a file is, little of it is held.

The file is read twice: once to check every line and to note where it stands and of which time it is, once to write them in
the order of time.
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

Check = Callable[[dict[str, Any]], dt.datetime]
"""Takes an event and tells its time, or raises InvalidInput."""
_MOST_TOLD = 20
_OTHER_NAMES = {"ts": "at", "timestamp": "at", "content": "text"}
_BOM = b"\xef\xbb\xbf"
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MICROSECOND = dt.timedelta(microseconds=1)


@dataclass(frozen=True)
class _Broken:
    """A line that is refused, and why."""

    number: int
    error: InvalidInput


class Lines:
    """A file of events, every line of which was checked.

    Attributes:
        count: how many events it has.
    """

    def __init__(self, path: Path, check: Check) -> None:
        """Check every line.

        Raises:
            NotFound: the file does not exist.
            InvalidInput: names file, lines, and what is wrong with the first of them.
        """
        self._path = path
        self._starts, self._numbers, times = array("q"), array("q"), array("q")
        broken: list[_Broken] = []
        for number, start, raw in _lines(path):
            try:
                at = check(_event(number, _decoded(path, raw)))
                self._starts.append(start)
                self._numbers.append(number)
                times.append((at - _EPOCH) // _MICROSECOND)
            except InvalidInput as error:
                if error.field == path.name:
                    raise
                if len(broken) < _MOST_TOLD + 2:
                    broken.append(_Broken(number, error))
        if broken:
            raise _refusal(path, broken)
        self.count = len(self._starts)
        # In the order of time; those of one moment as they stand.
        self._order = np.argsort(np.frombuffer(times, np.int64), kind="stable") if times else np.empty(0, np.int64)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The events, oldest first."""
        with self._path.open("rb") as file:
            at = -1
            for place in self._order.tolist():
                start = self._starts[place]
                if start != at:
                    file.seek(start)
                raw = file.readline()
                at = start + len(raw)
                yield _event(self._numbers[place], _decoded(self._path, raw))


def _lines(path: Path) -> Iterator[tuple[int, int, bytes]]:
    """Number, place in the file, and bytes of each line that is not blank."""
    if not path.is_file():
        raise NotFound(f"file {path}")
    with path.open("rb") as file:
        start = 0
        for number, raw in enumerate(file, start=1):
            mark = len(_BOM) if number == 1 and raw.startswith(_BOM) else 0
            if raw[mark:].strip():
                yield number, start + mark, raw[mark:]
            start += len(raw)


def _decoded(path: Path, raw: bytes) -> str:
    try:
        return raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise InvalidInput(path.name, error.object[error.start : error.end], "a file in UTF-8") from None


def _event(number: int, line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidInput("line", line, f"a JSON object ({error})") from None
    if not isinstance(value, dict):
        raise InvalidInput("line", line, "a JSON object")
    event: dict[str, Any] = {_OTHER_NAMES.get(str(name), str(name)): content for name, content in value.items()}
    if event.get("id") is None and event.get("at") is None:
        # Without id and time only its place in the file tells a line from its twin, today and tomorrow.
        event["id"] = "line-" + hashlib.blake2b(f"{number} {line}".encode(), digest_size=12).hexdigest()
    return event


def _refusal(path: Path, broken: Sequence[_Broken]) -> InvalidInput:
    first = broken[0]
    field = first.error.field.removeprefix("events[0].")
    others = ", ".join(str(one.number) for one in broken[1 : _MOST_TOLD + 1])
    more = f" (also refused: lines {others}{', …' if len(broken) > _MOST_TOLD + 1 else ''})" if others else ""
    return InvalidInput(
        f"{path.name}, line {first.number}, {field}",
        first.error.value,
        f"{first.error.allowed}{more}; nothing was imported",
    )
