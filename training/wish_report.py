"""Measure standing wishes from the log to the next context (`python -m training.wish_report`)."""

from __future__ import annotations

import datetime as dt
import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

from kg import Event
from kg.bench import read_json_lines, temporary_memory
from kg.memory import Memory
from kg.protocols import FixedClock
from kg.settings import Settings
from training.changed_wishes import PAIRS

_START = dt.datetime(2026, 3, 2, 9, tzinfo=dt.UTC)
_LATER = dt.timedelta(days=5)
_OWNER, _AGENT = "chat:owner", "chat:agent"
_SECTIONS = frozenset({"preferences", "knowledge"})


def report_wishes(rows: Sequence[dict[str, Any]], settings: Settings) -> dict[str, Any]:
    """Log each wish and the later message in two chats with an agent, and look at the contexts after both; no sleep.

    Args:
        rows: {"first", "later", "gone", "old_words", "new_words"} of `changed_wishes.jsonl`.
        settings: settings of the server and the models.

    Returns:
        {"wishes", "learnt": those of which the next context has a word, "changed": of these, those that no longer hold, "ended":
        those of them that the context after the later message no longer states, "kept": those that still hold, "lost": those of
        them that it no longer states, "new", "new_learnt": new wishes in the later messages, and those that it has}.
    """
    counts: Counter[str] = Counter()
    for row in rows:
        with temporary_memory(settings, "wishes", owner=_OWNER, clock=FixedClock(_START + 2 * _LATER)) as memory:
            _chat(memory, "first", row["first"], _START)
            first = _read_lines(memory)
            _chat(memory, "later", row["later"], _START + _LATER)
            then = _read_lines(memory)
        counts["wishes"] += 1
        if row.get("new_words"):
            counts["new"] += 1
            counts["new_learnt"] += _states(then, row["new_words"])
        if not _states(first, row["old_words"]):
            continue
        # The later message itself may be quoted.
        is_stated = _states([line for line in then if line not in _fold(row["later"])], row["old_words"])
        counts["learnt"] += 1
        counts["changed" if row["gone"] else "kept"] += 1
        counts["ended" if row["gone"] else "lost"] += not is_stated
    return dict(counts)


def _chat(memory: Memory, session: str, text: str, at: dt.datetime) -> None:
    turns = [(_AGENT, "What can I do for you?"), (_OWNER, text), (_AGENT, "Okay."), (_OWNER, "thanks, bye")]
    memory.log(
        [
            Event(
                said,
                session=session,
                speaker=speaker,
                speaker_name="Moira" if speaker == _OWNER else "Pip",
                role="user" if speaker == _OWNER else "assistant",
                at=at + dt.timedelta(minutes=place),
            )
            for place, (speaker, said) in enumerate(turns)
        ]
    )
    memory.digest()


def _read_lines(memory: Memory) -> list[str]:
    """Return the preferences and facts of the next context, without their citations."""
    context = memory.context("ok, lets do the next one", speaker=_OWNER, session="next", budget=3_000)
    lines = [line for part in context.sections if part.name in _SECTIONS for line in part.items]
    return [_fold(line.split("] ", 1)[1]).strip(" .!") for line in lines if line.startswith("> [")]


def _states(lines: Sequence[str], words: Sequence[str]) -> bool:
    return any(_fold(word) in line for word in words for line in lines)


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())


if __name__ == "__main__":
    test = [dict(row) for row in read_json_lines(PAIRS) if row["part"] == "test"]
    sys.stdout.write(json.dumps(report_wishes(test, Settings()), indent=2) + "\n")
