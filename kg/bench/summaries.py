"""Summary benchmark: coverage of facts, sentences without a source, length, redundancy, and agreement with reference texts."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kg.bench.common import temporary_memory, time_call
from kg.bench.recall import read_json_lines
from kg.bench.reference_texts import compare_texts, mean_measures, write_centroid, write_lead
from kg.errors import NotFound
from kg.language import extract_keywords
from kg.memory import Memory
from kg.settings import Settings
from kg.types import Fact, Summary

_NO_LIMIT = 10_000


def measure_summaries(folders: Sequence[Path], settings: Settings, report: Callable[[str], None]) -> dict[str, Any]:
    """Digest each folder's events.jsonl in a temporary scope, write its summary tree, and measure the tree.

    Returns:
        {"folders": {name: measures}, "mean": measures}, with the measures

        - nodes: number of nodes with a text;
        - covered: share of the current facts of which all keywords of the object occur in the summary of one of their
          sessions or of their subject;
        - covered_by_id: share of the current facts that such a summary cites;
        - without_source: number of sentences whose sources do not exist;
        - sentences, words: mean per leaf; root_words: words of the root;
        - redundancy: mean cosine between the sentences of a leaf, by the embedder;
        - seconds, trips: totals of all cycles.

        Where a folder has summaries.jsonl with lines {session, text}, also "reference": for the summaries of sessions, for their
        first five sentences and for the five nearest to their centroid, the mean cosine with these texts, and the mean share of
        sentences of these texts with a match of cosine .6.
    """
    figures: dict[str, dict[str, float]] = {}
    compared: dict[str, list[dict[str, float]]] = {}
    for folder in folders:
        with temporary_memory(settings, "summaries") as memory:
            memory.import_files([folder / "events.jsonl"])
            memory.digest()
            figures[folder.name] = _measure_tree(memory)
            if (folder / "summaries.jsonl").is_file():
                _compare_sessions(memory, read_json_lines(folder / "summaries.jsonl"), compared)
        report(f"{folder.name}: {figures[folder.name]}")
    names = list(next(iter(figures.values()), {}))
    mean = {name: round(statistics.mean(row[name] for row in figures.values()), 3) for name in names}
    reference = {name: mean_measures(rows) for name, rows in compared.items()}
    return {"folders": figures, "mean": mean} | ({"reference": reference} if reference else {})


def _compare_sessions(
    memory: Memory, references: Sequence[Mapping[str, Any]], compared: dict[str, list[dict[str, float]]]
) -> None:
    """Compare the summaries of sessions, and two baselines, with reference texts; add the measures to `compared`."""
    embed = memory.embedder.embed
    leaves = {node.key.partition(":")[2]: node for node in memory.summaries.tree(limit=_NO_LIMIT)}
    for row in references:
        events = memory.history(row["session"], last=_NO_LIMIT)
        leaf = leaves.get(row["session"])
        written = {
            "kg": [sentence.text for sentence in leaf.sentences] if leaf else [],
            "lead": write_lead(events),
            "centroid": write_centroid(events, embed),
        }
        for name, sentences in written.items():
            compared.setdefault(name, []).append(compare_texts(sentences, row["text"], embed))


def _measure_tree(memory: Memory) -> dict[str, float]:
    seconds, trips = 0.0, 0
    while True:
        ms, cycle = time_call(memory.summaries.cycle)
        seconds, trips = seconds + ms / 1000, trips + cycle.trips
        if not cycle.nodes:
            break
    nodes = [node for node in memory.summaries.tree(limit=_NO_LIMIT) if node.text]
    leaves = [node for node in nodes if node.key.startswith(("session:", "entity:", "topic:"))]
    by_key = {node.key: node for node in leaves}
    facts = memory.facts.list(limit=_NO_LIMIT)
    sessions = {event: memory.get(event) for event in {source for fact in facts for source in fact.sources}}
    candidates = {
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
    sentences = [sentence for node in nodes for sentence in node.sentences]
    known = set(sessions) | {fact.id for fact in facts}
    unsourced = [
        sentence for sentence in sentences if not any(_exists(memory, source, known) for source in sentence.sources)
    ]
    return {
        "nodes": len(nodes),
        "facts": len(facts),
        "covered": _compute_share([any(_covers(node, fact) for node in candidates[fact.id]) for fact in facts]),
        "covered_by_id": _compute_share(
            [any(fact.id in node.sources for node in candidates[fact.id]) for fact in facts]
        ),
        "without_source": len(unsourced),
        "sentences": round(statistics.mean(len(node.sentences) for node in leaves), 2) if leaves else 0.0,
        "words": round(statistics.mean(len(node.text.split()) for node in leaves), 1) if leaves else 0.0,
        "root_words": len(memory.summaries.get("root").text.split()) if nodes else 0,
        "redundancy": _compute_redundancy(memory, leaves),
        "seconds": round(seconds, 2),
        "trips": trips,
    }


def _covers(summary: Summary, fact: Fact) -> bool:
    return set(extract_keywords(fact.object)) <= set(extract_keywords(summary.text))


def _exists(memory: Memory, source: str, known: set[str]) -> bool:
    try:
        return source in known or bool(memory.get(source))
    except NotFound:
        return False


def _compute_share(hits: Sequence[bool]) -> float:
    return round(sum(hits) / len(hits), 3) if hits else 0.0


def _compute_redundancy(memory: Memory, leaves: Sequence[Summary]) -> float:
    similarities = []
    for leaf in leaves:
        if len(leaf.sentences) > 1:
            vectors = memory.embedder.embed([sentence.text for sentence in leaf.sentences])
            count = len(vectors)
            similarities.append((float((vectors @ vectors.T).sum()) - count) / (count * (count - 1)))
    return round(statistics.mean(similarities), 3) if similarities else 0.0
