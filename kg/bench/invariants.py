"""Invariants that must hold in a scope after any fault, and the checks that report violations by name."""

from __future__ import annotations

import hashlib
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kg.graph import Graph, load_migrations
from kg.memory import Memory

INVARIANTS = ("lost", "twice", "chains", "leases", "counts", "indexes", "found", "faults")
"""Names of the invariants.

- lost: every acknowledged event exists, with its text, in its session;
- twice: no duplicates: ids, persons of an account, aliases, facts, topics, edges between the same two nodes;
- chains: the events of each session form one path in the order of `seq`, with LAST at its end;
- leases: no event is pending or claimed after the duration of a lease;
- counts: each stored count equals a recount;
- indexes: each index of the migrations exists and is online;
- found: a search for the text of the last acknowledged events finds them;
- faults: `Memory.faults` reports none.
"""

_INDEX_NAME = re.compile(r"CREATE (?:CONSTRAINT|INDEX|VECTOR INDEX|FULLTEXT INDEX) (\w+)")
_MAX_SHOWN = 5
_SEARCHED_EVENTS = 3
_RECHECKS = 3
_PAUSE_S = 1.0
# Kinds, properties and edges that are compared between graphs; times of writing and positions are not.
_KNOWLEDGE_KINDS = frozenset({"event", "passage", "entity", "person", "fact", "topic"})
_IGNORED_PROPERTIES = frozenset(
    {
        *("scope", "terms", "created_at", "updated_at", "digested_at", "recorded_at", "claimed_at", "at_written"),
        *("seq", "order", "lease", "lease_until", "attempts", "next_seq", "told"),
    }
)
_KNOWLEDGE_EDGES = frozenset(
    {
        *("MENTIONS", "ON", "SUBJECT", "OBJECT", "EVIDENCE", "ASSERTED_BY", "SUPERSEDES", "CONTRADICTS", "RELATES_TO"),
        *("SAID_BY", "HAS_PASSAGE", "IDENTIFIES", "NAMES", "SAME_AS"),
    }
)


def check_invariants(
    memory: Memory, acknowledged: Mapping[str, str], *, expected: Mapping[str, int] | None = None
) -> dict[str, list[str]]:
    """Return the violated invariants, each with some details; empty if all hold.

    A check consists of several reads, between which others may write. Violations are therefore checked again after a pause,
    and only those that persist are returned.

    Args:
        memory: the scope; no event should be pending in it.
        acknowledged: id → text of each acknowledged event.
        expected: kind → count of the entries of `Memory.faults` that are allowed, such as an event that cannot be digested.
    """
    violations = _check_once(memory, acknowledged, expected or {})
    for _ in range(_RECHECKS):
        if not violations:
            break
        threading.Event().wait(_PAUSE_S)
        recheck = _check_once(memory, acknowledged, expected or {})
        violations = {name: details for name, details in recheck.items() if name in violations}
    return violations


def _check_once(memory: Memory, acknowledged: Mapping[str, str], expected: Mapping[str, int]) -> dict[str, list[str]]:
    graph = memory.graph
    breaches = {
        "lost": find_lost_events(graph, acknowledged),
        "twice": [f"{row['what']} {row['key']}: {row['times']} times" for row in graph.run("bench/duplicates")],
        "chains": [
            f"{row['session']}: {row['events']} events, {row['steps']} steps"
            for row in graph.run("bench/broken_chains")
        ],
        "leases": [
            f"{count} {status}" for status, count in memory.queue().items() if count and status in _WAITING_STATUSES
        ],
        "counts": [
            f"{row['what']} {row['key']}: stored {row['stored']}, counted {row['counted']}"
            for row in graph.run("bench/wrong_counts")
        ],
        "indexes": _find_missing_indexes(graph),
        "found": _find_unsearchable_events(memory, acknowledged),
        "faults": [f"{count} {kind}" for kind, count in memory.faults().items() if expected.get(kind) != count],
    }
    return {name: list(details)[:_MAX_SHOWN] for name, details in breaches.items() if details}


_WAITING_STATUSES = ("pending", "processing", "failed", "stale")


def find_lost_events(graph: Graph, acknowledged: Mapping[str, str]) -> list[str]:
    """Return the ids of the acknowledged events that are missing."""
    rows = [{"id": event_id, "text": text} for event_id, text in acknowledged.items()]
    return list(graph.run("bench/lost_events", rows=rows)[0]["lost"])


def _find_missing_indexes(graph: Graph) -> list[str]:
    states = {row["name"]: row["state"] for row in graph.run("bench/indexes")}
    expected_names = {
        name for step in load_migrations() for command in step.commands for name in _INDEX_NAME.findall(command)
    }
    return [f"{name}: {states.get(name, 'missing')}" for name in sorted(expected_names) if states.get(name) != "ONLINE"]


def _find_unsearchable_events(memory: Memory, acknowledged: Mapping[str, str]) -> list[str]:
    newest = list(acknowledged.items())[-_SEARCHED_EVENTS:]
    return [event_id for event_id, text in newest if event_id not in {hit.id for hit in memory.search(text, limit=20)}]


def digest_knowledge(graph: Graph) -> dict[str, str]:
    """Return a digest of each node and edge of a scope; equal for two scopes with the same knowledge."""
    rows = [(row["node"], row["edges"]) for row in graph.run("bench/scope_contents")]
    return {identifier: _hash_text(value) for identifier, value in _serialise_knowledge(rows)}


def _hash_text(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _serialise_knowledge(rows: list[tuple[dict[str, Any], list[Any]]]) -> Iterator[tuple[str, str]]:
    for node, edges in rows:
        if node.get("kind", "alias" if "key" in node else None) not in {*_KNOWLEDGE_KINDS, "alias"}:
            continue
        node_id = str(node.get("id") or node.get("key"))
        yield node_id, _serialise_properties(node)
        edges_by_end: dict[str, list[str]] = {}
        for edge_type, target, properties in edges:
            if edge_type in _KNOWLEDGE_EDGES:
                edges_by_end.setdefault(f"{node_id} -{edge_type}-> {target}", []).append(
                    _serialise_properties(properties)
                )
        yield from ((edge, str(sorted(details))) for edge, details in edges_by_end.items())


def _serialise_properties(properties: Mapping[str, Any]) -> str:
    return str(
        {
            identifier: str(value)
            for identifier, value in sorted(properties.items())
            if identifier not in _IGNORED_PROPERTIES and value is not None
        }
    )


def wait_until(condition: Callable[[], bool], seconds: float, pause_s: float = 0.2) -> bool:
    """Wait until a condition holds; return whether it did within that many seconds."""
    deadline = time.monotonic() + seconds
    waiter = threading.Event()
    while not condition():
        if time.monotonic() > deadline:
            return False
        waiter.wait(pause_s)
    return True
