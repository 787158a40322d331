"""An embedder without a model, for tests: texts are similar as far as they share words."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import numpy as np

from kg.language import late_interaction
from kg.language.keywords import extract_keywords
from kg.protocols import EncodedQuestion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_WORD = re.compile(r"\w+", re.UNICODE)
_PIECE = re.compile(r"\w+|[^\w\s]", re.UNICODE)
_HASHES_PER_WORD = 8
_LATE_VERSION = 255


class HashingEmbedder:
    """A bag of words, each hashed to signed components of the vector (Weinberger et al. 2009, arXiv:0902.2206).

    The vectors are the same in every process and on every machine.
    """

    window = 256

    def __init__(self, dimension: int = 64) -> None:
        """Create an embedder with vectors of `dimension` numbers, at least 1."""
        self.dimension = dimension
        self.name = f"hashing-{dimension}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """See `Embedder.embed`. A text without words gets the first unit vector."""
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word in _WORD.findall(text.casefold()):
                self._add_word(row, word)
            if not row.any():
                row[0] = 1
        normed: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return normed

    def pieces(self, text: str) -> list[tuple[int, int]]:
        """See `Embedder.pieces`: words and single characters."""
        return [found.span() for found in _PIECE.finditer(text)]

    @property
    def late_version(self) -> int:
        """See `LateEmbedder.late_version`; a number that no learned projection uses."""
        return _LATE_VERSION

    def embed_late(self, texts: Sequence[str]) -> tuple[NDArray[np.float32], list[bytes]]:
        """See `LateEmbedder.embed_late`: equal words have equal states, different words nearly orthogonal ones."""
        blocks = []
        for text in texts:
            states = np.stack(
                [_hash_state(word) for word in extract_keywords(text)]
                or [np.zeros(late_interaction.STATE_WIDTH, np.float32)]
            )
            blocks.append(
                late_interaction.pack_states(_LATE_VERSION, np.rint(states * late_interaction.SCALE).astype(np.int8))
            )
        return self.embed(texts), blocks

    def encode_question(self, question: str) -> EncodedQuestion:
        """See `LateEmbedder.ask`; all words pull alike."""
        folded = question.casefold()
        words = list(dict.fromkeys(extract_keywords(question)))
        spans = tuple((start := max(folded.find(word), 0), start + len(word)) for word in words)
        tokens = np.stack(
            [_hash_state(word) for word in words] or [np.zeros(late_interaction.STATE_WIDTH, np.float32)]
        )[: len(words)]
        return EncodedQuestion(self.embed([question])[0], tokens, np.zeros(len(words), np.float32), spans)

    def _add_word(self, row: NDArray[np.float32], word: str) -> None:
        digest = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=2 * _HASHES_PER_WORD).digest()
        for tap in np.frombuffer(digest, "<u2"):
            row[int(tap >> 1) % self.dimension] += 1 if tap & 1 else -1


def _hash_state(word: str) -> NDArray[np.float32]:
    """Return a pseudo-random unit vector for a word, (64,)."""
    digest = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=late_interaction.STATE_WIDTH // 8).digest()
    signs = np.unpackbits(np.frombuffer(digest, np.uint8)).astype(np.float32) * 2 - 1
    direction: NDArray[np.float32] = signs / np.float32(np.sqrt(late_interaction.STATE_WIDTH))
    return direction
