"""Details by which two sentences with common words say different things: numbers, days, names and negation."""

from __future__ import annotations

import calendar
import re

from kg.language.keywords import STOP_WORDS

_WORD = re.compile(r"\d+(?:[.,:]\d+)+|\w+(?:['’]\w+)*")
_POSSESSIVE = re.compile(r"['’]s$")
_NEGATED = re.compile(r"\w+n['’]t$")
_SOURCE = re.compile(
    r"(?P<speakers>[^“]{1,200}?) (?:said|says?)(?: on \d{1,2} \w+ \d{4})?: “(?P<words>.*)”$", re.DOTALL
)
# "One" is seldom a number, and "may" often a verb: with a capital letter it is found as a name.
_AMBIGUOUS = "may mar sat sun wed"
_DAYS = "today tonight tomorrow yesterday noon midnight"
_NUMBERS = """
    zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million half quarter first second third
    fourth fifth sixth seventh eighth ninth tenth once twice double
"""
_CALENDAR = (*calendar.day_name, *calendar.day_abbr, *calendar.month_name, *calendar.month_abbr)
_COUNTED = frozenset((*_NUMBERS.split(), *_DAYS.split(), *map(str.casefold, filter(None, _CALENDAR)))) - frozenset(
    _AMBIGUOUS.split()
)
_NOT = "not no never none nothing neither nor without cannot"
_NEGATIONS = frozenset(_NOT.split())


def says_something_else(one: str, other: str) -> bool:
    """Return whether two sentences differ in a number, a day or month, a name or a negation, however many words they share.

    A capitalised word is a name unless one of the sentences has it in lower case. Who is quoted makes no difference.
    """
    speakers_of_one, words_of_one = _split_source(one)
    speakers_of_other, words_of_other = _split_source(other)
    plain = {word for word in (*words_of_one, *words_of_other) if word == word.lower()}
    left_out = {word.casefold() for word in (*speakers_of_one, *speakers_of_other)} | plain
    return _details(words_of_one, left_out) != _details(words_of_other, left_out)


def _split_source(text: str) -> tuple[list[str], list[str]]:
    """Return the words of who is quoted, and those of what they say."""
    found = _SOURCE.match(text)
    return (_words(found["speakers"]), _words(found["words"])) if found else ([], _words(text))


def _words(text: str) -> list[str]:
    return [_POSSESSIVE.sub("", word) for word in _WORD.findall(text)]


def _details(words: list[str], no_names: set[str]) -> set[str]:
    found = set()
    for word in words:
        folded = word.casefold()
        is_counted = folded in _COUNTED or any(each.isdigit() for each in word)
        is_name = word[0].isupper() and folded not in no_names and folded not in STOP_WORDS
        if folded in _NEGATIONS or _NEGATED.match(folded):
            found.add("not")
        elif is_counted or is_name:
            found.add(folded)
    return found
