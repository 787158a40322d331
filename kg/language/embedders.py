"""Choosing the embedder that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.errors import InvalidInput

if TYPE_CHECKING:
    from kg.seams import Embedder
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
        from kg.language.hashing import HashingEmbedder  # noqa: PLC0415

        return HashingEmbedder()
    if name.startswith(_TORCH) and name != _TORCH:
        from kg.language.torch_embedder import TorchEmbedder  # noqa: PLC0415

        return TorchEmbedder(name.removeprefix(_TORCH), batch=settings.embed_batch)
    raise InvalidInput("embedder", name, "minilm, torch:NAME or hashing")
