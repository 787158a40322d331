"""Any sentence-transformers model as an embedder, on a GPU where there is one. Needs the extra kg[torch]."""

from __future__ import annotations

import importlib.util
import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from kg.errors import ModelUnavailable
from kg.language.cleaning import whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_HOW = "Run `pip install 'kg[torch]'`."
_NO_WINDOW = 512


class TorchEmbedder:
    """A sentence-transformers model, loaded at the first use. Threads may share it, one after the other."""

    def __init__(self, model: str, *, batch: int = 16) -> None:
        """Keep what is needed to load the model.

        Args:
            model: a name on the Hugging Face hub, or a folder.
            batch: texts that the model reads at once.

        Raises:
            ModelUnavailable: sentence-transformers is not installed.
        """
        if importlib.util.find_spec("sentence_transformers") is None:
            raise ModelUnavailable("sentence-transformers is not installed.", how=_HOW)
        self.name = f"torch:{model}"
        self._path = model
        self._batch = batch
        self._lock = threading.RLock()
        self._model: Any = None

    @property
    def dimension(self) -> int:
        """The length of a vector; loads the model."""
        model = self._loaded()
        # Renamed in sentence-transformers 5.
        named = getattr(model, "get_embedding_dimension", None) or model.get_sentence_embedding_dimension
        return int(named())

    @property
    def window(self) -> int:
        """Word pieces that the model reads of a text; 512 where it names no limit. Loads the model."""
        return int(self._loaded().max_seq_length or _NO_WINDOW)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """See `Embedder.embed`.

        Raises:
            ModelUnavailable: the model cannot be loaded.
        """
        with self._lock:
            model = self._loaded()
            if not texts:
                return np.empty((0, self.dimension), np.float32)
            vectors = model.encode(
                [whole(text) for text in texts],
                batch_size=self._batch,
                normalize_embeddings=True,
                convert_to_numpy=True,
                show_progress_bar=False,
            )
        return np.asarray(vectors, np.float32)

    def pieces(self, text: str) -> list[tuple[int, int]]:
        """See `Embedder.pieces`.

        Raises:
            ModelUnavailable: the model cannot be loaded.
        """
        with self._lock:
            encoding = self._loaded().tokenizer(
                whole(text),
                add_special_tokens=False,
                truncation=False,
                return_offsets_mapping=True,
                verbose=False,
            )
        return [(int(start), int(end)) for start, end in encoding["offset_mapping"]]

    def _loaded(self) -> Any:
        with self._lock:
            if self._model is None:
                from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - seconds, and an extra

                try:
                    self._model = SentenceTransformer(self._path)
                except (OSError, ValueError) as error:
                    how = "See that the name is right and the hub reachable, or give a folder."
                    raise ModelUnavailable(f"{self._path} cannot be loaded: {error}.", how=how) from error
            return self._model
