"""Tune MiniLM for a classification of texts with low-rank changes of its weights (LoRA: Hu et al. 2021, arXiv:2106.09685).

Needs PyTorch, and is meant for a GPU: an hour on two cores is a minute there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from kg.language import HEADS, HIDDEN, LAYERS, pad_pieces

_EPSILON = 1e-12
# Unit vectors times this are the input of the last layer, which otherwise learns slowly.
_VECTOR_SCALE = 20.0
_DROPOUT, _CHANGE_DROPOUT, _SMOOTHING = 0.1, 0.05, 0.05
_WARM_UP, _DECAY, _BATCH, _BLOCK = 0.06, 0.01, 48, 16
_LINEAR = (
    "attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense", "intermediate.dense",
    "output.dense",
)  # fmt: skip
Tensors = Mapping[str, NDArray[np.float32]]


@dataclass(frozen=True)
class TuningSample:
    """A text: its word pieces with the special ones, its class, and its weight in the loss."""

    pieces: Sequence[int]
    label: int
    weight: float


class _ChangedLinear(nn.Module):  # type: ignore[misc]  # PyTorch is not installed where types are checked
    """A linear layer whose weights stay as they are, plus the product of two narrow matrices."""

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor, rank: int) -> None:
        super().__init__()
        self.register_buffer("weight", weight)
        self.register_buffer("bias", bias)
        self.down = nn.Parameter(torch.randn(rank, weight.shape[1]) / math.sqrt(weight.shape[1]))
        self.up = nn.Parameter(torch.zeros(weight.shape[0], rank))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        narrow = functional.linear(functional.dropout(rows, _CHANGE_DROPOUT, self.training), self.down)
        return functional.linear(rows, self.weight, self.bias) + functional.linear(narrow, self.up)


class _Layer(nn.Module):  # type: ignore[misc]  # PyTorch is not installed where types are checked
    def __init__(self, tensors: Tensors, prefix: str, rank: int) -> None:
        super().__init__()
        self.parts = nn.ModuleDict(
            {
                name.replace(".", "_"): _ChangedLinear(
                    torch.tensor(tensors[f"{prefix}{name}.weight"]), torch.tensor(tensors[f"{prefix}{name}.bias"]), rank
                )
                for name in _LINEAR
            }
        )
        self.norms = nn.ModuleList(
            _frozen_norm(tensors, f"{prefix}{part}.LayerNorm") for part in ("attention.output", "output")
        )
        self.dropout = nn.Dropout(_DROPOUT)

    def forward(self, rows: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        texts, pieces, _ = rows.shape
        heads = (
            self.parts[f"attention_self_{part}"](rows).view(texts, pieces, HEADS, -1).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        mixed = functional.scaled_dot_product_attention(*heads, attn_mask=mask[:, None, None, :])
        mixed = mixed.transpose(1, 2).reshape(texts, pieces, HIDDEN)
        rows = self.norms[0](rows + self.dropout(self.parts["attention_output_dense"](mixed)))
        inner = functional.gelu(self.parts["intermediate_dense"](rows))
        changed: torch.Tensor = self.norms[1](rows + self.dropout(self.parts["output_dense"](inner)))
        return changed


class TunedNetwork(nn.Module):  # type: ignore[misc]  # PyTorch is not installed where types are checked
    """MiniLM with changes of rank `rank`, and a linear layer from its vector to the classes."""

    def __init__(self, tensors: Tensors, classes: int, rank: int) -> None:
        super().__init__()
        self.words = nn.Embedding.from_pretrained(torch.tensor(tensors["embeddings.word_embeddings.weight"]))
        places = torch.tensor(tensors["embeddings.position_embeddings.weight"])
        self.register_buffer("places", places + torch.tensor(tensors["embeddings.token_type_embeddings.weight"])[0])
        self.norm = _frozen_norm(tensors, "embeddings.LayerNorm")
        self.layers = nn.ModuleList(_Layer(tensors, f"encoder.layer.{layer}.", rank) for layer in range(LAYERS))
        self.head = nn.Linear(HIDDEN, classes)

    def forward(self, pieces: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return the log-odds of the classes, (texts, classes)."""
        rows = functional.dropout(
            self.norm(self.words(pieces) + self.places[: pieces.shape[1]]), _DROPOUT, self.training
        )
        for layer in self.layers:
            rows = layer(rows, mask)
        total = (rows * mask[:, :, None]).sum(1)
        vectors = functional.normalize(total, dim=1) * _VECTOR_SCALE
        odds: torch.Tensor = self.head(functional.dropout(vectors, _DROPOUT, self.training))
        return odds

    def export(self) -> dict[str, NDArray[np.float16]]:
        """Return the changes and the last layer: {"encoder.layer.0.output.dense.up", …, "head.weight", "head.bias"}."""
        found = {"head.weight": self.head.weight * _VECTOR_SCALE, "head.bias": self.head.bias}
        for number, layer in enumerate(self.layers):
            for name in _LINEAR:
                part = layer.parts[name.replace(".", "_")]
                found |= {
                    f"encoder.layer.{number}.{name}.down": part.down,
                    f"encoder.layer.{number}.{name}.up": part.up,
                }
        return {name: value.detach().cpu().numpy().astype(np.float16) for name, value in found.items()}


def tune_network(
    samples: Sequence[TuningSample], tensors: Tensors, *, classes: int, rank: int, epochs: int, rate: float
) -> TunedNetwork:
    """Fit the changes to samples; deterministic on one machine.

    Args:
        samples: the texts.
        tensors: the publisher's weights, by name.
        classes: how many classes there are.
        rank: of the changes.
        epochs: how often each sample is seen.
        rate: the highest learning rate.
    """
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    network: TunedNetwork = TunedNetwork(tensors, classes, rank).to(_device()).train()
    learnt = [each for each in network.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(learnt, lr=rate, weight_decay=_DECAY)
    steps = epochs * math.ceil(len(samples) / _BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / (_WARM_UP * steps)) * max(0.0, 1 - step / steps)
    )
    for _ in range(epochs):
        for batch in _batches(samples, rng):
            weights = torch.tensor([each.weight for each in batch], device=_device())
            labels = torch.tensor([each.label for each in batch], device=_device())
            with torch.autocast("cuda", dtype=torch.bfloat16, enabled=_device() == "cuda"):
                odds = network(*_pad([each.pieces for each in batch]))
            losses = functional.cross_entropy(odds.float(), labels, reduction="none", label_smoothing=_SMOOTHING)
            optimizer.zero_grad()
            ((losses * weights).sum() / weights.sum().clamp(min=1)).backward()
            nn.utils.clip_grad_norm_(learnt, 1.0)
            optimizer.step()
            schedule.step()
    network.eval()
    return network


def predict_classes(network: TunedNetwork, texts: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    """Return the probability of each class for each text."""
    with torch.no_grad():
        odds = [network(*_pad(texts[start : start + _BATCH])) for start in range(0, len(texts), _BATCH)]
        shares: NDArray[np.float64] = torch.softmax(torch.cat(odds).double(), dim=1).cpu().numpy()
    return shares


def _batches(samples: Sequence[TuningSample], rng: np.random.Generator) -> Iterator[list[TuningSample]]:
    """Yield batches of texts of similar length, in random order."""
    order = rng.permutation(len(samples))
    batches = []
    for start in range(0, len(order), _BATCH * _BLOCK):
        block = sorted(order[start : start + _BATCH * _BLOCK], key=lambda place: len(samples[place].pieces))
        batches += [block[first : first + _BATCH] for first in range(0, len(block), _BATCH)]
    for place in rng.permutation(len(batches)):
        yield [samples[each] for each in batches[place]]


def _pad(texts: Sequence[Sequence[int]]) -> tuple[torch.Tensor, torch.Tensor]:
    pieces, mask = pad_pieces([np.array(text, np.int64) for text in texts])
    return torch.from_numpy(pieces).to(_device()), torch.from_numpy(mask == 1).to(_device())


def _frozen_norm(tensors: Tensors, name: str) -> nn.LayerNorm:
    norm = nn.LayerNorm(HIDDEN, eps=_EPSILON)
    norm.weight = nn.Parameter(torch.tensor(tensors[f"{name}.weight"]), requires_grad=False)
    norm.bias = nn.Parameter(torch.tensor(tensors[f"{name}.bias"]), requires_grad=False)
    return norm


def _device() -> str:
    return "cuda" if torch.cuda.is_available() else "cpu"
