"""Authority: what an assertion may replace, by who made it.

Presence earns a tier, and so belief, but no authority over others: what owners, endorsed persons, and people about themselves
have said is not replaced by the word of a person whom no owner or trusted person has endorsed.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from itertools import combinations

from kg.knowledge.fact_state import FactEvidence, FactState
from kg.knowledge.self_descriptions import gives_privileges

OWNER_LEVEL, OWN_LEVEL, ENDORSED_LEVEL, PRESENCE_LEVEL, NO_LEVEL = 4, 3, 2, 1, 0
"""Levels of assertions: of owners and the caller's own code, people about themselves, endorsed, and other familiar persons."""
_SENSITIVE_PREDICATES = frozenset({"email", "phone", "name_is", "allergic_to"})
# An address, an account or a number, in an observation with an open predicate.
_CONTACT = re.compile(
    r"[\w.+-]+@[\w-]+\.\w|\+?\d[\d ()/.-]{6,}\d|\b[A-Z]{2}\d{2}[A-Z0-9 ]{10,}|\b(?:iban|address|password|account|passcode|pin)\b",
    re.IGNORECASE,
)
_INDEPENDENT_AFTER = dt.timedelta(days=7)


def evidence_level(evidence: FactEvidence, fact: FactState) -> int:
    """Return the level of an assertion; `NO_LEVEL`: alone it makes no fact accepted.

    What a person who is not endorsed says of the contact details, names, health or powers of another has none.
    """
    if not evidence.is_trusted:
        return ENDORSED_LEVEL if _is_endorsed_about_tie(evidence, fact) else NO_LEVEL
    if evidence.tier is None or evidence.authority == "owner":
        return OWNER_LEVEL
    if evidence.is_about_self:
        return OWN_LEVEL
    if evidence.authority != "presence":
        return ENDORSED_LEVEL
    return NO_LEVEL if is_about_sensitive_matter(evidence, fact) else PRESENCE_LEVEL


def _is_endorsed_about_tie(evidence: FactEvidence, fact: FactState) -> bool:
    """Whether an endorsed person, who may be new, says whom they are related with."""
    is_own = evidence.person is not None and evidence.person in {fact.subject, fact.object.id}
    is_endorsed = evidence.authority == "endorsed" and evidence.quarantine is None
    return is_own and is_endorsed and fact.predicate.object_type == "person"


def required_level(evidence: FactEvidence, fact: FactState) -> int:
    """Return the level that an assertion needs to replace this one.

    What owners say of themselves only owners replace; what people say of themselves, they and owners.
    """
    if evidence.is_about_self:
        return OWNER_LEVEL if evidence.authority == "owner" else OWN_LEVEL
    return min(evidence_level(evidence, fact), ENDORSED_LEVEL)


def is_about_sensitive_matter(evidence: FactEvidence, fact: FactState) -> bool:
    """Return whether an assertion is about the contact details, names, health or powers of another person than its speaker."""
    if evidence.person is not None and evidence.person == fact.subject:
        return False
    name = fact.predicate.name
    is_power = name in {"role", "member_of"} and gives_privileges(fact.object.name)
    is_contact = bool(fact.predicate.kind) and _CONTACT.search(fact.properties["text"]) is not None
    return name in _SENSITIVE_PREDICATES or is_power or is_contact


def has_independent_sources(evidence: Iterable[FactEvidence]) -> bool:
    """Return whether two of the speakers are independent: not accounts first seen within a week that speak in one session."""
    return any(
        first.person != second.person and _are_independent(first, second) for first, second in combinations(evidence, 2)
    )


def _are_independent(first: FactEvidence, second: FactEvidence) -> bool:
    if first.first_seen is None or second.first_seen is None or first.session != second.session:
        return True
    return abs(first.first_seen - second.first_seen) > _INDEPENDENT_AFTER
