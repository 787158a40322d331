"""Any kept thing as the record of its tier."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any

from kg.memories.core import core_entry
from kg.memories.diary import diary_entry, episode_of, journal_entry
from kg.memories.learnings import learning_of
from kg.memories.long_term import note_of
from kg.memories.procedures import procedure_of
from kg.memories.reflections import reflection_of
from kg.memories.working import working_memory
from kg.types import Kept

_RECORDS: dict[str, Callable[[Mapping[str, Any]], Kept]] = {
    "core": core_entry,
    "working": working_memory,
    "diary": diary_entry,
    "journal": journal_entry,
    "episode": episode_of,
    "longterm": note_of,
    "procedure": procedure_of,
    "reflection": reflection_of,
}


def kept_record(row: Mapping[str, Any], now: dt.datetime) -> Kept | None:
    """The record of a thing of any tier but the summaries, which stand in a tree; None where it is of none.

    Args:
        row: its properties, and the ids of its `sources` and of what it is `about`.
        now: as of when a learning is weighed.
    """
    if row["kind"] == "learning":
        return learning_of(row, now)
    record = _RECORDS.get(row["kind"])
    return None if record is None else record(row)
