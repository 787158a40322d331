"""Memories whose sources were erased: rewritten from the remaining sources if no model is needed for it, else erased."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg import events as logs
from kg.erasure.erased_words import ErasedWords, comparable_words, contains_name
from kg.graph import GraphTransaction
from kg.memories import (
    DiaryText,
    MemoryRecord,
    MemoryStore,
    build_diary_record,
    build_episode_record,
    read_event_statements,
    write_diary_texts,
)
from kg.people import name_speakers_of
from kg.summaries import EXTRACTIVE_VERSION
from kg.types import Event

# Kinds that are rewritten from their remaining source events.
_REWRITTEN_KINDS = frozenset({"diary", "episode"})
# Properties that a rewritten record keeps. Its salience and its learnings are computed again.
_PRESERVED_PROPERTIES = ("tags", "access_count", "last_accessed", "archived_at", "archived_terms")


def rebuild_memories(
    transaction: GraphTransaction,
    store: MemoryStore,
    affected: Collection[str],
    words: ErasedWords,
    to_erase: Collection[str] = (),
    names: Collection[str] = (),
) -> tuple[Counter[str], dict[str, str]]:
    """Rewrite or erase memories whose sources were erased.

    Args:
        transaction: the transaction in which the sources were erased.
        store: the memory store.
        affected: ids of the memories that had these sources.
        words: the words of the erased sources.
        to_erase: ids of memories to erase whatever their sources.
        names: names that the remaining memories must not contain.

    Returns:
        Kind → number of erased memories, and id → kind of the rewritten ones.
    """
    removed: Counter[str] = Counter()
    waiting, seen = set(affected) | set(to_erase), set[str]()
    summaries, rewritten = set[str](), dict[str, str]()
    while waiting:
        seen |= waiting
        erased: list[str] = []
        for row in transaction.run("erasure/remaining_sources", ids=sorted(waiting)):
            node = row["node"]
            if node["kind"] == "summary":
                summaries.add(node["id"])
            elif node["id"] in to_erase or not _remains_supported(
                transaction, store, node, row["sources"], words, names, seen, rewritten
            ):
                erased.append(node["id"])
        waiting = set()
        if erased:
            restored = _restored_rows(transaction, store, erased)
            [done] = transaction.run("erasure/erase_nodes", ids=sorted(erased))
            removed.update(done["kinds"])
            # The memories that had these as sources are affected in turn.
            waiting = set(done["dependents"]) - seen
            if restored:
                transaction.run("erasure/update_nodes", rows=restored, now=store.clock.now())
    removed["summary"] += erase_summaries(transaction, store, sorted(summaries))
    # A rewritten record is another node but the same entry.
    removed.subtract(rewritten.values())
    return +removed, rewritten


def erase_summaries(
    transaction: GraphTransaction,
    store: MemoryStore,
    ids: Sequence[str],
    subjects: Sequence[str] = (),
    sessions: Sequence[str] = (),
) -> int:
    """Erase summaries, and the leaves of these entities, topics and sessions; return the number of non-empty ones."""
    [row] = transaction.run(
        "erasure/erase_summaries", ids=list(ids), subjects=list(subjects), sessions=list(sessions),
        extractive_version=EXTRACTIVE_VERSION, now=store.clock.now(),
    )  # fmt: skip
    return int(row["leaves"]) + int(row["branches"])


def _remains_supported(
    transaction: GraphTransaction,
    store: MemoryStore,
    node: Mapping[str, Any],
    sources: Sequence[Mapping[str, Any]],
    words: ErasedWords,
    names: Collection[str],
    doubtful: Collection[str],
    rewritten: dict[str, str],
) -> bool:
    """Whether a memory remains as it is; records of events are rewritten from the remaining ones.

    A source that has erased sources itself does not count as support, since it may be erased too.
    """
    if not sources:
        return False
    if node["kind"] in _REWRITTEN_KINDS:
        events = [source for source in sources if source["kind"] == "event"]
        new_ids = _rewrite(transaction, store, node, events)
        rewritten |= dict.fromkeys(sorted(new_ids - {node["id"]})[:1], node["kind"])
        return node["id"] in new_ids
    if node["kind"] == "reflection" or contains_name(node["text"], names):
        return False
    firm = [source for source in sources if source["id"] not in doubtful]
    supported = {word for source in firm for word in comparable_words(source["text"] or "")}
    return not (comparable_words(node["text"]) & words.all) - supported


def _rewrite(
    transaction: GraphTransaction, store: MemoryStore, node: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]
) -> set[str]:
    """Write a record of the remaining events in place of a node; return the ids of the new records."""
    events = name_speakers_of(transaction, store.owners, [_event_record(row) for row in rows], store.clock.now())
    ids = set()
    statements = read_event_statements(transaction, events)
    for content in write_diary_texts(sorted(events, key=lambda event: (str(event.at), event.seq or 0)), statements):
        record = _memory_record(node, content)
        preserved = {key: node[key] for key in _PRESERVED_PROPERTIES if node.get(key) is not None}
        embeddings = store.embed_texts(record.text)
        store.put(record, transaction=transaction, embeddings=embeddings)
        update = [{"id": record.id, "properties": {"at": node["at"], **preserved}, "vector": None}]
        transaction.run("erasure/update_nodes", rows=update, now=store.clock.now())
        ids.add(record.id)
    return ids


def _memory_record(node: Mapping[str, Any], content: DiaryText) -> MemoryRecord:
    at = node["at"].to_native()
    if node["kind"] == "diary":
        record = build_diary_record(content, at)
    else:
        ends = {"seq_from": node.get("seq_from") or 0, "seq_to": node.get("seq_to") or 0}
        record = build_episode_record(content, at, node.get("session") or "", **ends)
        if node.get("session") is None:
            record = replace(record, properties={**record.properties, "session": None})
    return replace(record, current=bool(node["current"]))


def _event_record(row: Mapping[str, Any]) -> Event:
    return replace(logs.event_record(row), audience=row["audience"])


def _restored_rows(transaction: GraphTransaction, store: MemoryStore, erased: Sequence[str]) -> list[dict[str, Any]]:
    """Return the updates that make memories current again which only the erased ones superseded."""
    rows = []
    for row in transaction.run("erasure/superseded_memories", ids=sorted(erased)):
        node = row["node"]
        record = MemoryRecord(
            node["id"], node["kind"], node["text"], node["at"].to_native(), node, audience=node["audience"]
        )
        properties = {"current": True, "terms": store.full_text_terms(record), "superseded_by": None}
        rows.append({"id": node["id"], "properties": properties, "vector": None})
    return rows
