"""A cache of the vectors of names, sentences and topics that batches write.

Vectors are computed before the transaction takes the write lock.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any

from neo4j.vector import Vector

from kg.language import embed_with_token_states
from kg.protocols import Embedder

# About 40 MB of vectors and token states.
_MAX_ENTRIES = 16384

CachedVector = tuple[Any, bytes | None]
"""A vector as the driver accepts it, and the block of token states, where the model provides them."""


class VectorCache:
    """Vectors and token states by text, each text embedded once. The same names and sentences recur often."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._cache: OrderedDict[str, CachedVector] = OrderedDict()

    def embed_texts(self, texts: Iterable[str]) -> None:
        """Embed the texts that are not cached yet, in one call.

        Raises:
            ModelUnavailable: the embedder has no weights.
        """
        missing = [text for text in dict.fromkeys(texts) if text not in self._cache]
        if missing:
            vectors, states = embed_with_token_states(self._embedder, missing)
            self.store(
                {
                    text: (Vector.from_numpy(vector), block)
                    for text, vector, block in zip(missing, vectors, states, strict=True)
                }
            )

    def store(self, vectors: Mapping[str, CachedVector]) -> None:
        """Store vectors that were computed elsewhere with the same model."""
        self._cache |= vectors
        while len(self._cache) > _MAX_ENTRIES:
            self._cache.popitem(last=False)

    def select(self, texts: Iterable[str]) -> dict[str, CachedVector]:
        """Return the cached vectors among those of these texts."""
        return {text: self._cache[text] for text in texts if text in self._cache}

    def get_vector(self, text: str) -> Any:
        """Return the cached vector of a text, or None."""
        return self._cache.get(text, (None, None))[0]

    def embed_text(self, text: str) -> CachedVector:
        """Return vector and token states of a text, computed now if not cached."""
        if text not in self._cache:
            self.embed_texts([text])
        return self._cache[text]

    def add_name_vector(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return an entity row with the vector of its name, where its stored vector is missing or outdated."""
        return {**row, "vector": self.embed_text(row["properties"]["name"])[0] if row["embed"] else None}
