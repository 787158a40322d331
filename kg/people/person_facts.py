"""What is known about a person: up to fifteen lines of facts, the most important of each kind, each with its sources."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from kg.graph import MIN_TIME, Graph, as_datetime
from kg.knowledge import OverviewFact, OverviewLine, write_overview

MAX_LINES = 15
"""Maximum number of lines."""
_MAX_FACTS, _MAX_CITED = 300, 3


def read_person_facts(
    graph: Graph, person: str, now: dt.datetime, audiences: Sequence[str] | None, *, most: int = MAX_LINES
) -> list[OverviewLine]:
    """Return lines about a person: who they are, home, family, health, work, tastes, states, then events. One trip.

    Args:
        graph: the graph of the scope.
        person: id of the person.
        now: the current time; events fade.
        audiences: audience tokens of the reader; None: all.
        most: maximum number of lines.
    """
    rows = graph.run("people/card_facts", person=person, audiences=audiences, now=now, limit=_MAX_FACTS)
    facts = [
        OverviewFact(
            id=row["id"],
            text=row["text"],
            subject=row["subject"] or "",
            predicate=row["predicate"],
            object=row["object"],
            polarity=row["polarity"],
            kind=row["kind"],
            worth=row["worth"],
            salience=row["salience"],
            at=as_datetime(row["at"]) or MIN_TIME,
            sources=tuple(row["sources"]),
        )
        for row in rows
    ]
    return write_overview(facts, now, most=most)


def format_cited_line(line: OverviewLine) -> str:
    """Return a line with the ids of up to three facts that it states, as "Ann lives in Oslo. [fact-1]"."""
    return f"{line.text} [{', '.join(fact.id for fact in line.facts[:_MAX_CITED])}]"
