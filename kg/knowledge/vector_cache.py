"""A cache of the vectors of names, sentences and topics that batches write.

Vectors are computed before the transaction takes the write lock.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any

from neo4j.vector import Vector

from kg.language import embed_with_token_states
from kg.protocols import Embedder

# Enough for all texts of a batch.
_MAX_ENTRIES = 16_384

CachedVector = tuple[Any, bytes | None]
"""A vector as the driver accepts it, and the block of token states, where the model provides them."""


class VectorCache:
    """Vectors and token states by text, the latest that were used. The same names and sentences recur often. Thread-safe."""

    def __init__(self, embedder: Embedder, *, max_entries: int = _MAX_ENTRIES) -> None:
        """Create an empty cache.

        Args:
            embedder: makes the vectors.
            max_entries: number of vectors that are kept, about 2.5 kB each with token states; what one call asks for is kept
                in any case.
        """
        self._embedder = embedder
        self._max_entries = max_entries
        self._lock = threading.Lock()
        self._cache: OrderedDict[str, CachedVector] = OrderedDict()

    def embed_texts(self, texts: Iterable[str]) -> None:
        """Embed the texts that are not cached yet, in one call.

        Raises:
            ModelUnavailable: the embedder has no weights.
        """
        self.select_or_embed(texts)

    def select_or_embed(self, texts: Iterable[str]) -> dict[str, CachedVector]:
        """Return the vectors of the texts; those that are not cached are embedded in one call.

        Raises:
            ModelUnavailable: the embedder has no weights.
        """
        texts = list(dict.fromkeys(texts))
        found = self.select(texts)
        missing = [text for text in texts if text not in found]
        if missing:
            vectors, states = embed_with_token_states(self._embedder, missing)
            found |= {
                text: (Vector.from_numpy(vector), block)
                for text, vector, block in zip(missing, vectors, states, strict=True)
            }
            self.store(found)
        return found

    def store(self, vectors: Mapping[str, CachedVector]) -> None:
        """Store vectors, some computed elsewhere with the same model, as the latest used."""
        with self._lock:
            for text, vector in vectors.items():
                self._cache[text] = vector
                self._cache.move_to_end(text)
            while len(self._cache) > max(self._max_entries, len(vectors)):
                self._cache.popitem(last=False)

    def select(self, texts: Iterable[str]) -> dict[str, CachedVector]:
        """Return the cached vectors among those of these texts; they are the latest used then."""
        with self._lock:
            found = {text: self._cache[text] for text in texts if text in self._cache}
            for text in found:
                self._cache.move_to_end(text)
            return found

    def clear(self) -> None:
        """Remove all vectors."""
        with self._lock:
            self._cache.clear()

    def get_vector(self, text: str) -> Any:
        """Return the cached vector of a text, or None."""
        return self._cache.get(text, (None, None))[0]

    def embed_text(self, text: str) -> CachedVector:
        """Return vector and token states of a text, computed now if not cached."""
        return self.select_or_embed([text])[text]

    def add_name_vector(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return an entity row with the vector of its name, where its stored vector is missing or outdated."""
        return {**row, "vector": self.embed_text(row["properties"]["name"])[0] if row["embed"] else None}
