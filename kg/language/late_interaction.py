"""Late interaction (ColBERT): compressed token states of MiniLM, small enough to be stored with each text's vector.

The states of stop words and punctuation are left out; the others are projected to 64 numbers, normalised to unit length and
stored as one signed byte per number, after one byte with the version of the projection. The projection and the weights of a
question's tokens were learned with `python -m training ranking` (docs/benchmarks.md, "Training").
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
STATE_WIDTH = 64
"""The length of a stored token state."""
SCALE = 127.0
_MAX_PRODUCT_SIZE = 200_000

Floats = NDArray[np.float32]
Bytes = NDArray[np.int8]
# The word pieces of the endings of "don't", "we'll" and the like.
_CONTRACTION_ENDINGS = frozenset({"s", "t", "m", "re", "ve", "ll", "d"})


@dataclass(frozen=True, eq=False)
class Projection:
    """The learned parameters: `states` (hidden, 64) projects states, `weights` (hidden,) gives the log weights of tokens."""

    version: int
    states: Floats
    weights: Floats

    def encode_text(self, hidden: Floats) -> Bytes:
        """Return the states of a text's tokens as they are stored, (tokens, 64)."""
        packed: Bytes = np.rint(normalise_rows(normalise_rows(hidden) @ self.states) * SCALE).astype(np.int8)
        return packed

    def encode_question(self, hidden: Floats) -> tuple[Floats, Floats]:
        """Return the token states of a question, (tokens, 64) of unit length, and the logarithm of the weight of each."""
        unit_states = normalise_rows(hidden)
        return normalise_rows(unit_states @ self.states), unit_states @ self.weights


@functools.lru_cache(maxsize=1)
def load_projection() -> Projection:
    """Return the bundled projection."""
    with np.load(FILE) as file:
        return Projection(int(file["version"]), file["states"].astype(np.float32), file["pull"].astype(np.float32))


def normalise_rows(rows: Floats) -> Floats:
    """Return the rows scaled to unit length; rows of zeros stay as they are."""
    scaled: Floats = rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), np.float32(1e-6))
    return scaled


def find_skipped_pieces(vocabulary: dict[str, int]) -> NDArray[np.bool_]:
    """Return for each word piece, by id, whether it is left out: a stop word, or without any letter or digit."""
    skipped = np.zeros(max(vocabulary.values()) + 1, bool)
    for piece, number in vocabulary.items():
        bare = piece.removeprefix("##")
        if piece in STOP_WORDS or piece in _CONTRACTION_ENDINGS or not any(sign.isalnum() for sign in bare):
            skipped[number] = True
    return skipped


def select_tokens(ids: NDArray[np.int64], skipped: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a mask of the pieces to keep; all of them if the mask would otherwise be empty."""
    keep = ~skipped[ids]
    return keep if keep.any() else np.ones(ids.shape, bool)


def pack_states(version: int, states: Bytes) -> bytes:
    """Return token states as they are stored: the version, then one row per token."""
    return bytes([version]) + states.tobytes()


def unpack_states(blocks: Sequence[bytes | None], version: int) -> tuple[Bytes, NDArray[np.int64]]:
    """Return the states of many texts in one array, and the number of each; 0 if a block is missing or of another version.

    Returns:
        (rows of all texts, 64), int8, and (texts,).
    """
    version_byte = bytes([version])
    valid_blocks = [
        block[1:] if block and block[:1] == version_byte and len(block) % STATE_WIDTH == 1 else b"" for block in blocks
    ]
    counts = np.array([len(block) // STATE_WIDTH for block in valid_blocks], np.int64)
    return np.frombuffer(b"".join(valid_blocks), np.int8).reshape(-1, STATE_WIDTH), counts


def best_matches(rows: Bytes, counts: NDArray[np.int64], question: Floats) -> Floats:
    """Return the cosine of the best-matching token for each text and question token (the inner maximum of MaxSim).

    Args:
        rows: the token states of the texts, concatenated.
        counts: the number of token states of each text.
        question: the token states of the question, (tokens, 64), of unit length.

    Returns:
        (texts, tokens), float32, from 0 to 1; 0 for a text without states.
    """
    best = np.zeros((counts.size, question.shape[0]), np.float32)
    has_states = counts > 0
    if has_states.any() and question.size:
        # Question tokens are rows, so that the maximum over a text's tokens runs along contiguous memory. The product is
        # computed in parts that are too small for the library to start threads, which would cost more than they gain.
        scaled_question = question / np.float32(SCALE)
        similarity = np.empty((question.shape[0], rows.shape[0]), np.float32)
        step = max(1, _MAX_PRODUCT_SIZE // question.size)
        for start in range(0, rows.shape[0], step):
            similarity[:, start : start + step] = scaled_question @ rows[start : start + step].astype(np.float32).T
        starts = np.concatenate([[0], np.cumsum(counts)])[:-1][has_states]
        best[has_states] = np.maximum.reduceat(similarity, starts, axis=1).T
    return np.clip(best, 0.0, 1.0)
