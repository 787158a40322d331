"""Late interaction: the token states of MiniLM's own pass, made small enough to be stored beside its vector.

Of the states of a text those of stop words and punctuation are left out; the others are projected to 64 numbers, brought to
unit length and kept as one signed byte a number, behind one byte that tells which projection made them. The projection, and
how much each kind of word counts in a question, were learnt by `python -m training ranking` (docs/benchmarks.md, "Training").
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kg.language.keywords import STOP_WORDS

FILE = Path(__file__).with_name("late.npz")
WIDTH = 64
"""Numbers of a stored token state."""
SCALE = 127.0
_PRODUCT = 200_000

Floats = NDArray[np.float32]
Bytes = NDArray[np.int8]
# What the tokenizer makes of the ends of "don't", "we'll" and the like.
_CLIPPED = frozenset({"s", "t", "m", "re", "ve", "ll", "d"})


@dataclass(frozen=True, eq=False)
class Projection:
    """What was learnt: `states` (hidden, 64), `pull` (hidden,), and its version."""

    version: int
    states: Floats
    pull: Floats

    def of_text(self, hidden: Floats) -> Bytes:
        """The hidden states of a text's kept tokens as they are stored, (tokens, 64)."""
        packed: Bytes = np.rint(unit(unit(hidden) @ self.states) * SCALE).astype(np.int8)
        return packed

    def of_question(self, hidden: Floats) -> tuple[Floats, Floats]:
        """The token states of a question, (tokens, 64) of unit length, and the weight of each as a logarithm."""
        plain = unit(hidden)
        return unit(plain @ self.states), plain @ self.pull


@functools.lru_cache(maxsize=1)
def projection() -> Projection:
    """The projection that ships with kg."""
    with np.load(FILE) as file:
        return Projection(int(file["version"]), file["states"].astype(np.float32), file["pull"].astype(np.float32))


def unit(rows: Floats) -> Floats:
    """Rows of unit length; a row of zeros stays one."""
    scaled: Floats = rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), np.float32(1e-6))
    return scaled


def meaningless(vocabulary: dict[str, int]) -> NDArray[np.bool_]:
    """For each word piece by number, whether it is left out: a stop word, or without any letter or digit."""
    skipped = np.zeros(max(vocabulary.values()) + 1, bool)
    for piece, number in vocabulary.items():
        bare = piece.removeprefix("##")
        if piece in STOP_WORDS or piece in _CLIPPED or not any(sign.isalnum() for sign in bare):
            skipped[number] = True
    return skipped


def kept(ids: NDArray[np.int64], skipped: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of these pieces are kept; all of them where nothing else would be left."""
    keep = ~skipped[ids]
    return keep if keep.any() else np.ones(ids.shape, bool)


def pack(version: int, states: Bytes) -> bytes:
    """Token states as they are stored: the version, then a row a token."""
    return bytes([version]) + states.tobytes()


def unpack(blocks: Sequence[bytes | None], version: int) -> tuple[Bytes, NDArray[np.int64]]:
    """The states of many texts in one array, and how many each has; 0 where a block is missing or of another projection.

    Returns:
        (rows of all texts, 64), int8, and (texts,).
    """
    mark = bytes([version])
    sound = [block[1:] if block and block[:1] == mark and len(block) % WIDTH == 1 else b"" for block in blocks]
    counts = np.array([len(block) // WIDTH for block in sound], np.int64)
    return np.frombuffer(b"".join(sound), np.int8).reshape(-1, WIDTH), counts


def best_matches(rows: Bytes, counts: NDArray[np.int64], question: Floats) -> Floats:
    """For each text and each token of the question, the cosine of the text's best-matching token (MaxSim's inner maximum).

    Args:
        rows: the texts' token states, one text after the other.
        counts: how many each text has.
        question: its token states, (tokens, 64), of unit length.

    Returns:
        (texts, tokens), float32, from 0 to 1; 0 for a text without states.
    """
    best = np.zeros((counts.size, question.shape[0]), np.float32)
    having = counts > 0
    if having.any() and question.size:
        # The tokens of the question in rows: the maximum over a text's tokens then runs along memory. In parts, so that no
        # product is large enough for the library to wake its threads, which costs more than they bring.
        asked = question / np.float32(SCALE)
        likeness = np.empty((question.shape[0], rows.shape[0]), np.float32)
        step = max(1, _PRODUCT // question.size)
        for start in range(0, rows.shape[0], step):
            likeness[:, start : start + step] = asked @ rows[start : start + step].astype(np.float32).T
        starts = np.concatenate([[0], np.cumsum(counts)])[:-1][having]
        best[having] = np.maximum.reduceat(likeness, starts, axis=1).T
    return np.clip(best, 0.0, 1.0)
