"""Words: how well texts fit a question's words, weighed by how rare the words are *among these texts*.

The full-text index finds candidates, but its rarity is that of the whole database: in a small scope beside a large one the
names of those who talk all day would count as rare, and drown the rest. Among the candidates of one search they are common.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_K1, _B = 1.2, 0.75
_ENDINGS = ("ing", "ies", "ed", "es", "s", "e", "y")
_SHORTEST_STEM = 3
# Punctuation counts as a space, but for apostrophes, which stand inside words.
_SPACED = bytes(32 if chr(byte) in '\t\n\r!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~' else byte for byte in range(256))
_WIDE = "“”„«»–—…¿¡。、！？"


def stem(word: str) -> str:
    """A word without its ending, for words of which at least three letters are left: the cheapest that serves a prefix."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word.removesuffix(ending)
    return word


def plain(text: str) -> str:
    """A text as words are looked for in it: case folded, punctuation as spaces, one space in front."""
    folded = text.casefold()
    if not folded.isascii():
        for sign in _WIDE:
            folded = folded.replace(sign, " ")
        folded = folded.replace("’", "'")
    # By bytes: a table of 256 is many times faster than one of characters, and leaves the rest of UTF-8 alone.
    spaced = folded.encode("utf-8", "surrogatepass").translate(_SPACED)
    return " " + spaced.decode("utf-8", "surrogatepass")


def occurrences(words: Sequence[str], texts: Sequence[str]) -> Floats:
    """How often each word stands in each text, wherever a word of the text begins with its stem.

    Args:
        words: as `kg.language.keywords.keywords` gives them.
        texts: as `plain` gives them.

    Returns:
        (texts, words).
    """
    stems = [plain(stem(word)) for word in words]
    return np.array([[text.count(stemmed) for stemmed in stems] for text in texts], np.float64).reshape(
        len(texts), len(words)
    )


def rarity(counts: Floats) -> Floats:
    """BM25's inverse document frequency of each word, ln(1 + (n - df + .5) / (df + .5)), among the texts counted."""
    having = (counts > 0).sum(axis=0)
    idf: Floats = np.log1p((counts.shape[0] - having + 0.5) / (having + 0.5))
    return idf


def saturated(counts: Floats, lengths: Floats) -> Floats:
    """BM25's term frequency: damped, and relative to a text's length (Robertson and Zaragoza, 2009; k1 1.2, b .75).

    Args:
        counts: (texts, words).
        lengths: (texts,), in characters.
    """
    if not counts.size:
        return counts
    damped = _K1 * (1 - _B + _B * lengths / max(lengths.mean(), 1.0))
    weighed: Floats = counts * (_K1 + 1) / (counts + damped[:, None])
    return weighed


def bm25(words: Sequence[str], texts: Sequence[str]) -> list[float]:
    """BM25 of each text for the words, its statistics taken from these texts; 0 where none of the words is in it."""
    folded = [plain(text) for text in texts]
    counts = occurrences(words, folded)
    scores: Floats = saturated(counts, np.array([len(text) for text in folded], np.float64)) @ rarity(counts)
    return [float(score) for score in scores]
