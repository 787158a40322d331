"""Messages with scripted extraction: each names one place or none, so that the counts of the summary tree are known."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable

import neo4j

from kg import Event, Memory
from kg.extraction import ScriptedExtractor
from kg.protocols import Mention, TextExtraction
from tests.support import T0

PLACES = ("Oslo", "Lima", "")


def line(number: int, place: str) -> str:
    """A message that says something, and names that place."""
    suffix = f" towards {place}" if place else ""
    return f"Walker number {number} carried {number} stones along the river{suffix}."


def scripted(lines: Iterable[tuple[int, str]]) -> ScriptedExtractor:
    """An extractor that finds in each of these messages the place that it names."""
    found = {}
    for number, place in lines:
        text = line(number, place)
        start = text.find(place) if place else -1
        names = (Mention(place, "place", start, start + len(place)),) if start >= 0 else ()
        found[text] = TextExtraction(mentions=names, topics={})
    return ScriptedExtractor(found)


def events(lines: Iterable[tuple[int, str]], session: str, audience: str = "shared") -> list[Event]:
    """These messages in a session, a minute apart."""
    return [
        Event(line(number, place), session=session, at=T0 + dt.timedelta(minutes=number), audience=audience)
        for number, place in lines
    ]


def refresh_all(memory: Memory) -> int:
    """Refresh until nothing is stale; return the number of rewritten nodes."""
    count = 0
    while done := memory.summaries.refresh():
        count += done
    return count


def written(look: Callable[..., list[neo4j.Record]]) -> dict[str, tuple[int, int]]:
    """Of each node of the tree how many events or children it covers, and how often it was written."""
    rows = look("MATCH (n:Summary {scope: $scope}) RETURN n.key AS key, n.covered AS covered, n.revision AS revision")
    return {row["key"]: (row["covered"], row["revision"]) for row in rows}
