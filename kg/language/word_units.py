"""The units of a text that the name tagger labels, with features of their spelling.

A unit is a run of letters and digits, or one other character. Units are built from the word pieces, without another tokenizer.
The embedder reads lower case only, so upper case is a feature in addition to its states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_LENGTHS = (1, 2, 3, 5, 8, 12)
_MARKS = 20 + len(_LENGTHS)
FEATURE_COUNT = _MARKS
"""The number of spelling features of a unit."""


@dataclass(frozen=True)
class WordUnits:
    """The units of a text.

    Attributes:
        spans: start and end of each, in characters.
        starts: the index of the first word piece of each; the last is before the first of the next.
    """

    spans: tuple[tuple[int, int], ...]
    starts: tuple[int, ...]


def split_units(text: str, offsets: Sequence[tuple[int, int]]) -> WordUnits:
    """Join word pieces to units.

    Args:
        text: the encoded text.
        offsets: start and end of each of its word pieces.
    """
    spans: list[tuple[int, int]] = []
    starts: list[int] = []
    for place, (start, end) in enumerate(offsets):
        if spans and start == spans[-1][1] and text[start].isalnum() and text[spans[-1][1] - 1].isalnum():
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
            starts.append(place)
    return WordUnits(tuple(spans), tuple(starts))


def pool_states(text_units: WordUnits, states: Floats) -> Floats:
    """Return the mean of the states of each unit's pieces: (units, width) from (pieces, width)."""
    if not text_units.starts:
        return np.zeros((0, states.shape[1]), np.float32)
    counts = np.diff([*text_units.starts, len(states)]).astype(np.float32)
    mean: Floats = np.add.reduceat(states, text_units.starts, axis=0, dtype=np.float32)
    mean /= counts[:, None]
    return mean


def spelling_features(text: str, text_units: WordUnits) -> Floats:
    """Return the spelling features, (units, FEATURE_COUNT): zeros and ones, except for the share of capitalised words."""
    rows = np.zeros((len(text_units.spans), _MARKS), np.float32)
    words = [text[start:end] for start, end in text_units.spans]
    words_with_letters = [word for word in words if word[0].isalpha()]
    capital_share = sum(word[0].isupper() for word in words_with_letters) / max(1, len(words_with_letters))
    pieces = np.diff([*text_units.starts, text_units.starts[-1] + 1]) if text_units.starts else np.zeros(0, np.int64)
    is_opening = True
    for place, word in enumerate(words):
        start, end = text_units.spans[place]
        before = text[start - 1] if start else " "
        after = text[end] if end < len(text) else " "
        letters = word[0].isalpha()
        rows[place, :20] = (
            word[0].isupper(),
            letters and len(word) > 1 and word.isupper(),
            letters and word.islower(),
            letters and word[0].isupper() and word[1:].islower(),
            letters and any(sign.isupper() for sign in word[1:]) and not word.isupper(),
            word.isdigit(),
            letters and any(sign.isdigit() for sign in word),
            not word[0].isalnum(),
            is_opening,
            is_opening and word[0].isupper(),
            before == "@",
            before == "#",
            before in "\"'“‘(",
            not before.isspace() and before not in "\"'“‘(@#",
            not after.isspace(),
            word in "'’",
            before in "'’" and word in ("s", "S"),
            capital_share,
            capital_share == 0.0,
            pieces[place] > 1,
        )
        rows[place, 20:] = [len(word) >= length for length in _LENGTHS]
        # A sentence begins after a full stop or a line end.
        if word in ".!?:":
            is_opening = True
        elif word[0].isalnum():
            is_opening = False
        if "\n" in text[end : text_units.spans[place + 1][0] if place + 1 < len(words) else end]:
            is_opening = True
    return rows
