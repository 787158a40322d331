"""Detection of notes with the same content: whether a note contains a text, and which notes to merge. Pure functions."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kg.types import Note

SIMILAR_JACCARD = 0.7
"""Jaccard similarity of words from which two notes are merged."""
# In characters; shorter words are ignored.
_IGNORED_LENGTH = 2
_WORD = re.compile(r"\w+")


def note_words(text: str) -> frozenset[str]:
    """Return the words of a text with more than two characters, case-folded."""
    return frozenset(word for word in _split_words(text) if len(word) > _IGNORED_LENGTH)


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the Jaccard similarity of two sets of words; 0 where neither has any."""
    common = len(one & other)
    return common / (len(one) + len(other) - common) if common else 0.0


def is_contained(text: str, others: Iterable[str]) -> bool:
    """Whether one of the others contains the words of a text contiguously and in order, ignoring case."""
    wanted = _joined_words(text)
    return any(wanted in _joined_words(other) for other in others)


@dataclass(frozen=True)
class NoteUnion:
    """Notes to merge.

    Attributes:
        note: the earliest of them, with the sources and subjects of all and the highest importance.
        absorbed: ids of the others.
    """

    note: Note
    absorbed: tuple[str, ...]


def find_unions(notes: Sequence[Note]) -> list[NoteUnion]:
    """Return the notes to merge: each note that resembles an earlier one joins it. Idempotent.

    Only notes of the same audience are compared, so that private content never reaches another audience.

    Args:
        notes: earliest first.
    """
    found = []
    for audience in dict.fromkeys(note.audience for note in notes):
        found += _find_audience_unions([note for note in notes if note.audience == audience])
    return found


def _find_audience_unions(notes: Sequence[Note]) -> list[NoteUnion]:
    sets = [note_words(note.text) for note in notes]
    frequency = Counter(word for some in sets for word in some)
    # Two sets with a Jaccard of .7 share a word among the rarest 30 % of each, so only few pairs are compared (Bayardo, Ma and
    # Srikant, Scaling Up All Pairs Similarity Search, 2007).
    notes_by_word: dict[str, list[int]] = defaultdict(list)
    joined: dict[int, list[int]] = {}
    for index, some in enumerate(sets):
        ordered = sorted(some, key=lambda word: (frequency[word], word))
        prefix = ordered[: len(some) - math.ceil(SIMILAR_JACCARD * len(some) - 1e-9) + 1]
        near = {other for word in prefix for other in notes_by_word[word]}
        first = min((other for other in near if jaccard(sets[other], some) >= SIMILAR_JACCARD), default=None)
        if first is None:
            joined[index] = []
            for word in prefix:
                notes_by_word[word].append(index)
        else:
            joined[first].append(index)
    return [
        _merge_notes(notes[first], [notes[other] for other in others]) for first, others in joined.items() if others
    ]


def _merge_notes(first: Note, others: Sequence[Note]) -> NoteUnion:
    every = (first, *others)
    note = replace(
        first,
        importance=max(one.importance for one in every),
        sources=tuple(dict.fromkeys(source for one in every for source in one.sources)),
        about=tuple(dict.fromkeys(whom for one in every for whom in one.about)),
    )
    return NoteUnion(note, tuple(one.id for one in others))


def _split_words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def _joined_words(text: str) -> str:
    return f" {' '.join(_split_words(text))} "
