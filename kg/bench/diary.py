"""`kg bench diary`: how much of what a reader would put into the diary is in it, and how much of it is chatter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kg.bench.common import temporary_memory
from kg.bench.recall import read_json_lines
from kg.bench.reference_texts import mean_measures, sentences_of
from kg.language import extract_keywords
from kg.memory import Memory
from kg.settings import Settings

_ALL_DAYS, _NO_LIMIT = 100_000, 10_000
_SHARE = 0.5


def measure_diary(folders: Sequence[Path], settings: Settings, report: Callable[[str], None]) -> dict[str, Any]:
    """Digest each folder's events.jsonl in a temporary scope, sleep, and compare the diary with importance.jsonl.

    Args:
        folders: folders with events.jsonl, and importance.jsonl with lines {date, must, evidence}.
        settings: settings of the server and the models.
        report: called with a line for each folder.

    Returns:
        {"folders": {name: measures}, "mean": measures}, with the measures

        - must: share of the statements that a day's entry must contain of which it has half of the content words;
        - days: share of the days with such statements that have an entry;
        - evidence: share of the entry's messages that are evidence of the day, the rest is chatter or was not marked;
        - sentences: mean number of sentences of an entry.

    Raises:
        NotFound: a file is missing in a folder.
    """
    figures: dict[str, dict[str, float]] = {}
    for folder in folders:
        days = [row for row in read_json_lines(folder / "importance.jsonl") if row["must"]]
        with temporary_memory(settings, "diary") as memory:
            memory.import_files([folder / "events.jsonl"])
            memory.sleep.deep()
            figures[folder.name] = _compare(memory, days)
        report(f"{folder.name}: {figures[folder.name]}")
    return {"folders": figures, "mean": mean_measures(list(figures.values()))}


def _compare(memory: Memory, days: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    entries: dict[str, list[str]] = defaultdict(list)
    cited: dict[str, list[str]] = defaultdict(list)
    for entry in memory.diary.recent(days=_ALL_DAYS, limit=_NO_LIMIT):
        day = str(entry.at.date())
        entries[day] += sentences_of(entry.text)
        cited[day] += entry.sources
    found = [_match(row["must"], entries[row["date"]]) for row in days]
    evidence = [[source in set(row["evidence"]) for source in cited[row["date"]]] for row in days if cited[row["date"]]]
    counts = [len(entries[row["date"]]) for row in days if entries[row["date"]]]
    return {
        "must": _share([hit for hits in found for hit in hits]),
        "days": _share([bool(entries[row["date"]]) for row in days]),
        "evidence": _share([hit for hits in evidence for hit in hits]),
        "sentences": round(float(np.mean(counts)), 2) if counts else 0.0,
    }


def _match(must: Sequence[str], sentences: Sequence[str]) -> list[bool]:
    shown = set(extract_keywords(" ".join(sentences)))
    wanted = [set(extract_keywords(statement)) for statement in must]
    return [len(words & shown) >= _SHARE * max(1, len(words)) for words in wanted]


def _share(hits: Sequence[bool]) -> float:
    return round(sum(hits) / len(hits), 3) if hits else 0.0
