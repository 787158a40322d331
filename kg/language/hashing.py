"""An embedder without a model, the fake that ships: texts that share words are near, nothing else."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_WORD = re.compile(r"\w+", re.UNICODE)
_PIECE = re.compile(r"\w+|[^\w\s]", re.UNICODE)
_TAPS = 8


class HashingEmbedder:
    """A bag of words, each hashed to signed places of the vector (Weinberger et al. 2009, arXiv:0902.2206).

    The same in every process and on every machine.
    """

    window = 256

    def __init__(self, dimension: int = 64) -> None:
        """An embedder of `dimension` numbers a vector; at least 1."""
        self.dimension = dimension
        self.name = f"hashing-{dimension}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """See `Embedder.embed`. A text without words gets the first unit vector."""
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word in _WORD.findall(text.casefold()):
                self._add(row, word)
            if not row.any():
                row[0] = 1
        normed: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return normed

    def pieces(self, text: str) -> list[tuple[int, int]]:
        """See `Embedder.pieces`: words and single signs."""
        return [found.span() for found in _PIECE.finditer(text)]

    def _add(self, row: NDArray[np.float32], word: str) -> None:
        digest = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=2 * _TAPS).digest()
        for tap in np.frombuffer(digest, "<u2"):
            row[int(tap >> 1) % self.dimension] += 1 if tap & 1 else -1
