"""Reading names, dates and quotes in a language model's answer about a message."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any

from kg.llm.json_request import plain_text
from kg.protocols import Utterance

_SPEAKER_WORDS = frozenset({"i", "me", "my", "mine", "myself", "we", "us", "our", "speaker", "the speaker"})
_ADDRESSEE_WORDS = frozenset({"you", "your", "yours", "yourself", "addressee", "the addressee"})
# Pronouns that the model did not resolve.
_UNRESOLVED_PRONOUNS = frozenset(
    [
        *("he", "him", "his", "she", "her", "hers", "it", "its", "they", "them", "their"),
        *("this", "that", "these", "those", "someone", "somebody", "everyone", "everybody"),
    ]
)
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
_FORMATS = {4: "%Y", 7: "%Y-%m", 10: "%Y-%m-%d"}
_LONGEST_DATE = 30


def iterate_dicts(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the objects in a list; nothing for anything else."""
    for row in value if isinstance(value, list) else ():
        if isinstance(row, dict):
            yield row


def resolve_name(name: str, utterance: Utterance) -> str:
    """Return a name, with the speaker and addressee for their pronouns; "" for any other pronoun."""
    folded = name.casefold()
    if folded in _SPEAKER_WORDS:
        return utterance.speaker.strip()
    if folded in _ADDRESSEE_WORDS:
        return (utterance.addressee or "").strip()
    return "" if folded in _UNRESOLVED_PRONOUNS else name


def parse_date(value: Any, *, past: bool = False) -> str | None:
    """Return a valid day, month or year, or "past" if `past` allows it; None for anything else."""
    text = plain_text(value, _LONGEST_DATE)
    if past and text.casefold() == "past":
        return "past"
    if not text.isascii() or not _DATE.fullmatch(text):
        return None
    try:
        # A date without a time needs no time zone.
        dt.datetime.strptime(text, _FORMATS[len(text)])
    except ValueError:
        return None
    return text


def is_ordered(first: str | None, last: str | None) -> bool:
    """Return whether the first of two dates is not after the last, as far as both are precise."""
    if not first or not last or last == "past":
        return True
    shared = min(len(first), len(last))
    return first[:shared] <= last[:shared]


def find_quote(text: str, quote: Any, *, after: int = 0) -> tuple[int, int] | None:
    """Return the span of a quote in a text, compared without case and white space, on word boundaries; None if absent."""
    words = quote.split() if isinstance(quote, str) else []
    if not words:
        return None
    pattern = r"\s+".join(re.escape(word) for word in words)
    before = r"(?<!\w)" if re.match(r"\w", words[0]) else ""
    behind = r"(?!\w)" if re.search(r"\w$", words[-1]) else ""
    found = re.compile(f"{before}{pattern}{behind}", re.IGNORECASE).search(text, after)
    return found.span() if found else None
