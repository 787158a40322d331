"""Authority: what an assertion may replace, by who made it.

Presence earns a tier, and so belief, but no authority over others: what owners, endorsed persons, and people about themselves
have said is not replaced by the word of a person whom no owner or trusted person has endorsed.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from kg.knowledge.fact_state import FactEvidence, FactState
from kg.knowledge.predicates import PREDICATES
from kg.knowledge.sensitive_matters import grants_power, is_about_sensitive_matter, names_subject
from kg.knowledge.shared_rooms import SharedRooms
from kg.trust import CREDIBLE_TIERS

OWNER_LEVEL, OWN_LEVEL, ENDORSED_LEVEL, PRESENCE_LEVEL, NO_LEVEL = 4, 3, 2, 1, 0
"""Levels of assertions: of owners and the caller's own code, people about themselves, endorsed, and other familiar persons."""
# Words with which an observation says that something is over, or that a person has gone elsewhere.
_ENDING = re.compile(
    r"\b(?:no longer|no more|any ?more|not|never|neither|nor|left|leaves|leaving|quits?|quitting|resign\w*|retire[ds]?|retiring"
    r"|fired|sacked|dismissed|expelled|evicted|laid off|let go|dropped out|moved|moving|moves|move to|relocat\w+|cancel\w*"
    r"|call(?:s|ed) off|postpone\w*|reschedul\w+|ends|ended|ending|(?:is|are|was|were) over|finished|stop(?:s|ped)?|ceased"
    r"|gave up|given up|closed down|shut down|sold|lost|bro(?:ke|ken) up|split up|separated|divorc\w+|dumped|died|dead|dies"
    r"|passed away|former|formerly|ex|used to|revoked|withdr\w+)\b|n['’]t\b",
    re.IGNORECASE,
)
_INDEPENDENT_AFTER = dt.timedelta(days=7)


def evidence_level(evidence: FactEvidence, fact: FactState) -> int:
    """Return the level of an assertion; `NO_LEVEL`: alone it makes no fact accepted.

    What a person who is not endorsed says of what concerns another alone (`is_about_sensitive_matter`), of anyone's powers, or of
    what is over for another, has none.
    """
    if not evidence.is_trusted:
        return ENDORSED_LEVEL if _is_endorsed_about_tie(evidence, fact) else NO_LEVEL
    if evidence.tier is None or evidence.authority == "owner":
        return OWNER_LEVEL
    if evidence.person is None:
        # A record of another memory.
        return NO_LEVEL if grants_power(fact) else PRESENCE_LEVEL
    if evidence.is_about_self:
        return OWN_LEVEL
    if evidence.authority != "presence":
        return ENDORSED_LEVEL
    return NO_LEVEL if requires_endorsement(evidence, fact) else PRESENCE_LEVEL


def level_against(evidence: FactEvidence, fact: FactState, rival: FactState) -> int:
    """Return the level of an assertion against another fact of its slot.

    Facts of several subjects may be filed under one key. What people say of themselves has no more authority over what is said
    of others than what else they say.
    """
    return evidence_level(evidence if fact.subject == rival.subject else replace(evidence, is_about_self=False), fact)


def may_replace(evidence: FactEvidence, fact: FactState, earlier: FactEvidence, rival: FactState) -> bool:
    """Return whether an assertion may replace another fact of its slot that rests on earlier evidence.

    A name is a claim: what an owner says of a person is not replaced by the own word of an account that has that name, and
    takes part, but is not familiar. Its claims are judged again when it is.
    """
    is_new = evidence.tier is not None and evidence.tier not in CREDIBLE_TIERS
    if is_new and evidence_level(earlier, rival) == OWNER_LEVEL:
        return False
    return level_against(evidence, fact, rival) >= required_level(earlier, rival)


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


def requires_endorsement(evidence: FactEvidence, fact: FactState) -> bool:
    """Return whether presence alone gives no credit to an assertion: of a sensitive matter, or of an end or a move of another.

    An end is stated with another predicate than what it ends ("Ann moved to Rome", "Ann left Acme"), so that it does not compete
    with that for a slot.
    """
    return is_about_sensitive_matter(evidence, fact) or _ends_matter_of_another(evidence, fact)


def _ends_matter_of_another(evidence: FactEvidence, fact: FactState) -> bool:
    if evidence.person is not None and evidence.person == fact.subject and names_subject(fact):
        return False
    is_open = bool(fact.predicate.kind) or fact.predicate.name not in PREDICATES
    is_over = not fact.polarity or evidence.said_to is not None or fact.predicate.name == "moved_to"
    return is_over or (is_open and _ENDING.search(fact.properties["text"]) is not None)


def has_independent_sources(evidence: Iterable[FactEvidence], rooms: SharedRooms) -> bool:
    """Return whether two of the speakers are independent.

    Accounts first seen within a week of each other are not, if they speak in one room, or one of them in none with others.
    """
    return any(
        first.person != second.person and _are_independent(first, second, rooms)
        for first, second in combinations(evidence, 2)
    )


def _are_independent(first: FactEvidence, second: FactEvidence, rooms: SharedRooms) -> bool:
    if first.first_seen is None or second.first_seen is None:
        return True
    if abs(first.first_seen - second.first_seen) > _INDEPENDENT_AFTER:
        return True
    if first.session == second.session:
        return False
    companions = [rooms().get(person or "", frozenset()) for person in (first.person, second.person)]
    return all(companions) and second.person not in companions[0]
