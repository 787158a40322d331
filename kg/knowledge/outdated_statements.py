"""Statements in the present that time makes outdated: "Ann starts on 3 May 2025" is not so any more in June."""

from __future__ import annotations

import datetime as dt
import re

from kg.language import MONTHS, format_partial_date

_DATE = re.compile(rf"\b(\d{{1,2}}) ({MONTHS}) ((?:19|20)\d\d)\b")
_MONTH_NUMBERS = {name: number for number, name in enumerate(MONTHS.split("|"), 1)}
# Days that a message names by their distance from it.
_NEAR_DAY = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|today|(?:next|this) (?:week|weekend|month)"
    r"|the \d+(?:st|nd|rd|th))\b",
    re.IGNORECASE,
)
_WEEKS = dt.timedelta(days=28)
_PAST = frozenset(["was", "were", "had", "did"])
_ADVERBS = frozenset(["still", "now", "also", "always", "never", "not", "currently", "only"])
_PRESENT = frozenset(["is", "are", "has", "have", "will", "does", "do", "can", "must"])


def is_outdated(sentence: str, subject: str, now: dt.datetime) -> bool:
    """Return whether a statement in the present or future is about dates that are all past.

    Args:
        sentence: the statement.
        subject: the name of its subject, with which it begins.
        now: the current time.
    """
    dates = [found for match in _DATE.finditer(sentence) if (found := _parse_date(match)) is not None]
    if not dates or max(dates) >= now.date():
        return False
    return _is_present(sentence, subject)


def is_past_appointment(text: str, age: dt.timedelta) -> bool:
    """Return whether a text that was said so long ago is about a day of the weeks after it, which are past."""
    return age > _WEEKS and _NEAR_DAY.search(text) is not None


def date_statement(sentence: str, subject: str, at: dt.datetime) -> str:
    """Return a statement in the present with the day of which it is true: "Ann has a cold (as of 3 May 2025)."."""
    if not _is_present(sentence, subject):
        return sentence
    return f"{sentence.removesuffix('.')} (as of {format_partial_date(at.date().isoformat())})."


def _is_present(sentence: str, subject: str) -> bool:
    words = [word.lower() for word in sentence.removeprefix(subject).split() if word.lower() not in _ADVERBS]
    verb = words[0] if words else ""
    return verb in _PRESENT or (verb.endswith("s") and verb not in _PAST)


def _parse_date(match: re.Match[str]) -> dt.date | None:
    try:
        return dt.date(int(match[3]), _MONTH_NUMBERS[match[2]], int(match[1]))
    except ValueError:
        return None
