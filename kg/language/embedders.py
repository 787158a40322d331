"""Choosing the embedder that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kg.errors import InvalidInput, KgError
from kg.protocols import Asked, LateEmbedder, OpenEmbedder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kg.protocols import Embedder, Hidden
    from kg.settings import Settings

_TORCH = "torch:"


def embedder(settings: Settings) -> Embedder:
    """The embedder that `settings.embedder` names: `minilm`, `torch:NAME` or `hashing`; not loaded yet.

    Raises:
        InvalidInput: another name.
        ModelUnavailable: `torch:NAME` without the extra that it needs.
    """
    # Each import is here so that choosing one embedder does not load the libraries of the others.
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


def embed(model: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    """The model's vectors for `texts`, and its promise held to: one a text, of its length, every number finite.

    Raises:
        KgError: the promise is broken; the database would refuse the vectors of a whole batch, or keep some that fit no other.
        ModelUnavailable: the weights are not on this machine.
    """
    return _kept_promise(model, model.embed(texts), len(texts))


def late_version(model: Embedder) -> int:
    """Which projection makes the model's token states; 0 where it has none."""
    return getattr(model, "late_version", 0)


def embed_late(model: Embedder, texts: Sequence[str]) -> tuple[NDArray[np.float32], list[bytes | None]]:
    """Vectors as `embed` gives them, and each text's block of token states, or None where the model has none.

    Raises:
        KgError, ModelUnavailable: as `embed`.
    """
    if isinstance(model, LateEmbedder) and late_version(model):
        vectors, states = model.embed_late(texts)
        return _kept_promise(model, vectors, len(texts)), list(states)
    return embed(model, texts), [None] * len(texts)


def embed_open(
    model: Embedder, texts: Sequence[str], layers: Sequence[int]
) -> tuple[NDArray[np.float32], list[bytes | None], list[Hidden | None]]:
    """What `embed_late` gives, and the hidden layers of the same pass, or None where the model keeps none.

    Raises:
        KgError, ModelUnavailable: as `embed`.
    """
    if layers and isinstance(model, OpenEmbedder) and late_version(model):
        vectors, states, hidden = model.embed_open(texts, layers)
        return _kept_promise(model, vectors, len(texts)), list(states), list(hidden)
    return *embed_late(model, texts), [None] * len(texts)


def ask(model: Embedder, question: str) -> Asked:
    """A question's vector, and its token states where the model has them (none else).

    Raises:
        KgError, ModelUnavailable: as `embed`.
    """
    if isinstance(model, LateEmbedder) and late_version(model):
        asked = model.ask(question)
        _kept_promise(model, asked.vector[None], 1)
        return asked
    nothing = np.zeros((0, 0), np.float32)
    return Asked(embed(model, [question])[0], nothing, np.zeros(0, np.float32), ())


def _kept_promise(model: Embedder, vectors: NDArray[np.float32], texts: int) -> NDArray[np.float32]:
    if vectors.shape != (texts, model.dimension) or not np.isfinite(vectors).all():
        raise KgError(
            f"embedder {model.name} gave vectors of shape {vectors.shape} for {texts} texts of {model.dimension} numbers"
            + ("" if np.isfinite(vectors).all() else ", some of them not finite")
        )
    return vectors
