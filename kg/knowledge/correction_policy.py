"""Who may correct a fact: a correction supersedes whatever it meets, so it takes as much trust as a fact's own word does."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from kg.errors import Refused
from kg.graph import Graph
from kg.people.participants import company
from kg.trust.formula import HEEDED
from kg.types import Fact, identifiers


def may_correct(
    graph: Graph, fact: Callable[[], Fact], by: str | None, owners: frozenset[str], now: dt.datetime
) -> None:
    """Let pass who may correct a fact or take it back: an owner, whoever is familiar, and who said it.

    Where the scope has no owner everybody's word counts alike. Without `by` it is the caller's own code.

    Raises:
        InvalidInput: `by` is no account.
        NotFound: there is no such fact.
        Refused: they are not trusted so far.
    """
    if by is None:
        return
    account = str(identifiers.identity(by, "system", "by"))
    if account == fact().asserted_by:
        return
    there = company(graph, owners, accounts=[account])
    if not there.owned or account in owners:
        return
    card = there.of(account)
    if card is None or card.trust(now).tier not in HEEDED:
        raise Refused(f"{account} is not trusted so far: an owner, somebody familiar, or who said it corrects a fact")
