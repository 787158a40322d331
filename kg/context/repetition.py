"""Which messages say no more than the facts that rest on them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from kg.extraction import find_dates
from kg.language import format_partial_date
from kg.retrieval import stem_keywords

# Share of the words of a message that its facts must have.
_COVERED_SHARE = 0.84
_ORDINAL = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b")
# Words that say nothing which a fact should keep.
_FILLERS = (
    "ah aw actually also anyway basically btw cool damn defo definitely eh er gonna got gotta great guys haha hey hi hm honestly"
    " just lol maybe might must nah need needs news nice oh ok okay please really remember remind right so sorry sure thanks"
    " thank think today tho though um wanna want wants well wow yay yeah yep yes"
)


def is_covered(text: str, facts: Sequence[str], at: dt.datetime | None = None) -> bool:
    """Whether facts have nearly all content words of a message, and all of its numbers and dates.

    Args:
        text: the text of the message.
        facts: the sentences of facts that rest on it.
        at: when it was said, for its relative dates.
    """
    stated = " ".join(facts)
    if not stated:
        return False
    left = text
    for date in reversed(find_dates(text, at.replace(tzinfo=None))) if at is not None else ():
        if any(day in stated or format_partial_date(day) in stated for day in (date.past, date.future)):
            left = f"{left[: date.start]} {left[date.end :]}"
    known = stem_keywords(_ORDINAL.sub(r"\1", stated))
    words = stem_keywords(_ORDINAL.sub(r"\1", left)) - stem_keywords(_FILLERS)
    missing = words - known
    has_numbers = not any(any(character.isdigit() for character in word) for word in missing)
    return has_numbers and len(missing) <= (1 - _COVERED_SHARE) * len(words)
