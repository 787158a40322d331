"""The shape of all-MiniLM-L6-v2: the numbers of its architecture, and the names and shapes of its weights."""

from __future__ import annotations

HIDDEN = 384
LAYERS = 6
HEADS = 12
INNER = 1536
POSITIONS = 512
WINDOW = 256  # word pieces that the model was tuned to read, [CLS] and [SEP] included

WORDS = "embeddings.word_embeddings.weight"
PARTS = ("query", "key", "value")


def shapes() -> dict[str, tuple[int, ...]]:
    """Return name and shape of every weight in the graph, except the table of word vectors."""
    weight_shapes: dict[str, tuple[int, ...]] = {
        "embeddings.position_embeddings.weight": (POSITIONS, HIDDEN),
        "embeddings.token_type_embeddings.weight": (2, HIDDEN),
        **_norm_shapes("embeddings"),
    }
    for layer in range(LAYERS):
        prefix = f"encoder.layer.{layer}."
        for part in PARTS:
            weight_shapes |= _linear_shapes(f"{prefix}attention.self.{part}", HIDDEN, HIDDEN)
        weight_shapes |= _linear_shapes(f"{prefix}attention.output.dense", HIDDEN, HIDDEN)
        weight_shapes |= _linear_shapes(f"{prefix}intermediate.dense", HIDDEN, INNER)
        weight_shapes |= _linear_shapes(f"{prefix}output.dense", INNER, HIDDEN)
        weight_shapes |= _norm_shapes(f"{prefix}attention.output") | _norm_shapes(f"{prefix}output")
    return weight_shapes


def attention_bias(layer: int) -> tuple[str, tuple[str, ...]]:
    """Return the graph's name for a layer's joined biases of query, key and value, and their names in the file."""
    prefix = f"encoder.layer.{layer}.attention.self"
    return f"{prefix}.bias", tuple(f"{prefix}.{part}.bias" for part in PARTS)


def _linear_shapes(name: str, width: int, out: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (out, width), f"{name}.bias": (out,)}


def _norm_shapes(name: str) -> dict[str, tuple[int, ...]]:
    return {f"{name}.LayerNorm.weight": (HIDDEN,), f"{name}.LayerNorm.bias": (HIDDEN,)}
