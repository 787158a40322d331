"""Who may correct a fact: a correction supersedes other evidence, so it requires as much trust as trusted evidence."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from kg.errors import NotFound, Refused
from kg.graph import Graph
from kg.trust import CREDIBLE_TIERS, find_person
from kg.types import Fact, parse_identity


def check_correction_allowed(
    graph: Graph, fact: Callable[[], Fact], by: str | None, owners: frozenset[str], now: dt.datetime
) -> None:
    """Check that an account may correct or retract a fact.

    Owners and the person who asserted the fact may, and familiar people unless an owner asserted it, or the person whom it
    is about. In a scope without owners everyone may. Without `by`, the caller's own code corrects.

    Raises:
        InvalidInput: `by` is not an account.
        NotFound: there is no such fact.
        Refused: the account is not trusted enough.
    """
    if by is None:
        return
    account = str(parse_identity(by, "system", "by"))
    corrected = fact()
    asserter = corrected.asserted_by
    if account == asserter:
        return
    if account in owners or not (owners or graph.run("trust/has_owner")[0]["has_owner"]):
        return
    if asserter in owners or (asserter is not None and _is_own_word(graph, asserter, corrected, owners)):
        raise Refused(f"{account} may not correct what {asserter} said; an owner or its author may")
    try:
        is_trusted = find_person(graph, account, owners, "by").state.trust(now).tier in CREDIBLE_TIERS
    except NotFound:
        is_trusted = False
    if not is_trusted:
        raise Refused(
            f"{account} is not trusted enough to correct this fact; an owner, a familiar person or its author may"
        )


def _is_own_word(graph: Graph, account: str, fact: Fact, owners: frozenset[str]) -> bool:
    """Whether a fact is about the person with the account that asserted it."""
    try:
        return find_person(graph, account, owners, "by").person.id == fact.subject_id
    except NotFound:
        return False
