"""The vectors of what knowledge writes: made for a batch before the turn is taken, and kept for the next ones."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any

from neo4j.vector import Vector

from kg.language.embedders import embed_late
from kg.protocols import Embedder

# About 40 MB of vectors and token states.
_KEPT = 16384

Made = tuple[Any, bytes | None]
"""A vector as the driver takes it, and the block of token states, where the model has them."""


class Vectors:
    """Vectors and token states by text. The same names and sentences come again and again: each is embedded once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._made: OrderedDict[str, Made] = OrderedDict()

    def make(self, texts: Iterable[str]) -> None:
        """Embed those of the texts that have no vector yet, in one call.

        Raises:
            ModelUnavailable: the embedder has no weights.
        """
        wanted = [text for text in dict.fromkeys(texts) if text not in self._made]
        if wanted:
            vectors, states = embed_late(self._embedder, wanted)
            self.take(
                {
                    text: (Vector.from_numpy(vector), block)
                    for text, vector, block in zip(wanted, vectors, states, strict=True)
                }
            )

    def take(self, made: Mapping[str, Made]) -> None:
        """Keep what was made elsewhere, by the same model."""
        self._made |= made
        while len(self._made) > _KEPT:
            self._made.popitem(last=False)

    def of(self, texts: Iterable[str]) -> dict[str, Made]:
        """What was made of these texts."""
        return {text: self._made[text] for text in texts if text in self._made}

    def name(self, text: str) -> Any:
        """The vector of a name; None where none was made."""
        return self._made.get(text, (None, None))[0]

    def fact(self, text: str) -> Made:
        """Vector and token states of a sentence, made now where that was not done before."""
        if text not in self._made:
            self.make([text])
        return self._made[text]

    def entity(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """An entity's row with the vector of its name, where it has none of that name."""
        return {**row, "vector": self.fact(row["properties"]["name"])[0] if row["embed"] else None}
