"""A memory with work for every consolidation step, and a comparable form of its contents."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable
from typing import Any

import neo4j

from kg import Event, Memory
from kg.protocols import FixedClock
from tests.support import days, minutes

Look = Callable[..., list[neo4j.Record]]
# Times differ where a sleep is cut off; scopes, and what is drawn by lot, always do.
_OTHERWISE = {
    "id",
    "scope",
    "terms",
    "archived_terms",
    "superseded_by",
    "embedding",
    "states",
    "lease",
    "run",
    "node_id",
}
_OTHERWISE |= {"learned_from", "last_session", "holder"}


def populate(memory: Memory, clock: FixedClock) -> None:
    """Talk, work with tools, keep things, and let some of them grow old.

    Args:
        memory: an empty one.
        clock: the one that it asks; forty days later when this is done.
    """
    for home in ("Ghent", "Lima", "Oslo"):
        memory.facts.add("Dora", "lives_in", home)
    memory.core.add("Somebody who likes lists.", "scratch", importance=2)
    for number in range(6):
        memory.working.replace(f"cli:old{number}", task=f"write report {number}")
    memory.procedures.propose("printer smokes badly", "Open a window.", confidence=0.1)
    memory.longterm.add("The red kettle leaks a little at the spout.", importance=3)
    memory.longterm.add("Nobody may ever sell the house in Delft.", importance=9)
    memory.longterm.add("The gate code was changed by the janitor in May.", importance=5)
    memory.longterm.add("The gate code was changed by the old janitor in May.", importance=6)
    memory.episodes.add("We agreed to plant oaks along the drive.", tags=["plan"])
    clock.forward(days(40))
    memory.log(_said(clock.now() - minutes(60)))


def _said(at: dt.datetime) -> list[Event]:
    ann = [
        "I populate in Oslo and I work at Acme.",
        "I like tea, and I like chess a great deal.",
        "The webhook failed with a 401 error on the staging server.",
        "It works again: renewing the token fixed it.",
        "I moved to Bergen last week with Bob Stone and Carla Reed.",
        *(f"Bob Stone carried box number {place} to the house in Bergen." for place in range(8)),
    ]
    spoken = [
        Event(text, id=f"said-{place}", speaker="cli:ann", speaker_name="Ann", session="cli:1", at=at + minutes(place))
        for place, text in enumerate(ann)
    ]
    private = Event(
        "My key lies under the third stone of the wall.", id="private", speaker="cli:ann", session="cli:2",
        at=at + minutes(2), audience="session",
    )  # fmt: skip
    tools = [
        event
        for number in range(4)
        for event in (
            Event(
                f"search({number})", id=f"call-{number}", kind="tool_call", tool="search", role="assistant",
                session="cli:1", at=at + minutes(30 + number),
            ),
            Event(
                f"Error: index {number} is missing", id=f"result-{number}", kind="tool_result", tool="search", role="tool",
                parent=f"call-{number}", session="cli:1", at=at + minutes(30 + number),
            ),
        )
    ]  # fmt: skip
    return [*spoken, private, *tools]


def snapshot(look: Look, scope: str) -> tuple[Counter[Any], Counter[Any]]:
    """All nodes of a scope but those of its sleeps, and all edges between them, by what they say and not by when."""
    rows = look(
        "MATCH (n {scope: $of}) WHERE NOT n:SleepRun AND NOT n:Turn "
        "RETURN elementId(n) AS e, labels(n) AS labels, properties(n) AS kept",
        of=scope,
    )
    names = {row["e"]: _name(row["labels"], row["kept"], scope) for row in rows}
    edges = look(
        "MATCH (a {scope: $of})-[r]->(b {scope: $of}) RETURN elementId(a) AS a, type(r) AS kind, elementId(b) AS b",
        of=scope,
    )
    return Counter(names.values()), Counter(
        (names[row["a"]][:2], row["kind"], names[row["b"]][:2]) for row in edges if row["a"] in names
    )


def _name(labels: list[str], kept: dict[str, Any], scope: str) -> tuple[str, str, str]:
    plain = {
        key: value
        for key, value in kept.items()
        if key not in _OTHERWISE and not isinstance(value, neo4j.time.DateTime | bytes) and not key.endswith("_at")
    }
    # A summary's sentences are dated, and the ids that they cite are of events that have the same in both.
    text = str(kept.get("text") or kept.get("name") or kept.get("key") or kept.get("date") or "").replace(scope, "")
    return ":".join(sorted(labels)), text, repr(sorted(plain.items())).replace(scope, "")
