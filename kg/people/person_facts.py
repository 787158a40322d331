"""What is known about a person: up to fifteen lines of facts and quotations, the most important, with their sources."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from kg.graph import MIN_TIME, Graph, as_datetime
from kg.knowledge import (
    MAX_QUOTABLE_CHARS,
    UNNAMED,
    OverviewFact,
    OverviewLine,
    QuotableMessage,
    load_lasting_model,
    write_overview,
)
from kg.language import MINILM_NAME, quote_text, strip_role_words
from kg.people.attributed_text import attribute_line
from kg.people.participants import Participants, ParticipantsQuery, read_participants
from kg.trust import CREDIBLE_TIERS

NO_AUTHORS: Mapping[str, str] = MappingProxyType({})
MAX_LINES = 15
"""Maximum number of lines."""
_MAX_FACTS, _MAX_CITED = 300, 3
# The limit of `cypher/people/participants.part`; facts of further speakers, which are the least worth noting, are left out.
_MAX_SPEAKERS = 60
# Of the last messages of a person, those that matter most and this much at least.
_REACH, _MAX_MESSAGES, _LEAST_SALIENCE = 1_000, 60, 0.05


@dataclass(frozen=True)
class PersonFacts:
    """What is known about a person.

    Attributes:
        lines: facts and quotations.
        authors: account → name and tier of the people who state facts, except an owner of themselves; empty in a scope without
            owners.
    """

    lines: tuple[OverviewLine, ...]
    authors: Mapping[str, str]


def read_person_facts(
    graph: Graph,
    owners: frozenset[str],
    person: str,
    now: dt.datetime,
    audiences: Sequence[str] | None,
    *,
    most: int = MAX_LINES,
) -> PersonFacts:
    """Return lines about a person: who they are, home, family, health, work, tastes, states, then events. Three trips.

    What is not clear as a statement is quoted with the date and the name of the person who is credited with it; accounts
    choose their own display names, which are not shown.

    Args:
        graph: the graph of the scope.
        owners: accounts of the owners.
        person: id of the person.
        now: the current time.
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
    accounts = list(dict.fromkeys(row["speaker"] for row in rows if row["speaker"]))[:_MAX_SPEAKERS]
    rows = [row for row in rows if row["speaker"] is None or row["speaker"] in accounts]
    there = read_participants(graph, owners, ParticipantsQuery(compact_accounts=accounts, compact_ids=[person]))
    said = graph.run(
        "people/card_messages",
        person=person,
        audiences=audiences,
        now=now,
        ids=sorted({source for row in rows for source in _list_credited(row)}),
        reach=_REACH,
        least=_LEAST_SALIENCE,
        limit=_MAX_MESSAGES,
        chars=MAX_QUOTABLE_CHARS,
        embedder=MINILM_NAME,
        direction=load_lasting_model().direction,
    )
    own_name = _own_name(there, person)
    names = {account: _name_speaker(there, account, now) for account in accounts if there.card_of(account)}
    names |= {account: own_name for account, owner in there.accounts.items() if owner == person}
    messages = {row["id"]: _to_message(row, own_name if row["own"] else names.get(row["speaker"])) for row in said}
    authors = {
        account: there.display_name(account, account, None, now) or account
        for account in accounts
        if there.has_owner and not _is_owner_of(there, account, person)
    }
    own = {account for account in accounts if there.accounts.get(account) == person}
    lines = write_overview(
        [_to_fact(row, messages, {name: authors[name] for name in authors.keys() - own}) for row in rows],
        now,
        most=most,
        messages=[messages[row["id"]] for row in said if row["own"]],
    )
    return PersonFacts(tuple(lines), authors)


def _is_owner_of(there: Participants, account: str, person: str) -> bool:
    """Whether an account is that of a person who is an owner: their own card need not say who states it."""
    card = there.cards.get(person)
    return there.accounts.get(account) == person and card is not None and card.person.owner


def _list_credited(row: Mapping[str, Any]) -> list[str]:
    """Return the ids of the messages of a fact that are of the speaker who is credited with it."""
    return [source for source, account in zip(row["sources"], row["said_by"], strict=True) if account == row["speaker"]]


def _own_name(there: Participants, person: str) -> str:
    card = there.cards.get(person)
    return (strip_role_words(card.name) if card else "") or UNNAMED


def _name_speaker(there: Participants, account: str, now: dt.datetime) -> str:
    """Return the name of a known speaker, with the tier in a scope with an owner."""
    card = there.card_of(account)
    return there.display_name(account, card.name if card else None, None, now) or UNNAMED


def _to_message(row: Mapping[str, Any], speaker: str | None) -> QuotableMessage:
    at = as_datetime(row["at"]) or MIN_TIME
    return QuotableMessage(row["id"], speaker or UNNAMED, row["text"], at, row["salience"], row["nearness"])


def _to_fact(
    row: Mapping[str, Any], messages: Mapping[str, QuotableMessage], others: Mapping[str, str]
) -> OverviewFact:
    """Return the fact of a row. What the person and others state shares no line."""
    return OverviewFact(
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
        said_by=(others[row["speaker"]],) if row["speaker"] in others else (),
        messages=tuple(messages[source] for source in _list_credited(row) if source in messages),
        object_is_person=row["object_is_person"],
    )


def format_cited_line(line: OverviewLine, authors: Mapping[str, str] = NO_AUTHORS) -> str:
    """Return a line with the ids of up to three of its facts, and of the message that it quotes: "Ann lives in Oslo. [fact-1]".

    Args:
        line: the line.
        authors: account → name of the people whose statements are attributed: "Ann lives in Oslo. — Bo (familiar) says [fact-1]".
            A quotation names its speaker.
    """
    credited = () if line.quoted else line.facts
    # Of themselves a person may speak, but a tie has two sides.
    names = dict.fromkeys(
        authors[fact.speaker]
        for fact in credited
        if fact.speaker and fact.speaker in authors and (fact.said_by or fact.object_is_person)
    )
    cited = [*(fact.id for fact in line.facts[:_MAX_CITED]), *([line.quoted.id] if line.quoted else [])]
    text = line.text if line.quoted else quote_text(line.text)
    return f"{attribute_line(text, list(names))} [{', '.join(cited)}]"
