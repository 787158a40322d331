"""Values of which a thing has one at a time: its date, its time, its price. A newer one replaces the older one."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.extraction.spoken_values import HOUR_WORDS, PART_OF_HOUR
from kg.extraction.word_lists import KIN, to_singular, word_set
from kg.language import MONTHS, fold_text

if TYPE_CHECKING:
    from kg.extraction.observations import Observation
    from kg.language import NameSpan

_QUARTER = f"{PART_OF_HOUR} "
_CLOCK = (
    r"(?:\d{1,2}:\d\d(?: ?[ap]m)?|\d{1,2}(?:\.\d\d)? ?[ap]m"
    rf"|{_QUARTER}(?:{HOUR_WORDS})|(?:{_QUARTER})?(?:1[0-2]|[1-9])(?: o['’]clock)?)"
)
# The sentence repeats "on" after a weekday: "to Thursday on 26 March 2026".
_WEEKDAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? (?:the )?(?:on )?)?"
_DAY = rf"{_WEEKDAY}\d{{1,2}} (?:{MONTHS}) \d{{4}}"
# Verbs that give a thing a date, as subject and as object.
_DATED = word_set(
    "be move shift push postpone delay reschedule bring change happen start begin open fall schedule plan set book put slip "
    "leave depart"
)
_MOVING = word_set("move shift push postpone delay reschedule bring book schedule set change put slip")
# Shouted or mistagged, these have no lemma: "the play is MOVED to THURSDAY".
_MOVED = word_set("moved shifted pushed postponed delayed rescheduled")
_TIMED = word_set("be start begin open move shift push change leave depart")
# "Is cancelled"; the parser has no lemma for some spellings.
_CANCELLED = word_set("cancelled canceled")
_IS_CANCELLED = re.compile(
    r"(?<!not) (?:is|are|was|were|has been|have been) (?:now |just )?cancell?ed\b", re.IGNORECASE
)
# These are cancelled as they were booked, and have no date of their own.
_BOOKINGS = word_set(
    "hotel hostel airbnb room table apartment flat venue car van taxi cab subscription membership order catering"
)
# "Has a dentist appointment on 8 May": a date of one thing. Of these there may be several at once.
_SEVERAL = word_set(
    "meeting call lunch dinner breakfast brunch coffee drinks lesson class session shift date game match training practice thing "
    "day off chat plans guests visitors people kids time break party gig show drink"
)
_HAVING = re.compile(
    rf"^(?P<thing>(?:[\w'’-]+ ){{1,5}}?)(?:(?:coming up|booked|scheduled) )?(?:on|for) {_DAY}", re.IGNORECASE
)
_ANOTHER = re.compile(r"\b(?:another|second|other|extra|also|two|three|few|some|more|no)\b", re.IGNORECASE)
# "The dentist" and "the dentist appointment" are one thing.
_APPOINTMENT = re.compile(
    r"(?<=\w) (?:appointment|appt|visit|booking|reservation|class|classe|lesson|session|launch|release|date)$",
    re.IGNORECASE,
)
# "The kickoff with Acme" and "the Acme kickoff"; the address of "the staging url" and "staging".
_RELATION = re.compile(
    r"(?P<head>[^\W\d][\w '’-]*?) (?:for|with|to|of|at|in|on) (?:(?:the|my|our|their|his|her) )?(?P<rest>\w[\w '’.-]*)"
)
_ADDRESS_WORDS = re.compile(r"(?<=\w) (?:url|uri|link|website|site|address|endpoint)$")
# What is "at 5" without being at five o'clock.
_MEASURED = word_set("count score level number total rate price age size temperature reading")
_COSTING = word_set("be cost go rise drop fall increase come climb jump")
PRICED = word_set("rent price fee fees fare fares cost deposit salary wage wages quote bill")
"""Things that have a price."""
_ON_DAY = re.compile(
    r"^(?:(?:now|back|forward|again|out|scheduled|planned|set|due|booked|moved|pushed"
    rf"|(?:at )?(?:[\d:.]+(?: ?[ap]m)?|{_QUARTER}(?:\d+|{HOUR_WORDS}))) )*"
    rf"(?:(?:on|to|for|until|till|from|back to) )?{_DAY}",
    re.IGNORECASE,
)
_TO_DAY = re.compile(
    rf"^(?P<thing>(?:[\w'’-]+ ){{1,5}}?)(?:back |forward |out )?(?:to|for|until|till|on) {_DAY}", re.IGNORECASE
)
_AT_TIME = re.compile(
    r"^(?:(?:now|back|forward|moved|pushed|shifted|set|scheduled|again) )*(?:at|to|for|from) (?:now )?"
    rf"{_CLOCK}"
    r"(?= ?(?:$|[,;(]|now\b|instead\b|not\b))",
    re.IGNORECASE,
)
# "Goes from £180 to £220".
_FROM = r"(?:(?:up|down) )?(?:from [$€£¥]?\s?\d[\d.,]* ?(?:euros?|dollars?|pounds?|quid|bucks|%|percent)? )?"
_AMOUNT = re.compile(
    rf"^{_FROM}(?:(?:now|about|around|up|down|to|by|only|just|at) )*"
    r"(?:[$€£¥]\s?\d|\d[\d.,]*\s?(?:euros?|dollars?|pounds?|quid|bucks|%|percent))",
    re.IGNORECASE,
)
# "The hotel costs 140 a night".
_RATE = re.compile(
    rf"^{_FROM}(?:(?:now|about|around|up|down|to|only|just) )*\d[\d.,]*"
    r"(?= (?:an?|per|each|every) (?:night|month|week|year|day|person|head)\b)",
    re.IGNORECASE,
)
# After a thing that has a price, a number needs no currency: "the rent goes up to 480".
_BARE_AMOUNT = re.compile(
    rf"^{_FROM}(?:(?:now|about|around|up|down|to|only|just) )*"
    r"(?:\d{2,}(?:[.,]\d+)*|\d[.,]\d{2,3})(?= ?(?:$|[,;(]|now\b|from\b|a month\b|per\b|each\b))",
    re.IGNORECASE,
)
# "£5 in Leeds and £6 in York".
_ELSEWHERE = re.compile(rf"\d[^.;]* (?:in|at) (?!(?:{MONTHS})\b)[A-Z][a-z]")
_FOLLOWING = re.compile(r" (?:for|of|on|in|per|at|to|with) ")
_ARTICLES = re.compile(r"^(?:the|a|an|this|that|our|their|his|her|its|my)\s+", re.IGNORECASE)
# "Ann's new rent" is Ann's rent.
_NEW = re.compile(r"^([\w-]+['’]s\s+)?(?:new|current|updated|revised)\s+", re.IGNORECASE)
_HEADS = re.compile(r"^(?:price|cost|date|time|day) (?:of|for) (?:the |our |their )?", re.IGNORECASE)
_OWNER = re.compile(r"^[\w -]+['’]s\s")
_NOT_THINGS = word_set(
    "day date time weather today tomorrow one it there that this everything what life he she they who year week "
    "birthday anniversary"
)
# "Is not on Monday but on Friday".
_NOT_BUT = re.compile(r"^not [^,.;]{1,40}?,? but (?=(?:on|at|to|for|from) )", re.IGNORECASE)
_WILL_BE = re.compile(r" (?:will|['’]ll) be (?P<rest>[^.]+)", re.IGNORECASE)
_ONE_WORD = re.compile(r"[^\W\d_]+")
# These do not distinguish one thing from another: "my new rent", "the next test".
_NO_MODIFIERS = word_set(
    "new next old last same other first second whole big actual own final current and or of in on at to for with from my the is "
    "was not a"
)
_PREPOSITIONS = word_set("to for on until till at from by in")
_MOST_WORDS = 5


@dataclass(frozen=True)
class ChangingValue:
    """What a clause says of a thing.

    Attributes:
        thing: the thing, without its article.
        is_named: whether a name is part of it, so that others mean the same by it.
        predicate: "take_place", "cost" or "be".
        aspect: the aspect of the thing: "date", "time", "price"; or of `kg.extraction.attributes`.
    """

    thing: str
    is_named: bool
    predicate: str
    aspect: str


def read_changing_value(
    observation: Observation, names: Sequence[NameSpan], before: Collection[str] = ()
) -> ChangingValue | None:
    """Return the date, the time of day or the price that a clause gives to a thing; None if it gives none.

    Args:
        observation: the clause, and its sentence.
        names: the names of the message.
        before: the subjects of the clauses before it in the message, to which "it" may refer, in small letters.
    """
    sentence, root, subject = observation.sentence, observation.clause.root, observation.clause.subject
    # "The visit is not on Monday. It is on Tuesday": the subject of a clause before is surely meant, but "the report is ready. It
    # is Friday tomorrow" gives it no date.
    is_meant = sentence.subject.lower() in before and (not sentence.dates or "dated thing" in sentence.replaced)
    is_unclear = subject is not None and subject.pos_ == "PRON" and not is_meant
    lemma = "be" if any(child.dep_ == "cop" for child in root.children) else root.lemma_.lower()
    if root.lower_ in _MOVED:
        lemma = "move"
    rest = sentence.rest
    if lemma == "take":
        # "The exam takes place on 22 January".
        lemma, rest = ("be", rest[len("place ") :]) if rest.startswith("place ") else (lemma, rest)
    if lemma == "move":
        rest = re.sub(r"^moved ", "", rest, flags=re.IGNORECASE)
    if lemma == "be":
        # "The code freeze will be on 12 June".
        ahead = None if rest else _WILL_BE.search(sentence.text)
        rest = _NOT_BUT.sub("", rest if ahead is None else ahead["rest"])
    is_over = observation.clause.is_past and lemma not in _MOVING
    is_cancelled = (
        root.lower_ in _CANCELLED
        and not rest
        and find_head(sentence.subject) not in _BOOKINGS
        and _IS_CANCELLED.search(sentence.text) is not None
    )
    if is_cancelled or (lemma in _DATED and not is_over and _ON_DAY.match(rest)):
        return name_value(sentence.subject, observation, names, "take_place", "date", is_unclear=is_unclear)
    if lemma in _MOVING and (moved := _TO_DAY.match(rest)):
        return name_value(moved["thing"].strip(), observation, names, "take_place", "date", is_unclear=is_unclear)
    had = _HAVING.match(rest) if _has_now(observation) else None
    if had is not None and _is_one(had["thing"]):
        return name_value(had["thing"].strip(), observation, names, "take_place", "date", is_unclear=is_unclear)
    head = find_head(sentence.subject)
    if lemma in _TIMED and head not in _MEASURED and not is_over and not sentence.dates and _AT_TIME.match(rest):
        return name_value(sentence.subject, observation, names, "take_place", "time", is_unclear=is_unclear)
    is_amount = (
        _AMOUNT.match(rest)
        or (head in PRICED and _BARE_AMOUNT.match(rest))
        or ((lemma == "cost" or head in _BOOKINGS) and _RATE.match(rest))
    )
    if lemma in _COSTING and is_amount and not _ELSEWHERE.search(rest):
        return name_value(sentence.subject, observation, names, "cost", "price", is_unclear=is_unclear)
    return None


def _has_now(observation: Observation) -> bool:
    """Whether a clause says what its subject has: "has the dentist", "has got a flight"."""
    return re.search(r" (?:has|have)(?: got)? (?!to\b)", observation.sentence.text) is not None and (
        observation.clause.root.lemma_.lower() in {"have", "get"}
    )


def _is_one(thing: str) -> bool:
    """Whether a thing is no other one of its kind, and of a kind of which a person has one at a time."""
    return thing.rsplit(maxsplit=1)[-1].lower() not in _SEVERAL and _ANOTHER.search(thing) is None


def find_head(thing: str) -> str:
    """Return the noun of a phrase, in small letters: "quote" of "The quote for Fen"."""
    return _FOLLOWING.split(thing.lower(), maxsplit=1)[0].rpartition(" ")[2]


def shorten_thing(thing: str) -> str:
    """Return what a thing has in common with other names of it: "dentist appointments" is "dentist", "go-live" is "go live"."""
    match = _RELATION.fullmatch(thing)
    plain = thing if match is None else f"{match['rest']} {match['head']}"
    first, space, last = plain.replace("-", " ").rpartition(" ")
    return _ADDRESS_WORDS.sub("", _APPOINTMENT.sub("", f"{first}{space}{to_singular(last)}"))


def name_value(
    phrase: str,
    observation: Observation,
    names: Sequence[NameSpan],
    predicate: str,
    aspect: str,
    *,
    is_unclear: bool = False,
) -> ChangingValue | None:
    """Return a value of a thing; None if the phrase names no thing of which there is one.

    Args:
        phrase: the thing, as the clause names it.
        observation: the clause, and its sentence.
        names: the names of the message.
        predicate: the predicate of its fact.
        aspect: of what it is a value.
        is_unclear: whether it is unclear what the subject of the clause means.
    """
    thing = _HEADS.sub("", _NEW.sub(r"\1", _ARTICLES.sub("", phrase)))
    words = fold_text(thing.replace("'s", "")).split()
    if (
        not words
        or words[0] in _PREPOSITIONS
        or len(words) > _MOST_WORDS
        or words[-1] in _NOT_THINGS
        or (words[-1] in KIN and aspect != "holder")
        or "and" in words
    ):
        return None
    # "The crown appointment" is at no Crown.
    inside = [span for span in names if span.text in thing and not span.text.islower()]
    if any(span.label == "person" and span.text == thing for span in inside):
        return None
    if is_unclear and phrase == observation.sentence.subject:
        return None
    return ChangingValue(thing, bool(inside) and not _OWNER.match(thing), predicate, aspect)


def name_as_before(thing: str, earlier: Sequence[str]) -> tuple[str, tuple[int, ...]]:
    """Return a thing by the fuller name that earlier messages give it, and the places of those that do.

    "Test" after "my driving test" is that one. A phrase stays as it is, and so does what may mean several things.

    Args:
        thing: a noun or a phrase.
        earlier: the texts of earlier messages; "" for those that do not count.
    """
    if not _ONE_WORD.fullmatch(thing):
        return thing, ()
    fuller = re.compile(rf"\b(?:my|our|the|an?|his|her|their) ((?:[a-z-]+ ){{1,2}}{thing})\b", re.IGNORECASE)
    found: dict[str, list[int]] = {}
    for place, text in enumerate(earlier):
        for name in {match[1].lower() for match in fuller.finditer(text)}:
            if not _NO_MODIFIERS & set(name.split()):
                found.setdefault(name, []).append(place)
    if len(found) != 1:
        return thing, ()
    [(name, places)] = found.items()
    return name, tuple(places)
