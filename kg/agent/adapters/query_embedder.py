"""An embedder for frameworks that search by vector alone: it knows the texts of the vectors that it has made."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from kg.protocols import Embedder

_KEPT_TEXTS = 256


class QueryEmbedder:
    """Embeds texts with the embedder of a memory, and returns the text of a vector while it is among the newest."""

    def __init__(self, embedder: Embedder) -> None:
        """Wrap an embedder."""
        self._embedder = embedder
        self._texts: OrderedDict[bytes, str] = OrderedDict()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return the vectors of texts."""
        vectors = self._embedder.embed(list(texts))
        for text, vector in zip(texts, vectors, strict=True):
            self._texts[_key(vector)] = text
        while len(self._texts) > _KEPT_TEXTS:
            self._texts.popitem(last=False)
        return [[float(value) for value in vector] for vector in vectors]

    def text_of(self, vector: Iterable[float]) -> str | None:
        """Return the text that has a vector; None if it is not known any more."""
        return self._texts.get(_key(vector))

    def similarities(self, vector: Iterable[float], texts: Sequence[str]) -> list[float]:
        """Return the cosine similarities of texts to a vector."""
        if not texts:
            return []
        wanted = np.asarray(list(vector), dtype=np.float32)
        scores: Any = self._embedder.embed(list(texts)) @ wanted
        return [float(score) for score in scores]


def _key(vector: Iterable[float]) -> bytes:
    """Return a key of a vector that survives the way through lists of Python floats."""
    return np.asarray(list(vector), dtype=np.float32).tobytes()
