"""Whether two preferences of similar meaning contradict each other."""

from __future__ import annotations

import re

from kg.language import extract_keywords

_NEGATIONS = frozenset(
    {"not", "never", "no", "dont", "don't", "doesn't", "stop", "avoid", "without", "cannot", "can't"}
)
_PREFERENCE_WORDS = frozenset({"always", "prefer", "prefers", "please", "want", "wants", "like", "likes", "user"})


def are_conflicting(one: str, other: str) -> bool:
    """Whether two preferences of similar meaning contradict each other.

    Either one forbids what the other asks for, or they differ in one word: metric units, imperial units.
    """
    mine, theirs = _content_words(one), _content_words(other)
    only_mine, only_theirs = (
        [word for word in mine if word not in theirs],
        [word for word in theirs if word not in mine],
    )
    differ_in_one_word = len(only_mine) == len(only_theirs) == 1 and mine.index(only_mine[0]) == theirs.index(
        only_theirs[0]
    )
    if _is_negative(one) != _is_negative(other):
        # "Never imperial" and "always metric" agree.
        return not differ_in_one_word and len(only_mine) + len(only_theirs) <= min(len(mine), len(theirs))
    return differ_in_one_word and len(mine) == len(theirs) > 1


def _content_words(content: str) -> list[str]:
    return [word for word in dict.fromkeys(extract_keywords(content)) if word not in _NEGATIONS | _PREFERENCE_WORDS]


def _is_negative(content: str) -> bool:
    return not _NEGATIONS.isdisjoint(re.findall(r"[\w']+", content.casefold().replace("’", "'")))
