"""The embedder of all measured systems: kg's MiniLM, with the vectors of the bulk computed once for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kg.language import MiniLM
from kg.protocols import EncodedQuestion, HiddenStates
from kg.settings import Settings


def save_vectors(path: Path, texts: Sequence[str]) -> None:
    """Embed texts with MiniLM, and write vectors and token states to a file."""
    vectors, states = _create_minilm().embed_late(texts)
    np.savez(
        path,
        vectors=vectors,
        states=np.frombuffer(b"".join(states), np.uint8),
        ends=np.cumsum([len(state) for state in states]),
    )


class KnownVectors:
    """MiniLM, which looks up texts that it knows. It is a `LateEmbedder` and a `HiddenStateEmbedder` for kg.

    Attributes:
        live: compute everything with the model, also what is known.
    """

    def __init__(self, path: Path, texts: Sequence[str], questions: Sequence[str]) -> None:
        self.model = _create_minilm()
        self.live = False
        self.name, self.dimension, self.window = self.model.name, self.model.dimension, self.model.window
        self.late_version = self.model.late_version
        with np.load(path) as file:
            ends, packed = file["ends"], file["states"].tobytes()
            starts = [0, *ends[:-1]]
            blocks = [packed[start:end] for start, end in zip(starts, ends, strict=True)]
            known: dict[str, tuple[NDArray[np.float32], bytes]]
            known = dict(zip(texts, zip(file["vectors"], blocks, strict=True), strict=True))
            self._known = known
        self._questions = {question: self.model.encode_question(question) for question in questions}

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """See `Embedder.embed`."""
        found = [self._find(text) for text in texts]
        if self.live or any(vector is None for vector in found):
            return self.model.embed(texts)
        return np.stack([vector for vector in found if vector is not None])

    def embed_lists(self, texts: Sequence[str]) -> list[list[float]]:
        """Return the vectors as lists, in which peers take them."""
        vectors: list[list[float]] = self.embed(texts).tolist()
        return vectors

    def embed_late(self, texts: Sequence[str]) -> tuple[NDArray[np.float32], list[bytes]]:
        """See `LateEmbedder.embed_late`."""
        if self.live or any(text not in self._known for text in texts):
            return self.model.embed_late(texts)
        return np.stack([self._known[text][0] for text in texts]), [self._known[text][1] for text in texts]

    def embed_with_hidden_states(
        self, texts: Sequence[str], layers: Sequence[int]
    ) -> tuple[NDArray[np.float32], list[bytes], list[HiddenStates]]:
        """See `HiddenStateEmbedder.embed_with_hidden_states`; always computed."""
        return self.model.embed_with_hidden_states(texts, layers)

    def encode_question(self, question: str) -> EncodedQuestion:
        """See `LateEmbedder.encode_question`."""
        if self.live or question not in self._questions:
            return self.model.encode_question(question)
        return self._questions[question]

    def pieces(self, text: str) -> list[tuple[int, int]]:
        """See `Embedder.pieces`."""
        return self.model.pieces(text)

    def _find(self, text: str) -> NDArray[np.float32] | None:
        if text in self._known:
            return self._known[text][0]
        question = self._questions.get(text)
        return None if question is None else question.vector


def _create_minilm() -> MiniLM:
    return MiniLM(Settings(embedder="minilm", model_dir=None))
