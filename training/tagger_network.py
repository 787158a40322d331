"""Training of the name tagger's network in numpy: forward pass and backward pass.

The loss is that of a conditional random field with a set of correct sequences: where a data set does not determine the tag of
a word, all of its possible tags are correct.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from thinc.api import Adam

from kg.language import CONTEXT_UNITS, TAGS, TaggerWeights, allowed_transitions

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class TaggerSample:
    """A sentence: the input of the network, (units, width), and the allowed tags, (units, tags)."""

    rows: Floats
    allowed: Flags


@dataclass(frozen=True)
class NetworkShape:
    """The sizes and regularisation of the network.

    Attributes:
        narrow: width of the first layer, for one unit.
        wide: width of the second layer, for a unit with its neighbours.
        hidden_rows: dropout rate of the input.
        hidden: dropout rate of the hidden layers.
        decay: weight decay per step, multiplied by the learning rate.
    """

    narrow: int = 192
    wide: int = 256
    hidden_rows: float = 0.2
    hidden: float = 0.4
    decay: float = 0.02


class TaggerNetwork:
    """The network with its weights and optimizer state."""

    def __init__(self, width: int, shape: NetworkShape, rng: np.random.Generator) -> None:
        """Initialise random weights for an input of `width` numbers per unit."""
        window = (2 * CONTEXT_UNITS + 1) * shape.narrow
        tags = len(TAGS)

        def random(inputs: int, outputs: int, gain: float = 2.0) -> Floats:
            return rng.normal(0, np.sqrt(gain / inputs), (inputs, outputs)).astype(np.float32)

        self.weights = {
            "first": random(width, shape.narrow),
            "first_bias": np.zeros(shape.narrow, np.float32),
            "second": random(window, shape.wide),
            "second_bias": np.zeros(shape.wide, np.float32),
            "third": random(shape.wide, tags, 1.0),
            "third_bias": np.zeros(tags, np.float32),
            "steps": np.zeros((tags, tags), np.float32),
            "starts": np.zeros(tags, np.float32),
        }
        self.shape = shape
        self._rng = rng
        self._plain = Adam(1.0, grad_clip=0)
        self._decaying = Adam(1.0, L2=shape.decay, L2_is_weight_decay=True, grad_clip=0)
        self._mean = {name: value.copy() for name, value in self.weights.items()}
        self._steps = 0
        self._possible = allowed_transitions()

    def learn(self, samples: Sequence[TaggerSample], rate: float) -> float:
        """Run one step of Adam on a batch; return the loss per sentence."""
        longest = max(len(sample.rows) for sample in samples)
        count, width = len(samples), samples[0].rows.shape[1]
        rows = np.zeros((count, longest, width), np.float32)
        allowed = np.zeros((count, longest, len(TAGS)), bool)
        mask = np.zeros((count, longest), bool)
        for index, sample in enumerate(samples):
            size = len(sample.rows)
            rows[index, :size], allowed[index, :size], mask[index, :size] = sample.rows, sample.allowed, True
        allowed[~mask] = True
        rows *= self._dropout_mask(rows.shape, self.shape.hidden_rows)
        loss, gradients = self._gradients(rows, allowed, mask)
        self._update(gradients, rate, count)
        return loss / count

    def _dropout_mask(self, shape: tuple[int, ...], share: float) -> Floats:
        is_kept = self._rng.random(shape, np.float32) >= np.float32(share)
        return is_kept.astype(np.float32) / np.float32(1 - share)

    def _gradients(self, rows: Floats, allowed: Flags, mask: Flags) -> tuple[float, dict[str, Floats]]:
        weights, share = self.weights, self.shape.hidden
        count, longest, _ = rows.shape
        narrow_output = np.maximum(rows @ weights["first"] + weights["first_bias"], 0)
        narrow_output *= self._dropout_mask(narrow_output.shape, share) * mask[:, :, None]
        padded = np.pad(narrow_output, ((0, 0), (CONTEXT_UNITS, CONTEXT_UNITS), (0, 0)))
        window = np.concatenate([padded[:, index : index + longest] for index in range(2 * CONTEXT_UNITS + 1)], axis=2)
        wide_output = np.maximum(window @ weights["second"] + weights["second_bias"], 0)
        wide_output *= self._dropout_mask(wide_output.shape, share)
        scores = wide_output @ weights["third"] + weights["third_bias"]
        loss, d_scores, d_steps, d_starts = self._crf_loss(scores, allowed, mask)
        flat = d_scores.reshape(-1, len(TAGS))
        gradients = {"steps": d_steps, "starts": d_starts}
        gradients["third"] = wide_output.reshape(-1, self.shape.wide).T @ flat
        gradients["third_bias"] = flat.sum(axis=0)
        # Values that dropout or ReLU set to 0 have no gradient; the others were scaled by the dropout.
        d_wide = (flat @ weights["third"].T) * (wide_output.reshape(-1, self.shape.wide) > 0) / np.float32(1 - share)
        gradients["second"] = window.reshape(len(flat), -1).T @ d_wide
        gradients["second_bias"] = d_wide.sum(axis=0)
        d_window = (d_wide @ weights["second"].T).reshape(count, longest, -1)
        d_padded = np.zeros_like(padded)
        size = self.shape.narrow
        for index in range(2 * CONTEXT_UNITS + 1):
            d_padded[:, index : index + longest] += d_window[:, :, index * size : (index + 1) * size]
        d_narrow = d_padded[:, CONTEXT_UNITS : CONTEXT_UNITS + longest] * (narrow_output > 0) / np.float32(1 - share)
        flat_narrow = d_narrow.reshape(-1, size)
        gradients["first"] = rows.reshape(len(flat), -1).T @ flat_narrow
        gradients["first_bias"] = flat_narrow.sum(axis=0)
        return loss, gradients

    def _crf_loss(self, scores: Floats, allowed: Flags, mask: Flags) -> tuple[float, Floats, Floats, Floats]:
        """Return loss and gradients of the CRF: expectation over all sequences minus expectation over the correct ones."""
        count = len(scores)
        likelihoods = np.exp((scores - scores.max(axis=2, keepdims=True)).astype(np.float64))
        paired = np.concatenate([likelihoods, likelihoods * allowed])
        steps = np.exp(self.weights["steps"].astype(np.float64)) * self._possible[:-1]
        starts = np.exp(self.weights["starts"].astype(np.float64)) * self._possible[-1]
        longest = scores.shape[1]
        paired_mask = np.concatenate([mask, mask])
        forward, backward = np.zeros_like(paired), np.ones_like(paired)
        total = np.zeros(2 * count)
        for index in range(longest):
            row = (forward[:, index - 1] @ steps if index else starts) * paired[:, index]
            scale = row.sum(axis=1, keepdims=True)
            is_valid = paired_mask[:, index, None]
            forward[:, index] = np.where(is_valid, row / scale, forward[:, index - 1] if index else row)
            total += np.where(paired_mask[:, index], np.log(scale[:, 0]), 0)
        pairs = np.zeros((2, *steps.shape))
        for index in range(longest - 1, 0, -1):
            next_row = backward[:, index] * paired[:, index] * paired_mask[:, index, None]
            row = next_row @ steps.T
            scale = np.maximum((forward[:, index - 1] * row).sum(axis=1, keepdims=True), 1e-300)
            for side in range(2):
                part = slice(side * count, (side + 1) * count)
                pairs[side] += (forward[part, index - 1] / scale[part]).T @ next_row[part]
            size = np.maximum(row.sum(axis=1, keepdims=True), 1e-300)
            backward[:, index - 1] = np.where(paired_mask[:, index, None], row / size, 1.0)
        marginals = forward * backward
        marginals /= np.maximum(marginals.sum(axis=2, keepdims=True), 1e-300)
        difference = (marginals[:count] - marginals[count:]) * mask[:, :, None]
        loss = float((total[:count] - total[count:]).sum())
        d_steps = (pairs[0] - pairs[1]) * steps
        return (
            loss,
            difference.astype(np.float32),
            d_steps.astype(np.float32),
            difference[:, 0].sum(axis=0).astype(np.float32),
        )

    def _update(self, gradients: dict[str, Floats], rate: float, count: int) -> None:
        self._steps += 1
        # The mean of the last few hundred steps has less variance than the last step.
        ema_decay = np.float32(min(0.998, self._steps / (self._steps + 10)))
        for name, total in gradients.items():
            weights = self.weights[name]
            optimizer = self._decaying if weights.ndim == 2 and name != "steps" else self._plain
            gradient = np.ascontiguousarray(total / np.float32(count), np.float32)
            self.weights[name], _ = optimizer((0, name), weights, gradient, lr_scale=rate)
            self._mean[name] = ema_decay * self._mean[name] + (1 - ema_decay) * self.weights[name]

    def head(self, layers: tuple[int, ...], input_mean: Floats, input_std: Floats) -> TaggerWeights:
        """Return the averaged weights for inputs that are not standardised."""
        mean = self._mean
        first = mean["first"] / input_std[:, None]
        return TaggerWeights(
            layers,
            (first, mean["first_bias"] - input_mean @ first),
            (mean["second"], mean["second_bias"]),
            (mean["third"], mean["third_bias"]),
            np.where(self._possible[:-1], mean["steps"], np.float32(-1e4)),
            np.where(self._possible[-1], mean["starts"], np.float32(-1e4)),
        )
