"""Cutting long texts into passages that the embedder can read whole."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.errors import InvalidInput
from kg.language.sentences import Span, sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kg.protocols import Embedder

# Where a word ends for every tokenizer: Python's \s has control characters that some tokenizers delete.
_WORD = re.compile("[^\t\n\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_SPECIAL = 2  # [CLS] and [SEP], which the window counts
_LEAST = 16  # a single piece of a word may be several when it stands alone


@dataclass(frozen=True)
class Passage:
    """A part of a text.

    Attributes:
        start: its first character in the text.
        end: the character behind its last.
        text: text[start:end].
    """

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class _Unit:
    """What is kept together: a sentence, or a part of a long one. `pieces` bounds its pieces."""

    start: int
    end: int
    pieces: int
    whole: bool


def cut(text: str, embedder: Embedder, *, max_pieces: int, overlap: int) -> list[Passage]:
    """`text` in passages, each of at most `max_pieces` word pieces, in order; the whole text where it fits.

    Cuts are between sentences; a sentence that is too long is cut between words, a word that is too long
    between pieces. A passage begins with the last whole sentences of the one before that have at most
    `overlap` pieces together. Every character but white space is in some passage.

    Args:
        text: any text.
        embedder: whose pieces are counted; its window, if smaller, is the limit.
        max_pieces: pieces of a passage at most, special ones not counted.
        overlap: pieces that may be repeated; 0 for none.

    Raises:
        InvalidInput: `max_pieces` is less than 16, or `overlap` less than 0.
        ModelUnavailable: from the embedder.
    """
    if max_pieces < _LEAST:
        raise InvalidInput("max_pieces", max_pieces, f"at least {_LEAST}")
    if overlap < 0:
        raise InvalidInput("overlap", overlap, "at least 0")
    limit = min(max_pieces, max(_LEAST, embedder.window - _SPECIAL))
    starts = [start for start, _ in embedder.pieces(text)]
    if len(starts) <= limit:
        return [Passage(0, len(text), text)]
    units = list(_units(text, embedder, starts, limit))
    return [_passage(text, units[first].start, units[last - 1].end) for first, last in _groups(units, limit, overlap)]


def _passage(text: str, start: int, end: int) -> Passage:
    return Passage(start, end, text[start:end])


def _units(text: str, embedder: Embedder, starts: Sequence[int], limit: int) -> Iterator[_Unit]:
    for start, end in sentences(text):
        pieces = _count(starts, start, end)
        if pieces <= limit:
            yield _Unit(start, end, pieces, whole=True)
            continue
        for word in _WORD.finditer(text, start, end):
            first, last = word.span()
            pieces = _count(starts, first, last)
            parts = [(first, last)] if pieces <= limit else _parts(text, embedder, starts, word.span(), limit)
            for begin, finish in parts:
                yield _Unit(begin, finish, min(pieces, limit), whole=False)


def _count(starts: Sequence[int], start: int, end: int) -> int:
    """Pieces that begin in text[start:end]. Exact where the range begins and ends between words."""
    return bisect_left(starts, end) - bisect_left(starts, start)


def _parts(text: str, embedder: Embedder, starts: Sequence[int], word: Span, limit: int) -> list[Span]:
    """A word of too many pieces, in parts of at most `limit`.

    Out of its word a part may have other pieces than in it, so each is counted anew, and halved if need be.
    """
    found: list[Span] = []
    start, end = word
    while start < end:
        step = limit
        stop = _stop(starts, start, step, end)
        while step > 1 and len(embedder.pieces(text[start:stop])) > limit:
            step //= 2
            stop = _stop(starts, start, step, end)
        found.append((start, stop))
        start = stop
    return found


def _stop(starts: Sequence[int], start: int, step: int, end: int) -> int:
    """Where the piece begins that is `step` pieces behind the first from `start` on; `end` at most."""
    # Several pieces may begin in one character (a Korean syllable has up to three).
    place = max(bisect_left(starts, start) + step, bisect_right(starts, start))
    return min(end, starts[place]) if place < len(starts) else end


def _groups(units: Sequence[_Unit], limit: int, overlap: int) -> Iterator[Span]:
    """First unit and the one behind the last, of each passage."""
    first = last = 0
    while last < len(units):
        pieces = sum(unit.pieces for unit in units[first:last])
        while last < len(units) and pieces + units[last].pieces <= limit:
            pieces += units[last].pieces
            last += 1
        yield first, last
        if last < len(units):
            first = _overlapping(units, first, last, min(overlap, limit - units[last].pieces))


def _overlapping(units: Sequence[_Unit], first: int, last: int, room: int) -> int:
    """The first of the whole sentences before `last` that have room together; later than `first`."""
    begin = last
    while begin - 1 > first and units[begin - 1].whole and units[begin - 1].pieces <= room:
        begin -= 1
        room -= units[begin].pieces
    return begin
