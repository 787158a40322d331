"""Import of events from JSON lines: {id, ts|at, session, channel, speaker, role, text, …}, in little memory.

The file is read twice: first to check every line and to record its offset and time, then to return the events in the order of
their times. Lines that are no events are reported and passed over, but a file with a line that is no JSON is refused by default,
because it is damaged.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import json
from array import array
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from kg.errors import InvalidInput, NotFound
from kg.transfer.bounded_lines import MAX_LINE_BYTES, iter_lines
from kg.transfer.importers.chat_sessions import session_name
from kg.transfer.importers.items import qualify_speaker
from kg.transfer.left_out import LeftOut
from kg.types import Event, channel_of_session

EventCheck = Callable[[dict[str, Any]], dt.datetime]
"""Validates an event and returns its time, or raises InvalidInput."""
_FIELD_ALIASES = {"ts": "at", "timestamp": "at", "content": "text"}
_FIELDS = {field.name for field in dataclasses.fields(Event)}
_BOM = b"\xef\xbb\xbf"
_AGENT, _AGENT_ROLES = "agent:", ("assistant", "system", "tool")
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MICROSECOND = dt.timedelta(microseconds=1)
# A number of this size can only be in milliseconds.
_SECONDS_LIMIT = 1e11


class EventFile:
    """A file of events whose lines have all been checked.

    Attributes:
        count: the number of events.
        left_out: the lines that are no events, with the reason.
    """

    def __init__(self, path: Path, check: EventCheck, *, allow_damaged: bool = False) -> None:
        """Check all lines of the file.

        Args:
            path: the file.
            check: validates an event.
            allow_damaged: pass over lines that are no JSON too.

        Raises:
            NotFound: the file does not exist.
            InvalidInput: a line is no JSON, or the file has lines, and none of them is an event; the message has the first error.
        """
        self._path = path
        self._starts, self._numbers, times = array("q"), array("q"), array("q")
        self.left_out = LeftOut()
        first: InvalidInput | None = None
        for number, start, raw in _iter_lines(path):
            try:
                at = check(_parse_event(number, raw))
                self._starts.append(start)
                self._numbers.append(number)
                times.append((at - _EPOCH) // _MICROSECOND)
            except InvalidInput as error:
                if error.field == "line" and not allow_damaged:
                    raise InvalidInput(f"{path.name}, line {number}", error.value, error.allowed) from None
                self.left_out.add(f"line {number}", str(error).removeprefix("events[0]."))
                first = first or InvalidInput(
                    f"{path.name}, line {number}, {_field(error)}", error.value, error.allowed
                )
        self.count = len(self._starts)
        if first is not None and not self.count:
            raise InvalidInput(first.field, first.value, f"{first.allowed}; no line of the file is an event")
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
                raw = file.readline(MAX_LINE_BYTES)
                at = start + len(raw)
                yield _parse_event(self._numbers[index], raw)


def _field(error: InvalidInput) -> str:
    return error.field.removeprefix("events[0].")


def _iter_lines(path: Path) -> Iterator[tuple[int, int, bytes | None]]:
    """Yield the number, the offset and the bytes of each line that is not blank; None for one that is too long."""
    if not path.is_file():
        raise NotFound(f"file {path}")
    start = 0
    with path.open("rb") as file:
        for number, (raw, length) in enumerate(iter_lines(file), start=1):
            bom_length = len(_BOM) if number == 1 and raw is not None and raw.startswith(_BOM) else 0
            if raw is None or raw[bom_length:].strip():
                yield number, start + bom_length, None if raw is None else raw[bom_length:]
            start += length


def _parse_event(number: int, raw: bytes | None) -> dict[str, Any]:
    if raw is None:
        raise InvalidInput("line", "too long", f"of at most {MAX_LINE_BYTES:,} bytes")
    try:
        line = raw.decode("utf-8").rstrip("\r\n")
        value = json.loads(line)
    except UnicodeDecodeError as error:
        raise InvalidInput("line", error.object[error.start : error.end], "text in UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise InvalidInput("line", line, f"a JSON object ({error})") from None
    if not isinstance(value, dict):
        raise InvalidInput("line", line, "a JSON object")
    event: dict[str, Any] = {_FIELD_ALIASES.get(str(name), str(name)): content for name, content in value.items()}
    if event.get("id") is None and event.get("at") is None:
        # Without id and time, only the line number distinguishes a line from an equal one, also in a later import.
        event["id"] = "line-" + hashlib.blake2b(f"{number} {line}".encode(), digest_size=12).hexdigest()
    at = event.get("at")
    if isinstance(at, (int, float)) and not isinstance(at, bool):
        event["at"] = _from_epoch(at)
    if further := event.keys() - _FIELDS:
        event["metadata"] = {name: event.pop(name) for name in sorted(further)} | (event.get("metadata") or {})
    event["speaker"] = _bind_speaker(event)
    return event


def _bind_speaker(event: Mapping[str, Any]) -> object:
    """Return the account of the speaker on the channel of their session; as it is where the channel is not known.

    A chat may let people choose their ids: "cli:olga" in a Discord chat is not the account on the command line. An agent has its
    own account in all chats.
    """
    speaker, session, channel = event.get("speaker"), event.get("session"), event.get("channel")
    if not isinstance(speaker, str) or not speaker:
        return speaker
    if event.get("role") in _AGENT_ROLES and speaker.startswith(_AGENT):
        return speaker
    place = session if isinstance(session, str) else ""
    if channel_of_session(session_name(place)) == "any" and channel in (None, "", "any"):
        return speaker
    return qualify_speaker(speaker, place, str(channel))


def _from_epoch(number: float) -> dt.datetime:
    try:
        return dt.datetime.fromtimestamp(number / 1000 if abs(number) > _SECONDS_LIMIT else number, dt.UTC)
    except (ValueError, OverflowError, OSError):
        raise InvalidInput("at", number, "seconds or milliseconds since 1970, or an ISO 8601 time") from None
