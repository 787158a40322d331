"""Creating the embedder that the settings name, and calling embedders with a check of their vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kg.errors import InvalidInput, KgError
from kg.protocols import EncodedQuestion, HiddenStateEmbedder, LateEmbedder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kg.protocols import Embedder, HiddenStates
    from kg.settings import Settings

_TORCH = "torch:"


def create_embedder(settings: Settings) -> Embedder:
    """Return the embedder that `settings.embedder` names: `minilm`, `torch:NAME` or `hashing`; it is not loaded yet.

    Raises:
        InvalidInput: an unknown name.
        ModelUnavailable: `torch:NAME` without the extra that it needs.
    """
    # Imported here so that only the chosen embedder's libraries are loaded.
    name = settings.embedder
    if name == "minilm":
        from kg.language.minilm import MiniLM  # noqa: PLC0415

        return MiniLM(settings)
    if name == "hashing":
        from kg.language.hashing_embedder import HashingEmbedder  # noqa: PLC0415

        return HashingEmbedder()
    if name.startswith(_TORCH) and name != _TORCH:
        from kg.language.torch_embedder import TorchEmbedder  # noqa: PLC0415

        return TorchEmbedder(name.removeprefix(_TORCH), batch=settings.embed_batch)
    raise InvalidInput("embedder", name, "minilm, torch:NAME or hashing")


def embed_texts(model: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    """Return the model's vectors for `texts`, checked: one per text, of the model's dimension, with finite numbers.

    Raises:
        KgError: the check failed; the database would reject the batch, or store vectors that match no others.
        ModelUnavailable: the weights are not on this machine.
    """
    return _check_vectors(model, model.embed(texts), len(texts))


def get_late_version(model: Embedder) -> int:
    """Return the version of the model's token-state projection; 0 if it has none."""
    return getattr(model, "late_version", 0)


def embed_with_token_states(model: Embedder, texts: Sequence[str]) -> tuple[NDArray[np.float32], list[bytes | None]]:
    """Return vectors as `embed_texts` does, and each text's block of token states, or None if the model has none.

    Raises:
        KgError, ModelUnavailable: as `embed_texts`.
    """
    if isinstance(model, LateEmbedder) and get_late_version(model):
        vectors, states = model.embed_late(texts)
        return _check_vectors(model, vectors, len(texts)), list(states)
    return embed_texts(model, texts), [None] * len(texts)


def embed_with_hidden_states(
    model: Embedder, texts: Sequence[str], layers: Sequence[int]
) -> tuple[NDArray[np.float32], list[bytes | None], list[HiddenStates | None]]:
    """Return what `embed_with_token_states` returns, and hidden layers of the same pass, or None if the model has none.

    Raises:
        KgError, ModelUnavailable: as `embed_texts`.
    """
    if layers and isinstance(model, HiddenStateEmbedder) and get_late_version(model):
        vectors, states, hidden = model.embed_with_hidden_states(texts, layers)
        return _check_vectors(model, vectors, len(texts)), list(states), list(hidden)
    return *embed_with_token_states(model, texts), [None] * len(texts)


def encode_question(model: Embedder, question: str) -> EncodedQuestion:
    """Return a question's vector and its token states; the latter are empty if the model has none.

    Raises:
        KgError, ModelUnavailable: as `embed_texts`.
    """
    if isinstance(model, LateEmbedder) and get_late_version(model):
        encoded = model.encode_question(question)
        _check_vectors(model, encoded.vector[None], 1)
        return encoded
    nothing = np.zeros((0, 0), np.float32)
    return EncodedQuestion(embed_texts(model, [question])[0], nothing, np.zeros(0, np.float32), ())


def _check_vectors(model: Embedder, vectors: NDArray[np.float32], texts: int) -> NDArray[np.float32]:
    if vectors.shape != (texts, model.dimension) or not np.isfinite(vectors).all():
        raise KgError(
            f"embedder {model.name} gave vectors of shape {vectors.shape} for {texts} texts of {model.dimension} numbers"
            + ("" if np.isfinite(vectors).all() else ", some of them not finite")
        )
    return vectors
