"""Any sentence-transformers model as an embedder, on a GPU if there is one. Needs the extra kg-agent-memory[torch]."""

from __future__ import annotations

import importlib.util
import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from kg.errors import ModelUnavailable
from kg.language.cleaning import replace_surrogates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_INSTALL_ADVICE = "Run `pip install 'kg-agent-memory[torch]'`."
_DEFAULT_WINDOW = 512


class TorchEmbedder:
    """A sentence-transformers model, loaded at the first use. Thread-safe; calls are serialised."""

    def __init__(self, model: str, *, batch: int = 16) -> None:
        """Store the parameters; the model is not loaded yet.

        Args:
            model: a name on the Hugging Face hub, or a folder.
            batch: texts per batch.

        Raises:
            ModelUnavailable: sentence-transformers is not installed.
        """
        if importlib.util.find_spec("sentence_transformers") is None:
            raise ModelUnavailable("sentence-transformers is not installed.", how=_INSTALL_ADVICE)
        self.name = f"torch:{model}"
        self._path = model
        self._batch = batch
        self._lock = threading.RLock()
        self._model: Any = None

    @property
    def dimension(self) -> int:
        """The length of a vector; loads the model."""
        model = self._load_model()
        # Renamed in sentence-transformers 5.
        named = getattr(model, "get_embedding_dimension", None) or model.get_sentence_embedding_dimension
        return int(named())

    @property
    def window(self) -> int:
        """The number of word pieces that the model reads of a text; 512 if it gives no limit. Loads the model."""
        return int(self._load_model().max_seq_length or _DEFAULT_WINDOW)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """See `Embedder.embed`.

        Raises:
            ModelUnavailable: the model cannot be loaded.
        """
        with self._lock:
            model = self._load_model()
            if not texts:
                return np.empty((0, self.dimension), np.float32)
            vectors = model.encode(
                [replace_surrogates(text) for text in texts],
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
            encoding = self._load_model().tokenizer(
                replace_surrogates(text),
                add_special_tokens=False,
                truncation=False,
                return_offsets_mapping=True,
                verbose=False,
            )
        return [(int(start), int(end)) for start, end in encoding["offset_mapping"]]

    def _load_model(self) -> Any:
        with self._lock:
            if self._model is None:
                from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - takes seconds, and is an extra

                try:
                    self._model = SentenceTransformer(self._path)
                except (OSError, ValueError) as error:
                    how = "Check the name and the connection to the hub, or give a folder."
                    raise ModelUnavailable(f"{self._path} cannot be loaded: {error}.", how=how) from error
            return self._model
