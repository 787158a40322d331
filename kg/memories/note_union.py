"""Notes that say the same: what is already contained in another, and what is united with another. Pure."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kg.types import Note

ALIKE = 0.7
"""Word Jaccard from which on two notes are one."""
# In characters: shorter words tell little.
_SHORT = 2
_WORD = re.compile(r"\w+")


def words(text: str) -> frozenset[str]:
    """The words of a text that count: more than two characters, case folded."""
    return frozenset(word for word in _run(text) if len(word) > _SHORT)


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of their words that two texts have in common; 0 where neither has any."""
    common = len(one & other)
    return common / (len(one) + len(other) - common) if common else 0.0


def contained(text: str, others: Iterable[str]) -> bool:
    """Whether the words of a text stand in one of the others, in their order and side by side; case does not count."""
    wanted = _spelled(text)
    return any(wanted in _spelled(other) for other in others)


@dataclass(frozen=True)
class Union:
    """Notes that are one.

    Attributes:
        note: the first of them, with what all of them rest on and are about, and the highest importance.
        absorbed: ids of the others.
    """

    note: Note
    absorbed: tuple[str, ...]


def unions(notes: Sequence[Note]) -> list[Union]:
    """Which notes are one: each that is like an earlier one joins it. Done again on what is left, there are none.

    Only notes of one audience are compared: what rests on private words is never lent to what others may see.

    Args:
        notes: earliest first.
    """
    found = []
    for audience in dict.fromkeys(note.audience for note in notes):
        found += _unions([note for note in notes if note.audience == audience])
    return found


def _unions(notes: Sequence[Note]) -> list[Union]:
    sets = [words(note.text) for note in notes]
    often = Counter(word for some in sets for word in some)
    # Two sets of a Jaccard of .7 share a word among the rarest 30 % of each, so that few pairs are looked at (Bayardo, Ma and
    # Srikant, Scaling Up All Pairs Similarity Search, 2007).
    rare: dict[str, list[int]] = defaultdict(list)
    joined: dict[int, list[int]] = {}
    for place, some in enumerate(sets):
        ordered = sorted(some, key=lambda word: (often[word], word))
        prefix = ordered[: len(some) - math.ceil(ALIKE * len(some) - 1e-9) + 1]
        near = {other for word in prefix for other in rare[word]}
        first = min((other for other in near if jaccard(sets[other], some) >= ALIKE), default=None)
        if first is None:
            joined[place] = []
            for word in prefix:
                rare[word].append(place)
        else:
            joined[first].append(place)
    return [_united(notes[first], [notes[other] for other in others]) for first, others in joined.items() if others]


def _united(first: Note, others: Sequence[Note]) -> Union:
    every = (first, *others)
    note = replace(
        first,
        importance=max(one.importance for one in every),
        sources=tuple(dict.fromkeys(source for one in every for source in one.sources)),
        about=tuple(dict.fromkeys(whom for one in every for whom in one.about)),
    )
    return Union(note, tuple(one.id for one in others))


def _run(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def _spelled(text: str) -> str:
    return f" {' '.join(_run(text))} "
