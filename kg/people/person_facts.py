"""What is known about a person: up to fifteen lines of facts, the most important of each kind, each with its sources."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from kg.graph import MIN_TIME, Graph, as_datetime
from kg.knowledge import OverviewFact, OverviewLine, write_overview
from kg.people.attributed_text import attribute_line
from kg.people.participants import ParticipantsQuery, read_participants
from kg.trust import CREDIBLE_TIERS

NO_AUTHORS: Mapping[str, str] = MappingProxyType({})
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
    rows = graph.run(
        "people/card_facts",
        person=person,
        audiences=audiences,
        now=now,
        limit=_MAX_FACTS,
        credible_tiers=list(CREDIBLE_TIERS),
    )
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
            speaker=row["speaker"],
        )
        for row in rows
    ]
    return write_overview(facts, now, most=most)


def name_authors(
    graph: Graph, owners: frozenset[str], person: str, lines: Sequence[OverviewLine], now: dt.datetime
) -> dict[str, str]:
    """Return account → name and tier of who states facts of these lines; without the person themself, and without owners none.

    One trip, and none where the speakers are not known.
    """
    accounts = sorted({fact.speaker for line in lines for fact in line.facts if fact.speaker})
    if not accounts:
        return {}
    there = read_participants(graph, owners, ParticipantsQuery(compact_accounts=accounts))
    others = [account for account in accounts if there.has_owner and there.accounts.get(account) != person]
    return {account: there.display_name(account, account, None, now) or account for account in others}


def format_cited_line(line: OverviewLine, authors: Mapping[str, str] = NO_AUTHORS) -> str:
    """Return a line with the ids of up to three facts that it states, as "Ann lives in Oslo. [fact-1]".

    Args:
        line: the line.
        authors: account → name of the people whose statements are attributed: "Ann lives in Oslo. — Bo (familiar) says [fact-1]".
    """
    names = dict.fromkeys(authors[fact.speaker] for fact in line.facts if fact.speaker and fact.speaker in authors)
    return f"{attribute_line(line.text, list(names))} [{', '.join(fact.id for fact in line.facts[:_MAX_CITED])}]"
