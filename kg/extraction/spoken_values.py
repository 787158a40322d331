"""Days, times and numbers as people write them in chat: "thurs", "half 7", "the 5th", "€40"."""

from __future__ import annotations

import datetime as dt
import re
from typing import NamedTuple

from kg.extraction.dates import NUMBER_WORDS, WEEKDAYS, find_dates
from kg.language import MONTHS

_WEEKDAY = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
_MONTH = f"{MONTHS}|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
_NTH = r"(?:[12]?\d|3[01])(?:st|nd|rd|th)"
_DAY_NUMBER = rf"(?:the )?(?:{_NTH}|[12]?\d|3[01])"
_DAY_OF_MONTH = rf"\b(?:{_DAY_NUMBER}(?: of)? (?:{_MONTH})|(?:{_MONTH}) {_DAY_NUMBER})\b"
# "May" and "march" are other words, and "April" may be a person.
_LONE_MONTH = "|".join(sorted(set(MONTHS.split("|")) - {"March", "May"}))
_PART_OF_DAY = r"(?: (?:morning|afternoon|evening|night)\b)?"
HOUR_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
"""A pattern of the hours, as words."""
PART_OF_HOUR = r"(?:half(?: past)?|quarter (?:to|past))"
"""A pattern of what stands before an hour: "half past"."""
_NUMBER_WORD = (
    f"{HOUR_WORDS}|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|thirteen|fourteen|fifteen|sixteen|"
    "seventeen|eighteen|nineteen|twenty|thirty|forty|fifty"
)
_HOUR = r"(?:1[0-2]|[1-9])"
_DATE = (
    rf"(?:(?:this |next )?\b(?:{_WEEKDAY})\b{_PART_OF_DAY}(?:,? (?:{_DAY_OF_MONTH}|(?:the )?{_NTH}))?"
    rf"|{_DAY_OF_MONTH}|\b(?:the )?{_NTH}\b|\b(?:tomorrow|tmrw|tonight|today)\b{_PART_OF_DAY}"
    rf"|(?:(?<=in )|(?<=by )|(?<=next )|(?<=, )|^)(?:{_LONE_MONTH})\b"
    rf"|\bnext (?:week|month|year)\b|\b\d{{4}}-\d\d-\d\d\b)(?: 20\d\d\b)?"
)
_TIME = (
    rf"\b{PART_OF_HOUR} (?:{_HOUR}\b|(?:{HOUR_WORDS})\b)|\b\d{{1,2}}[:.]\d\d(?: ?[ap]m\b)?"
    rf"|\b{_HOUR} ?(?:[ap]m\b|o['’]clock)|\b(?:noon|midday|midnight)\b|(?<=\bat ){_HOUR}\b(?! ?[%€$£])"
)
_NUMBER = rf"[$€£]?\b\d[\d,]*(?:\.\d+)?k?\b|\b(?:{_NUMBER_WORD})\b"
_VALUE = re.compile(f"(?P<date>{_DATE})|(?P<time>{_TIME})|(?P<number>{_NUMBER})", re.IGNORECASE)
_LEFT_OUT = re.compile(
    r"^(?:the|this|next) | (?:morning|afternoon|evening|night)$|(?<=\d)(?:st|nd|rd|th)\b|\bof | ?(?:[ap]m|o['’]clock)$"
)
_DAY_NAME = re.compile(rf"\b(?:{_WEEKDAY})\b")
_DIGIT = re.compile(r"\d")
_LETTERS_OF_DAY = 3


_QUARTERS = {"half": 30, "half past": 30, "quarter past": 15, "quarter to": -15}
_CLOCK = re.compile(
    rf"(?:(?P<part>half past|half|quarter to|quarter past) )?(?P<hour>\d{{1,2}}|{HOUR_WORDS})(?:[:.](?P<minutes>\d\d))?"
)
_HALF_DAY = 12 * 60


class SpokenValue(NamedTuple):
    """A value in a text.

    Attributes:
        kind: "date", "time" or "number".
        text: as it is written.
        start: index of its first character.
        end: index after its last character.
    """

    kind: str
    text: str
    start: int
    end: int

    @property
    def has_digits(self) -> bool:
        """Whether it is written with digits: "26", "the 5th", but not "two" or "Friday"."""
        return _DIGIT.search(self.text) is not None

    @property
    def plain(self) -> str:
        """The value without what may be left out: "the 5th" and "5", "Thursday afternoon" and "thu" are the same."""
        text = _LEFT_OUT.sub("", self.text.lower())
        return _DAY_NAME.sub(lambda match: match[0][:_LETTERS_OF_DAY], text)


def find_spoken_values(text: str) -> list[SpokenValue]:
    """Return the values in a text, in order; none overlap."""
    return [SpokenValue(match.lastgroup or "", match[0], match.start(), match.end()) for match in _VALUE.finditer(text)]


def means_same(one: SpokenValue, other: SpokenValue, at: dt.datetime) -> bool:
    """Whether two values are the same, seen from a moment: "the 5th" and "Thursday 5 March", "half past 2" and "2:30 pm"."""
    if one.plain == other.plain:
        return True
    if one.kind == "time" and other.kind == "time":
        minutes = _read_minutes(one.plain)
        return minutes is not None and minutes == _read_minutes(other.plain)
    days = [
        {day for date in find_dates(each.text, at) for day in (date.past, date.future)}
        for each in (one, other)
        if each.kind == "date"
    ]
    return len(days) == 2 and not days[0].isdisjoint(days[1])


def _read_minutes(text: str) -> int | None:
    """Return the minutes after noon or midnight of a time: 150 for "half past two", "half 2" and "14.30"."""
    match = _CLOCK.fullmatch(text)
    if match is None:
        return None
    hour = NUMBER_WORDS[match["hour"]] if match["hour"] in NUMBER_WORDS else int(match["hour"])
    shift = _QUARTERS.get(match["part"] or "", int(match["minutes"] or 0))
    return (hour * 60 + shift) % _HALF_DAY
