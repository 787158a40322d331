"""Finding dates in text. Relative dates are resolved against the time of the message; precision follows the words."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from kg.extraction.numbers_like_years import is_number

_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.lower(): number for number, name in enumerate(calendar.month_abbr) if name} | {"sept": 9}
WEEKDAYS = {name.lower(): number for number, name in enumerate(calendar.day_name)}
"""Weekdays and their abbreviations, with their numbers."""
WEEKDAYS |= {
    "mon": 0,
    "tue": 1,
    "tues": 1,
    "wed": 2,
    "weds": 2,
    "thu": 3,
    "thur": 3,
    "thurs": 3,
    "fri": 4,
    "sat": 5,
    "sun": 6,
}
_NUMBERS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
NUMBER_WORDS = {word: number for number, word in enumerate(_NUMBERS.split(), 1)}
"""Numbers as words."""
NUMBER_WORDS |= {"a": 1, "an": 1, "couple": 2, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}

_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAY = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
# "Sat 6th June" is one date.
_DAY_BEFORE = rf"(?:(?:{_DAY})\b\.?,? )?"
_COUNT = r"\d{1,3}|(?:a )?couple(?: of)?|" + "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)?"
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth "
    "seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth "
    "twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
)
_ORDINAL_WORDS = {word: number for number, word in enumerate(_ORDINALS.split(), 1)}
_ORDINAL_WORD = "|".join(sorted(_ORDINAL_WORDS, key=len, reverse=True)).replace("-", "[- ]")
# "On the third" may be a rank, and "on the tenth floor" is a place: only greater ones, and before few words.
_NTH_WORD = "|".join(sorted(_ORDINALS.split()[9:], key=len, reverse=True)).replace("-", "[- ]")
_ISO = r"(?P<iso>\d{4}-\d{2}-\d{2})|(?P<d0>\d{1,2})\.(?P<m0>\d{1,2})\.(?P<y0>(?:19|20)\d\d)"
# "22-27 October" is a date with a last day.
_FIRST_DAY = r"(?:(?P<d5>\d{1,2})(?:st|nd|rd|th)? ?[-–] ?)?"
_DMY = (
    rf"{_DAY_BEFORE}(?:{_FIRST_DAY}(?:the )?(?P<d1>{_ORDINAL})(?: of)?|the (?P<d4>{_ORDINAL_WORD}) of) "
    rf"(?P<m1>{_MONTH})\b(?(d4)(?!['’]s))\.?"
    r"(?:,? (?P<y1>(?:19|20)\d\d))?"
)
_MDY = (
    rf"{_DAY_BEFORE}(?:of )?(?P<m2>{_MONTH})\.? (?P<d2>(?:the )?{_ORDINAL}|the (?:{_ORDINAL_WORD}))\b(?!:)"
    r"(?: ?[-–] ?(?P<d6>\d{1,2})(?:st|nd|rd|th)?\b(?!:))?"
    r"(?:,? (?P<y2>(?:19|20)\d\d))?"
)
_MY = rf"(?:(?P<w3>last|next|this|early|late|mid) )?(?:of )?(?P<m3>{_MONTH})\b\.?(?: (?P<y3>(?:19|20)\d\d))?"
_SEASON = (
    r"(?:(?:(?P<w9>last|next|this) )(?P<season>spring|summer|autumn|fall|winter|christmas)|"
    r"(?:spring|summer|autumn|fall|winter)(?: of)? (?P<y9>(?:19|20)\d\d))"
)
# "On Tuesday evenings" is every week.
_WEEKDAY = (
    rf"(?:(?P<w4>last|next|this) )?(?P<day>{_DAY})\b(?! (?:mornings|afternoons|evenings|nights)\b)"
    r"(?: (?:morning|afternoon|evening|night))?"
)
_UNIT = r"(?P<w5>last|next|this|past|of the) (?P<u5>week|month|year|weekend)"
_UNIT_WORD = r"day|week|wk|month|mth|year|yr"
_AGO = (
    rf"(?:about |around |over )?(?P<n6>{_COUNT}) (?P<u6>{_UNIT_WORD})s? ago\b"
    rf"(?: on (?:a )?(?P<day_ago>{_DAY})\b(?! (?:the )?\d)| in (?P<month_ago>{_MONTH})\b(?! \d))?"
)
_IN = rf"in (?:about )?(?P<n7>{_COUNT}) (?P<u7>{_UNIT_WORD})s?(?: time|')?"
_FOR = (
    rf"for (?:about |around |over |almost |nearly |the (?:last|past) )?(?P<n8>{_COUNT}) (?P<u8>{_UNIT_WORD})s?(?: now)?"
)
_WORD = (
    r"(?P<word>yesterday|today|tonight|tomorrow|tomm?orr?ow|tmrw|tmr|tomoz|2moro|2nite|tonite|"
    r"day after tomorrow|day before yesterday|this morning|last night)"
)
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_NTH = rf"(?:the |(?P<nth_day>{_DAY})\b,? (?:the )?)(?P<nth>(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th))(?!,? (?:of )?(?:{_MONTH})\b)"
_NTH_IN_WORDS = (
    r"(?:(?<=\bon )|(?<=\bby )|(?<=\bfrom )|(?<=\buntil )|(?<=\btill )|(?<=\bsince )|(?<=\bbefore )|(?<=\bto ))"
    rf"the (?P<nth_word>{_NTH_WORD})"
    rf"(?=[.,;:!?)\n–—]|\s*$| (?:or|so|because|when|already|i|we)\b| at (?:\d|half|noon|{_NUMBERS.replace(' ', '|')})"
    rf"| to the (?:{_NTH_WORD})(?:[.,;:!?)\n–—]|\s*$))"
)
_BEFORE = (
    r"(?P<before>since|from|until|till|til|by|before|on|in|at|as of|starting|during|between|"
    r"(?<!my )(?<!his )(?<!her )(?<!our )(?<!your )(?<!their )(?<!the )back in|to|around|effective|due)"
)
_ANY = f"{_ISO}|{_DMY}|{_MDY}|{_FOR}|{_AGO}|{_IN}|{_WORD}|{_UNIT}|{_SEASON}|{_NTH}|{_NTH_IN_WORDS}|{_WEEKDAY}|{_MY}|{_YEAR}"
_PART = r"(?P<part>(?:end|start|beginning|middle)(?: of)?(?= )|mid-?) ?"
_DATE = re.compile(
    rf"(?<![\w@-])(?:{_BEFORE} )?(?:the )?(?:{_PART})?(?:the )?(?:{_ANY})(?![\w@])(?![-.]\w)",
    re.IGNORECASE,
)
_LEAP_YEAR, _MOST_YEARS, _MOST_MONTHS, _LAST_MONTHS = 2000, 8, 12, (1, 2)
_NEAR, _RECENT = timedelta(days=40), timedelta(days=60)
_UNITS = {"wk": "week", "mth": "month", "yr": "year"}
# "My last night here" is no date.
_LAST, _OWNED = (
    re.compile(r"last\b", re.IGNORECASE),
    re.compile(r"\b(?:my|our|his|her|their|your|whose)\s+\Z", re.IGNORECASE),
)
_FOR_DAY = re.compile(r"\b(?:for|every)\s+\Z", re.IGNORECASE)
ANY_TIME = datetime(2000, 1, 1)
"""A time for which only what is written in a date counts, not the day that it means."""
# These words are dates only with a preposition or the like: "May works", "Sun", "march".
_AMBIGUOUS = {"may", "march", "mar", "sun", "sat", "dec", "mon", "wed", "weds", "jan", "april", "june", "august"}
_NEAR_DAYS = {"yesterday": -1, "last night": -1, "day after tomorrow": 2, "day before yesterday": -2}
_NEAR_DAYS |= dict.fromkeys(("tomorrow", "tmrw", "tmr", "tomoz", "2moro", "tommorow", "tommorrow", "tomorow"), 1)
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12, "christmas": 12}
"""Seasons, with the month in which each begins."""
_WEEKDAY_ALONE = re.compile(rf"(?:[a-z]+ )?(?:the )?(?:{'|'.join(WEEKDAYS)})\.?", re.IGNORECASE)
_ADJACENT_CHARS = 2
# "From the 21st | to 25 May".
_TO_DAY = re.compile(r"(?:to|till?|until) (?:the )?\d", re.IGNORECASE)
_FIRST_OF_PERIOD = re.compile(
    r"(?<![\w.,:€$£-])(?:(?P<from>from) )?(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)? \Z", re.IGNORECASE
)
_MOVING = re.compile(
    r"\b(?:mov|push|shift|postpon|chang|reschedul|switch|delay|brought|bring|put)\w*\b[^.!?\n]*\Z", re.IGNORECASE
)


@dataclass(frozen=True)
class DateMention:
    """A date in a text.

    Attributes:
        start: offset of its first character, the preposition included.
        end: offset after its last character.
        kind: "from", "to" or "at".
        past: ISO date, the latest that fits, for past events.
        future: ISO date, the next that fits, for plans.
        yearless: MM-DD if the text gives no year.
        is_last_month: whether it is a month that ended at most two months before the text, without a year.
        last_day: of several days, "22-27 October", the last one; the date is the first.
        is_recent: whether it is a day without a year, and was less than two months before the text.
    """

    start: int
    end: int
    kind: str
    past: str
    future: str
    yearless: str | None = None
    is_last_month: bool = False
    last_day: int | None = None
    is_recent: bool = False


def find_dates(text: str, at: datetime) -> list[DateMention]:
    """Return the dates in a text, in order.

    Args:
        text: any text.
        at: the time of the text; relative dates count from it.
    """
    found = []
    for match in _DATE.finditer(text):
        is_owned = _LAST.match(match[0]) and _OWNED.search(text, 0, match.start())
        is_alone = match["year"] and not match["part"]
        is_no_year = is_alone and is_number(text, match["before"] or "", match.start(), match.end())
        if _is_doubtful(match) or is_owned or is_no_year:
            continue
        try:
            values = _resolve_date(match, at.date())
        except (ValueError, OverflowError, LookupError):
            # "31 February"; "15 APRİL", whose letters in lower case name no month.
            continue
        if values is not None:
            past, future, yearless = values
            is_last_month = past != future and _months_ago(past, at.date()) in _LAST_MONTHS
            kind = _date_kind(match)
            last_day = match["d6"] or (match["d1"] if match["d5"] else None)
            days = _parse_ordinal(last_day) if last_day else None
            is_recent = yearless is not None and at.date() - date.fromisoformat(past) < _RECENT
            found.append(
                DateMention(match.start(), match.end(), kind, past, future, yearless, is_last_month, days, is_recent)
            )
    joined = [_join_first_day(text, one) for one in found]
    found = [
        one
        for place, one in enumerate(joined)
        # "The 21st" is a part of "the 21st to the 25th of May".
        if not any(other.start <= one.start and one.end < other.end for other in joined[place + 1 : place + 2])
    ]
    return [
        replace(one, kind="to") if before is not None and _is_range(text, before, one) else one
        for before, one in zip([None, *found], found, strict=False)
    ]


def _join_first_day(text: str, last: DateMention) -> DateMention:
    """Return a date with the first day of its period: "21 to 25 May"; not where something is moved from one to the other."""
    if _TO_DAY.match(text, last.start) is None or last.last_day is not None or last.yearless is None:
        return last
    first = _FIRST_OF_PERIOD.search(text, 0, last.start)
    day = int(first["day"]) if first is not None else 0
    last_day = int(last.future[-2:])
    if first is None or not 0 < day < last_day or _MOVING.search(text, 0, first.start()):
        return last
    kind = "from" if first["from"] else "at"
    past, future, yearless = (f"{each[:-2]}{day:02d}" for each in (last.past, last.future, last.yearless))
    return replace(last, start=first.start(), kind=kind, past=past, future=future, yearless=yearless, last_day=last_day)


def _is_range(text: str, first: DateMention, last: DateMention) -> bool:
    """Whether two dates are the ends of a range: "between 2010 and 2014"."""
    return text[first.start :].lower().startswith("between ") and text[first.end : last.start].strip().lower() == "and"


def _months_ago(month: str, at: date) -> int:
    """Return how many months before a day a month was, as "2026-03"; 0 for other dates."""
    year, _, number = month.partition("-")
    return (at.year - int(year)) * 12 + at.month - int(number) if number.isdigit() else 0


def drop_repeated_weekdays(text: str, dates: Sequence[DateMention]) -> list[DateMention]:
    """Return dates without the weekdays next to a date: "Friday 28 February" is one.

    Args:
        text: the text.
        dates: its dates, in their order.
    """
    return [
        one
        for place, one in enumerate(dates)
        if not _WEEKDAY_ALONE.fullmatch(text[one.start : one.end])
        or not any(
            max(one.start, other.start) - min(one.end, other.end) <= _ADJACENT_CHARS
            and not _WEEKDAY_ALONE.fullmatch(text[other.start : other.end])
            for other in dates[max(0, place - 1) : place + 2]
        )
    ]


def _is_doubtful(match: re.Match[str]) -> bool:
    word = (match["m3"] or match["day"] or "").lower()
    alone = not any(match[name] for name in ("w3", "y3", "w4", "before", "part"))
    is_for = (
        match["day"] and not match[0].lower().startswith("the ") and _FOR_DAY.search(match.string, 0, match.start())
    )
    alone = alone and not is_for
    return (word in _AMBIGUOUS and alone) or ((match["w5"] or "").lower() == "of the" and not match["part"])


def _date_kind(match: re.Match[str]) -> str:
    if match["n8"]:
        return "from"
    before = (match["before"] or "").lower()
    if before in {"since", "from", "as of", "starting", "effective", "between"}:
        return "from"
    return "to" if before in {"until", "till", "til", "by", "before", "to", "due"} else "at"


def _resolve_date(match: re.Match[str], at: date) -> tuple[str, str, str | None] | None:  # noqa: PLR0911 - one way of saying each
    if match["iso"]:
        day = date.fromisoformat(match["iso"]).isoformat()
        return day, day, None
    if match["y0"]:
        day = date(int(match["y0"]), int(match["m0"]), int(match["d0"])).isoformat()
        return day, day, None
    if match["m1"] or match["m2"]:
        side = "1" if match["m1"] else "2"
        day = (match["d5"] if side == "1" else None) or match["d" + side] or match["d4"]
        return _resolve_day(_MONTHS[match["m" + side].casefold()], _parse_ordinal(day), match["y" + side], at)
    for number, unit, sign in (("n8", "u8", -1), ("n6", "u6", -1), ("n7", "u7", 1)):
        if match[number]:
            name = match[unit].lower()
            value = _shift_date(at, sign * _parse_count(match[number]), _UNITS.get(name, name))
            value = _refine_ago(value, match) if number == "n6" else value
            return value, value, None
    if match["word"]:
        value = (at + timedelta(_NEAR_DAYS.get(match["word"].lower(), 0))).isoformat()
        return value, value, None
    if match["u5"]:
        step = {"last": -1, "next": 1}.get(match["w5"].lower(), 0)
        value = _shift_date(at, step, match["u5"].lower())
        return value, value, None
    if match["season"]:
        return _resolve_month(SEASONS[match["season"].lower()], match["w9"].lower(), None, at)
    if match["day"]:
        return _resolve_weekday(WEEKDAYS[match["day"].casefold()], (match["w4"] or "").lower(), at)
    if match["m3"]:
        return _resolve_month(_MONTHS[match["m3"].casefold()], (match["w3"] or "").lower(), match["y3"], at)
    if nth := match["nth"] or match["nth_word"]:
        return _resolve_day_of_month(_parse_ordinal(nth), at, match["nth_day"])
    year = match["year"] or match["y9"]
    return year, year, None


def _refine_ago(value: str, match: re.Match[str]) -> str:
    """Return a past date with the weekday or month that follows it: "two weeks ago on Sunday", "a year ago in May"."""
    if match["month_ago"] and len(value) == len("2026"):
        return f"{value}-{_MONTHS[match['month_ago'].casefold()]:02d}"
    if match["day_ago"] and len(value) == len("2026-05-07"):
        day = date.fromisoformat(value)
        # The nearest such weekday, at most three days from it.
        shift = (WEEKDAYS[match["day_ago"].casefold()] - day.weekday() + 3) % 7 - 3
        return (day + timedelta(shift)).isoformat()
    return value


def _parse_ordinal(text: str) -> int:
    """Return the number of a day: "the 3rd", "third", "twenty first"."""
    if digits := re.sub(r"\D", "", text):
        return int(digits)
    return _ORDINAL_WORDS[text.casefold().removeprefix("the ").replace(" ", "-")]


def _parse_count(text: str) -> int:
    if text.isdigit():
        return int(text)
    words = text.lower().split()
    return next((NUMBER_WORDS[word] for word in reversed(words) if word in NUMBER_WORDS), 1)


def _resolve_day(month: int, day: int, year: str | None, at: date) -> tuple[str, str, str | None]:
    if year:
        value = date(int(year), month, day).isoformat()
        return value, value, None
    yearless = f"{date(_LEAP_YEAR, month, day):%m-%d}"
    # 29 February is in every fourth year, or every eighth.
    years = [at.year + shift for shift in range(-_MOST_YEARS, _MOST_YEARS + 1)]
    days = [
        f"{year:04d}-{yearless}"
        for year in years
        if day <= calendar.monthrange(max(1, min(year, date.max.year)), month)[1]
    ]
    past = [each for each in days if each <= at.isoformat()]
    future = [each for each in days if each >= at.isoformat()]
    return past[-1], future[0], yearless


def _resolve_day_of_month(day: int, at: date, weekday: str | None) -> tuple[str, str, str | None]:
    """Return the last and the next such day, on a weekday if one is given; a month that is too short has none."""
    months = [at.year * 12 + at.month - 1 + shift for shift in range(-_MOST_MONTHS, _MOST_MONTHS + 1)]
    days = [
        date(month // 12, month % 12 + 1, day)
        for month in months
        if 0 < month // 12 <= date.max.year and day <= calendar.monthrange(month // 12, month % 12 + 1)[1]
    ]
    if weekday is not None:
        # A day and a weekday that do not fit: the day counts. Of those far away, only the nearest is meant.
        fitting = [each for each in days if each.weekday() == WEEKDAYS[weekday.casefold()]]
        near = [each for each in fitting if abs(each - at) < _NEAR]
        days = near or ([min(fitting, key=lambda each: abs(each - at))] if fitting else days)
    past, future = [each for each in days if each <= at], [each for each in days if each >= at]
    return (past or days)[-1].isoformat(), (future or days)[0].isoformat(), None


def _shift_date(at: date, count: int, unit: str) -> str:
    if unit == "year":
        return f"{at.year + count:04d}"
    if unit == "month":
        months = at.year * 12 + at.month - 1 + count
        return f"{months // 12:04d}-{months % 12 + 1:02d}"
    if unit == "weekend":
        return (at + timedelta(7 * count + 5 - at.weekday())).isoformat()
    return (at + timedelta(count * (7 if unit == "week" else 1))).isoformat()


def _resolve_weekday(day: int, word: str, at: date) -> tuple[str, str, str | None]:
    back = (at.weekday() - day) % 7
    past = at - timedelta(back or (7 if word == "last" else 0))
    ahead = (day - at.weekday()) % 7 or 7
    future = at + timedelta(ahead)
    if word == "next":
        past = future
    if word == "last":
        future = past
    return past.isoformat(), future.isoformat(), None


def _resolve_month(month: int, word: str, year: str | None, at: date) -> tuple[str, str, str | None]:
    if year:
        value = f"{year}-{month:02d}"
        return value, value, None
    before = at.year if month < at.month or (month == at.month and word != "last") else at.year - 1
    after = at.year if month > at.month or (month == at.month and word != "next") else at.year + 1
    past, future = f"{before}-{month:02d}", f"{after}-{month:02d}"
    if word == "next":
        past = future
    return past, (past if word == "last" else future), None
