"""Values of which a thing has one at a time: its date, its price. A newer one replaces the older one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.extraction.word_lists import KIN, word_set
from kg.language import MONTHS, fold_text

if TYPE_CHECKING:
    from kg.extraction.observations import Observation
    from kg.language import NameSpan

_DAY = rf"\d{{1,2}} (?:{MONTHS}) \d{{4}}"
# Verbs that give a thing a date, as subject and as object.
_DATED = word_set(
    "be move shift push postpone delay reschedule bring change happen start begin open fall schedule plan set book put slip"
)
_MOVING = word_set("move shift push postpone delay reschedule bring book schedule set change put slip")
_COSTING = word_set("be cost go rise drop fall increase come climb jump")
_ON_DAY = re.compile(
    r"^(?:(?:now|back|forward|again|out|scheduled|planned|set|due|booked|moved|pushed|(?:at )?[\d:.]+(?: ?[ap]m)?) )*"
    rf"(?:(?:on|to|for|until|till|from|back to) )?{_DAY}",
    re.IGNORECASE,
)
_TO_DAY = re.compile(rf"^(?P<thing>(?:[\w'’-]+ ){{1,5}}?)(?:back |forward |out )?(?:to|for|until|till|on) {_DAY}")
_AMOUNT = re.compile(
    r"^(?:(?:now|about|around|up|down|to|by|only|just|at) )*"
    r"(?:[$€£¥]\s?\d|\d[\d.,]*\s?(?:euros?|dollars?|pounds?|quid|bucks|%|percent))",
    re.IGNORECASE,
)
_ARTICLES = re.compile(r"^(?:the|a|an|this|that|our|their|his|her|its|my)\s+", re.IGNORECASE)
_HEADS = re.compile(r"^(?:price|cost|date|time|day) (?:of|for) (?:the |our |their )?", re.IGNORECASE)
_OWNER = re.compile(r"^[\w -]+['’]s\s")
_NOT_THINGS = word_set(
    "day date time weather today tomorrow one it there that this everything what life he she they who year week "
    "birthday anniversary"
)
_MOST_WORDS = 5


@dataclass(frozen=True)
class ChangingValue:
    """What a clause says of a thing.

    Attributes:
        thing: the thing, without its article.
        is_named: whether a name is part of it, so that others mean the same by it.
        predicate: "take_place" or "cost".
        aspect: the aspect of the thing, "date" or "price".
    """

    thing: str
    is_named: bool
    predicate: str
    aspect: str


def read_changing_value(observation: Observation, names: Sequence[NameSpan]) -> ChangingValue | None:
    """Return the date or the price that a clause gives to a thing; None if it gives none.

    Args:
        observation: the clause, and its sentence.
        names: the names of the message.
    """
    sentence, root = observation.sentence, observation.clause.root
    lemma = "be" if any(child.dep_ == "cop" for child in root.children) else root.lemma_.lower()
    rest = sentence.rest
    is_over = observation.clause.is_past and lemma not in _MOVING
    if lemma in _DATED and not is_over and _ON_DAY.match(rest):
        return _value_of(sentence.subject, observation, names, "take_place", "date")
    if lemma in _MOVING and (moved := _TO_DAY.match(rest)):
        return _value_of(moved["thing"].strip(), observation, names, "take_place", "date")
    if lemma in _COSTING and _AMOUNT.match(rest):
        return _value_of(sentence.subject, observation, names, "cost", "price")
    return None


def _value_of(
    phrase: str, observation: Observation, names: Sequence[NameSpan], predicate: str, aspect: str
) -> ChangingValue | None:
    thing = _HEADS.sub("", _ARTICLES.sub("", phrase))
    words = fold_text(thing.replace("'s", "")).split()
    if not words or len(words) > _MOST_WORDS or words[-1] in _NOT_THINGS or words[-1] in KIN or "and" in words:
        return None
    inside = [span for span in names if span.text in thing]
    if any(span.label == "person" and span.text == thing for span in inside):
        return None
    if (
        observation.clause.subject is not None
        and observation.clause.subject.pos_ == "PRON"
        and phrase == observation.sentence.subject
    ):
        return None
    return ChangingValue(thing, bool(inside) and not _OWNER.match(thing), predicate, aspect)
