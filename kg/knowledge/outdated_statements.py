"""Statements in the present that time makes outdated: "Ann starts on 3 May 2025" is not so any more in June.

A plan whose day is over reads in the past: "Ann wants to open on 3 May 2025" becomes "Ann wanted to open on 3 May 2025".
"""

from __future__ import annotations

import calendar
import datetime as dt
import re

from kg.language import MONTHS, format_partial_date

_DATE = re.compile(rf"\b(\d{{1,2}}) ({MONTHS}) ((?:19|20)\d\d)\b")
_MONTH = re.compile(rf"(?<!\d )\b({MONTHS}) ((?:19|20)\d\d)\b")
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
# The verb of a plan, after its subject, and the same in the past.
_PLAN = re.compile(
    r"(?P<who>(?:(?! (?:is|are|was|were|has|have|had|does|do|did|said|says) ).)+?) "
    r"(?P<verb>(?:plans?|wants?|hopes?|intends?|aims?|would like)(?= to )|(?:is|are)(?= (?:not )?(?:\w+ing|due|supposed) ))"
)
_PAST_VERBS = {
    **{f"{verb}{end}": f"{verb}ed" for verb in ("want", "intend", "aim") for end in ("", "s")},
    "plan": "planned",
    "plans": "planned",
    "hope": "hoped",
    "hopes": "hoped",
    "would like": "wanted",
    "is": "was",
    "are": "were",
}
_WEEKEND = dt.timedelta(days=1)


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


def put_plan_in_past(sentence: str, planned: dt.date | None, said: dt.datetime, now: dt.datetime) -> str | None:
    """Return the sentence of a plan whose time is over in the past; None for any other statement, and while it is ahead.

    Args:
        sentence: the statement.
        planned: the day of the plan, if it is known; the sentence itself may name it. The first of a month stands for the month.
        said: when the plan was last stated.
        now: the current time.
    """
    match = _PLAN.match(sentence)
    end = _last_day(sentence) or (None if planned is None else _end_of_month(planned) if planned.day == 1 else planned)
    if match is None or end is None or not said.date() <= end < now.date():
        return None
    return f"{match['who']} {_PAST_VERBS[match['verb']]}{sentence[match.end() :]}"


def _last_day(sentence: str) -> dt.date | None:
    """Return the last day that a sentence names, by day or month; of a weekend, its Sunday; None if it names none."""
    days = [found for match in _DATE.finditer(sentence) if (found := _parse_date(match)) is not None]
    days += [_end_of_month(dt.date(int(match[2]), _MONTH_NUMBERS[match[1]], 1)) for match in _MONTH.finditer(sentence)]
    return max(days) + (_WEEKEND if "weekend" in sentence else dt.timedelta()) if days else None


def _end_of_month(day: dt.date) -> dt.date:
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


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
