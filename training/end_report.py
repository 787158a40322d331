"""How many facts later messages end, through the public interface (`python -m training.end_report`)."""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from kg import Event, Memory
from kg.bench import read_json_lines, temporary_memory
from kg.protocols import FixedClock
from kg.settings import Settings
from training.ended_statements import LINES, MEASURED_WRITERS

_STATED = dt.datetime(2026, 3, 4, 10, tzinfo=dt.UTC)
_LATER, _NOW = _STATED + dt.timedelta(days=20), _STATED + dt.timedelta(days=90)
_MESSAGES = 5
_NOT_STATES = frozenset({"event", "task"})
_MOST = 10_000
Row = Mapping[str, Any]


def count_ended(rows: Sequence[Row], settings: Settings) -> dict[str, list[int]]:
    """Return {"ends", "others"}, each a list: messages after which no fact of the statement is current, and all messages.

    Statements that became no fact are not counted.

    Args:
        rows: lines of `ended_statements.jsonl`.
        settings: settings of the server and the models.
    """
    counts = {"ends": [0, 0], "others": [0, 0]}
    for place in range(_MESSAGES):
        with temporary_memory(settings, "ends", clock=FixedClock(_NOW)) as memory:
            _log(memory, [(row["by"], row["text"]) for row in rows], "old", _STATED)
            facts = [each for each in memory.facts.list(limit=_MOST) if each.kind not in _NOT_STATES]
            later = [row["later"][place] for row in rows]
            _log(memory, [(each["by"], each["text"]) for each in later], "new", _LATER)
            current = {each.id for each in memory.facts.list(limit=_MOST)}
        for number, each in enumerate(later):
            stated = [fact.id for fact in facts if f"old{number}" in fact.sources]
            if stated:
                count = counts["ends" if each["ends"] else "others"]
                count[0] += current.isdisjoint(stated)
                count[1] += 1
    return counts


def _log(memory: Memory, messages: Sequence[tuple[str, str]], name: str, at: dt.datetime) -> None:
    """Log and digest messages, each in a session of its matter and of a person of its own."""
    memory.log(
        Event(
            text,
            id=f"{name}{number}",
            speaker=f"chat:{by.lower()}{number}",
            speaker_name=by,
            session=f"chat:{number}",
            at=at + dt.timedelta(minutes=number),
        )
        for number, (by, text) in enumerate(messages)
    )
    memory.digest()


def main() -> None:
    """Print the counts of each writer of whose lines nothing was learnt."""
    for writer in sorted(MEASURED_WRITERS):
        rows = [row for row in read_json_lines(LINES) if row["writer"] == writer]
        counts = count_ended(rows, Settings())
        parts = ", ".join(f"{name}: {ended} of {every} ended" for name, (ended, every) in counts.items())
        sys.stdout.write(f"writer {writer}: {parts}\n")


if __name__ == "__main__":
    main()
