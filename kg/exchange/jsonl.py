"""Events from JSON lines: {id, ts|at, session, channel, speaker, role, text, …}."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.errors import InvalidInput, NotFound
from kg.log import accept
from kg.settings import Settings

Append = Callable[[list[dict[str, Any]]], object]
Progress = Callable[[int, int], None]
"""Called with what is done and what there is in all."""

_BATCH = 500
_MOST_TOLD = 20
_OTHER_NAMES = {"ts": "at", "timestamp": "at", "content": "text"}


@dataclass(frozen=True)
class _Broken:
    """A line that is refused, and why."""

    number: int
    error: InvalidInput


def import_files(
    paths: Sequence[Path],
    append: Append,
    *,
    scope: str,
    now: dt.datetime,
    settings: Settings,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> dict[str, int]:
    """Append the events of files, oldest first, in batches; the same files again change nothing.

    Every line of every file is checked before the first is written.

    Args:
        paths: the files.
        append: writes a batch of events, whole.
        scope: the scope they go to.
        now: the time of lines that tell none.
        settings: limits.
        dry_run: check, and write nothing.
        progress: told after each batch.

    Returns:
        path → events.

    Raises:
        NotFound: a file does not exist.
        InvalidInput: names file, lines, and what is wrong with the first of them.
    """
    read = {path: _checked(path, scope, now, settings) for path in paths}
    total = sum(len(events) for events in read.values())
    done = 0
    for events in read.values():
        for start in range(0, 0 if dry_run else len(events), _BATCH):
            batch = events[start : start + _BATCH]
            append(batch)
            done += len(batch)
            if progress:
                progress(done, total)
    return {str(path): len(events) for path, events in read.items()}


def _checked(path: Path, scope: str, now: dt.datetime, settings: Settings) -> list[dict[str, Any]]:
    timed: list[tuple[dt.datetime, dict[str, Any]]] = []
    broken: list[_Broken] = []
    for number, line in _lines(path):
        try:
            event = _event(number, line)
            [accepted] = accept([event], scope=scope, now=now, settings=settings)
            timed.append((accepted.at, event))
        except InvalidInput as error:
            broken.append(_Broken(number, error))
    if broken:
        raise _refusal(path, broken)
    return [event for _, event in sorted(timed, key=lambda pair: pair[0])]


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    if not path.is_file():
        raise NotFound(f"file {path}")
    try:
        with path.open(encoding="utf-8-sig", newline="\n") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield number, line.rstrip("\r\n")
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
