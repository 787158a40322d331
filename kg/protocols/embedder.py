"""The seam for vectors. Default: `kg.language.minilm.MiniLM`; fake: `kg.language.hashing_embedder.HashingEmbedder`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from kg.protocols.hidden_states import Hidden


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


@dataclass(frozen=True, eq=False)
class Asked:
    """A question as a model with token states reads it, in one pass.

    Attributes:
        vector: (dimension,), as `embed` gives it.
        tokens: (tokens, d), float32, of unit length: the projected states of the words that mean something.
        pull: (tokens,), the learnt weight of each, as a logarithm.
        spans: start and end of each, in characters of the question.
    """

    vector: NDArray[np.float32]
    tokens: NDArray[np.float32]
    pull: NDArray[np.float32]
    spans: tuple[tuple[int, int], ...]


@runtime_checkable
class LateEmbedder(Embedder, Protocol):
    """An embedder that also gives what late interaction compares: a small state for each word of a text.

    (ColBERT: Khattab and Zaharia, SIGIR 2020.) Other embedders serve as well; their rankings do without.
    """

    @property
    def late_version(self) -> int:
        """Which projection made the states, 1 to 255, the first byte of every block; 0 where this model has none."""
        ...

    def embed_late(self, texts: Sequence[str]) -> tuple[NDArray[np.float32], list[bytes]]:
        """The vectors as `embed` gives them, and a block of token states for each text, from the same pass."""
        ...

    def ask(self, question: str) -> Asked:
        """The question's vector and token states, from one pass."""
        ...


@runtime_checkable
class OpenEmbedder(LateEmbedder, Protocol):
    """An embedder that also leaves the hidden states of its pass behind, for readers that ride on it."""

    def embed_open(
        self, texts: Sequence[str], layers: Sequence[int]
    ) -> tuple[NDArray[np.float32], list[bytes], list[Hidden]]:
        """What `embed_late` gives, and these hidden layers of each text, from the same pass."""
        ...
