"""What a question tells by itself: its words, its kind, the dates and persons that it names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kg.language.keywords import keywords
from kg.protocols import Asked

_MONTHS = (
    "january february march april may june july august september october november december".split()  # noqa: SIM905
)
_NAMES = "|".join(_MONTHS)
# "May" alone is more often a verb: it needs a day or a year beside it.
_DATE = re.compile(
    rf"\b(?P<month>{_NAMES})\b(?:\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b)?(?:,?\s+(?P<year>\d{{4}}))?"
    rf"|\b(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month2>{_NAMES})\b(?:,?\s+(?P<year2>\d{{4}}))?"
)
# Lucene refuses a query of more than 1,024 clauses, and a question's first words tell what it is about.
_MOST_WORDS = 64
_FIRST = re.compile(r"\b(i|my|me|we|our)\b")
_OVERVIEW = re.compile(
    r"\b(order|sequence|chronolog\w*|timeline|over time|across|throughout|summar\w+|progress\w*|overview)\b"
)


@dataclass(frozen=True)
class Question:
    """A question, read once.

    Attributes:
        text: as it was asked, cleaned.
        words: its keywords, each once.
        asked: its vector and token states; None where there is no vector.
    """

    text: str
    words: tuple[str, ...]
    asked: Asked | None

    @classmethod
    def read(cls, text: str, asked: Asked | None) -> Question:
        """A question from its cleaned text and what the model makes of it."""
        return cls(text, tuple(dict.fromkeys(keywords(text)))[:_MOST_WORDS], asked)

    @property
    def of_oneself(self) -> bool:
        """Whether it is about who asks: I, my, we."""
        return _FIRST.search(self.text.casefold()) is not None

    @property
    def wants_overview(self) -> bool:
        """Whether it asks for an order or a summary of many things rather than for one."""
        return _OVERVIEW.search(self.text.casefold()) is not None


def dates(text: str) -> set[tuple[int, int | None]]:
    """The months, with their day where one is given, that a text names: "3 April" is (4, 3), "in June" (6, None)."""
    found: set[tuple[int, int | None]] = set()
    for match in _DATE.finditer(text.casefold()):
        part = match.groupdict()
        month, day = part["month"] or part["month2"], part["day"] or part["day2"]
        if month == "may" and not day and not part["year"]:
            continue
        found.add((_MONTHS.index(month) + 1, int(day) if day else None))
    return found


def names_in(text: str, names: Iterable[str | None]) -> set[str]:
    """Those of the names of which the text has a word: "Ann Lee" in "Where does Ann live?"."""
    words = set(keywords(text))
    return {name for name in names if name and not words.isdisjoint(keywords(name))}
