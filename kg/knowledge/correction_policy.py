"""Who may correct a fact: a correction supersedes other evidence, so it requires as much trust as trusted evidence."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from kg.errors import Refused
from kg.graph import Graph
from kg.people.participants import read_participants
from kg.trust.formula import CREDIBLE_TIERS
from kg.types import Fact, identifiers


def check_correction_allowed(
    graph: Graph, fact: Callable[[], Fact], by: str | None, owners: frozenset[str], now: dt.datetime
) -> None:
    """Check that an account may correct or retract a fact.

    Owners, familiar people and the person who asserted the fact may. In a scope without owners everyone may. Without `by`,
    the caller's own code corrects.

    Raises:
        InvalidInput: `by` is not an account.
        NotFound: there is no such fact.
        Refused: the account is not trusted enough.
    """
    if by is None:
        return
    account = str(identifiers.parse_identity(by, "system", "by"))
    if account == fact().asserted_by:
        return
    participants = read_participants(graph, owners, accounts=[account])
    if not participants.has_owner or account in owners:
        return
    participant = participants.card_of(account)
    if participant is None or participant.trust(now).tier not in CREDIBLE_TIERS:
        raise Refused(
            f"{account} is not trusted enough to correct this fact; an owner, a familiar person or its author may"
        )
