"""The embedder protocols. Default: `kg.language.minilm.MiniLM`; fake: `kg.language.hashing_embedder.HashingEmbedder`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from kg.protocols.hidden_states import HiddenStates


class Embedder(Protocol):
    """A model that turns texts into vectors of unit length."""

    @property
    def name(self) -> str:
        """Identifier of model and variant; stored with a scope, whose vectors all come from one model."""
        ...

    @property
    def dimension(self) -> int:
        """The length of every vector."""
        ...

    @property
    def window(self) -> int:
        """The number of word pieces, special ones included, that the model reads of one text."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return vectors of shape (len(texts), dimension), float32, each of unit length, in the order of the texts.

        Raises:
            ModelUnavailable: the weights are not on this machine.
        """
        ...

    def pieces(self, text: str) -> list[tuple[int, int]]:
        """Return start and end (in characters of `text`) of each word piece, special ones excluded."""
        ...


@dataclass(frozen=True, eq=False)
class EncodedQuestion:
    """A question, encoded in one pass by a model with token states.

    Attributes:
        vector: (dimension,), as `embed` returns it.
        tokens: (tokens, d), float32, of unit length: the projected states of the content words.
        log_weights: (tokens,), logarithm of the learned weight of each.
        spans: start and end of each, in characters of the question.
    """

    vector: NDArray[np.float32]
    tokens: NDArray[np.float32]
    log_weights: NDArray[np.float32]
    spans: tuple[tuple[int, int], ...]


@runtime_checkable
class LateEmbedder(Embedder, Protocol):
    """An embedder that also returns the input of late interaction: a small state for each word of a text.

    (ColBERT: Khattab and Zaharia, SIGIR 2020.) Other embedders work as well; search then ranks without late interaction.
    """

    @property
    def late_version(self) -> int:
        """Version of the projection, 1 to 255, the first byte of every block of states; 0 if the model has none."""
        ...

    def embed_late(self, texts: Sequence[str]) -> tuple[NDArray[np.float32], list[bytes]]:
        """Return the vectors as `embed` does, and a block of token states for each text, from the same pass."""
        ...

    def encode_question(self, question: str) -> EncodedQuestion:
        """Return the vector and the token states of a question, from one pass."""
        ...


@runtime_checkable
class HiddenStateEmbedder(LateEmbedder, Protocol):
    """An embedder that also returns hidden states of its pass, which extractors reuse."""

    def embed_with_hidden_states(
        self, texts: Sequence[str], layers: Sequence[int]
    ) -> tuple[NDArray[np.float32], list[bytes], list[HiddenStates]]:
        """Return what `embed_late` returns, and these hidden layers of each text, from the same pass."""
        ...


@dataclass(frozen=True)
class TextPart:
    """A part of a text to classify.

    Attributes:
        text: the part.
        pieces: how many of its word pieces are read at most.
        keeps_end: whether these are the last ones.
    """

    text: str
    pieces: int
    keeps_end: bool = False


class TextClassifier(Protocol):
    """A model that classifies texts of several parts."""

    def classify(self, texts: Sequence[Sequence[TextPart]]) -> NDArray[np.float32]:
        """Return the probability of each class for each text, (texts, classes)."""
        ...


@runtime_checkable
class TunableEmbedder(Embedder, Protocol):
    """An embedder that also classifies, with changes of its weights that were learnt for one task."""

    def tune(self, changes: Path) -> TextClassifier | None:
        """Return the model with these changes; None if they were learnt for other weights.

        Raises:
            ModelUnavailable: the weights are not on this machine.
        """
        ...
