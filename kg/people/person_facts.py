"""What is known about a person: up to fifteen lines of facts and quotations, the most important, with their sources."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from kg.graph import MIN_TIME, Graph, as_datetime
from kg.knowledge import OverviewFact, OverviewLine, QuotableMessage, write_overview
from kg.language import strip_role_words
from kg.people.attributed_text import attribute_line
from kg.people.participants import ParticipantsQuery, read_participants
from kg.trust import CREDIBLE_TIERS

NO_AUTHORS: Mapping[str, str] = MappingProxyType({})
MAX_LINES = 15
"""Maximum number of lines."""
_MAX_FACTS, _MAX_CITED = 300, 3
# Of the last messages of a person, those that matter most and this much at least.
_REACH, _MAX_MESSAGES, _LEAST_SALIENCE = 1_000, 60, 0.05


def read_person_facts(
    graph: Graph, person: str, now: dt.datetime, audiences: Sequence[str] | None, *, most: int = MAX_LINES
) -> list[OverviewLine]:
    """Return lines about a person: who they are, home, family, health, work, tastes, states, then events. Two trips.

    What is not clear as a statement is quoted with its speaker and date.

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
            messages=tuple(map(_to_message, row["messages"])),
        )
        for row in rows
    ]
    said = graph.run(
        "people/card_messages",
        person=person,
        audiences=audiences,
        reach=_REACH,
        least=_LEAST_SALIENCE,
        limit=_MAX_MESSAGES,
    )
    return write_overview(facts, now, most=most, messages=map(_to_message, said))


def _to_message(row: Mapping[str, Any]) -> QuotableMessage:
    speaker = row["speaker_name"] or (row["speaker"] or "").partition(":")[2]
    at = as_datetime(row["at"]) or MIN_TIME
    return QuotableMessage(row["id"], strip_role_words(speaker) or speaker, row["text"], at, row["salience"] or 0.0)


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
    """Return a line with the ids of up to three of its facts, or of the message that it quotes: "Ann lives in Oslo. [fact-1]".

    Args:
        line: the line.
        authors: account → name of the people whose statements are attributed: "Ann lives in Oslo. — Bo (familiar) says [fact-1]".
    """
    names = dict.fromkeys(authors[fact.speaker] for fact in line.facts if fact.speaker and fact.speaker in authors)
    cited = [fact.id for fact in line.facts[:_MAX_CITED]] or ([line.quoted.id] if line.quoted else [])
    return f"{attribute_line(line.text, list(names))} [{', '.join(cited)}]"
