"""Endorsement: whether an owner or a trusted person has endorsed a person, which presence does not replace."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from kg.graph import Graph
from kg.knowledge import PERSON_RELATIONS
from kg.people.participants import MAX_PARTICIPANTS, ParticipantsQuery, read_participants
from kg.trust import CREDIBLE_TIERS


def is_endorsed(graph: Graph, person: str, now: dt.datetime) -> bool:
    """Return whether an owner or a trusted person has endorsed the person with this id."""
    rows = graph.run("trust/is_endorsed", id=person, ties=PERSON_RELATIONS, now=now)
    return any(row["endorsed"] for row in rows)


def read_authority(
    graph: Graph, owners: frozenset[str], accounts: Iterable[str], now: dt.datetime, *, needs_endorsement: bool
) -> dict[str, str]:
    """Return account → "owner", "endorsed" or "presence", see `kg.knowledge.FactEvidence.authority`.

    Empty in a scope without an owner, where all speakers count alike.

    Args:
        graph: the scope.
        owners: accounts of the owners, as configured.
        accounts: the accounts to look up.
        now: the current time.
        needs_endorsement: whether authority over others needs an endorsement; else a credible tier is enough.
    """
    asked = list(dict.fromkeys(accounts))
    found: dict[str, str] = {}
    for start in range(0, len(asked), MAX_PARTICIPANTS):
        some = asked[start : start + MAX_PARTICIPANTS]
        participants = read_participants(graph, owners, ParticipantsQuery(compact_accounts=some))
        if not participants.has_owner:
            return {}
        for account in some:
            card = participants.card_of(account)
            if card is None:
                found[account] = "presence"
            elif card.person.owner:
                found[account] = "owner"
            else:
                is_credible = not needs_endorsement and card.trust(now).tier in CREDIBLE_TIERS
                found[account] = "endorsed" if is_credible or is_endorsed(graph, card.person.id, now) else "presence"
    return found
