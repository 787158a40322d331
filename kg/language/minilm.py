"""The default embedder: all-MiniLM-L6-v2 in ONNX Runtime, on the CPU."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kg.errors import InvalidInput, ModelUnavailable
from kg.language import late_interaction, minilm_weights
from kg.language.cleaning import replace_surrogates
from kg.language.minilm_architecture import HIDDEN, LAYERS, WINDOW
from kg.language.tuned_minilm import TunedMiniLM, join_parts, pad_pieces
from kg.protocols import EncodedQuestion, HiddenStates

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    import tokenizers
    from numpy.typing import NDArray

    from kg.language.onnx_session import ModelSession
    from kg.protocols import TextPart
    from kg.settings import Settings

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

MINILM_NAME = "all-MiniLM-L6-v2"
"""The name of the default embedder, with the weights of its publisher."""
# A text that would pad the others of its batch by as many pieces begins a new one: a further pass takes as long.
_MAX_PADDING = 16
# The most padded pieces of a batch. Larger batches are no faster (the matrix products reach the CPU's limit at
# about 160 pieces), and each further 1,000 pieces need 40 MB for intermediate results.
_BATCH_PIECES = 1024


@dataclass(frozen=True, eq=False)
class EncodedTexts:
    """The result of one pass over some texts, in the order of the texts.

    Attributes:
        vectors: (texts, 384), float32, each of unit length.
        ids: for each text the ids of its word pieces, (pieces,), without special ones, truncated at the window.
        offsets: for each text start and end of these pieces, in characters of the text.
        states: for each layer and text the hidden states, (pieces, 384), float32, not normalised; layer 0 is the
            embeddings, 6 the token states.
    """

    vectors: Floats
    ids: tuple[Ints, ...]
    offsets: tuple[tuple[tuple[int, int], ...], ...]
    states: Mapping[int, tuple[Floats, ...]]


class MiniLM:
    """all-MiniLM-L6-v2, or the model in `settings.model_dir`, as an `Embedder`. Thread-safe.

    Nothing is loaded until the first use, which downloads the weights if necessary.
    """

    window = WINDOW

    def __init__(self, settings: Settings, *, fetch: bool = True) -> None:
        """Store the parameters; the model is not loaded yet.

        Args:
            settings: `model_dir`, `cache_dir`, `embed_threads` and `embed_batch` are used.
            fetch: whether missing weights are downloaded; otherwise the first use raises ModelUnavailable.
        """
        self._settings = settings
        self._fetch = fetch
        self._lock = threading.RLock()
        self._name: str | None = None if settings.model_dir else MINILM_NAME
        self._tokenizer: tokenizers.Tokenizer | None = None
        self._session: ModelSession | None = None
        self._skipped_pieces: NDArray[np.bool_] | None = None
        self._tuned: dict[Path, TunedMiniLM] = {}

    @property
    def name(self) -> str:
        """all-MiniLM-L6-v2; for a user's folder, its name with the first digits of the weights' SHA-256."""
        with self._lock:
            if self._name is None:
                self._name = _name(self._folder())
            return self._name

    @property
    def dimension(self) -> int:
        """384; for a user's model.onnx, the width of its output."""
        return self._get_session().dimension if self._settings.model_dir else HIDDEN

    def load(self) -> None:
        """Load the model now instead of at the first use.

        Raises:
            ModelUnavailable: the weights are missing and cannot be downloaded, or are of another model.
        """
        self._get_tokenizer()
        self._get_session()

    def embed(self, texts: Sequence[str]) -> Floats:
        """See `Embedder.embed`. Longer texts are truncated at the window.

        Raises:
            ModelUnavailable: the weights are missing and cannot be downloaded, or are of another model.
        """
        tokenizer = self._get_tokenizer()
        return self._run([_truncate(tokenizer.encode(replace_surrogates(text)).ids) for text in texts], (), {})

    def encode(self, texts: Sequence[str], layers: Sequence[int] = (LAYERS,)) -> EncodedTexts:
        """Return vectors, pieces and hidden states of `texts`, from one pass.

        Args:
            texts: any texts; each is truncated at the window.
            layers: the requested hidden layers, 0 to 6.

        Raises:
            InvalidInput: the model has no such layer.
            ModelUnavailable: the weights are missing and cannot be downloaded, or are of another model.
        """
        allowed = self._get_session().layers
        for layer in layers:
            if layer not in allowed:
                raise InvalidInput("layers", layer, f"one of {list(allowed)}, the layers of the model")
        tokenizer = self._get_tokenizer()
        ids: list[Ints] = []
        offsets: list[tuple[tuple[int, int], ...]] = []
        for text in texts:
            encoding = tokenizer.encode(replace_surrogates(text))
            ids.append(_truncate(encoding.ids))
            offsets.append(tuple(encoding.offsets[1 : ids[-1].size - 1]))
        states: dict[int, list[Floats]] = {layer: [np.empty(0, np.float32)] * len(texts) for layer in layers}
        vectors = self._run(ids, tuple(states), states)
        kept = {layer: tuple(found) for layer, found in states.items()}
        return EncodedTexts(vectors, tuple(each[1:-1] for each in ids), tuple(offsets), kept)

    @property
    def late_version(self) -> int:
        """See `LateEmbedder.late_version`; the projection fits these weights only, so another model has none."""
        return late_interaction.load_projection().version if self.name == MINILM_NAME else 0

    def embed_late(self, texts: Sequence[str]) -> tuple[Floats, list[bytes]]:
        """See `LateEmbedder.embed_late`.

        Raises:
            ModelUnavailable: as `embed`.
        """
        encoded = self.encode(texts)
        return encoded.vectors, self._pack_states(encoded)

    def embed_with_hidden_states(
        self, texts: Sequence[str], layers: Sequence[int]
    ) -> tuple[Floats, list[bytes], list[HiddenStates]]:
        """See `HiddenStateEmbedder.embed_with_hidden_states`.

        Raises:
            InvalidInput, ModelUnavailable: as `encode`.
        """
        encoded = self.encode(texts, sorted({*layers, LAYERS}))
        hidden = [
            HiddenStates(offsets, {layer: encoded.states[layer][place] for layer in layers})
            for place, offsets in enumerate(encoded.offsets)
        ]
        return encoded.vectors, self._pack_states(encoded), hidden

    def _pack_states(self, encoded: EncodedTexts) -> list[bytes]:
        projection, skipped = late_interaction.load_projection(), self.skipped_pieces
        return [
            late_interaction.pack_states(
                projection.version, projection.encode_text(states[late_interaction.select_tokens(ids, skipped)])
            )
            for ids, states in zip(encoded.ids, encoded.states[LAYERS], strict=True)
        ]

    def encode_question(self, question: str) -> EncodedQuestion:
        """See `LateEmbedder.ask`.

        Raises:
            ModelUnavailable: as `embed`.
        """
        encoded = self.encode([question])
        keep = late_interaction.select_tokens(encoded.ids[0], self.skipped_pieces)
        tokens, log_weights = late_interaction.load_projection().encode_question(encoded.states[LAYERS][0][keep])
        spans = tuple(span for span, wanted in zip(encoded.offsets[0], keep, strict=True) if wanted)
        return EncodedQuestion(encoded.vectors[0], tokens, log_weights, spans)

    @property
    def skipped_pieces(self) -> NDArray[np.bool_]:
        """For each word piece, by id, whether late interaction leaves it out."""
        with self._lock:
            if self._skipped_pieces is None:
                self._skipped_pieces = late_interaction.find_skipped_pieces(self._get_tokenizer().get_vocab())
            return self._skipped_pieces

    def pieces(self, text: str) -> list[tuple[int, int]]:
        """See `Embedder.pieces`; the text is not truncated.

        Raises:
            ModelUnavailable: the weights are missing and cannot be downloaded.
        """
        found: list[tuple[int, int]] = (
            self._get_tokenizer().encode(replace_surrogates(text), add_special_tokens=False).offsets
        )
        return found

    def tune(self, changes: Path) -> TunedMiniLM | None:
        """See `TunableEmbedder.tune`. The changed model is loaded once, and needs 45 MB of its own.

        Raises:
            ModelUnavailable: the weights are missing and cannot be downloaded.
        """
        if self.name != MINILM_NAME:
            return None
        with self._lock:
            if changes not in self._tuned:
                threads = self._settings.embed_threads or _default_threads()
                weights = self._folder() / minilm_weights.TENSORS
                self._tuned[changes] = TunedMiniLM(weights, changes, self._get_tokenizer(), threads)
            return self._tuned[changes]

    def join_parts(self, texts: Sequence[Sequence[TextPart]]) -> list[list[int]]:
        """Return the word pieces of texts of several parts, as a tuned model reads them."""
        tokenizer = self._get_tokenizer()
        return [join_parts(tokenizer, parts) for parts in texts]

    def _run(self, ids: list[Ints], layers: tuple[int, ...], states: dict[int, list[Floats]]) -> Floats:
        """Return the vectors of the texts, and fill `states` with copies of the rows of each layer."""
        session = self._get_session()
        vectors = np.empty((len(ids), session.dimension), np.float32)
        lengths = [each.size for each in ids]
        for batch in _batches(lengths, self._settings.embed_batch):
            padded, mask = pad_pieces([ids[index] for index in batch])
            vectors[batch], hidden = session.run(padded, mask, layers)
            for layer, rows in zip(layers, hidden, strict=True):
                for row, index in zip(rows, batch, strict=True):
                    states[layer][index] = row[1 : lengths[index] - 1].copy()
        return vectors

    def _folder(self) -> Path:
        return (
            minilm_weights.fetch_weights(self._settings)
            if self._fetch
            else minilm_weights.locate_weights(self._settings)
        )

    def _get_tokenizer(self) -> tokenizers.Tokenizer:
        with self._lock:
            if self._tokenizer is None:
                self._tokenizer = _tokenizer(self._folder() / minilm_weights.TOKENIZER)
            return self._tokenizer

    def _get_session(self) -> ModelSession:
        with self._lock:
            if self._session is None:
                # Imported here so that creating an embedder does not load ONNX Runtime.
                from kg.language.onnx_session import open_session  # noqa: PLC0415

                self._session = open_session(self._folder(), self._settings.embed_threads or _default_threads())
            return self._session


def _tokenizer(path: Path) -> tokenizers.Tokenizer:
    import tokenizers  # noqa: PLC0415 - as above

    try:
        tokenizer = tokenizers.Tokenizer.from_str(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ModelUnavailable(
            f"{path} is not a tokenizer file: {error}.", how="Replace it with a valid one."
        ) from error
    # The file configures padding and truncation to 128 pieces; this class does both itself.
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def _name(folder: Path) -> str:
    path = next(each for each in (folder / minilm_weights.GRAPH, folder / minilm_weights.TENSORS) if each.is_file())
    digest = minilm_weights.sha256(path)
    return MINILM_NAME if digest == minilm_weights.SAFETENSORS_SHA256 else f"{folder.name}-{digest[:8]}"


def _default_threads() -> int:
    """Return one less than the cores of this process: next to a busy database, one more thread is slower."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1)


def _truncate(ids: list[int]) -> Ints:
    """Return the pieces up to the window, with the final special piece."""
    return np.array(ids if len(ids) <= WINDOW else [*ids[: WINDOW - 1], ids[-1]], np.int64)


def _batches(lengths: Sequence[int], most: int) -> Iterator[list[int]]:
    """Yield the indexes of texts of similar length, at most `most` texts and `_BATCH_PIECES` padded pieces per batch."""
    batch: list[int] = []
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (
            len(batch) == most
            or (len(batch) + 1) * lengths[index] > _BATCH_PIECES
            or len(batch) * (lengths[index] - lengths[batch[-1]]) >= _MAX_PADDING
        ):
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch
