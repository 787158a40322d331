"""Attributes of things: the port, the rate, the address, who is the dentist, and whether the build is broken.

A thing has one of each at a time, so that a newer value replaces the older one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kg.extraction.changing_values import ChangingValue, find_head, name_value
from kg.extraction.word_lists import KIN, PEOPLE, PETS, to_singular, word_set
from kg.knowledge import name_tool

if TYPE_CHECKING:
    from spacy.tokens import Token

    from kg.extraction.observations import Observation
    from kg.language import NameSpan
    from kg.protocols import ExtractedStatement

MEASURES = word_set(
    "port limit rate lr rent fee quota timeout size budget score threshold version length width height depth weight temperature "
    "capacity speed dose dosage target ttl interval retention cap max maximum min minimum average balance radius ratio margin "
    "deposit allowance frequency resolution pin code quote price cost salary wage fare tariff concurrency batch seed volume "
    "delay pace"
)
"""Nouns of attributes whose values are numbers."""
NAMED = word_set(
    "address branch hostname url domain endpoint region host provider supplier vendor registrar carrier database model editor "
    "password repo repository bucket cluster image"
)
"""Nouns of attributes whose values are names."""
HOLDERS = word_set(
    "dentist doctor gp boss manager lead landlord landlady accountant solicitor lawyer therapist physio coach tutor vet "
    "hairdresser barber pm ceo cto cfo chair chairman chairwoman secretary treasurer head headteacher principal director "
    "maintainer supervisor childminder midwife optician advisor adviser teacher trainer babysitter nanny cleaner mentor contact "
    "client surgeon nurse counsellor master"
)
"""Roles of which a person or a team has one holder."""
_NUMBER = r"[$€£¥]?\d[\w.,:/-]*%?"
_UNIT = (
    r"(?: ?(?:%|ms|secs?|seconds?|mins?|minutes?|hours?|days?|weeks?|months?|gb|mb|kb|tb|mg|ml|g|kg|km|cm|mm|m|px|euros?"
    r"|dollars?|pounds?|percent|degrees|bits?|bytes|requests|items|rows|users|people|times|epochs|points|k))?"
)
_PER = r"(?:(?: per| a| an| each| every| ?/) ?[a-z]+)?"
_FROM = r"(?: (?:from|since|as of|starting|until)(?: on| in)? [\w ]+)?"
_END = r"(?: (?:now|again|currently|at the moment|instead|then|already|for now|today))*(?=$|[,;(])"
_ADVERBS = r"(?:(?:now|currently|still|only|just|set to|at|about|around|up to|down to|up|down) )*"
AMOUNT = f"{_NUMBER}{_UNIT}{_PER}"
"""A pattern of a number with its unit: "100 per minute"."""
_MEASURED = re.compile(rf"{_ADVERBS}{AMOUNT}{_FROM}{_END}", re.IGNORECASE)
_BARE = re.compile(rf"{_ADVERBS}\d[\d.,]*(?:e-?\d+)?{_FROM}{_END}", re.IGNORECASE)
# "MRR is 71k as of today".
_ACRONYM = re.compile(r"(?:The |Our |[^.]{1,40}['’]s )?[A-Z]{2,6}\d?")
_FIGURE = re.compile(
    rf"{_ADVERBS}{_NUMBER}(?:k|m|bn)?(?: on \d{{1,2}} [A-Z][a-z]+ \d{{4}})?{_FROM}{_END}", re.IGNORECASE
)
# Values of any thing: "10 days", "145 over 90", "sub 4 hours", "21A", "db-stg-4".
CODE = r"(?:[A-Za-z][A-Za-z-]*[-_]?\d[\w-]*|\d+[A-Z][\w-]*)"
"""A pattern of what is written like a code: "B22", "db-stg-4"."""
_LEVEL = rf"(?:sub |under |over |at least |at most )?{_NUMBER}(?:k\b|{_UNIT}){_PER}(?: over \d+)?"
_VALUE = re.compile(
    rf"(?:{_ADVERBS}(?:{_LEVEL}|{CODE})|(?:on|at) (?:now )?{CODE}|an? (?=.*\d|[A-Z])[\w-]+(?: [\w-]+){{0,2}}){_FROM}{_END}",
    re.IGNORECASE,
)
_KIND_OF_THING = re.compile(r"an? (?=[^ ]*[A-Z]|.*\d)")
# "The standup is 9:15" says when; a record is a value.
_CLOCK = re.compile(r"(?:now |at )*\d{1,2}[:.]\d\d\b")
_RECORDS = word_set("pb pr record best goal target split pace time")
_PORT = re.compile(
    r"(?:runs|listens|is|are|run)(?: now)? on (?P<port>port )?\d{4,5}(?: (?:now|again|instead))*$", re.IGNORECASE
)
_ADDRESS = re.compile(
    r"(?:is|lives|runs|sits|moved|has moved|is hosted)(?: now)?(?: at| to| on| under)? (?:https?://\S+|[\w-]+(?:\.[\w-]+)+/\S+)$",
    re.IGNORECASE,
)
# A name, or what is written like one: "4 Park Row", "eu-west-1", "kiln.dev".
_NAME = re.compile(r"(?:now |still |called )*(?=[^ ]*(?:\d|[A-Z]|\w[./@_-]\w))[\w./@:+#'’&-]+(?:,? [\w./@'’&-]+){0,7}$")
_DEFINITE = re.compile(r"(?:the|this)\b|[^.]{1,60}?['’]s ", re.IGNORECASE)
_ROLE = re.compile(
    r"(?:now )?(?P<det>the|[^.]{1,60}?['’]s)(?: new)? (?P<role>(?:[\w-]+ ){0,2}?[\w-]+)(?: now)?$", re.IGNORECASE
)
_BROKEN = (
    r"broken|down|failing|flaky|offline|crashing|crashed|stuck|leaking|out of order|(?:not|n['’]t) (?:work|working)"
)
_WORKING = (
    r"fixed|repaired|resolved|working|passing|stable|up and running|up again|back (?:up|online|to normal|to green)"
)
_PLANNED = "booked|confirmed|cancell?ed|called off|on hold|blocked|unblocked"
_CONDITION = re.compile(
    rf"(?:now |still |all |completely |totally )*(?:{_BROKEN}|{_WORKING}|{_PLANNED})"
    r"(?: (?:again|now|today|at last|finally|too|already))*(?=$|[,;(])",
    re.IGNORECASE,
)
WEEKLY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days"
"""A pattern of a day of every week: "Mondays"."""
_ON_DAYS = re.compile(
    rf"(?:now |only )*on {WEEKLY}(?:(?:,| and) (?:on )?{WEEKLY})*(?: at \d[\d:.]*(?: ?[ap]m)?)?"
    rf"(?: (?:now|from now on|instead))*(?:, not (?:on )?{WEEKLY}(?: any ?more)?)?$",
    re.IGNORECASE,
)
_LIGHT = re.compile(r"(?:now |still |all )*(?:red|green)(?: (?:again|now))*(?=$|[,;(])", re.IGNORECASE)
_BUILDS = word_set("build builds ci pipeline tests suite main master deploy deployment")
_AMOUNTS = MEASURES | word_set("sales market numbers shares temperatures stock stocks euro dollar pound sun moon")
_WORKS = re.compile(
    r"(?:(?:works?|pass(?:es)?|runs?) again(?: now)?|(?:does|do)(?: not|n['’]t) (?:work|start|load)(?: any ?more)?)$",
    re.IGNORECASE,
)
_BODY = word_set(
    "ankle ankles knee knees back shoulder shoulders neck wrist wrists hip hips foot feet elbow hand hands finger toe leg legs "
    "arm arms head stomach throat tooth ear eye eyes calf calves hamstring achilles shin shins heel ribs jaw"
)
_HEALTH = re.compile(
    r"(?:(?:still|now|completely|totally|all|much|really|a bit|pretty|finally|fully) )*"
    r"(?:sprained|broken|injured|swollen|sore|hurting|torn|inflamed|infected|aching|stiff|bad|worse"
    r"|healed|fine|better|ok(?:ay)?|good|recovered|normal|pain[- ]free)"
    r"(?: (?:again|now|today|at last|finally|already))*(?=$|[,;(])",
    re.IGNORECASE,
)
_HURTS = re.compile(r"(?:hurts?|aches?|swells?|locks up)\b|(?:does|do)(?: not|n['’]t) (?:hurt|ache)\b", re.IGNORECASE)
_CALLED = re.compile(r"(?:now )?(?:called|named) [\w./-]+$")
_IS = re.compile(r"(?:is|are) ")
_NOW = re.compile(r"^(?:now|currently|still) ")
_TITLES = re.compile(r"^(?:dr|mr|mrs|ms|miss|prof|herr|frau|madame|monsieur)\.? ", re.IGNORECASE)


def read_attribute(observation: Observation, names: Sequence[NameSpan]) -> ChangingValue | None:
    """Return the attribute to which a clause in the present gives a value; None if it gives none.

    Args:
        observation: the clause, and its sentence.
        names: the names of the message.
    """
    clause, sentence = observation.clause, observation.sentence
    subject = clause.subject
    if subject is None or clause.is_inherited or subject.pos_ == "PRON":
        return None
    # "The port on staging is 5440" is about no port alone.
    said = sentence.text.removesuffix(".").removeprefix(f"{sentence.subject[:1].upper()}{sentence.subject[1:]} ")
    if _is_noun(subject) and _ADDRESS.match(said):
        return name_value(sentence.subject, observation, names, "be", "value")
    if clause.is_past:
        return None
    if _is_noun(subject) and _PORT.match(said):
        return name_value(sentence.subject, observation, names, "be", "port")
    if (verb := _IS.match(said)) is None:
        hurts = find_head(sentence.subject) in _BODY and _HURTS.match(said) is not None
        is_condition = hurts or (subject.pos_ == "NOUN" and _WORKS.match(said) is not None)
        return name_value(sentence.subject, observation, names, "be", "condition") if is_condition else None
    said = said[verb.end() :]
    role = _find_role(sentence.subject, said, names)
    aspect = "" if role is not None else _find_aspect(observation, said, names)
    return name_value(sentence.subject, observation, names, "be", aspect) if aspect else role


def add_places(statements: Sequence[ExtractedStatement], speaker: str) -> list[ExtractedStatement]:
    """Return the statements of a message, those of the place of a thing with the aspect of which it has one at a time.

    "The server is in Dublin", unlike Acme and the offices, which may be in several places. Others may mean another server.
    """
    return [
        replace(each, aspect=f"place for {speaker}")
        if each.predicate == "located_in" and each.subject.islower() and not each.subject.endswith("s")
        else each
        for each in statements
    ]


def _find_aspect(observation: Observation, said: str, names: Sequence[NameSpan]) -> str:
    """Return of what a clause gives a value: what it says after "is"; "" if it gives none."""
    subject, root = observation.clause.subject, observation.clause.root
    head = find_head(observation.sentence.subject)
    is_definite = _DEFINITE.match(observation.sentence.subject) is not None
    is_noun = subject is not None and _is_noun(subject)
    is_thing = is_noun and to_singular(head) not in KIN.keys() | PETS | PEOPLE
    # In chat, "gate is B22" is of one gate.
    is_bare = subject is not None and is_noun and not subject.tag_.endswith("S") and not _has_determiner(subject)
    plain = _NOW.sub("", said)
    is_name = (
        _NAME.match(said)
        or _CALLED.match(said)
        or (plain == root.text and (root.pos_ in {"NOUN", "PROPN"} or name_tool(plain)))
    )
    # "The price is down".
    is_condition = (
        (head in _BODY and _HEALTH.match(said))
        or (is_thing and head not in _AMOUNTS and _CONDITION.match(said))
        or (head in _BUILDS and _LIGHT.match(said))
    )
    tests = (
        ("value", head in MEASURES and _MEASURED.match(said)),
        ("value", head in NAMED and is_definite and is_name),
        ("name", is_definite and is_thing and _CALLED.match(said)),
        ("holder", head in HOLDERS and is_definite and _begins_with_name(said, names)),
        ("value", is_definite and is_thing and _BARE.match(said)),
        ("value", is_thing and (is_definite or is_bare) and _is_value(head, said)),
        ("value", _ACRONYM.fullmatch(observation.sentence.subject) and _FIGURE.match(said)),
        ("condition", is_condition),
        ("days", is_thing and _ON_DAYS.match(said)),
    )
    return next((aspect for aspect, holds in tests if holds), "")


def _has_determiner(subject: Token) -> bool:
    return any(child.dep_ in {"det", "nmod:poss"} for child in subject.children)


def _is_noun(subject: Token) -> bool:
    """Whether a subject names a thing, also where the parser takes it for a name: "my 10k pb", "physio"."""
    is_name = subject.pos_ == "PROPN" and not (_has_determiner(subject) or subject.text.islower())
    return (subject.pos_ in {"NOUN", "PROPN"} and not is_name) or any(map(str.isdigit, subject.text))


def _is_value(head: str, said: str) -> bool:
    """Whether what is said of a thing is a number, a code or the name of what it is: "145 over 90", "B22", "a Golf"."""
    said = _NOW.sub("", said)
    if head not in _RECORDS and _CLOCK.match(said):
        return False
    return _VALUE.match(said) is not None and (
        not said.startswith(("a ", "an ")) or _KIND_OF_THING.match(said) is not None
    )


def _begins_with_name(rest: str, names: Sequence[NameSpan]) -> bool:
    rest = _NOW.sub("", rest)
    words = _without_title(rest)
    is_titled = words != rest and words[:1].isupper()
    return is_titled or any(
        span.label in {"person", "org"} and words.startswith(_without_title(span.text)) for span in names
    )


def _without_title(name: str) -> str:
    """Return a name without "Dr" before it."""
    return _TITLES.sub("", name, count=1)


def _find_role(subject: str, rest: str, names: Sequence[NameSpan]) -> ChangingValue | None:
    """Return the role of a person: "our tech lead" of "Tom is our tech lead"; "the" only of who has it now."""
    match = _ROLE.match(rest)
    if match is None or not any(
        span.label == "person" and _without_title(span.text) == _without_title(subject) for span in names
    ):
        return None
    is_new = " now" in f" {rest.lower()}" or " new " in rest.lower()
    if match["role"].lower().rpartition(" ")[2] not in HOLDERS or (match["det"].lower() == "the" and not is_new):
        return None
    role = match["role"] if match["det"].lower() == "the" else f"{match['det']} {match['role']}"
    return ChangingValue(role, False, "be", "holder")
