"""Running a model in ONNX Runtime: the bundled graph with a file of weights, or a complete model.onnx."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
import onnxruntime as ort
from onnxruntime.capi import onnxruntime_pybind11_state as state

from kg.errors import ModelUnavailable
from kg.language.minilm_architecture import HIDDEN, LAYERS, WORDS, attention_bias, shapes
from kg.language.minilm_weights import GRAPH, TENSORS
from kg.language.safetensors_file import TensorFile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

_BUNDLED_GRAPH = Path(__file__).with_name("minilm.onnx")
# The errors of the binding have no common base class; opening a model can raise these.
_OPEN_ERRORS = (
    state.EPFail,
    state.Fail,
    state.InvalidArgument,
    state.InvalidGraph,
    state.InvalidProtobuf,
    state.NoModel,
    state.NoSuchFile,
    state.NotImplemented,
    state.RuntimeException,
)
_LOG_ERRORS_ONLY = 3
_LEAST_LENGTH = 1e-12
_ADVICE = "Point KG_MODEL_DIR at another folder, or unset it."


class ModelSession(Protocol):
    """A loaded model."""

    @property
    def dimension(self) -> int:
        """The length of a text's vector."""
        ...

    @property
    def layers(self) -> Sequence[int]:
        """The hidden layers that it can return; 0 is the embeddings."""
        ...

    def run(self, ids: Ints, mask: Ints, layers: Sequence[int]) -> tuple[Floats, list[Floats]]:
        """Return unit vectors [batch, dimension], and [batch, pieces, dimension] for each requested layer.

        Args:
            ids: word pieces, [batch, pieces].
            mask: 1 for a piece, 0 for padding; the same shape.
            layers: some of `self.layers`.
        """
        ...


def open_session(folder: Path, threads: int) -> ModelSession:
    """Open the model in `folder`: its model.onnx if there is one, else the bundled graph with its weights.

    Raises:
        ModelUnavailable: the folder's files have an unknown format.
    """
    if (folder / GRAPH).is_file():
        return ExportedModel(folder / GRAPH, threads)
    return MiniLMGraph(folder / TENSORS, threads)


class MiniLMGraph:
    """The bundled graph (see `training.build_minilm_graph`) with the weights of a safetensors file.

    The weights are in memory once, packed for multiplication; word vectors are read from the file when used.
    """

    dimension = HIDDEN
    layers = range(LAYERS + 1)

    def __init__(self, path: Path, threads: int, changes: Mapping[str, Floats] | None = None) -> None:
        """Open the graph with the weights at `path`, on `threads` threads.

        Args:
            path: a safetensors file.
            threads: how many threads a pass uses.
            changes: what is added to some of the weights, by name.

        Raises:
            ModelUnavailable: the file does not hold a MiniLM of six layers.
        """
        file = TensorFile(path)
        weights = _build_initializers(file.tensors, path)
        weights |= {name: weights[name] + change for name, change in (changes or {}).items()}
        options = _session_options(threads)
        values = [ort.OrtValue.ortvalue_from_numpy(value) for value in weights.values()]
        options.add_external_initializers(list(weights), values)
        self._session = _open_session(_BUNDLED_GRAPH, options)
        self._words = file.tensors[WORDS]
        # The session has copied what it needs.
        file.release()

    def run(self, ids: Ints, mask: Ints, layers: Sequence[int]) -> tuple[Floats, list[Floats]]:
        """See `Session.run`."""
        names = ["sentence", *(f"hidden_{layer}" for layer in layers)]
        inputs = {"input_ids": ids, "attention_mask": mask, "word_vectors": self._words}
        vectors, *states = self._session.run(names, inputs)
        return vectors, states


class ExportedModel:
    """A user's model.onnx, as Hugging Face's tools export it. It returns vectors but no hidden layers.

    Inputs are `input_ids`, `attention_mask` and optionally `token_type_ids`. The first output of rank 2 is used as
    the sentence vectors; without one, the first output is pooled by the mean over the pieces.
    """

    layers = range(0)

    def __init__(self, path: Path, threads: int) -> None:
        """Open the model at `path`, on `threads` threads.

        Raises:
            ModelUnavailable: ONNX Runtime cannot open it, or it has no output of a known width.
        """
        self._session = _open_session(path, _session_options(threads))
        self._inputs = {each.name for each in self._session.get_inputs()}
        outputs = self._session.get_outputs()
        chosen = next((each for each in outputs if len(each.shape) == 2), outputs[0])
        if not isinstance(chosen.shape[-1], int):
            raise ModelUnavailable(f"{path}: the output {chosen.name} has no fixed width.", how=_ADVICE)
        self._output: str = chosen.name
        self.dimension: int = chosen.shape[-1]

    def run(self, ids: Ints, mask: Ints, layers: Sequence[int]) -> tuple[Floats, list[Floats]]:
        """See `Session.run`."""
        del layers
        available = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        inputs = {name: value for name, value in available.items() if name in self._inputs}
        (found,) = self._session.run([self._output], inputs)
        total = found if found.ndim == 2 else np.einsum("bp,bpd->bd", mask.astype(np.float32), found)
        length = np.linalg.norm(total, axis=1, keepdims=True)
        return (total / np.maximum(length, _LEAST_LENGTH)).astype(np.float32), []


def _session_options(threads: int) -> ort.SessionOptions:
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = _LOG_ERRORS_ONLY
    return options


def _open_session(path: Path, options: ort.SessionOptions) -> ort.InferenceSession:
    try:
        return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except _OPEN_ERRORS as error:
        raise ModelUnavailable(f"ONNX Runtime cannot open {path}: {error}.", how=_ADVICE) from error


def _build_initializers(tensors: Mapping[str, Floats], path: Path) -> dict[str, Floats]:
    """Return the graph's initializers by name: the file's tensors, with the biases of each attention layer joined."""
    wrong = [name for name, shape in shapes().items() if name not in tensors or tensors[name].shape != shape]
    if wrong or WORDS not in tensors:
        named = ", ".join(wrong[:3] or [WORDS])
        raise ModelUnavailable(
            f"{path} does not hold a MiniLM of {LAYERS} layers (missing or of another shape: {named}).", how=_ADVICE
        )
    found = {name: tensors[name] for name in shapes()}
    for layer in range(LAYERS):
        joined, parts = attention_bias(layer)
        found[joined] = np.concatenate([found.pop(part) for part in parts])
    return found
