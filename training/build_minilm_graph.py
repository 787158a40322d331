"""Build `minilm.onnx`, all-MiniLM-L6-v2 without its weights: `python -m training.build_minilm_graph`.

BERT (Devlin et al. 2019, arXiv:1810.04805) with six layers, mean pooling and unit length, as the model's card
(sentence-transformers/all-MiniLM-L6-v2) says. Layer norm has epsilon 1e-12, GELU is the exact one with erf.

Inputs (int64 unless noted): `input_ids` and `attention_mask`, both [batch, pieces]; `word_vectors`, float32
[vocabulary, 384]. Outputs, float32: `sentence` [batch, 384], and `hidden_0` (the embeddings) to `hidden_6`
(the token states), each [batch, pieces, 384].

The weights are external initialisers with the names and the layout of the safetensors file (`FusedMatMul` multiplies
with the transpose), so that loading copies each weight only once. The table of word vectors is an input, because ONNX
Runtime copies every initialiser, and this table is half of the model and rarely read. `MultiHeadAttention`, `BiasGelu`
and `SkipLayerNormalization` are operators of ONNX Runtime, to which its optimiser would convert the standard ones.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from kg.language import HEADS, HIDDEN, LAYERS, PARTS, attention_bias, shapes

EPSILON = 1e-12
GRAPH = Path(__file__).parent.parent / "kg" / "language" / "minilm.onnx"

# Old versions, which every ONNX Runtime from 1.22 on can read.
_OPSET = 17
_IR_VERSION = 8
_RUNTIME = "com.microsoft"


class _GraphBuilder:
    """Collects the nodes and initialisers of the graph."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: dict[str, onnx.TensorProto] = {}
        self.shapes = shapes()

    def add_node(
        self, kind: str, inputs: list[str], output: str, *, domain: str = "", **attributes: float | list[int]
    ) -> str:
        node = helper.make_node(kind, inputs, [output], name=output, domain=domain)
        node.attribute.extend(helper.make_attribute(name, value) for name, value in attributes.items())
        self.nodes.append(node)
        return output

    def add_runtime_node(self, kind: str, inputs: list[str], output: str, **attributes: float | list[int]) -> str:
        return self.add_node(kind, inputs, output, domain=_RUNTIME, **attributes)

    def add_constant(self, name: str, value: np.ndarray) -> str:
        self.initializers[name] = numpy_helper.from_array(value, name)
        return name

    def add_weight(self, name: str) -> str:
        """Add an initialiser whose values are supplied when a session is opened."""
        tensor = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=self.shapes[name])
        tensor.data_location = TensorProto.EXTERNAL
        tensor.external_data.add(key="location", value="model.safetensors")
        self.initializers[name] = tensor
        return name


def build_graph() -> onnx.ModelProto:
    """Build the graph without weights; deterministic."""
    graph = _GraphBuilder()
    state = _add_embeddings(graph)
    graph.add_node("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
    for layer in range(LAYERS):
        state = _add_layer(graph, layer, state)
    _add_pooling(graph, state)
    ints = [_tensor_info(name, TensorProto.INT64, "batch", "pieces") for name in ("input_ids", "attention_mask")]
    table = _tensor_info("word_vectors", TensorProto.FLOAT, "vocabulary", HIDDEN)
    hidden = [_tensor_info(f"hidden_{n}", TensorProto.FLOAT, "batch", "pieces", HIDDEN) for n in range(LAYERS + 1)]
    proto = helper.make_graph(
        graph.nodes,
        "all-MiniLM-L6-v2",
        [*ints, table],
        [_tensor_info("sentence", TensorProto.FLOAT, "batch", HIDDEN), *hidden],
        initializer=list(graph.initializers.values()),
    )
    opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_RUNTIME, 1)]
    return helper.make_model(proto, opset_imports=opsets, ir_version=_IR_VERSION, producer_name="kg")


def _tensor_info(name: str, kind: int, *shape: str | int) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)


def _add_embeddings(graph: _GraphBuilder) -> str:
    """Add `hidden_0`: the normalised sum of word, position and (always the first) type vectors."""
    zero = graph.add_constant("zero", np.array([0], np.int64))
    one = graph.add_constant("one", np.array([1], np.int64))
    words = graph.add_node("Gather", ["word_vectors", "input_ids"], "words")
    length = graph.add_node("Shape", ["input_ids"], "length", start=1, end=2)
    positions = graph.add_weight("embeddings.position_embeddings.weight")
    types = graph.add_weight("embeddings.token_type_embeddings.weight")
    position = graph.add_node("Slice", [positions, zero, length, zero], "position")
    kind = graph.add_node("Slice", [types, zero, one, zero], "type")
    added = graph.add_node("Add", [words, graph.add_node("Add", [position, kind], "place")], "embedded")
    scale = graph.add_weight("embeddings.LayerNorm.weight")
    shift = graph.add_weight("embeddings.LayerNorm.bias")
    return graph.add_node("LayerNormalization", [added, scale, shift], "hidden_0", epsilon=EPSILON)


def _add_layer(graph: _GraphBuilder, layer: int, state: str) -> str:
    """Add one layer: attention and feed-forward part, each with a residual connection and normalisation."""
    prefix = f"encoder.layer.{layer}."
    projected = [_multiply(graph, state, f"{prefix}attention.self.{part}") for part in PARTS]
    bias, _ = attention_bias(layer)
    graph.shapes[bias] = (3 * HIDDEN,)
    graph.add_weight(bias)
    mixed = graph.add_runtime_node(
        "MultiHeadAttention", [*projected, bias, "mask"], f"{prefix}attention.self", num_heads=HEADS
    )
    attended = _add_residual(graph, mixed, state, f"{prefix}attention.output", f"{prefix}attention")
    inner = _multiply(graph, attended, f"{prefix}intermediate.dense")
    bias = graph.add_weight(f"{prefix}intermediate.dense.bias")
    active = graph.add_runtime_node("BiasGelu", [inner, bias], f"{prefix}intermediate")
    return _add_residual(graph, active, attended, f"{prefix}output", f"hidden_{layer + 1}")


def _multiply(graph: _GraphBuilder, state: str, name: str) -> str:
    """Multiply `state` by the transpose of a weight, which has the layout of torch's Linear."""
    weight = graph.add_weight(f"{name}.weight")
    return graph.add_runtime_node("FusedMatMul", [state, weight], name, transB=1)


def _add_residual(graph: _GraphBuilder, state: str, skip: str, name: str, output: str) -> str:
    projected = _multiply(graph, state, f"{name}.dense")
    scale = graph.add_weight(f"{name}.LayerNorm.weight")
    shift = graph.add_weight(f"{name}.LayerNorm.bias")
    bias = graph.add_weight(f"{name}.dense.bias")
    inputs = [projected, skip, scale, shift, bias]
    return graph.add_runtime_node("SkipLayerNormalization", inputs, output, epsilon=EPSILON)


def _add_pooling(graph: _GraphBuilder, state: str) -> None:
    """Add `sentence`: the sum over unmasked pieces, normalised to unit length, which cancels the divisor of the mean."""
    axis = graph.add_constant("axis", np.array([1], np.int64))
    tiny = graph.add_constant("tiny", np.array(EPSILON, np.float32))
    mask = graph.add_node("Cast", ["attention_mask"], "weights", to=TensorProto.FLOAT)
    row = graph.add_node("Unsqueeze", [mask, axis], "row")
    total = graph.add_node("Squeeze", [graph.add_node("MatMul", [row, state], "sum"), axis], "total")
    length = graph.add_node("ReduceL2", [total], "norm", axes=[1], keepdims=1)
    graph.add_node("Div", [total, graph.add_node("Max", [length, tiny], "divisor")], "sentence")


def main() -> None:
    """Write the graph to `kg/language/minilm.onnx`."""
    GRAPH.write_bytes(build_graph().SerializeToString(deterministic=True))


if __name__ == "__main__":
    main()
