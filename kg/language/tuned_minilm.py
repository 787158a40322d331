"""all-MiniLM-L6-v2 with changes of its weights that were learnt for one classification.

The changes are products of two narrow matrices (LoRA: Hu et al. 2021, arXiv:2106.09685), so that a file of 3 MB makes another
model of the publisher's weights (`python -m training feedback-changes`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kg.language.cleaning import replace_surrogates

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import tokenizers
    from numpy.typing import NDArray

    from kg.protocols import TextPart

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

_UP, _DOWN = ".up", ".down"
_HEAD_WEIGHT, _HEAD_BIAS = "head.weight", "head.bias"
_BEGIN, _SEPARATOR = 101, 102  # [CLS] and [SEP]
_CHARS_OF_PIECE = 12


class TunedMiniLM:
    """The changed model, as a `TextClassifier`. Thread-safe."""

    def __init__(self, weights: Path, changes: Path, tokenizer: tokenizers.Tokenizer, threads: int) -> None:
        """Load the model.

        Args:
            weights: the publisher's weights.
            changes: the file of the changes, and of the layer that classifies.
            tokenizer: the model's.
            threads: how many threads a pass uses.

        Raises:
            ModelUnavailable: the weights are of another model.
        """
        # Imported here so that creating an embedder does not load ONNX Runtime.
        from kg.language.onnx_session import MiniLMGraph  # noqa: PLC0415

        with np.load(changes) as file:
            arrays = {name: file[name].astype(np.float32) for name in file.files}
        self._head = arrays.pop(_HEAD_WEIGHT), arrays.pop(_HEAD_BIAS)
        self._session = MiniLMGraph(weights, threads, _multiply(arrays))
        self._tokenizer = tokenizer

    def classify(self, texts: Sequence[Sequence[TextPart]]) -> Floats:
        """See `TextClassifier.classify`."""
        weight, bias = self._head
        if not texts:
            return np.empty((0, bias.size), np.float32)
        pieces = [np.array(join_parts(self._tokenizer, parts), np.int64) for parts in texts]
        vectors, _ = self._session.run(*pad_pieces(pieces), ())
        odds = vectors @ weight.T + bias
        powers = np.exp(odds - odds.max(axis=1, keepdims=True))
        shares: Floats = powers / powers.sum(axis=1, keepdims=True)
        return shares


def join_parts(tokenizer: tokenizers.Tokenizer, parts: Sequence[TextPart]) -> list[int]:
    """Return the word pieces of the parts, each followed by the separator."""
    joined = [_BEGIN]
    for part in parts:
        # The tokenizer reads no more than could be kept.
        most = part.pieces * _CHARS_OF_PIECE
        text = replace_surrogates(part.text[-most:] if part.keeps_end else part.text[:most])
        ids = tokenizer.encode(text, add_special_tokens=False).ids
        joined += [*(ids[-part.pieces :] if part.keeps_end else ids[: part.pieces]), _SEPARATOR]
    return joined


def pad_pieces(ids: Sequence[Ints]) -> tuple[Ints, Ints]:
    """Return pieces and mask, both [batch, longest]; 0 is [PAD]."""
    shape = (len(ids), max(each.size for each in ids))
    padded, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    for row, each in enumerate(ids):
        padded[row, : each.size] = each
        mask[row, : each.size] = 1
    return padded, mask


def _multiply(arrays: Mapping[str, Floats]) -> dict[str, Floats]:
    """Return the change of each weight."""
    names = [name.removesuffix(_UP) for name in arrays if name.endswith(_UP)]
    return {f"{name}.weight": arrays[name + _UP] @ arrays[name + _DOWN] for name in names}
