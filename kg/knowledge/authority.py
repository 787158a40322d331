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
from kg.knowledge.self_descriptions import gives_privileges
from kg.knowledge.shared_rooms import SharedRooms
from kg.trust import CREDIBLE_TIERS
from kg.types import PERSON_PREFIX

OWNER_LEVEL, OWN_LEVEL, ENDORSED_LEVEL, PRESENCE_LEVEL, NO_LEVEL = 4, 3, 2, 1, 0
"""Levels of assertions: of owners and the caller's own code, people about themselves, endorsed, and other familiar persons."""
_SENSITIVE_PREDICATES = frozenset({"email", "phone", "name_is", "allergic_to"})
# What another person wishes steers the agent, and whom they like concerns them alone.
_TASTES = frozenset({"likes", "dislikes"})
_WISH = re.compile(r"\b(?:prefers?|preferred|wants?|wanted|wish(?:es|ed)?|would like|insists?)\b", re.IGNORECASE)
_HOME_PREDICATES = frozenset({"lives_in", "located_in", "moved_to"})
_DATE = re.compile(r"\b\d{4}-\d{2}(?:-\d{2})?\b")
# An address, an account, a number or a secret.
_CONTACT = re.compile(
    r"[\w.+-]+@[\w-]+\.\w|(?<!\w)@\w{3,}|\+?\d[\d ()/.-]{6,}\d|\b[A-Z]{2}\d{2}[A-Z0-9 ]{10,}"
    r"|\b(?:iban|address|e-?mail|password|passcode|passphrase|pin|accounts?|handle|codes?|phone|mobile)\b"
    r"|\b(?:credit|debit|bank) cards?\b|\b(?:new|phone|mobile|cell|house|card) number\b|\bnumber is\b"
    r"|\b\d+[a-z]? [\w' ]{2,30} (?:street|st|road|rd|avenue|ave|lane|drive|square|way)\b",
    re.IGNORECASE,
)
_HEALTH = re.compile(
    r"\b(?:ill|illness|sick|disease|diagnos\w+|cancer|tumou?r|diabet\w+|pregnan\w+|allerg\w+|asthma\w*|insulin|hiv|aids|epilep\w+"
    r"|depress\w+|anxiety|autis\w+|adhd|bipolar|dementia|alzheimer\w*|stroke|surgery|hospital\w*|medication|medicines?|pills"
    r"|therapy|therapist|addict\w*|alcoholic|rehab|miscarr\w+|abortion|infect\w+|virus|covid|flu|fever|injur\w+|suffers?|disabled"
    r"|intoleran\w+|coeliac|celiac|blood (?:type|pressure)|heart (?:attack|condition|disease)"
    r"|anti-?depress\w*|breakdown|burn-?out|suicid\w*|self-harm\w*|psych\w+|drunk|drinks too much|drugs?)\b"
    r"|\b(?:cannot|can ?not|can't|may not|must not) eat\b",
    re.IGNORECASE,
)
# Crime, money, faith, love: what hurts if it is false, and concerns no one else if it is true.
_PRIVATE = re.compile(
    r"\b(?:prison|jail\w*|arrest\w*|convict\w*|criminals?|crimes?|police|court|fraud\w*|stole|steals?|stolen|theft|thief|liars?|lied"
    r"|owes?|owed|debts?|bankrupt\w*|loans?|salary|earns?|wages?|income|affairs?|cheat\w*|gay|lesbian|bisexual|transgender"
    r"|jewish|muslim|catholic|protestant|hindu|buddhist|atheist|religio\w+|voted?|votes)\b",
    re.IGNORECASE,
)
# Words with which an observation grants a power. "May" alone is a month, or a guess.
_STRONG_POWER = (
    r"permi(?:t|ts|tted|ssions?)|authori[sz]\w+|entitled|admins?|administrators?|co-owner|superuser|sudo|root|moderators?"
    r"|credentials?|privileges?|power of attorney|on behalf of|sign for|allowed to "
    r"(?:use|read|see|run|sign|decide|access|change|delete|send|act|speak)"
    r"|may (?:use|read|see|run|sign|decide|access|change|delete|send|act|speak)"
)
# To act for another person is a power as well.
_OWN_POWER = re.compile(
    rf"\b(?:{_STRONG_POWER})\b|['’]s? (?:[a-z]+ )?(?:assistant|secretary|deputy|delegate|representative|attorney|lawyer|proxy"
    r"|guardian|agent)\b",
    re.IGNORECASE,
)
_POWER = re.compile(
    rf"{_OWN_POWER.pattern}|\b(?:{_STRONG_POWER}|represents?|(?:have|has|get|gets) (?:the|his|her|their) keys?"
    r"|allow(?:s|ed)?|authority|empower\w*|grant(?:s|ed)?|approv(?:es|ed|al)|consent\w*|trusts?"
    r"|trusted|verified|owners?|operators?|access|lets|behalf|proxy|delegat\w+|in charge)\b",
    re.IGNORECASE,
)
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
    if evidence.person is not None and evidence.person == fact.subject and _names_subject(fact):
        return False
    is_open = bool(fact.predicate.kind) or fact.predicate.name not in PREDICATES
    is_over = not fact.polarity or evidence.said_to is not None or fact.predicate.name == "moved_to"
    return is_over or (is_open and _ENDING.search(fact.properties["text"]) is not None)


def is_about_sensitive_matter(evidence: FactEvidence, fact: FactState) -> bool:
    """Return whether an assertion is about powers, or about what concerns another person alone.

    That is their contact details, name, health, crimes, money, faith, wishes, and whom they like.
    """
    name, text = fact.predicate.name, fact.properties["text"]
    is_open = bool(fact.predicate.kind) or name not in PREDICATES
    is_own = evidence.person is not None and evidence.person == fact.subject and _names_subject(fact)
    is_power = name in {"role", "member_of"} and gives_privileges(fact.object.name)
    if is_power or (is_open and (_OWN_POWER if is_own else _POWER).search(text)):
        return True
    if is_own:
        return False
    is_private = is_open and any(
        pattern.search(said) for pattern, said in ((_CONTACT, _DATE.sub("", text)), (_HEALTH, text), (_PRIVATE, text))
    )
    is_wish = name == "prefers" or (is_open and _WISH.search(text) is not None)
    is_fondness = name in _TASTES and (fact.object.id or "").startswith(PERSON_PREFIX)
    is_home = name in _HOME_PREDICATES and any(character.isdigit() for character in fact.object.name)
    return name in _SENSITIVE_PREDICATES or is_private or is_wish or is_fondness or is_home


def _names_subject(fact: FactState) -> bool:
    """Whether the sentence of a fact names its subject: "The rent is paid to account 12" is only noted of its speaker."""
    return "{s}" in fact.predicate.sentence


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
