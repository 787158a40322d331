"""Messages whose extraction is scripted: each names one place, or none, and what the summary tree must count is known."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable

import neo4j

from kg import Event, Memory
from kg.extraction import Scripted
from kg.protocols import Found, Mention
from tests.support import T0

PLACES = ("Oslo", "Lima", "")


def line(number: int, place: str) -> str:
    """A message that says something, and names that place."""
    told = f" towards {place}" if place else ""
    return f"Walker number {number} carried {number} stones along the river{told}."


def scripted(lines: Iterable[tuple[int, str]]) -> Scripted:
    """An extractor that finds in each of these messages the place that it names."""
    found = {}
    for number, place in lines:
        text = line(number, place)
        start = text.find(place) if place else -1
        names = (Mention(place, "place", start, start + len(place)),) if start >= 0 else ()
        found[text] = Found(mentions=names, topics={})
    return Scripted(found)


def events(lines: Iterable[tuple[int, str]], session: str, audience: str = "shared") -> list[Event]:
    """These messages in a session, a minute apart."""
    return [
        Event(line(number, place), session=session, at=T0 + dt.timedelta(minutes=number), audience=audience)
        for number, place in lines
    ]


def everything_told(memory: Memory) -> int:
    """Refresh until all is told; returns how many nodes were written."""
    count = 0
    while done := memory.summaries.refresh():
        count += done
    return count


def written(look: Callable[..., list[neo4j.Record]]) -> dict[str, tuple[int, int]]:
    """Of each node of the tree how many events or children it covers, and how often it was written."""
    rows = look("MATCH (n:Summary {scope: $scope}) RETURN n.key AS key, n.covered AS covered, n.revision AS revision")
    return {row["key"]: (row["covered"], row["revision"]) for row in rows}
