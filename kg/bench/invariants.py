"""What must hold in a scope whatever was killed, cut or filled: each invariant is told by its name where it is broken."""

from __future__ import annotations

import hashlib
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kg.graph import Graph, schema
from kg.memory import Memory

INVARIANTS = ("lost", "twice", "chains", "leases", "counts", "indexes", "found", "faults")
"""Their names.

- lost: every event that was acknowledged is there, with its text, in its session;
- twice: nothing is there twice: an id, an account's person, an alias, a fact, a topic, an edge between the same two;
- chains: the events of each session are one path in the order of their places, with LAST at its end;
- leases: nothing waits for digestion or is held, once it was waited for as long as a lease lasts;
- counts: each count that is kept is what a recount says;
- indexes: each index of the migrations is there and online;
- found: the events that were acknowledged last are found by their text;
- faults: `Memory.faults` knows of none.
"""

_NAMED = re.compile(r"CREATE (?:CONSTRAINT|INDEX|VECTOR INDEX|FULLTEXT INDEX) (\w+)")
_SHOWN = 5
_SOUGHT = 3
_AGAIN = 3
_PAUSE_S = 1.0
# What is compared of two graphs: what was said and what is known of it; not when it was written, nor which place it has.
_KNOWN = frozenset({"event", "passage", "entity", "person", "fact", "topic"})
_OTHERWISE = frozenset(
    {
        *("scope", "terms", "created_at", "updated_at", "digested_at", "recorded_at", "claimed_at", "at_written"),
        *("seq", "order", "lease", "lease_until", "attempts", "next_seq", "told"),
    }
)
_EDGES = frozenset(
    {
        *("MENTIONS", "ON", "SUBJECT", "OBJECT", "EVIDENCE", "ASSERTED_BY", "SUPERSEDES", "CONTRADICTS", "RELATES_TO"),
        *("SAID_BY", "HAS_PASSAGE", "IDENTIFIES", "NAMES", "SAME_AS"),
    }
)


def broken(
    memory: Memory, acknowledged: Mapping[str, str], *, expected: Mapping[str, int] | None = None
) -> dict[str, list[str]]:
    """Which invariants do not hold, each with some of what breaks it; empty where all do.

    Several reads make one look, and others may write between them. So what does not hold is looked at again: what heals by
    itself in seconds was under way, and what is broken stays.

    Args:
        memory: the scope; nothing should wait in it.
        acknowledged: id → text of each event whose logging returned.
        expected: what `Memory.faults` may tell of all the same, as of an event that cannot be digested.
    """
    found = _look(memory, acknowledged, expected or {})
    for _ in range(_AGAIN):
        if not found:
            break
        threading.Event().wait(_PAUSE_S)
        again = _look(memory, acknowledged, expected or {})
        found = {name: told for name, told in again.items() if name in found}
    return found


def _look(memory: Memory, acknowledged: Mapping[str, str], expected: Mapping[str, int]) -> dict[str, list[str]]:
    graph = memory.graph
    told = {
        "lost": lost(graph, acknowledged),
        "twice": [f"{row['what']} {row['key']}: {row['times']} times" for row in graph.run("bench/duplicates")],
        "chains": [
            f"{row['session']}: {row['events']} events, {row['steps']} steps"
            for row in graph.run("bench/broken_chains")
        ],
        "leases": [f"{count} {status}" for status, count in memory.queue().items() if count and status in _WAITING],
        "counts": [
            f"{row['what']} {row['key']}: {row['kept']}, counted {row['counted']}"
            for row in graph.run("bench/wrong_counts")
        ],
        "indexes": _indexes(graph),
        "found": _unfound(memory, acknowledged),
        "faults": [f"{count} {kind}" for kind, count in memory.faults().items() if expected.get(kind) != count],
    }
    return {name: list(some)[:_SHOWN] for name, some in told.items() if some}


_WAITING = ("pending", "processing", "failed", "stale")


def lost(graph: Graph, acknowledged: Mapping[str, str]) -> list[str]:
    """The ids of what was acknowledged and is not there."""
    rows = [{"id": name, "text": text} for name, text in acknowledged.items()]
    return list(graph.run("bench/lost_events", rows=rows)[0]["lost"])


def _indexes(graph: Graph) -> list[str]:
    there = {row["name"]: row["state"] for row in graph.run("bench/indexes")}
    wanted = {found for step in schema.migrations() for command in step.commands for found in _NAMED.findall(command)}
    return [f"{name}: {there.get(name, 'missing')}" for name in sorted(wanted) if there.get(name) != "ONLINE"]


def _unfound(memory: Memory, acknowledged: Mapping[str, str]) -> list[str]:
    newest = list(acknowledged.items())[-_SOUGHT:]
    return [name for name, text in newest if name not in {hit.id for hit in memory.search(text, limit=20)}]


def knowledge(graph: Graph) -> dict[str, str]:
    """What a scope knows, told so that two scopes which know the same tell the same: node or edge → a digest of what is on it."""
    rows = [(row["node"], row["edges"]) for row in graph.run("bench/scope_contents")]
    return {key: _digest(value) for key, value in _told(rows)}


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _told(rows: list[tuple[dict[str, Any], list[Any]]]) -> Iterator[tuple[str, str]]:
    for node, edges in rows:
        if node.get("kind", "alias" if "key" in node else None) not in {*_KNOWN, "alias"}:
            continue
        name = str(node.get("id") or node.get("key"))
        yield name, _plain(node)
        between: dict[str, list[str]] = {}
        for kind, other, properties in edges:
            if kind in _EDGES:
                between.setdefault(f"{name} -{kind}-> {other}", []).append(_plain(properties))
        yield from ((edge, str(sorted(some))) for edge, some in between.items())


def _plain(properties: Mapping[str, Any]) -> str:
    return str(
        {key: str(value) for key, value in sorted(properties.items()) if key not in _OTHERWISE and value is not None}
    )


def waited(ready: Callable[[], bool], seconds: float, pause_s: float = 0.2) -> bool:
    """Whether it came to be so within that many seconds."""
    until = time.monotonic() + seconds
    pause = threading.Event()
    while not ready():
        if time.monotonic() > until:
            return False
        pause.wait(pause_s)
    return True
