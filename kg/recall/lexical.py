"""Words: how well texts fit a question's words, weighed by how rare the words are *among these texts*.

The full-text index finds candidates, but its rarity is that of the whole database: in a small scope beside a large one the
names of those who talk all day would count as rare, and drown the rest. Among the candidates of one search they are common.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

_K1, _B = 1.2, 0.75
_ENDINGS = ("ing", "ies", "ed", "es", "s", "e", "y")
_SHORTEST_STEM = 3


def stem(word: str) -> str:
    """A word without its ending, for words of which at least three letters are left: the cheapest that serves a prefix."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word.removesuffix(ending)
    return word


def bm25(words: Sequence[str], texts: Sequence[str]) -> list[float]:
    """BM25 of each text for the words, its statistics taken from these texts (Robertson and Zaragoza, 2009; k1 1.2, b .75).

    A word counts wherever a word of the text begins with its stem; a text's length is that in characters.

    Args:
        words: as `kg.language.words.keywords` gives them.
        texts: the candidates' texts.

    Returns:
        A score for each text; 0 where none of the words is in it.
    """
    scores = [0.0] * len(texts)
    if not words or not texts:
        return scores
    folded = [f" {text.casefold()}" for text in texts]
    mean = sum(map(len, folded)) / len(folded)
    damped = [_K1 * (1 - _B + _B * len(text) / mean) for text in folded]
    for stemmed in dict.fromkeys(f" {stem(word)}" for word in words):
        counts = [text.count(stemmed) for text in folded]
        having = len(counts) - counts.count(0)
        rarity = math.log(1 + (len(counts) - having + 0.5) / (having + 0.5))
        for place, count in enumerate(counts):
            if count:
                scores[place] += rarity * count * (_K1 + 1) / (count + damped[place])
    return scores
