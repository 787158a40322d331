"""The words of a text as the recogniser of names sees them, and how each is written.

A unit is a run of letters and digits, or one other sign. Units are read off the word pieces: no second splitting is needed.
The embedder reads all in lower case: what upper case tells is given beside its states, as marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_LENGTHS = (1, 2, 3, 5, 8, 12)
_MARKS = 20 + len(_LENGTHS)
MARKS = _MARKS
"""Numbers that tell how a unit is written."""


@dataclass(frozen=True)
class Units:
    """The units of a text.

    Attributes:
        spans: start and end of each, in characters.
        starts: the first of the word pieces of each; its last is before the next one's first.
    """

    spans: tuple[tuple[int, int], ...]
    starts: tuple[int, ...]


def units(text: str, offsets: Sequence[tuple[int, int]]) -> Units:
    """Word pieces joined to units.

    Args:
        text: what was encoded.
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
    return Units(tuple(spans), tuple(starts))


def pooled(found: Units, states: Floats) -> Floats:
    """The mean of the states of each unit's pieces: (units, width) of (pieces, width)."""
    if not found.starts:
        return np.zeros((0, states.shape[1]), np.float32)
    counts = np.diff([*found.starts, len(states)]).astype(np.float32)
    mean: Floats = np.add.reduceat(states, found.starts, axis=0, dtype=np.float32)
    mean /= counts[:, None]
    return mean


def marks(text: str, found: Units) -> Floats:
    """How each unit is written, (units, MARKS), zeros and ones but for the share of words with a capital."""
    rows = np.zeros((len(found.spans), _MARKS), np.float32)
    words = [text[start:end] for start, end in found.spans]
    real = [word for word in words if word[0].isalpha()]
    share = sum(word[0].isupper() for word in real) / max(1, len(real))
    pieces = np.diff([*found.starts, found.starts[-1] + 1]) if found.starts else np.zeros(0, np.int64)
    opening = True
    for place, word in enumerate(words):
        start, end = found.spans[place]
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
            opening,
            opening and word[0].isupper(),
            before == "@",
            before == "#",
            before in "\"'“‘(",
            not before.isspace() and before not in "\"'“‘(@#",
            not after.isspace(),
            word in "'’",
            before in "'’" and word in ("s", "S"),
            share,
            share == 0.0,
            pieces[place] > 1,
        )
        rows[place, 20:] = [len(word) >= length for length in _LENGTHS]
        # A sentence starts anew behind its full stop, and so does a line.
        if word in ".!?:":
            opening = True
        elif word[0].isalnum():
            opening = False
        if "\n" in text[end : found.spans[place + 1][0] if place + 1 < len(words) else end]:
            opening = True
    return rows
