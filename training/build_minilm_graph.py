"""Builds `minilm.onnx`, all-MiniLM-L6-v2 without its weights: `python -m training.build_minilm_graph`.

BERT (Devlin et al. 2019, arXiv:1810.04805) with six layers, mean pooling and unit length, as the model's card
(sentence-transformers/all-MiniLM-L6-v2) says. Layer norm has epsilon 1e-12, GELU is the exact one with erf.

Inputs, int64 unless said: `input_ids` and `attention_mask`, both [batch, pieces]; `word_vectors`, float32
[vocabulary, 384]. Outputs, float32: `sentence` [batch, 384], and `hidden_0` (the embeddings) to `hidden_6`
(the token states), each [batch, pieces, 384].

Why it looks like this: the weights are external initialisers under the names and in the layout of the
safetensors file (`FusedMatMul` multiplies with the transpose), so that loading copies no weight twice; the
table of word vectors is an input, because ONNX Runtime copies every initialiser, and this one is half of the
model and hardly touched. `MultiHeadAttention`, `BiasGelu` and `SkipLayerNormalization` are ONNX Runtime's own
operators, which its optimiser would make of the plain ones.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from kg.language.minilm_architecture import HEADS, HIDDEN, LAYERS, PARTS, attention_bias, shapes

EPSILON = 1e-12
GRAPH = Path(__file__).parent.parent / "kg" / "language" / "minilm.onnx"

# Conservative on purpose: every ONNX Runtime from 1.22 on reads these.
_OPSET = 17
_IR_VERSION = 8
_RUNTIME = "com.microsoft"


class _Graph:
    """Nodes and initialisers, as they are added."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: dict[str, onnx.TensorProto] = {}
        self.shapes = shapes()

    def node(
        self, kind: str, inputs: list[str], output: str, *, domain: str = "", **attributes: float | list[int]
    ) -> str:
        node = helper.make_node(kind, inputs, [output], name=output, domain=domain)
        node.attribute.extend(helper.make_attribute(name, value) for name, value in attributes.items())
        self.nodes.append(node)
        return output

    def fused(self, kind: str, inputs: list[str], output: str, **attributes: float | list[int]) -> str:
        return self.node(kind, inputs, output, domain=_RUNTIME, **attributes)

    def constant(self, name: str, value: np.ndarray) -> str:
        self.initializers[name] = numpy_helper.from_array(value, name)
        return name

    def weight(self, name: str) -> str:
        """An initialiser whose values come from outside when a session is opened."""
        tensor = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=self.shapes[name])
        tensor.data_location = TensorProto.EXTERNAL
        tensor.external_data.add(key="location", value="model.safetensors")
        self.initializers[name] = tensor
        return name


def build() -> onnx.ModelProto:
    """The graph, checked, without weights; the same bytes each time."""
    graph = _Graph()
    state = _embeddings(graph)
    graph.node("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
    for layer in range(LAYERS):
        state = _layer(graph, layer, state)
    _pooling(graph, state)
    ints = [_value(name, TensorProto.INT64, "batch", "pieces") for name in ("input_ids", "attention_mask")]
    table = _value("word_vectors", TensorProto.FLOAT, "vocabulary", HIDDEN)
    hidden = [_value(f"hidden_{n}", TensorProto.FLOAT, "batch", "pieces", HIDDEN) for n in range(LAYERS + 1)]
    proto = helper.make_graph(
        graph.nodes,
        "all-MiniLM-L6-v2",
        [*ints, table],
        [_value("sentence", TensorProto.FLOAT, "batch", HIDDEN), *hidden],
        initializer=list(graph.initializers.values()),
    )
    opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_RUNTIME, 1)]
    return helper.make_model(proto, opset_imports=opsets, ir_version=_IR_VERSION, producer_name="kg")


def _value(name: str, kind: int, *shape: str | int) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)


def _embeddings(graph: _Graph) -> str:
    """Word, position and (always the first) type vectors, added and normalised: `hidden_0`."""
    zero = graph.constant("zero", np.array([0], np.int64))
    one = graph.constant("one", np.array([1], np.int64))
    words = graph.node("Gather", ["word_vectors", "input_ids"], "words")
    length = graph.node("Shape", ["input_ids"], "length", start=1, end=2)
    positions = graph.weight("embeddings.position_embeddings.weight")
    types = graph.weight("embeddings.token_type_embeddings.weight")
    position = graph.node("Slice", [positions, zero, length, zero], "position")
    kind = graph.node("Slice", [types, zero, one, zero], "type")
    added = graph.node("Add", [words, graph.node("Add", [position, kind], "place")], "embedded")
    scale = graph.weight("embeddings.LayerNorm.weight")
    shift = graph.weight("embeddings.LayerNorm.bias")
    return graph.node("LayerNormalization", [added, scale, shift], "hidden_0", epsilon=EPSILON)


def _layer(graph: _Graph, layer: int, state: str) -> str:
    """One layer: attention, then the feed-forward part, each added to its input and normalised."""
    prefix = f"encoder.layer.{layer}."
    projected = [_times(graph, state, f"{prefix}attention.self.{part}") for part in PARTS]
    bias, _ = attention_bias(layer)
    graph.shapes[bias] = (3 * HIDDEN,)
    graph.weight(bias)
    mixed = graph.fused("MultiHeadAttention", [*projected, bias, "mask"], f"{prefix}attention.self", num_heads=HEADS)
    attended = _residual(graph, mixed, state, f"{prefix}attention.output", f"{prefix}attention")
    inner = _times(graph, attended, f"{prefix}intermediate.dense")
    bias = graph.weight(f"{prefix}intermediate.dense.bias")
    active = graph.fused("BiasGelu", [inner, bias], f"{prefix}intermediate")
    return _residual(graph, active, attended, f"{prefix}output", f"hidden_{layer + 1}")


def _times(graph: _Graph, state: str, name: str) -> str:
    """`state` times the transpose of the weight: the layout that torch's Linear saves."""
    weight = graph.weight(f"{name}.weight")
    return graph.fused("FusedMatMul", [state, weight], name, transB=1)


def _residual(graph: _Graph, state: str, skip: str, name: str, output: str) -> str:
    projected = _times(graph, state, f"{name}.dense")
    scale = graph.weight(f"{name}.LayerNorm.weight")
    shift = graph.weight(f"{name}.LayerNorm.bias")
    bias = graph.weight(f"{name}.dense.bias")
    inputs = [projected, skip, scale, shift, bias]
    return graph.fused("SkipLayerNormalization", inputs, output, epsilon=EPSILON)


def _pooling(graph: _Graph, state: str) -> None:
    """`sentence`: the sum over the unmasked pieces at unit length; the mean's divisor cancels out."""
    axis = graph.constant("axis", np.array([1], np.int64))
    tiny = graph.constant("tiny", np.array(EPSILON, np.float32))
    mask = graph.node("Cast", ["attention_mask"], "weights", to=TensorProto.FLOAT)
    row = graph.node("Unsqueeze", [mask, axis], "row")
    total = graph.node("Squeeze", [graph.node("MatMul", [row, state], "sum"), axis], "total")
    length = graph.node("ReduceL2", [total], "norm", axes=[1], keepdims=1)
    graph.node("Div", [total, graph.node("Max", [length, tiny], "divisor")], "sentence")


def main() -> None:
    """Write the graph beside this module."""
    GRAPH.write_bytes(build().SerializeToString(deterministic=True))


if __name__ == "__main__":
    main()
