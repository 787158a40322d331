"""Check that the names, numbers and dates of a sentence occur in the message that it is from, or in the messages before."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kg.language import MONTHS, STOP_WORDS, extract_keywords, fold_text
from kg.llm.answer_fields import parse_date
from kg.protocols import Utterance

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’](?:s|re|ve|ll|d|m)?$", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_THOUSANDS = re.compile(r"(?<=\d)[.,' ](?=\d{3}(?!\d))")
_DATE_IN_WORDS = re.compile(
    rf"(?P<iso>\b\d{{4}}-\d\d(?:-\d\d)?\b)|(?:\b(?P<day>\d{{1,2}}) )?\b(?P<month>{MONTHS}) (?P<year>\d{{4}})\b|"
    r"\b(?:[Ii]n|[Ss]ince|[Uu]ntil|[Ff]rom|[Bb]y) (?P<alone>(?:19|20)\d\d)\b"
)
_MONTH_NUMBERS = {name: number for number, name in enumerate(calendar.month_name) if name}
_CALENDAR_WORDS = frozenset(fold_text(name) for name in [*calendar.month_name, *calendar.day_name] if name)
_UNITS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_NUMBER_WORDS = {
    **{word: str(number) for number, word in enumerate(_UNITS.split(), 1)},
    **{word: str(10 * number) for number, word in enumerate(_TENS.split(), 2)},
    "dozen": "12",
    "hundred": "100",
    "thousand": "1000",
}
# "One" is often a pronoun.
_UNCHECKED_NUMBERS = frozenset({"1"})
_STEM_CHARS = 4
# A date that no text spells is reckoned from the date of a message ("last spring"), and near it.
_MOST_DAYS, _MOST_YEARS = 370, 2


@dataclass(frozen=True)
class Needs:
    """What a statement says that must be in a message.

    Attributes:
        names: words that begin with a capital, folded.
        numbers: in digits.
        dates: ISO dates.
    """

    names: frozenset[str]
    numbers: frozenset[str]
    dates: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.names or self.numbers or self.dates)


@dataclass(frozen=True)
class MessageWords:
    """The words of one message.

    Attributes:
        words: its words and those of its speaker's name, folded.
        numbers: its numbers in digits.
        at: its date.
    """

    words: frozenset[str]
    numbers: frozenset[str]
    at: dt.date

    def list_missing(self, needs: Needs) -> Needs:
        """Return what the message does not have."""
        dates = frozenset(date for date in needs.dates if not self._has_date(date))
        return Needs(needs.names - self.words, needs.numbers - self.numbers, dates)

    def _has_date(self, value: str) -> bool:
        """Whether the message spells a date, or the date is near its own."""
        year, *rest = (int(part) for part in value.split("-"))
        if not self._has_year(year):
            return False
        if not rest:
            return True
        day = dt.date(year, rest[0], rest[1] if len(rest) > 1 else 1)
        return abs((day - self.at).days) <= _MOST_DAYS or self._spells(rest)

    def _has_year(self, year: int) -> bool:
        """Whether a year is written, near, or as far away as a number of the message says: "ten years ago"."""
        distance = abs(year - self.at.year)
        counted = {str(distance - 1), str(distance), str(distance + 1)}
        return distance <= _MOST_YEARS or str(year) in self.numbers or bool(counted & self.numbers)

    def _spells(self, parts: Sequence[int]) -> bool:
        month, *day = parts
        names = {fold_text(calendar.month_name[month]), fold_text(calendar.month_abbr[month])}
        has_month = str(month) in self.numbers or bool(names & self.words)
        return has_month and all(str(part) in self.numbers for part in day)


class SourceWords:
    """The words of a message and of the messages before it, with which statements about it are checked."""

    def __init__(self, utterance: Utterance) -> None:
        """Read the words of a message, its participants, and the messages before it."""
        people = f"{utterance.speaker} {utterance.addressee or ''}"
        self._own = _read_words(utterance.text, people, utterance.at)
        self._earlier = [_read_words(turn.text, turn.speaker, turn.at) for turn in utterance.earlier]
        self._content = _stems(utterance.text)
        self._people = _stems(people)

    def find_support(
        self, texts: Iterable[str], dates: Iterable[str], rests_on: Iterable[int]
    ) -> tuple[int, ...] | None:
        """Return the places of the earlier messages that a statement rests on; None if no message has a part of it.

        Args:
            texts: the sentence of the statement, and its other texts.
            dates: its ISO dates.
            rests_on: the places that it names; those of the latest messages that have what is missing in these are added.
        """
        places = set(rests_on)
        needs = _list_needs(list(texts), dates)
        if any(parse_date(date) is None for date in needs.dates):
            return None
        needs = self._own.list_missing(needs)
        for place in places:
            needs = self._earlier[place].list_missing(needs)
        for place in reversed(range(len(self._earlier))):
            missing = self._earlier[place].list_missing(needs)
            if missing != needs:
                places.add(place)
                needs = missing
        return None if needs else tuple(sorted(places))

    def shares_content(self, sentence: str) -> bool:
        """Return whether a sentence and the message share a word, other than stop words and names of participants."""
        return bool((_stems(sentence) - self._people) & self._content)


def has_words_of(value: str, *, names: str, message: str) -> bool:
    """Return whether each content word and number of `value`, and each name of `names`, is in a message.

    Args:
        value: what a model states; its words are compared by their first letters: "drinks" is in "I drink tea".
        names: text of which only the capitalised words are checked.
        message: the message with its speaker's name.
    """
    words = frozenset(map(_fold_word, _WORD.findall(message)))
    return (
        _stems(value) <= _stems(message) | frozenset(word[:_STEM_CHARS] for word in words)
        and _list_numbers(value) - _UNCHECKED_NUMBERS <= _list_numbers(message)
        and _list_names(f"{names} {value}") <= words
    )


def has_names_of(sentence: str, *, message: str) -> bool:
    """Return whether each name and number of a sentence, after its first word, is in a message with its speaker's name."""
    rest = sentence.partition(" ")[2]
    words = frozenset(map(_fold_word, _WORD.findall(message)))
    return _list_names(rest) <= words and _list_numbers(rest) - _UNCHECKED_NUMBERS <= _list_numbers(message)


def list_dates(text: str) -> list[str]:
    """Return the dates that a sentence spells, as ISO dates that may not exist: "7 May 2026", "in 2026"."""
    found = []
    for match in _DATE_IN_WORDS.finditer(text):
        if match["month"]:
            day = f"-{int(match['day']):02d}" if match["day"] else ""
            found.append(f"{match['year']}-{_MONTH_NUMBERS[match['month']]:02d}{day}")
        else:
            found.append(match["iso"] or match["alone"])
    return found


def _read_words(text: str, people: str, at: dt.datetime) -> MessageWords:
    words = {_fold_word(word) for word in _WORD.findall(f"{text} {people}")}
    return MessageWords(frozenset(words), _list_numbers(f"{text} {people}"), at.date())


def _list_needs(texts: Sequence[str], dates: Iterable[str]) -> Needs:
    # A date is checked as a whole.
    plain = [_DATE_IN_WORDS.sub(" ", text) for text in texts]
    names = frozenset[str]().union(*map(_list_names, plain))
    numbers = frozenset[str]().union(*map(_list_numbers, plain)) - _UNCHECKED_NUMBERS
    spelled = [date for text in texts for date in list_dates(text)]
    return Needs(names, numbers, frozenset([*dates, *spelled]))


def _list_names(text: str) -> frozenset[str]:
    """Return the folded words that are not in lower case, in scripts with and without case, except stop words."""
    words = (word for word in _WORD.findall(text) if word[0].isalpha() and not word[0].islower())
    return frozenset(map(_fold_word, words)) - STOP_WORDS - _CALENDAR_WORDS


def _list_numbers(text: str) -> frozenset[str]:
    digits = (number.lstrip("0") or "0" for number in _DIGITS.findall(_THOUSANDS.sub("", text)))
    spelled = (_NUMBER_WORDS[word] for word in map(_fold_word, _WORD.findall(text)) if word in _NUMBER_WORDS)
    return frozenset([*digits, *spelled])


def _fold_word(word: str) -> str:
    return fold_text(_POSSESSIVE.sub("", word))


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM_CHARS] for word in extract_keywords(text))
