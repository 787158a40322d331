"""The default embedder: all-MiniLM-L6-v2 in ONNX Runtime, on the processor."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kg.errors import InvalidInput, ModelUnavailable
from kg.language import late_interaction, minilm_weights
from kg.language.cleaning import whole
from kg.language.minilm_architecture import HIDDEN, LAYERS, WINDOW
from kg.protocols import Asked, Hidden

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    import tokenizers
    from numpy.typing import NDArray

    from kg.language.onnx_session import Session
    from kg.settings import Settings

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

_NAME = "all-MiniLM-L6-v2"
# Padded pieces of a batch at most. More are no faster (the matrix products are at the processor's limit from
# about 160 pieces on), and each further 1,000 keep 40 MB of intermediate results alive.
_BATCH_PIECES = 1024


@dataclass(frozen=True, eq=False)
class Encoded:
    """What one pass over some texts gives. All lists are in the order of the texts.

    Attributes:
        vectors: (texts, 384), float32, each of unit length.
        ids: a text's word pieces by number, (pieces,); special ones left out, cut at the window.
        offsets: start and end of each of those pieces, in characters of the text.
        states: layer to a text's vectors of it, (pieces, 384), float32, not normalised; 0 is the embeddings,
            6 the token states.
    """

    vectors: Floats
    ids: tuple[Ints, ...]
    offsets: tuple[tuple[tuple[int, int], ...], ...]
    states: Mapping[int, tuple[Floats, ...]]


class MiniLM:
    """all-MiniLM-L6-v2, or the model in `settings.model_dir`, as an `Embedder`. Threads may share it.

    Nothing is loaded until the first use, which fetches the weights if need be.
    """

    window = WINDOW

    def __init__(self, settings: Settings, *, fetch: bool = True) -> None:
        """Keep what is needed to load the model.

        Args:
            settings: `model_dir`, `cache_dir`, `embed_threads` and `embed_batch` are used.
            fetch: whether absent weights are downloaded; otherwise the first use raises ModelUnavailable.
        """
        self._settings = settings
        self._fetch = fetch
        self._lock = threading.RLock()
        self._name: str | None = None if settings.model_dir else _NAME
        self._tokenizer: tokenizers.Tokenizer | None = None
        self._session: Session | None = None
        self._skipped: NDArray[np.bool_] | None = None

    @property
    def name(self) -> str:
        """all-MiniLM-L6-v2; for a folder of the user's, its name with the start of the weights' sha256."""
        with self._lock:
            if self._name is None:
                self._name = _name(self._folder())
            return self._name

    @property
    def dimension(self) -> int:
        """384; for a model.onnx of the user's, the width of its output."""
        return self._loaded_session().dimension if self._settings.model_dir else HIDDEN

    def load(self) -> None:
        """Load the model now, so that the first use need not.

        Raises:
            ModelUnavailable: the weights are not here and cannot be fetched, or are of another model.
        """
        self._loaded_tokenizer()
        self._loaded_session()

    def embed(self, texts: Sequence[str]) -> Floats:
        """See `Embedder.embed`. A text longer than the window is read up to there.

        Raises:
            ModelUnavailable: the weights are not here and cannot be fetched, or are of another model.
        """
        tokenizer = self._loaded_tokenizer()
        return self._run([_cut(tokenizer.encode(whole(text)).ids) for text in texts], (), {})

    def encode(self, texts: Sequence[str], layers: Sequence[int] = (LAYERS,)) -> Encoded:
        """Vectors, pieces and hidden states of `texts`, from one pass.

        Args:
            texts: any texts; each is read up to the window.
            layers: the hidden layers wanted, of 0 to 6.

        Raises:
            InvalidInput: the model has no such layer.
            ModelUnavailable: the weights are not here and cannot be fetched, or are of another model.
        """
        allowed = self._loaded_session().layers
        for layer in layers:
            if layer not in allowed:
                raise InvalidInput("layers", layer, f"the model gives the layers {list(allowed)}")
        tokenizer = self._loaded_tokenizer()
        ids: list[Ints] = []
        offsets: list[tuple[tuple[int, int], ...]] = []
        for text in texts:
            encoding = tokenizer.encode(whole(text))
            ids.append(_cut(encoding.ids))
            offsets.append(tuple(encoding.offsets[1 : ids[-1].size - 1]))
        states: dict[int, list[Floats]] = {layer: [np.empty(0, np.float32)] * len(texts) for layer in layers}
        vectors = self._run(ids, tuple(states), states)
        kept = {layer: tuple(found) for layer, found in states.items()}
        return Encoded(vectors, tuple(each[1:-1] for each in ids), tuple(offsets), kept)

    @property
    def late_version(self) -> int:
        """See `LateEmbedder.late_version`; the projection fits these weights only, so another model in `model_dir` has none."""
        return late_interaction.projection().version if self.name == _NAME else 0

    def embed_late(self, texts: Sequence[str]) -> tuple[Floats, list[bytes]]:
        """See `LateEmbedder.embed_late`.

        Raises:
            ModelUnavailable: as `embed`.
        """
        encoded = self.encode(texts)
        return encoded.vectors, self._blocks(encoded)

    def embed_open(self, texts: Sequence[str], layers: Sequence[int]) -> tuple[Floats, list[bytes], list[Hidden]]:
        """See `OpenEmbedder.embed_open`.

        Raises:
            InvalidInput, ModelUnavailable: as `encode`.
        """
        encoded = self.encode(texts, sorted({*layers, LAYERS}))
        hidden = [
            Hidden(offsets, {layer: encoded.states[layer][place] for layer in layers})
            for place, offsets in enumerate(encoded.offsets)
        ]
        return encoded.vectors, self._blocks(encoded), hidden

    def _blocks(self, encoded: Encoded) -> list[bytes]:
        projection, skipped = late_interaction.projection(), self.meaningless
        return [
            late_interaction.pack(projection.version, projection.of_text(states[late_interaction.kept(ids, skipped)]))
            for ids, states in zip(encoded.ids, encoded.states[LAYERS], strict=True)
        ]

    def ask(self, question: str) -> Asked:
        """See `LateEmbedder.ask`.

        Raises:
            ModelUnavailable: as `embed`.
        """
        encoded = self.encode([question])
        keep = late_interaction.kept(encoded.ids[0], self.meaningless)
        tokens, pull = late_interaction.projection().of_question(encoded.states[LAYERS][0][keep])
        spans = tuple(span for span, wanted in zip(encoded.offsets[0], keep, strict=True) if wanted)
        return Asked(encoded.vectors[0], tokens, pull, spans)

    @property
    def meaningless(self) -> NDArray[np.bool_]:
        """For each word piece by number, whether late interaction leaves it out."""
        with self._lock:
            if self._skipped is None:
                self._skipped = late_interaction.meaningless(self._loaded_tokenizer().get_vocab())
            return self._skipped

    def pieces(self, text: str) -> list[tuple[int, int]]:
        """See `Embedder.pieces`; nothing is cut off.

        Raises:
            ModelUnavailable: the weights are not here and cannot be fetched.
        """
        found: list[tuple[int, int]] = self._loaded_tokenizer().encode(whole(text), add_special_tokens=False).offsets
        return found

    def _run(self, ids: list[Ints], layers: tuple[int, ...], states: dict[int, list[Floats]]) -> Floats:
        """The vectors of the texts; `states` is filled with copies of their rows of each layer."""
        session = self._loaded_session()
        vectors = np.empty((len(ids), session.dimension), np.float32)
        lengths = [each.size for each in ids]
        for batch in _batches(lengths, self._settings.embed_batch):
            padded, mask = _padded([ids[index] for index in batch])
            vectors[batch], hidden = session.run(padded, mask, layers)
            for layer, rows in zip(layers, hidden, strict=True):
                for row, index in zip(rows, batch, strict=True):
                    states[layer][index] = row[1 : lengths[index] - 1].copy()
        return vectors

    def _folder(self) -> Path:
        return minilm_weights.fetch(self._settings) if self._fetch else minilm_weights.locate(self._settings)

    def _loaded_tokenizer(self) -> tokenizers.Tokenizer:
        with self._lock:
            if self._tokenizer is None:
                self._tokenizer = _tokenizer(self._folder() / minilm_weights.TOKENIZER)
            return self._tokenizer

    def _loaded_session(self) -> Session:
        with self._lock:
            if self._session is None:
                # Here, so that who only chooses an embedder does not pay for the import.
                from kg.language.onnx_session import open_session  # noqa: PLC0415

                self._session = open_session(self._folder(), self._settings.embed_threads or _threads())
            return self._session


def _tokenizer(path: Path) -> tokenizers.Tokenizer:
    import tokenizers  # noqa: PLC0415 - as above

    try:
        tokenizer = tokenizers.Tokenizer.from_str(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ModelUnavailable(f"{path} is no tokenizer: {error}.", how="Put a sound one there.") from error
    # The file asks for padding to 128 pieces and for cutting there; both are done here instead.
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def _name(folder: Path) -> str:
    path = next(each for each in (folder / minilm_weights.GRAPH, folder / minilm_weights.TENSORS) if each.is_file())
    digest = minilm_weights.sha256(path)
    return _NAME if digest == minilm_weights.SAFETENSORS_SHA256 else f"{folder.name}-{digest[:8]}"


def _threads() -> int:
    """One less than the cores this process may use: with a busy database beside it, one more is slower."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1)


def _cut(ids: list[int]) -> Ints:
    """The pieces up to the window, the last special one kept."""
    return np.array(ids if len(ids) <= WINDOW else [*ids[: WINDOW - 1], ids[-1]], np.int64)


def _batches(lengths: Sequence[int], most: int) -> Iterator[list[int]]:
    """Indexes of texts of like length, at most `most` and `_BATCH_PIECES` padded pieces together."""
    batch: list[int] = []
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) == most or (len(batch) + 1) * lengths[index] > _BATCH_PIECES):
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def _padded(ids: Sequence[Ints]) -> tuple[Ints, Ints]:
    """Pieces and mask, both [batch, longest]; 0 is [PAD]."""
    shape = (len(ids), max(each.size for each in ids))
    padded, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    for row, each in enumerate(ids):
        padded[row, : each.size] = each
        mask[row, : each.size] = 1
    return padded, mask
