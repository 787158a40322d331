"""The seam for vectors. Default: `kg.language.minilm.MiniLM`; fake: `kg.language.hashing.HashingEmbedder`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Embedder(Protocol):
    """Turns texts into vectors of unit length."""

    @property
    def name(self) -> str:
        """Identifies model and variant; stored with a scope, whose vectors all come from one model."""
        ...

    @property
    def dimension(self) -> int:
        """The length of every vector."""
        ...

    @property
    def window(self) -> int:
        """How many of its word pieces the model reads of one text, special ones included."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape (len(texts), dimension), float32, each of unit length, in the order given.

        Raises:
            ModelUnavailable: the weights are not on this machine.
        """
        ...

    def pieces(self, text: str) -> list[tuple[int, int]]:
        """Start and end (in characters of `text`) of each word piece, special ones left out."""
        ...
