"""Running a model in ONNX Runtime: the shipped graph with a file of weights, or a whole model.onnx."""

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

_SHIPPED = Path(__file__).with_name("minilm.onnx")
# The binding's errors have no parent of their own; these are what opening a model can raise.
_FAILURES = (
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
_ERRORS_ONLY = 3
_TINY = 1e-12
_HOW = "Point KG_MODEL_DIR at another folder, or unset it."


class Session(Protocol):
    """A loaded model."""

    @property
    def dimension(self) -> int:
        """The length of a text's vector."""
        ...

    @property
    def layers(self) -> Sequence[int]:
        """The hidden layers that it can give; 0 is the embeddings."""
        ...

    def run(self, ids: Ints, mask: Ints, layers: Sequence[int]) -> tuple[Floats, list[Floats]]:
        """Unit vectors [batch, dimension], and [batch, pieces, dimension] for each layer asked for.

        Args:
            ids: word pieces, [batch, pieces].
            mask: 1 for a piece, 0 for padding; the same shape.
            layers: some of `self.layers`.
        """
        ...


def open_session(folder: Path, threads: int) -> Session:
    """The model in `folder`: its own model.onnx where there is one, else the shipped graph with its weights.

    Raises:
        ModelUnavailable: the folder's files are not of a form that is known.
    """
    if (folder / GRAPH).is_file():
        return WholeModel(folder / GRAPH, threads)
    return MiniLMGraph(folder / TENSORS, threads)


class MiniLMGraph:
    """The shipped graph (see `build_graph`) with the weights of one safetensors file.

    Its weights are in memory once, packed for multiplying; word vectors are read from the file when used.
    """

    dimension = HIDDEN
    layers = range(LAYERS + 1)

    def __init__(self, path: Path, threads: int) -> None:
        """Open the graph with the weights at `path`, on `threads` threads.

        Raises:
            ModelUnavailable: the file does not hold a MiniLM of six layers.
        """
        file = TensorFile(path)
        weights = _initializers(file.tensors, path)
        options = _options(threads)
        values = [ort.OrtValue.ortvalue_from_numpy(value) for value in weights.values()]
        options.add_external_initializers(list(weights), values)
        self._session = _open(_SHIPPED, options)
        self._words = file.tensors[WORDS]
        # What the session needs it has copied by now.
        file.release()

    def run(self, ids: Ints, mask: Ints, layers: Sequence[int]) -> tuple[Floats, list[Floats]]:
        """See `Session.run`."""
        names = ["sentence", *(f"hidden_{layer}" for layer in layers)]
        inputs = {"input_ids": ids, "attention_mask": mask, "word_vectors": self._words}
        vectors, *states = self._session.run(names, inputs)
        return vectors, states


class WholeModel:
    """A model.onnx of the user's, as Hugging Face's tools export it. It gives vectors, no hidden layers.

    Inputs are `input_ids`, `attention_mask` and perhaps `token_type_ids`. The first output of rank 2 is taken
    for the sentences' vectors; without one, the first output is pooled by the mean over the pieces.
    """

    layers = range(0)

    def __init__(self, path: Path, threads: int) -> None:
        """Open the model at `path`, on `threads` threads.

        Raises:
            ModelUnavailable: ONNX Runtime cannot open it, or it has no output of a known width.
        """
        self._session = _open(path, _options(threads))
        self._inputs = {each.name for each in self._session.get_inputs()}
        outputs = self._session.get_outputs()
        chosen = next((each for each in outputs if len(each.shape) == 2), outputs[0])
        if not isinstance(chosen.shape[-1], int):
            raise ModelUnavailable(f"{path}: the output {chosen.name} has no fixed width.", how=_HOW)
        self._output: str = chosen.name
        self.dimension: int = chosen.shape[-1]

    def run(self, ids: Ints, mask: Ints, layers: Sequence[int]) -> tuple[Floats, list[Floats]]:
        """See `Session.run`."""
        del layers
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        inputs = {name: value for name, value in given.items() if name in self._inputs}
        (found,) = self._session.run([self._output], inputs)
        total = found if found.ndim == 2 else np.einsum("bp,bpd->bd", mask.astype(np.float32), found)
        length = np.linalg.norm(total, axis=1, keepdims=True)
        return (total / np.maximum(length, _TINY)).astype(np.float32), []


def _options(threads: int) -> ort.SessionOptions:
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    return options


def _open(path: Path, options: ort.SessionOptions) -> ort.InferenceSession:
    try:
        return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except _FAILURES as error:
        raise ModelUnavailable(f"ONNX Runtime cannot open {path}: {error}.", how=_HOW) from error


def _initializers(tensors: Mapping[str, Floats], path: Path) -> dict[str, Floats]:
    """What the graph wants, by its names: the file's tensors, the biases of each attention joined."""
    wrong = [name for name, shape in shapes().items() if name not in tensors or tensors[name].shape != shape]
    if wrong or WORDS not in tensors:
        named = ", ".join(wrong[:3] or [WORDS])
        raise ModelUnavailable(f"{path} is no MiniLM of {LAYERS} layers (see {named}).", how=_HOW)
    found = {name: tensors[name] for name in shapes()}
    for layer in range(LAYERS):
        joined, parts = attention_bias(layer)
        found[joined] = np.concatenate([found.pop(part) for part in parts])
    return found
