"""`kg bench observations`: how much of what careful readers noted is in the graph after digestion."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

import numpy as np

from kg.bench.common import temporary_memory
from kg.bench.recall import read_json_lines
from kg.language import EnglishPipeline, MiniLM
from kg.settings import Settings
from kg.types import Fact

_COSINE = 0.7
_HALF = 0.5
_NO_LIMIT = 10_000
_WORD = re.compile(r"[^\W_]+")


def measure_observations(folders: Sequence[Path], settings: Settings, report: Callable[[str], None]) -> dict[str, Any]:
    """Digest each folder's events.jsonl in a temporary scope, and compare its facts with observations.jsonl.

    Args:
        folders: folders with events.jsonl, and observations.jsonl with lines {text, evidence} and optionally speaker.
        settings: settings of the server and the models.
        report: called with a line for each folder.

    Returns:
        {"folders": {name: measures}, "mean": measures, "facts_per_100_turns", "facts_on_noted_turns"}. The measures are shares
        of the observations, and means are weighted by observation:

        - turn: with a fact from one of its messages;
        - half: of whose content words the facts from its messages, and from the message before and after, hold half;
        - cosine: to which the sentence of one of these facts has a cosine of .7 or more.

        facts_on_noted_turns is the share of the facts that come from a message with an observation.

    Raises:
        NotFound: a file is missing in a folder.
    """
    figures: dict[str, dict[str, float]] = {}
    model, english = MiniLM(settings), EnglishPipeline()
    for folder in folders:
        events = read_json_lines(folder / "events.jsonl")
        observations = [row for row in read_json_lines(folder / "observations.jsonl") if row.get("worth", 1) >= 1]
        with temporary_memory(settings, "observations") as memory:
            memory.import_files([folder / "events.jsonl"])
            memory.digest()
            facts = memory.facts.list(status=None, limit=_NO_LIMIT)
        figures[folder.name] = _compare(events, observations, facts, model, english)
        report(f"{folder.name}: {figures[folder.name]}")
    counts = {name: sum(row[name] for row in figures.values()) for name in ("observations", "turns", "facts")}
    mean = {
        name: _share(sum(row[name] * row["observations"] for row in figures.values()), counts["observations"])
        for name in ("turn", "half", "cosine")
    }
    noted = sum(row["facts_on_noted_turns"] * row["facts"] for row in figures.values())
    return {
        "folders": figures,
        "mean": mean,
        "facts_per_100_turns": round(100 * counts["facts"] / max(1, counts["turns"]), 1),
        "facts_on_noted_turns": _share(noted, counts["facts"]),
    }


def _compare(
    events: Sequence[Mapping[str, Any]],
    observations: Sequence[Mapping[str, Any]],
    facts: Sequence[Fact],
    model: MiniLM,
    english: EnglishPipeline,
) -> dict[str, float]:
    places = {str(event["id"]): place for place, event in enumerate(events)}
    facts_at: dict[int, list[int]] = defaultdict(list)
    for number, fact in enumerate(facts):
        for source in fact.sources:
            if source in places:
                facts_at[places[source]].append(number)
    names = frozenset(word for event in events for word in _WORD.findall(str(event.get("speaker") or "").lower()))
    words_of_facts = _content_words([fact.text for fact in facts], english, names)
    words_wanted = _content_words([row["text"] for row in observations], english, names)
    cosines = np.zeros((len(observations), len(facts)), np.float32)
    if facts and observations:
        cosines = model.embed([row["text"] for row in observations]) @ model.embed([fact.text for fact in facts]).T
    turn = half = alike = 0
    noted_turns: set[int] = set()
    for row, wanted, similar in zip(observations, words_wanted, cosines, strict=True):
        turns = {places[event] for event in row["evidence"] if event in places}
        noted_turns |= turns
        near = sorted({fact for at in turns for step in (-1, 0, 1) for fact in facts_at.get(at + step, ())})
        held = frozenset[str]().union(*(words_of_facts[fact] for fact in near))
        turn += any(facts_at.get(at) for at in turns)
        half += bool(near) and len(wanted & held) >= _HALF * len(wanted)
        alike += bool(near) and float(similar[near].max()) >= _COSINE
    on_noted = {fact for at in noted_turns for fact in facts_at.get(at, ())}
    return {
        "observations": len(observations),
        "turns": len(events),
        "facts": len(facts),
        "turn": _share(turn, len(observations)),
        "half": _share(half, len(observations)),
        "cosine": _share(alike, len(observations)),
        "facts_on_noted_turns": _share(len(on_noted), len(facts)),
    }


def _content_words(texts: Sequence[str], english: EnglishPipeline, names: Set[str]) -> list[frozenset[str]]:
    """Return the lemmas of each text without stop words and names of speakers."""
    docs = english.parse(texts, trees=False)
    return [
        frozenset(token.lemma_.lower() for token in doc if token.is_alpha and not token.is_stop) - names for doc in docs
    ]


def _share(part: float, whole: float) -> float:
    return round(part / whole, 4) if whole else 0.0
