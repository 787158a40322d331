"""Sensitive matters: powers, and what concerns another person alone, of which presence alone gives no one a say."""

from __future__ import annotations

import re

from kg.knowledge.fact_state import FactEvidence, FactState
from kg.knowledge.predicates import PREDICATES
from kg.knowledge.self_descriptions import gives_privileges
from kg.types import PERSON_PREFIX

_SENSITIVE_PREDICATES = frozenset({"email", "phone", "name_is", "allergic_to"})
# What another person wishes steers the agent, and whom they like concerns them alone.
_TASTES = frozenset({"likes", "dislikes"})
_WISH = re.compile(r"\b(?:prefers?|preferred|wants?|wanted|wish(?:es|ed)?|would like|insists?)\b", re.IGNORECASE)
# Ties and plans of others: two acquaintances do not confirm whom another marries, works for or joins, nor what they plan.
_OWN_AFFAIRS = frozenset(
    ["married_to", "partner_of", "parent_of", "child_of", "works_at", "reports_to", "member_of", "founded", "plans"]
)
# The same in observations: "Ann is dating Bo", "Ann signed a contract with Bo", "Ann will sell the boat".
_AFFAIR = re.compile(
    r"\b(?:dating|dates|dated|engaged|engagement|fianc[eé]e?|marry|marries|married|marriage|wedding|weds|boyfriend|girlfriend"
    r"|husband|wife|partner|(?:a|are|were|is|as) couple(?! of)|in love|lovers?|sign(?:s|ed)|contracts?|leases?|hire[sd]"
    r"|employ\w+|works? (?:at|for)|members?|born|will|shall|going to"
    r"|(?:is|are|was|were) to (?!the\b|an?\b)|plan(?:s|ned)? to|intend(?:s|ed)? to)\b",
    re.IGNORECASE,
)
_HOME_PREDICATES = frozenset({"lives_in", "located_in", "moved_to"})
_DATE = re.compile(r"\b\d{4}-\d{2}(?:-\d{2})?\b")
# An address, an account, a number or a secret.
_CONTACT = re.compile(
    r"[\w.+-]+@[\w-]+\.\w|(?<!\w)@\w{3,}|\+?\d[\d ()/.-]{6,}\d|\b[A-Z]{2}\d{2}[A-Z0-9 ]{10,}"
    r"|\b(?:iban|address|e-?mail|password|passcode|passphrase|pin|accounts?|handle|codes?|phone|mobile)\b"
    r"|\b(?:credit|debit|bank) cards?\b|\b(?:new|phone|mobile|cell|house|card) number\b|\bnumber is\b"
    r"|\blives? at (?:no\.? ?|number )?\d|\b\d+[a-z]? [\w' ]{2,30} (?:street|st|road|rd|avenue|ave|lane|drive|square|way)\b",
    re.IGNORECASE,
)
_HEALTH = re.compile(
    r"\b(?:ill|illness|sick|disease|diagnos\w+|cancer|tumou?r|diabet\w+|pregnan\w+|allerg\w+|asthma\w*|insulin|hiv|aids|epilep\w+"
    r"|depress\w+|anxiety|autis\w+|adhd|bipolar|dementia|alzheimer\w*|stroke|surgery|hospital\w*|medication|medicines?|pills"
    r"|therapy|therapist|addict\w*|alcoholic|rehab|miscarr\w+|abortion|infect\w+|virus|covid|flu|fever|injur\w+|suffers?|disabled"
    r"|intoleran\w+|coeliac|celiac|blood (?:type|pressure)|heart (?:attack|condition|disease)"
    r"|anti-?depress\w*|breakdown|burn-?out|suicid\w*|self-harm\w*|psych\w+|drunk|drinks too much|drugs?"
    r"|prozac|zoloft|xanax|valium|lithium|methadone|ritalin|antibiotics?|painkillers?|(?:aa|na) meetings?|alcoholics|narcotics)\b"
    r"|\b(?:cannot|can ?not|can't|may not|must not) eat\b",
    re.IGNORECASE,
)
# Crime, money, faith, love: what hurts if it is false, and concerns no one else if it is true.
_PRIVATE = re.compile(
    r"\b(?:prison|jail\w*|arrest\w*|convict\w*|criminals?|crimes?|police|court|fraud\w*|stole|steals?|stolen|theft|thief|liars?|lied"
    r"|owes?|owed|debts?|bankrupt\w*|loans?|salary|earns?|wages?|income|affairs?|cheat\w*|gay|lesbian|bisexual|transgender"
    r"|(?:has|have|had|needs?|must|got|is|are|was|were|will|shall|going|agreed|promised|offered) (?:still )?(?:to )?"
    r"(?:re)?pay|pays? (?:back|off)|repay\w*|in arrears|invest(?:s|ed)?"
    r"|jewish|muslim|catholic|protestant|hindu|buddhist|atheist|religio\w+|voted?|votes"
    r"|(?:maiden|middle|real|full|last|first|birth|given|sur)[ -]?name)\b",
    re.IGNORECASE,
)
# Money that one person gives or owes another: "borrowed 500 euros from Bo", "needs to give Bo £50".
_AMOUNT = re.compile(
    r"[€$£¥]\s?\d|\b\d[\d.,]*\s?(?:grand|euros?|eur|cents?|dollars?|usd|bucks|pounds?(?! of\b)|gbp|quid|francs?|chf|yen"
    r"|rupees?|kron\w+|btc|bitcoins?)\b|\b(?:some|much|any|the) money\b",
    re.IGNORECASE,
)
_HANDED_OVER = re.compile(
    r"\b(?:borrow\w*|lend\w*|lent|ow(?:es?|ed|ing)|pay\w*|paid|giv\w+|gave|send\w*|sent|transfer\w*|wire[sd]?|refund\w*|promis\w+"
    r"|invest\w*|donat\w+|(?:took|takes?|got|gets?)\b[^.]{1,40}?\bfrom)\b",
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
    rf"{_OWN_POWER.pattern}"
    r"|\b(?:ask(?:s|ed)?|t(?:ells|old)|want(?:s|ed)|entrust\w*)\b[^.]{1,40}? to "
    r"(?:run|use|operate|manage|control|instruct|command|speak|act|decide|sign|read|access|handle|answer)\b"
    r"|\b(?:represents?|(?:have|has|get|gets) (?:the|his|her|their) keys?"
    r"|allow(?:s|ed)?|authority|empower\w*|grant(?:s|ed)?|approv(?:es|ed|al)|consent\w*|trusts?"
    r"|trusted|verified|owners?|operators?|access|lets|behalf|proxy|delegat\w+|in charge)\b",
    re.IGNORECASE,
)


def is_about_sensitive_matter(evidence: FactEvidence, fact: FactState) -> bool:
    """Return whether an assertion is about powers, or about what concerns another person alone.

    That is their contact details, name, health, crimes, money, faith, wishes, and whom they like.
    """
    is_own = evidence.person is not None and evidence.person == fact.subject and names_subject(fact)
    if grants_power(fact, is_own=is_own):
        return True
    if is_own:
        return False
    name, text, is_open = fact.predicate.name, fact.properties["text"], _is_open(fact)
    is_private = is_open and any(
        pattern.search(said) for pattern, said in ((_CONTACT, _DATE.sub("", text)), (_HEALTH, text), (_PRIVATE, text))
    )
    is_private |= is_open and _AMOUNT.search(text) is not None and _HANDED_OVER.search(text) is not None
    is_wish = name == "prefers" or (is_open and _WISH.search(text) is not None)
    is_fondness = name in _TASTES and (fact.object.id or "").startswith(PERSON_PREFIX)
    is_home = name in _HOME_PREDICATES and any(character.isdigit() for character in fact.object.name)
    return name in _SENSITIVE_PREDICATES or is_private or is_wish or is_fondness or is_home


def is_affair_of_another(evidence: FactEvidence, fact: FactState) -> bool:
    """Whether an assertion is about a tie or a plan of persons of whom the speaker is none."""
    is_affair = fact.predicate.name in _OWN_AFFAIRS or (
        _is_open(fact) and _AFFAIR.search(fact.properties["text"]) is not None
    )
    return is_affair and evidence.person not in {fact.subject, fact.object.id}


def grants_power(fact: FactState, *, is_own: bool = False) -> bool:
    """Whether a fact gives its subject a power over the agent, or to act for another.

    Of what people say of themselves (`is_own`), less does.
    """
    if fact.predicate.name in {"role", "member_of"} and gives_privileges(fact.object.name):
        return True
    return _is_open(fact) and (_OWN_POWER if is_own else _POWER).search(fact.properties["text"]) is not None


def _is_open(fact: FactState) -> bool:
    return bool(fact.predicate.kind) or fact.predicate.name not in PREDICATES


def names_subject(fact: FactState) -> bool:
    """Whether the sentence of a fact names its subject: "The rent is paid to account 12" is only noted of its speaker."""
    return "{s}" in fact.predicate.sentence
