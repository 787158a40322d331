"""The dates of a clause, in words that are true without the day on which it was written."""

from __future__ import annotations

import calendar
import itertools
import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from kg.extraction.clauses import Clause
from kg.extraction.date_sides import FUTURE_WORDS, choose_date, opening_word, word_before
from kg.extraction.dates import SEASONS, WEEKDAYS, find_dates
from kg.extraction.word_lists import word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

    from kg.extraction.dates import DateMention

_UNITS = word_set("day days week weeks month months year years")
# Verbs that have a date as their object: "I prefer Friday".
_WITH_DATES = word_set(
    "do make manage want need prefer like love hate choose take have book pick say mean suggest propose offer fear dread await "
    "spend waste plan name set fix keep block reserve miss swap move change lose cover request ask give remember enjoy "
    "skip forget"
)
# Adjectives that a date follows.
_DATED_ADJECTIVES = word_set("due free busy available away off open closed late early ill sick full")
_KEPT_PREPOSITIONS = word_set("between since from until till til by before starting around to")
# The words besides a date of a clause that only gives a date; the second show that "it" is a thing, and not the day.
_DATING_WORDS = word_set(
    "is was will be 's s has been got now back forward on to for moved pushed shifted postponed instead then"
)
_PLACING_WORDS = word_set("on to moved pushed shifted postponed instead")
_PART = re.compile(r"\b(?:(end|start|beginning|middle)(?: of)?|(early|late|mid)) ", re.IGNORECASE)
_MOST_GAP = 3
_DAY_CHARS = len("2023-05-07")
# Words between the ends of a range of weekdays, words before a weekday that is none in particular, and parts of days.
_RANGES = word_set("to till til until through thru -")
_BEFORE_HABITS = word_set("first second third fourth every each our my your his her their any most")
_JOURNEYS = word_set("fly go come arrive leave drive travel move return visit meet see")
_PARTS_OF_DAYS = word_set("morning mornings afternoon evening night lunch lunchtime noon")
_DAY_NUMBER = re.compile(r"\b\d{1,2}(?= [A-Z])")


@dataclass(frozen=True)
class ClauseDate:
    """A date in a clause.

    Attributes:
        first: index of its first word.
        last: index of its last word.
        value: the ISO date; "" for a weekday next to it.
        words: the date in words with its preposition; of a weekday next to its date the preposition alone, or "".
    """

    first: int
    last: int
    value: str
    words: str


def find_clause_dates(clause: Clause, dates: Sequence[DateMention]) -> list[ClauseDate]:
    """Return the dates of a clause, in the order of the text.

    Lengths of time ("for two years", "in four years" of the past), and weekdays before a bare number, stay as they are written.

    Args:
        clause: the clause.
        dates: the dates of the message.
    """
    found: list[ClauseDate] = []
    dropped: set[int] = set()
    mentions = [(each, inside) for each in dates if (inside := _words_of(clause, each))]
    for place, (mention, words) in enumerate(mentions):
        if _is_length(clause, words) or _is_ordinal(words) or _is_no_day(words):
            continue
        if _is_weekly_pair(clause, words):
            continue
        if any(_is_weekly_range(words, other) for _, other in mentions[max(0, place - 1) : place + 2]):
            continue
        near = [
            other
            for other in mentions[max(0, place - 1) : place + 2]
            if other[1] is not words and _gap(mention, other[0]) <= _MOST_GAP and not _is_length(clause, other[1])
        ]
        is_repeated = _is_weekday(words) and any(
            not _is_weekday(other) and other[0].lower_ not in _RANGES and len(date.future) == _DAY_CHARS
            for date, other in near
        )
        if (_is_before_number(words) or _is_the_day(words)) and not is_repeated:
            continue
        value = _fit_weekday(mention, words, near) or _fit_range(mention, words, found)
        if value is None:
            value = choose_date(clause, mention, words, dates)
            value = _after_start(value, words, found) if _is_weekday(words) else value
        if is_repeated:
            # "From Monday 3 March": the preposition is that of the date.
            is_kept = words[0].lower_ in _KEPT_PREPOSITIONS
            dropped |= {token.i for token in words[is_kept:]}
            text: str | None = words[0].lower_ if is_kept else ""
        else:
            text = _in_words(clause, words, value, dropped)
            if text is not None and mention.last_day is not None:
                # "22-27 October".
                joint = " to " if text.startswith("from ") else "–"
                text = _DAY_NUMBER.sub(rf"\g<0>{joint}{mention.last_day}", text, count=1)
        if text is not None:
            found.append(ClauseDate(words[0].i, words[-1].i, "" if is_repeated else value, text))
    return found


def only_gives_date(clause: Clause, dates: Sequence[ClauseDate], *, after_denial: bool) -> bool:
    """Return whether all that a clause says of "it" is its date: "it is on Friday now", "it's moved to 5 May".

    Args:
        clause: the clause.
        dates: its dates.
        after_denial: whether the clause before denies a date: "It isn't on Monday. It's Tuesday". Else "it's Tuesday" may
            speak of the day.
    """
    subject = clause.subject
    if not dates or subject is None or subject.lower_ != "it":
        return False
    dated = {place for date in dates for place in range(date.first, date.last + 1)} | {subject.i}
    others = {token.lower_ for token in clause.tokens if token.i not in dated and not token.is_punct}
    words = {token.lower_ for token in clause.tokens}
    # "It's Tuesday today".
    names_today = bool(words & {"today", "tomorrow", "yesterday"}) and bool(words & WEEKDAYS.keys())
    return others <= _DATING_WORDS and not names_today and (after_denial or bool(words & _PLACING_WORDS))


def format_date(value: str) -> str:
    """Return an ISO date in words with its preposition: "on 7 May 2023", "in May 2023", "in 2023"."""
    year, *rest = value.split("-")
    if not rest:
        return f"in {year}"
    if len(rest) == 1:
        return f"in {calendar.month_name[int(rest[0])]} {year}"
    day = date.fromisoformat(value)
    return f"on {day.day} {calendar.month_name[day.month]} {day.year}"


def spell_dates(text: str, at: datetime) -> tuple[str, list[str]]:
    """Return words with their dates in full, "Friday" as "on 8 May 2026", and the ISO dates.

    Args:
        text: the words.
        at: when they were written.
    """
    found = find_dates(text, at)
    # "Monday the 9th" is one date.
    dates = [
        one for one, other in itertools.zip_longest(found, found[1:]) if other is None or other.start - one.end > 1
    ]
    words, seen = [], 0
    for mention in dates:
        start = min(each.start for each in found if each.start >= seen)
        words += [text[seen:start], format_date(mention.future)]
        seen = mention.end
    return "".join([*words, text[seen:]]), [mention.future for mention in dates]


def _words_of(clause: Clause, mention: DateMention) -> list[Token]:
    return [token for token in clause.tokens if mention.start <= token.idx < mention.end]


def _gap(one: DateMention, other: DateMention) -> int:
    return max(other.start - one.end, one.start - other.end)


def _is_weekday(words: Sequence[Token]) -> bool:
    """Whether a date is a weekday alone, with or without a preposition."""
    named = [token.lower_ for token in words if token.pos_ != "ADP" and token.lower_ not in {"the", "to"}]
    return len(named) == 1 and named[0].rstrip(".") in WEEKDAYS


def _is_no_day(words: Sequence[Token]) -> bool:
    """Whether a weekday is no single day: "first Saturday", "our Friday", "the Saturday market", "Friday week"."""
    first, last = words[0], words[-1]
    if not _is_weekday(words):
        return False
    after = last.nbor() if last.i + 1 < len(last.doc) else None
    is_part = (
        after is not None and after.pos_ == "NOUN" and after.lower_ not in _PARTS_OF_DAYS and last.head.i == after.i
    )
    # "Mon to Wed": "Mon" alone is no date.
    opening = first.i if first.lower_ in _RANGES else first.i - 1
    start = [token.lower_ for token in first.doc[max(0, opening - 2) : opening + 1]]
    is_end = len(start) > 1 and start[-1] in _RANGES and start[-2] in WEEKDAYS and start[0] != "from"
    return word_before(first) in _BEFORE_HABITS or is_part or is_end or (after is not None and after.lower_ == "week")


def _is_weekly_range(words: Sequence[Token], other: Sequence[Token]) -> bool:
    """Whether two weekdays are the ends of a range: "Mon to Wed"; not of one that starts on a day: "from Monday to Friday"."""
    first, last = sorted((words, other), key=lambda each: each[0].i)
    if (
        first is last
        or not (_is_weekday(first) and _is_weekday(last))
        or "from" in {first[0].lower_, word_before(first[0])}
    ):
        return False
    between = {token.lower_ for token in first[0].doc[first[-1].i + 1 : last[0].i]}
    opening = last[0].lower_ if last[0].pos_ == "ADP" else ""
    return (between | {opening}) - {""} <= _RANGES and bool(between or opening)


def _is_weekly_pair(clause: Clause, words: Sequence[Token]) -> bool:
    """Whether a weekday is one of two of each week: "we open Tuesday and Friday"; not "the fair is on Monday and Tuesday"."""
    verb, first, last = clause.finite_verb, words[0], words[-1]
    is_habit = verb is not None and verb.tag_ in {"VBZ", "VBP"} and clause.root.tag_ not in {"VBG", "VBN"}
    is_weekly = "a week" in clause.text.lower()
    is_habit &= verb is clause.root and clause.root.lemma_.lower() not in _JOURNEYS
    if not (is_weekly or is_habit) or not _is_weekday(words):
        return False
    after = [token.lower_.rstrip(".") for token in last.doc[last.i + 1 : last.i + 4]]
    before = [token.lower_.rstrip(".") for token in first.doc[max(0, first.i - 3) : first.i]]
    return _opens_pair(after) or _opens_pair(before[::-1])


def _opens_pair(words: Sequence[str]) -> bool:
    """Whether words next to a weekday join another one: "and Friday", "and on Friday"."""
    others = [word for word in words[1:] if word != "on"]
    is_pair = bool(words) and words[0] in {"and", "&", "/"} and bool(others) and others[0] in WEEKDAYS
    # "… Tuesday, and Friday I'm back".
    return is_pair and others[1:2] not in (["i"], ["we"], ["he"], ["she"], ["they"])


def _fit_range(mention: DateMention, words: Sequence[Token], found: Sequence[ClauseDate]) -> str | None:
    """Return the day after the first of a range that ends on it: "from the 19th to the 2nd"; None if it ends none."""
    start = _range_start(words, found)
    if start is None or _is_weekday(words) or len(mention.future) != _DAY_CHARS:
        return None
    fitting = [day for day in (mention.past, mention.future) if day >= start]
    return min(fitting) if fitting else _next_month(mention.future) if _is_day_of_month(words) else None


def _after_start(value: str, words: Sequence[Token], found: Sequence[ClauseDate]) -> str:
    """Return the weekday at the end of a range that starts on a day: "from Saturday to Wednesday"; other days as they are."""
    start = _range_start(words, found)
    if start is None or len(value) != _DAY_CHARS or value >= start:
        return value
    first = date.fromisoformat(start)
    # At most six days later.
    return (first + timedelta((date.fromisoformat(value) - first).days % 7)).isoformat()


def _range_start(words: Sequence[Token], found: Sequence[ClauseDate]) -> str | None:
    """Return the first day of the range that a date ends, "from the 19th"; None if it ends none."""
    start = found[-1] if found else None
    if start is None or opening_word(words) not in _RANGES or words[0].i - start.last > _MOST_GAP:
        return None
    is_day = words[0].doc[start.first].lower_ == "from" and len(start.value) == _DAY_CHARS
    return start.value if is_day else None


def _is_the_day(words: Sequence[Token]) -> bool:
    """Whether a weekday is one that the talk has named before: "till the Wednesday"."""
    before = [token.lower_ for token in words[0].doc[max(0, words[0].i - 3) : words[0].i]]
    # "The Monday and Tuesday".
    is_joined = before[:1] == ["the"] and before[1:2] != [] and before[1] in WEEKDAYS and before[2:] == ["and"]
    return _is_weekday(words) and ("the" in {token.lower_ for token in words} or before[-1:] == ["the"] or is_joined)


def _is_day_of_month(words: Sequence[Token]) -> bool:
    return not any(token.pos_ == "PROPN" for token in words)


def _next_month(day: str) -> str | None:
    """Return the same day a month later; None if that month has none."""
    year, month, number = map(int, day.split("-"))
    year, month = year + month // 12, month % 12 + 1
    is_day = number <= calendar.monthrange(year, month)[1]
    return date(year, month, number).isoformat() if is_day else None


def _is_length(clause: Clause, words: Sequence[Token]) -> bool:
    if words[0].lower_ == "for":
        return True
    is_count = words[0].lower_ == "in" and words[-1].lower_ in _UNITS
    return is_count and not {token.lower_ for token in clause.tokens} & FUTURE_WORDS


def _is_before_number(words: Sequence[Token]) -> bool:
    """Whether a weekday is followed by a number that is no date: "Saturday 26", "Wed 9.30"."""
    last = words[-1]
    return _is_weekday(words) and last.i + 1 < len(last.doc) and last.nbor().like_num


def _is_ordinal(words: Sequence[Token]) -> bool:
    """Whether an ordinal without a month counts something: "in the 4th", "the 4th quarter"; not "on the 4th"."""
    is_lone = not any(token.pos_ == "PROPN" or (token.like_num and len(token) == len("2024")) for token in words)
    last = words[-1]
    is_counting = last.i + 1 < len(last.doc) and last.nbor().pos_ in {"NOUN", "ADJ"}
    is_nth = last.lower_.endswith(("st", "nd", "rd", "th")) and last.text[:1].isdigit()
    return is_lone and is_nth and (words[0].lower_ == "in" or is_counting)


def _fit_weekday(
    mention: DateMention, words: Sequence[Token], near: Sequence[tuple[DateMention, Sequence[Token]]]
) -> str | None:
    """Return the day that fits the weekday in or next to it, "Monday 3 March"; None if both or neither do, or there is none."""
    has_own = not _is_weekday(words) and any(token.lower_.rstrip(".") in WEEKDAYS for token in words)
    weekday = words if has_own else next((other for _, other in near if _is_weekday(other)), None)
    if weekday is None or len(mention.past) != _DAY_CHARS or mention.past == mention.future:
        return None
    number = next(WEEKDAYS[name] for token in weekday if (name := token.lower_.rstrip(".")) in WEEKDAYS)
    fitting = [day for day in (mention.past, mention.future) if date.fromisoformat(day).weekday() == number]
    return fitting[0] if len(fitting) == 1 else None


def _in_words(clause: Clause, words: Sequence[Token], value: str, dropped: Set[int]) -> str | None:
    """Return a date in words; None where the words around it leave no room for one."""
    text = format_date(value)
    spoken = [token.lower_ for token in words]
    if len(value) == _DAY_CHARS and {"week", "weekend"} & set(spoken):
        # "Last week" names no day.
        text = f"{'on the weekend' if 'weekend' in spoken else 'in the week'} of {text.removeprefix('on ')}"
    season = next((word for word in spoken if word in SEASONS), None)
    if season is not None and value.count("-") <= 1:
        # "Last summer" is no single month.
        year = value.partition("-")[0]
        text = f"at Christmas {year}" if season == "christmas" else f"in the {season} of {year}"
    part = _PART.search(" ".join(token.text for token in words))
    if part is not None and value.count("-") < 2:
        preposition, rest = text.split(" ", 1)
        text = f"at the {part[1].lower()} of {rest}" if part[1] else f"{preposition} {part[2].lower()} {rest}"
    first = words[0]
    before = first.nbor(-1) if first.i > clause.tokens[0].i else None
    if before is not None and before.head in words and _is_attribute(before):
        # "A busy Friday".
        return None
    subject, verb = clause.subject, clause.finite_verb
    is_subject = subject is not None and any(token.i == subject.i for token in words)
    # "Last weekend our city held a parade", of which the parser takes "weekend" for the subject.
    is_subject &= verb is not None and not any(
        token.pos_ in {"NOUN", "PROPN", "PRON"} for token in first.doc[words[-1].i + 1 : verb.i]
    )
    if first.pos_ != "ADP" and (is_subject or any(_is_object(token) for token in words)):
        # "Can't do the 10th", "last year was brilliant".
        return text.split(" ", 1)[1]
    # A weekday before its date is not written.
    while before is not None and (before.i in dropped or before.is_punct):
        before = before.nbor(-1) if before.i > clause.tokens[0].i else None
    if first.lower_ in {"due", "effective"}:
        return f"{first.lower_} {text}"
    if first.lower_ in _KEPT_PREPOSITIONS:
        return f"{first.lower_} {text.split(' ', 1)[1]}"
    is_preposition = (
        before is not None and before.pos_ in {"ADP", "SCONJ"} and before.dep_ not in {"compound:prt", "advmod"}
    )
    # "Between 2010 and 2014".
    is_end = before is not None and before.lower_ == "and" and "between" in _words_before(before)
    if (is_preposition or is_end) and first.pos_ != "ADP":
        return text.split(" ", 1)[1]
    # "The old date"; but "due on Friday", "free Friday".
    is_described = before is not None and before.pos_ in {"DET", "ADJ"} and before.lower_ not in _DATED_ADJECTIVES
    return None if is_described and first.pos_ != "ADP" else text


def _words_before(token: Token) -> list[str]:
    """Return up to four words before one, in lower case."""
    return [each.lower_ for each in token.doc[max(0, token.i - 4) : token.i]]


def _is_attribute(word: Token) -> bool:
    """Whether an adjective stands between a determiner and its noun: "a busy Friday", but not "she arrives late Friday"."""
    has_determiner = any(child.dep_ in {"det", "nmod:poss"} for child in word.head.children)
    return word.tag_ == "JJ" and word.dep_ == "amod" and has_determiner


def _is_object(token: Token) -> bool:
    """Whether a date is the object of a verb: "can't do the 10th", "I prefer Friday"; not of "he leaves Saturday"."""
    has_article = any(child.dep_ == "det" for child in token.children)
    # "I have a test Friday".
    is_second = any(child.dep_ == "obj" and child.i < token.i for child in token.head.children)
    return token.dep_ == "obj" and (has_article or (token.head.lemma_.lower() in _WITH_DATES and not is_second))
