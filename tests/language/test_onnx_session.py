from __future__ import annotations

import shutil

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from kg.errors import ModelUnavailable
from kg.language import minilm_weights
from kg.language.minilm import MiniLM
from kg.settings import Settings
from training import build_minilm_graph


def test_the_bundled_graph_equals_the_built_one():
    assert build_minilm_graph.GRAPH.read_bytes() == build_minilm_graph.build_graph().SerializeToString(
        deterministic=True
    )


def test_the_bundled_graph_is_small_and_uses_an_old_opset():
    graph = onnx.load(build_minilm_graph.GRAPH, load_external_data=False)

    assert build_minilm_graph.GRAPH.stat().st_size < 100_000
    assert graph.ir_version <= 8
    assert {each.domain: each.version for each in graph.opset_import} == {"": 17, "com.microsoft": 1}


def _model(outputs, *, types=False):
    """A model whose states are the piece's number times (1, 2, 3, 4)."""
    names = ["input_ids", "attention_mask", *(["token_type_ids"] if types else [])]
    row = helper.make_tensor("row", TensorProto.FLOAT, [1, 1, 4], [1.0, 2.0, 3.0, 4.0])
    axis = helper.make_tensor("axis", TensorProto.INT64, [1], [2])
    nodes = [
        helper.make_node("Cast", ["input_ids"], ["floats"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["floats", "axis"], ["column"]),
        helper.make_node("Mul", ["column", "row"], ["last_hidden_state"]),
        helper.make_node("ReduceMax", ["last_hidden_state"], ["sentence_embedding"], axes=[1], keepdims=0),
    ]
    shapes = {"last_hidden_state": ["b", "p", 4], "sentence_embedding": ["b", 4], "floats": ["b", "p"]}
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["b", "p"]) for name in names],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, shapes[name]) for name in outputs],
        initializer=[row, axis],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def _folder(tmp_path, model):
    shutil.copy(minilm_weights.locate_weights(Settings()) / minilm_weights.TOKENIZER, tmp_path)
    onnx.save(model, tmp_path / minilm_weights.GRAPH)
    return MiniLM(Settings(model_dir=tmp_path))


@pytest.mark.parametrize("outputs", [["last_hidden_state"], ["last_hidden_state", "sentence_embedding"]])
@pytest.mark.parametrize("types", [True, False])
def test_an_exported_model_is_pooled_and_normalised(tmp_path, outputs, types):
    model = _folder(tmp_path, _model(outputs, types=types))

    vectors = model.embed(["one", "one two three"])

    assert model.dimension == 4
    assert model.name.startswith(f"{tmp_path.name}-")
    np.testing.assert_allclose(vectors, np.tile(np.array([1, 2, 3, 4]) / np.sqrt(30), (2, 1)), atol=1e-6)
    assert model.encode(["one"], layers=()).states == {}


def test_a_model_without_a_fixed_width_is_rejected(tmp_path):
    with pytest.raises(ModelUnavailable, match="no fixed width"):
        _folder(tmp_path, _model(["floats"])).embed(["x"])


def test_an_invalid_model_file_is_rejected(tmp_path):
    shutil.copy(minilm_weights.locate_weights(Settings()) / minilm_weights.TOKENIZER, tmp_path)
    (tmp_path / minilm_weights.GRAPH).write_bytes(b"no model")

    with pytest.raises(ModelUnavailable, match=r"cannot open .*model\.onnx"):
        MiniLM(Settings(model_dir=tmp_path)).embed(["x"])
