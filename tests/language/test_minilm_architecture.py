"""The architecture: names and shapes of the weights are those of the model's file."""

from __future__ import annotations

import math

from kg.language import minilm_weights
from kg.language.minilm_architecture import (
    HEADS,
    HIDDEN,
    LAYERS,
    PARTS,
    POSITIONS,
    WINDOW,
    WORDS,
    attention_bias,
    shapes,
)
from kg.language.safetensors_file import TensorFile
from kg.settings import Settings


def test_the_file_has_every_weight_in_its_shape() -> None:
    file = TensorFile(minilm_weights.fetch_weights(Settings()) / minilm_weights.TENSORS)
    assert {name: file.tensors[name].shape for name in shapes()} == shapes()
    assert file.tensors[WORDS].shape[1] == HIDDEN
    assert WORDS not in shapes()


def test_weights_other_than_the_pooler_are_in_the_graph() -> None:
    file = TensorFile(minilm_weights.fetch_weights(Settings()) / minilm_weights.TENSORS)
    assert {name for name in file.tensors if not name.startswith("pooler.")} == {WORDS, *shapes()}


def test_the_numbers_agree() -> None:
    assert HIDDEN % HEADS == 0
    assert WINDOW <= POSITIONS
    # The published size, without the pooler and the table of word vectors.
    assert sum(math.prod(shape) for shape in shapes().values()) == 22_713_216 - HIDDEN * (HIDDEN + 1) - 30_522 * HIDDEN


def test_the_joined_bias_names_query_key_and_value_of_its_layer() -> None:
    for layer in range(LAYERS):
        joined, parts = attention_bias(layer)
        assert joined not in shapes()
        assert [shapes()[part] for part in parts] == [(HIDDEN,)] * 3
        assert [part.split(".")[-2] for part in parts] == [*PARTS]
        assert all(part.startswith(f"encoder.layer.{layer}.") for part in parts)
