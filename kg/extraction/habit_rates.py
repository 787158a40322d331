"""How much of something the speaker does in a period: "I run 40 km a week", "I train twice a week".

A newer amount of the same replaces the older one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.extraction.changing_values import ChangingValue
from kg.extraction.word_lists import to_singular
from kg.language import fold_text

if TYPE_CHECKING:
    from kg.extraction.observations import Observation

_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|once|twice"
_AMOUNT = rf"(?:(?:about|around|only|just|up to) )*(?:[$€£]?\d[\d.,]*(?: ?k\b)?|(?:{_WORDS})\b)"
_UNIT = r"(?: (?!(?:an?|per|each|every|and|or|for|in|on|at|with)\b)[a-z][\w-]*){0,3}?"
_RATE = re.compile(
    rf"(?:is )?(?:now )?[a-z]+ (?:now )?{_AMOUNT}(?: times)?(?P<unit>{_UNIT}) (?:an?|per|each|every) "
    r"(?P<period>hour|day|night|week|month|year)"
    r"(?P<rest>(?: (?:for|of|on|with|to|in) [\w' -]{2,40}?)?)(?: (?:now|these days|at the moment|again))*\.?",
    re.IGNORECASE,
)


def read_habit_rate(observation: Observation, speaker: str) -> ChangingValue | None:
    """Return what a clause says of how much its speaker does in a period; None if it says nothing of it.

    Args:
        observation: the clause, and its sentence.
        speaker: the name of the speaker.
    """
    clause, sentence = observation.clause, observation.sentence
    if clause.is_past or sentence.subject != speaker or sentence.dates:
        return None
    match = _RATE.fullmatch(sentence.text.removeprefix(f"{speaker} "))
    if match is None or clause.root.lemma_ == "be":
        return None
    verb = clause.root.lemma_.lower()
    # "Three coffees" and "one coffee".
    unit = "".join(f" {to_singular(each.lower())}" for each in match["unit"].split())
    thing = fold_text(f"{verb}{unit} per {match['period']}{match['rest']}")
    return ChangingValue(thing, is_named=False, predicate=verb, aspect="rate")
