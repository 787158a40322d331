"""Conversion of any stored memory to the record type of its kind."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any

from kg.memories.core import to_core_entry
from kg.memories.diary import to_diary_entry, to_episode, to_journal_entry
from kg.memories.learnings import to_learning
from kg.memories.long_term import to_note
from kg.memories.procedures import to_procedure
from kg.memories.reflections import to_reflection
from kg.memories.working import to_working_memory
from kg.types import StoredMemory

_CONVERTERS: dict[str, Callable[[Mapping[str, Any]], StoredMemory]] = {
    "core": to_core_entry,
    "working": to_working_memory,
    "diary": to_diary_entry,
    "journal": to_journal_entry,
    "episode": to_episode,
    "longterm": to_note,
    "procedure": to_procedure,
    "reflection": to_reflection,
}


def to_typed_record(row: Mapping[str, Any], now: dt.datetime) -> StoredMemory | None:
    """Return the typed record of a memory, except for summaries, which belong to a tree; None for another kind.

    Args:
        row: its properties, with the ids of its `sources` and of what it is `about`.
        now: the time at which a learning's weight is computed.
    """
    if row["kind"] == "learning":
        return to_learning(row, now)
    convert = _CONVERTERS.get(row["kind"])
    return None if convert is None else convert(row)
