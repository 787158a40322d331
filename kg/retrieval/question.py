"""Analysis of a question: its keywords, its form, and the dates and names in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from kg.language import extract_keywords
from kg.protocols import EncodedQuestion

_MONTHS = (
    "january february march april may june july august september october november december".split()  # noqa: SIM905
)
_NAMES = "|".join(_MONTHS)
# "May" alone is usually a verb; it counts as a month only with a day or a year.
_DATE = re.compile(
    rf"\b(?P<month>{_NAMES})\b(?:\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b)?(?:,?\s+(?P<year>\d{{4}}))?"
    rf"|\b(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month2>{_NAMES})\b(?:,?\s+(?P<year2>\d{{4}}))?"
)
# Lucene rejects queries of more than 1,024 clauses, and the first words of a question are the most informative.
_MAX_WORDS = 64
_FIRST_PERSON = re.compile(r"\b(i|my|me|we|our)\b")
_OVERVIEW = re.compile(
    r"\b(order|sequence|chronolog\w*|timeline|over time|across|throughout|summar\w+|progress\w*|overview)\b"
)
# "Where did Ann live before?", "her previous job", "where has she lived?", "what was the rent in 2023?"
_PAST = re.compile(
    r"""
      \b(?:previously | formerly | originally | in\ the\ past | no\ longer)\b
    | \b(?:last|old|past|previous|prior|former|first|ex-?) [ ] (?:jobs?|address(?:es)?|employers?|boss(?:es)?|landlords?|flats?
        |apartments?|house|home|school|company|companies|(?:phone\ )?number|salary|rent)\b
    | \b(?:old|previous|prior|original|former) [ ] (?:name|e-?mail|password|plan|date|deadline|price|value)\b
    | \b(?:job|work|employment|address|salary|price|rent)\ history\b
    | \b(?:not|\w+n't) \b [^.?!\n]{0,150} \b any\ ?more\b
    | (?<!\bis\ ) (?<!\bare\ ) \bused\ to\ (?:live|work|be|have|like|love|own|drive|study|drink|eat|play|go|cost)\b
    | \bdid\ (?:[\w']+\ ){1,3} use\ to\b
    | \b(?:where|what|which|who|when|how) \b [^.?!\n]{0,60} \b(?:did|was|were|had|have|has)\b [^.?!\n]{0,150}
        \b(?:before | earlier | in\ (?:19|20)\d\d | last\ (?:year|month|summer|winter|spring|autumn))\b
    | \bdid\ (?!it\b|that\b|this\b|the\b) (?:[\w']+\ ){1,2} (?:(?:live|work|study)\b (?!\ (?:it|out|on|show)\b)
        | (?:move|come)\ from\b)
    | \b(?:has|have|had|was|were)\ (?!it\b|that\b|this\b|the\b|to\b|an?\b) (?:[\w']+\ (?!an?\b|the\b)){0,2}
        (?:lived|living|worked|working|studied|studying)\b (?!\ (?:out|on)\b)
    """,
    re.VERBOSE,
)


@dataclass(frozen=True)
class Question:
    """An analysed question.

    Attributes:
        text: the cleaned text.
        words: its keywords, without duplicates.
        asked: its vector and token states; None without a vector.
    """

    text: str
    words: tuple[str, ...]
    asked: EncodedQuestion | None

    @classmethod
    def parse(cls, text: str, asked: EncodedQuestion | None) -> Question:
        """Analyse a cleaned text; `asked` is its encoding by the model."""
        return cls(text, tuple(dict.fromkeys(extract_keywords(text)))[:_MAX_WORDS], asked)

    @property
    def is_first_person(self) -> bool:
        """Whether it is in the first person: I, my, we."""
        return _FIRST_PERSON.search(self.text.casefold()) is not None

    @property
    def asks_for_overview(self) -> bool:
        """Whether it asks for an order or a summary rather than for one thing."""
        return _OVERVIEW.search(self.text.casefold()) is not None

    @cached_property
    def asks_for_past(self) -> bool:
        """Whether it asks for what held once and may have been superseded."""
        return _PAST.search(self.text.casefold().replace("’", "'")) is not None


def extract_dates(text: str) -> set[tuple[int, int | None]]:
    """Return the months, with a day where one is given, that a text names: "3 April" is (4, 3), "in June" (6, None)."""
    found: set[tuple[int, int | None]] = set()
    for match in _DATE.finditer(text.casefold()):
        part = match.groupdict()
        month, day = part["month"] or part["month2"], part["day"] or part["day2"]
        if month == "may" and not day and not part["year"]:
            continue
        found.add((_MONTHS.index(month) + 1, int(day) if day else None))
    return found


def match_names(text: str, names: Iterable[str | None]) -> set[str]:
    """Return the names that share a word with the text: "Ann Lee" in "Where does Ann live?"."""
    words = set(extract_keywords(text))
    return {name for name in names if name and not words.isdisjoint(extract_keywords(name))}
