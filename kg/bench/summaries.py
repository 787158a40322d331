"""Summaries: what share of the facts they tell, whether every sentence has a source, how long they are, what they repeat."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kg.bench.common import scratch, timed
from kg.errors import NotFound
from kg.language.keywords import keywords
from kg.memory import Memory
from kg.settings import Settings
from kg.types import Fact, Summary

_ALL = 10_000


def run(folders: Sequence[Path], settings: Settings, tell: Callable[[str], None]) -> dict[str, Any]:
    """Digest every folder's events.jsonl in a scope of its own, write its whole summary tree, and measure that.

    Returns:
        {"folders": {name: measures}, "mean": measures}, with the measures

        - nodes: how many have something to say;
        - covered: share of the current facts that stand in the summary of one of their sessions, or of their subject, by all
          the words of their object;
        - covered_by_id: the same, by being cited there;
        - without_source: sentences that cite nothing that is there;
        - sentences, words: of a leaf, on average; root_words of the root;
        - redundancy: mean cosine of the sentences of a leaf with each other, from the embedder;
        - seconds, trips: of all cycles.
    """
    told: dict[str, dict[str, float]] = {}
    for folder in folders:
        with scratch(settings, "summaries") as memory:
            memory.import_files([folder / "events.jsonl"])
            memory.digest()
            told[folder.name] = _measured(memory)
        tell(f"{folder.name}: {told[folder.name]}")
    names = list(next(iter(told.values()), {}))
    mean = {name: round(statistics.mean(row[name] for row in told.values()), 3) for name in names}
    return {"folders": told, "mean": mean}


def _measured(memory: Memory) -> dict[str, float]:
    seconds, trips = 0.0, 0
    while True:
        ms, done = timed(memory.summaries.cycle)
        seconds, trips = seconds + ms / 1000, trips + done.trips
        if not done.nodes:
            break
    nodes = [one for one in memory.summaries.tree(limit=_ALL) if one.text]
    leaves = [one for one in nodes if one.key.startswith(("session:", "entity:", "topic:"))]
    by_key = {one.key: one for one in leaves}
    facts = memory.facts.list(limit=_ALL)
    sessions = {event: memory.get(event) for event in {source for fact in facts for source in fact.sources}}
    where = {
        fact.id: [
            by_key[key]
            for key in (
                f"entity:{fact.subject_id}",
                *(f"session:{sessions[source].session}" for source in fact.sources),  # type: ignore[union-attr]
            )
            if key in by_key
        ]
        for fact in facts
    }
    sentences = [said for one in nodes for said in one.sentences]
    known = set(sessions) | {fact.id for fact in facts}
    missing = [said for said in sentences if not any(_there(memory, source, known) for source in said.sources)]
    return {
        "nodes": len(nodes),
        "facts": len(facts),
        "covered": _share([any(_tells(one, fact) for one in where[fact.id]) for fact in facts]),
        "covered_by_id": _share([any(fact.id in one.sources for one in where[fact.id]) for fact in facts]),
        "without_source": len(missing),
        "sentences": round(statistics.mean(len(one.sentences) for one in leaves), 2) if leaves else 0.0,
        "words": round(statistics.mean(len(one.text.split()) for one in leaves), 1) if leaves else 0.0,
        "root_words": len(memory.summaries.get("root").text.split()) if nodes else 0,
        "redundancy": _redundancy(memory, leaves),
        "seconds": round(seconds, 2),
        "trips": trips,
    }


def _tells(summary: Summary, fact: Fact) -> bool:
    return set(keywords(fact.object)) <= set(keywords(summary.text))


def _there(memory: Memory, source: str, known: set[str]) -> bool:
    try:
        return source in known or bool(memory.get(source))
    except NotFound:
        return False


def _share(hits: Sequence[bool]) -> float:
    return round(sum(hits) / len(hits), 3) if hits else 0.0


def _redundancy(memory: Memory, leaves: Sequence[Summary]) -> float:
    likeness = []
    for one in leaves:
        if len(one.sentences) > 1:
            vectors = memory.embedder.embed([said.text for said in one.sentences])
            count = len(vectors)
            likeness.append((float((vectors @ vectors.T).sum()) - count) / (count * (count - 1)))
    return round(statistics.mean(likeness), 3) if likeness else 0.0
