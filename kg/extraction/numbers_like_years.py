"""Numbers that look like a year, and are none: "a 2016 Skoda", "invoice 2031", "I quoted Fen 1900", "meet at 1930"."""

from __future__ import annotations

import calendar
import re

_MONTH = "|".join(name for name in (*calendar.month_name, *calendar.month_abbr) if name)
# "A 2016 Skoda", "my 2019 van": the year of a model.
_OWNER_BEFORE = re.compile(r"\b(?:an?|my|our|his|her|their|your)\s+\Z", re.IGNORECASE)
_MODEL_AFTER = re.compile(
    rf"\s+(?:(?!(?:{_MONTH})\b)[A-Z]|(?:car|van|camper|truck|lorry|bike|motorbike|scooter|tractor|caravan|laptop|model)\b)"
)
# Between a verb of paying and an amount are at most two words.
_NUMBERED_BEFORE = re.compile(
    r"\b(?:(?:invoice|order|ticket|case|room|flight|account|number|no|nr|code|port|pin|ref|reference|version|model|bus|route|id)"
    r"(?: (?:no|nr|number))?\b\.?|(?:quot|charg|pa[iy]|ow|cost|offer|earn|invoic|bill|budget)(?:e?d|ed|e|t|s|es|ing)?"
    r"(?: [\w']+){0,2})\s+\Z",
    re.IGNORECASE,
)
# "The quote for Fen is 1900".
_MEASURED_BEFORE = re.compile(
    r"\b(?:quote|price|rate|rent|fee|cost|port|limit|budget|score|salary|wage|deposit|total|balance|target|quota|size|timeout|bill)"
    r"(?: (?:for|of|per|on) (?:the |my |our )?[\w'’-]+(?: [\w'’-]+)?)?(?: (?:is|was|are)|['’]s|:)"
    r"(?: (?:now|about|around|only|still|just|up to))?\s+\Z",
    re.IGNORECASE,
)
_SIGHT = re.compile(r"\s+vision\b", re.IGNORECASE)


def is_number(text: str, before: str, start: int, end: int) -> bool:
    """Return whether what looks like a year is another number.

    Args:
        text: the text.
        before: the preposition before it, which belongs to it; "" if there is none.
        start: its offset, the preposition included.
        end: the offset after it.
    """
    if before:
        # A clock time.
        return before.lower() == "at"
    is_model = _OWNER_BEFORE.search(text, 0, start) is not None and _MODEL_AFTER.match(text, end) is not None
    is_amount = any(each.search(text, 0, start) is not None for each in (_NUMBERED_BEFORE, _MEASURED_BEFORE))
    return is_model or is_amount or _SIGHT.match(text, end) is not None
