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
    """Name and shape of every weight of the model's file in the graph, but for the table of word vectors."""
    found: dict[str, tuple[int, ...]] = {
        "embeddings.position_embeddings.weight": (POSITIONS, HIDDEN),
        "embeddings.token_type_embeddings.weight": (2, HIDDEN),
        **_norm("embeddings"),
    }
    for layer in range(LAYERS):
        prefix = f"encoder.layer.{layer}."
        for part in PARTS:
            found |= _linear(f"{prefix}attention.self.{part}", HIDDEN, HIDDEN)
        found |= _linear(f"{prefix}attention.output.dense", HIDDEN, HIDDEN)
        found |= _linear(f"{prefix}intermediate.dense", HIDDEN, INNER)
        found |= _linear(f"{prefix}output.dense", INNER, HIDDEN)
        found |= _norm(f"{prefix}attention.output") | _norm(f"{prefix}output")
    return found


def attention_bias(layer: int) -> tuple[str, tuple[str, ...]]:
    """The graph's name for a layer's joined biases of query, key and value, and their names in the file."""
    prefix = f"encoder.layer.{layer}.attention.self"
    return f"{prefix}.bias", tuple(f"{prefix}.{part}.bias" for part in PARTS)


def _linear(name: str, width: int, out: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (out, width), f"{name}.bias": (out,)}


def _norm(name: str) -> dict[str, tuple[int, ...]]:
    return {f"{name}.LayerNorm.weight": (HIDDEN,), f"{name}.LayerNorm.bias": (HIDDEN,)}
