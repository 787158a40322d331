"""Questions for a period: "what's new since Thursday?", "what did I do yesterday?", "what's on this week?"."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from dataclasses import dataclass

from kg.extraction import find_dates
from kg.language import extract_keywords

_MOST_CHARS = 120
_DAY = dt.timedelta(days=1)
_LATELY_DAYS, _FEW = 7, 4
_NUMBERS = {"two": 2, "couple of": 2, "three": 3, "few": _FEW, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10}
_SPAN_DAYS = {"day": 1, "week": 7, "month": 30}
_DAY_CHARS, _MONTH_CHARS = 10, 7
# Which forms ask, and which of them for what was said rather than for what is planned.
_ASKS = re.compile(
    r"\b(?:what|what's|whats|any|anything|summar\w+|catch|fill|list|show|which|plans?|agenda|news|(?:do|have|are|did) (?:i|we))\b"
)
_ASKS_FOR_SAID = re.compile(
    r"\b(?:new|news|happened|did|was|were|went|said|since|been|had|missed?|catch|fill|changed?|updates?|updated|far|discuss\w*|talked"
    r"|talk about)\b"
)
_SINCE = re.compile(r"\b(?:since|from)\s*$")
_UNIT = re.compile(
    r"\b(?:(?:on|in|at|for|over|during) )?(?:(?P<which>this|the|next|last|past|coming|upcoming|previous) )(?:coming )?"
    r"(?P<unit>week(?:end)?|month)\b"
)
_SPAN = re.compile(
    rf"\b(?:(?:in|for|over|during|within) )?the (?P<way>last|past|next|coming) (?P<count>\d{{1,2}}|{'|'.join(_NUMBERS)}) "
    r"(?P<unit>day|week|month)s?\b"
)
_LATELY = re.compile(r"\b(?:lately|recently|these days)\b")
_TODAY = re.compile(r"\b(?:today|tonight|this (?:morning|afternoon|evening))\b")
# Words that say nothing but that anything of the period is asked for.
_GENERIC_WORDS = (
    "agenda anyone anything appointment appointments around arranged booked calendar catch change changed changes coming decided"
    " diary discuss discussed else event events everything far fill get give go going got happen happened happening happens hear"
    " important interesting lined list mention mentioned miss missed need needs new news plan planned planning plans please"
    " remember said say schedule scheduled see show since still sum summarise summarize summary talk talked tell thing things"
    " today todo tonight update updates week"
)
_GENERIC = frozenset(_GENERIC_WORDS.split())
_NAME = re.compile(r"(?<=[\w,] )[A-Z]\w+")


@dataclass(frozen=True)
class AskedPeriod:
    """A period for which a question asks for all that was said in it, or that is dated in it.

    Attributes:
        start: its first day.
        end: the day after its last one.
        is_planned: whether what is dated in it is asked for, not what was said in it.
        names: names in the question, in lower case, to which it is narrowed.
    """

    start: dt.date
    end: dt.date
    is_planned: bool
    names: frozenset[str] = frozenset()

    @classmethod
    def parse(cls, text: str, now: dt.datetime) -> AskedPeriod | None:
        """Return the period that a question asks for; None if it asks for anything else.

        Args:
            text: the cleaned text of the question.
            now: the time in the owner's time zone.
        """
        folded = text.replace("’", "'").casefold()
        if len(folded) > _MOST_CHARS or not _ASKS.search(folded):
            return None
        is_said, today = _ASKS_FOR_SAID.search(folded) is not None, now.date()
        found = _find_range(folded, now, is_said=is_said)
        if found is None:
            return None
        start, end, rest = found
        names = {name.casefold() for name in _NAME.findall(text.replace("’", "'"))}
        others = set(extract_keywords(rest)) - _GENERIC
        if not others <= names:
            return None
        if is_said or end <= today:
            end = min(end, today + _DAY)
            return cls(start, end, is_planned=False, names=frozenset(others)) if start < end else None
        return cls(max(start, today), end, is_planned=True, names=frozenset(others))

    def contains(self, value: str) -> bool:
        """Whether an ISO date is in the period: a day, or a month of which it is a great part."""
        if len(value) >= _DAY_CHARS:
            return self.start.isoformat() <= value[:_DAY_CHARS] < self.end.isoformat()
        middle = f"{value}-15"
        is_long = self.end - self.start >= dt.timedelta(days=20)
        return len(value) == _MONTH_CHARS and is_long and self.start.isoformat() <= middle < self.end.isoformat()

    @property
    def days(self) -> list[dt.date]:
        """Its days."""
        return [self.start + number * _DAY for number in range((self.end - self.start).days)]


def _find_range(text: str, now: dt.datetime, *, is_said: bool) -> tuple[dt.date, dt.date, str] | None:
    """Return the first day of the period that a text names, the day after its last one, and the rest of the text."""
    today = now.date()
    match = _SPAN.search(text) or _UNIT.search(text) or _LATELY.search(text) or _TODAY.search(text)
    if match is None:
        return _find_date(text, now, is_said=is_said)
    rest = f"{text[: match.start()]} {text[match.end() :]}"
    if match.re is _SPAN:
        count = int(match["count"]) if match["count"].isdigit() else _NUMBERS[match["count"]]
        length = dt.timedelta(days=count * _SPAN_DAYS[match["unit"]])
        is_past = match["way"] in {"last", "past"}
        return (today - length, today + _DAY, rest) if is_past else (today, today + length + _DAY, rest)
    if match.re is _LATELY:
        return today - _LATELY_DAYS * _DAY, today + _DAY, rest
    if match.re is _TODAY:
        return today, today + _DAY, rest
    start, end = _resolve_unit(match["which"], match["unit"], today, is_said=is_said)
    return (start, today + _DAY, rest) if _SINCE.search(text[: match.start()]) else (start, end, rest)


def _resolve_unit(which: str, unit: str, today: dt.date, *, is_said: bool) -> tuple[dt.date, dt.date]:
    """Return the bounds of "this week", "next month", "last weekend"."""
    is_last = which in {"last", "past", "previous"}
    if unit == "month":
        first = today.replace(day=1)
        first = (first - _DAY).replace(day=1) if is_last else _next_month(first) if which == "next" else first
        return first, _next_month(first)
    monday = today - today.weekday() * _DAY
    if unit == "week":
        # On a Sunday, what is on this week is what is on in the next one.
        shift = -7 if is_last else 7 if which in {"next", "coming", "upcoming"} else 0
        later = 7 if today.weekday() == calendar.SUNDAY and not is_said and which == "this" else 0
        return monday + shift * _DAY, monday + (shift + 7 + later) * _DAY
    saturday = monday + calendar.SATURDAY * _DAY
    if is_said and (saturday > today or is_last):
        saturday -= 7 * _DAY
    elif which == "next":
        saturday += 7 * _DAY
    return saturday, saturday + 2 * _DAY


def _find_date(text: str, now: dt.datetime, *, is_said: bool) -> tuple[dt.date, dt.date, str] | None:
    """Return the bounds of a day or a month that a text names, and the rest of the text."""
    mentions = find_dates(text, now.replace(tzinfo=None))
    if len(mentions) != 1:
        return None
    [mention] = mentions
    value, today = mention.past if is_said else mention.future, now.date()
    rest = f"{text[: mention.start]} {text[mention.end :]}"
    if len(value) == _MONTH_CHARS:
        start = dt.date.fromisoformat(f"{value}-01")
        end = _next_month(start)
    elif len(value) >= _DAY_CHARS:
        start = dt.date.fromisoformat(value[:_DAY_CHARS])
        end = start + _DAY
    else:
        return None
    if mention.kind == "from" and is_said:
        end = today + _DAY
    elif mention.kind == "to" and not is_said:
        start = today
    return start, end, rest


def _next_month(first: dt.date) -> dt.date:
    return (first.replace(day=28) + 4 * _DAY).replace(day=1)
