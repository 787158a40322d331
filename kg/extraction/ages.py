"""Parsing ages, in digits or spelled out."""

from __future__ import annotations

import re

from kg.extraction.dates import NUMBER_WORDS

_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}


def parse_age(text: str) -> str | None:
    """Return the age that `text` gives (1 to 119), in digits; None if it is no age."""
    low = re.sub(r"[- ]?(?:years?|yrs?)(?:[- ]?old)?$|[- ]?yo$", "", text.lower().strip()).strip()
    if low.isdigit() and 0 < int(low) < 120:
        return str(int(low))
    parts = re.split(r"[- ]", low)
    if parts and all(part in NUMBER_WORDS or part in _TENS for part in parts) and parts[0] not in {"a", "an", "couple"}:
        return str(sum(_TENS.get(part, NUMBER_WORDS.get(part, 0)) for part in parts))
    return None
