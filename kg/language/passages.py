"""Splitting long texts into passages that fit into the embedder's window."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.errors import InvalidInput
from kg.language.sentences import Span, split_sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kg.protocols import Embedder

# White space for every tokenizer; Python's \s includes control characters that some tokenizers delete.
_WORD = re.compile("[^\t\n\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_SPECIAL_PIECES = 2  # [CLS] and [SEP], which count towards the window
# A word of over 100 characters is one piece to MiniLM, and 20,000 emoji are one such word: so symbols are counted as well.
_SYMBOL = re.compile(r"\w+|[^\w\s]")
_MOST_SYMBOLS = 1_000
_MIN_PIECES = 16  # a part of a word may have more pieces alone than within the word


@dataclass(frozen=True)
class Passage:
    """A part of a text.

    Attributes:
        start: offset of its first character in the text.
        end: offset after its last character.
        text: text[start:end].
    """

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class _Unit:
    """A part of a text that is not split: a sentence, or a part of a long one. `pieces` is an upper bound of its pieces."""

    start: int
    end: int
    pieces: int
    whole: bool


def split_passages(text: str, embedder: Embedder, *, max_pieces: int, overlap: int) -> list[Passage]:
    """Split `text` into passages of at most `max_pieces` word pieces, in order; the whole text if it fits.

    Texts are split between sentences; a sentence that is too long between words, a word that is too long between pieces, and a
    passage of over 1,000 words and signs anywhere. A passage begins with the last whole sentences of the previous one that have
    at most `overlap` pieces together. Every character except white space is in some passage.

    Args:
        text: any text.
        embedder: counts the pieces; its window is the limit if it is smaller.
        max_pieces: the most pieces of a passage, without special ones.
        overlap: the most pieces that are repeated; 0 for none.

    Raises:
        InvalidInput: `max_pieces` is less than 16, or `overlap` less than 0.
        ModelUnavailable: from the embedder.
    """
    if max_pieces < _MIN_PIECES:
        raise InvalidInput("max_pieces", max_pieces, f"at least {_MIN_PIECES}")
    if overlap < 0:
        raise InvalidInput("overlap", overlap, "at least 0")
    limit = min(max_pieces, max(_MIN_PIECES, embedder.window - _SPECIAL_PIECES))
    starts = [start for start, _ in embedder.pieces(text)]
    if len(starts) <= limit:
        return list(_split_dense(_build_passage(text, 0, len(text))))
    units = list(_split_units(text, embedder, starts, limit))
    return [
        part
        for first, last in _group_units(units, limit, overlap)
        for part in _split_dense(_build_passage(text, units[first].start, units[last - 1].end))
    ]


def count_symbols(text: str) -> int:
    """Return how many words and signs a text has, each emoji and combining mark for itself."""
    return sum(1 for _ in _SYMBOL.finditer(text))


def _split_dense(passage: Passage) -> Iterator[Passage]:
    marks = [match.start() for match in _SYMBOL.finditer(passage.text)]
    cuts = [0, *marks[_MOST_SYMBOLS::_MOST_SYMBOLS], len(passage.text)]
    for start, end in itertools.pairwise(cuts):
        yield Passage(passage.start + start, passage.start + end, passage.text[start:end])


def _build_passage(text: str, start: int, end: int) -> Passage:
    return Passage(start, end, text[start:end])


def _split_units(text: str, embedder: Embedder, starts: Sequence[int], limit: int) -> Iterator[_Unit]:
    for start, end in split_sentences(text):
        pieces = _count_pieces(starts, start, end)
        if pieces <= limit:
            yield _Unit(start, end, pieces, whole=True)
            continue
        for word in _WORD.finditer(text, start, end):
            first, last = word.span()
            pieces = _count_pieces(starts, first, last)
            parts = [(first, last)] if pieces <= limit else _split_word(text, embedder, starts, word.span(), limit)
            for begin, finish in parts:
                yield _Unit(begin, finish, min(pieces, limit), whole=False)


def _count_pieces(starts: Sequence[int], start: int, end: int) -> int:
    """Return the number of pieces that begin in text[start:end]; exact if the range begins and ends between words."""
    return bisect_left(starts, end) - bisect_left(starts, start)


def _split_word(text: str, embedder: Embedder, starts: Sequence[int], word: Span, limit: int) -> list[Span]:
    """Split a word of too many pieces into parts of at most `limit`.

    A part may have other pieces alone than within its word, so each part is counted again, and halved if necessary.
    """
    found: list[Span] = []
    start, end = word
    while start < end:
        step = limit
        stop = _piece_boundary(starts, start, step, end)
        while step > 1 and len(embedder.pieces(text[start:stop])) > limit:
            step //= 2
            stop = _piece_boundary(starts, start, step, end)
        found.append((start, stop))
        start = stop
    return found


def _piece_boundary(starts: Sequence[int], start: int, step: int, end: int) -> int:
    """Return the start of the piece that is `step` pieces after the first one from `start` on; at most `end`."""
    # Several pieces may begin in one character (a Korean syllable has up to three).
    place = max(bisect_left(starts, start) + step, bisect_right(starts, start))
    return min(end, starts[place]) if place < len(starts) else end


def _group_units(units: Sequence[_Unit], limit: int, overlap: int) -> Iterator[Span]:
    """Yield the range of units of each passage."""
    first = last = 0
    while last < len(units):
        pieces = sum(unit.pieces for unit in units[first:last])
        while last < len(units) and pieces + units[last].pieces <= limit:
            pieces += units[last].pieces
            last += 1
        yield first, last
        if last < len(units):
            first = _overlap_start(units, first, last, min(overlap, limit - units[last].pieces))


def _overlap_start(units: Sequence[_Unit], first: int, last: int, room: int) -> int:
    """Return the first of the whole sentences before `last` that fit into `room` together; greater than `first`."""
    begin = last
    while begin - 1 > first and units[begin - 1].whole and units[begin - 1].pieces <= room:
        begin -= 1
        room -= units[begin].pieces
    return begin
