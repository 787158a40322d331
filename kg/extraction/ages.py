"""Parsing ages, in digits or spelled out."""

from __future__ import annotations

import re

from kg.extraction.dates import NUMBER_WORDS

_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}

_MOST_DIGITS = 3
_SPELLED = {word: number for word, number in NUMBER_WORDS.items() if word not in {"a", "an", "couple"}}


def parse_age(text: str) -> str | None:
    """Return the age that `text` gives (1 to 119), in digits; None if it is no age."""
    low = re.sub(r"[- ]?(?:years?|yrs?)(?:[- ]?old)?$|[- ]?yo$", "", text.lower().strip()).strip()
    # Python refuses to convert more than 4,300 digits.
    if low.isdecimal() and len(low) <= _MOST_DIGITS and 0 < int(low) < 120:
        return str(int(low))
    first, _, second = low.replace("-", " ").partition(" ")
    if first in _TENS and (not second or _SPELLED.get(second, 10) < 10):
        return str(_TENS[first] + _SPELLED.get(second, 0))
    return str(_SPELLED[first]) if first in _SPELLED and not second else None
