"""The recogniser's network while it learns: forward, back, and Adam, in numpy.

The loss is that of a conditional random field whose right answer is a set of sequences: where a set of labelled sentences
leaves open what a word is, each of the tags that it may have is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.language.name_tagger import AROUND, TAGS, Head, possible

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Lesson:
    """A sentence: what the network is given, (units, width), and which tags are right, (units, tags)."""

    rows: Floats
    right: Flags


@dataclass(frozen=True)
class Shape:
    """The sizes of the network and how it learns.

    Attributes:
        narrow: numbers that stand for a unit.
        wide: numbers that stand for a unit with its neighbours.
        hidden_rows: share of the given numbers hidden while learning.
        hidden: share of the numbers hidden within.
        decay: how much of each weight is lost a step, times the rate.
    """

    narrow: int = 192
    wide: int = 256
    hidden_rows: float = 0.2
    hidden: float = 0.4
    decay: float = 0.02


class Network:
    """Weights that learn."""

    def __init__(self, width: int, shape: Shape, chance: np.random.Generator) -> None:
        """Random weights for rows of `width` numbers."""
        near = (2 * AROUND + 1) * shape.narrow
        tags = len(TAGS)

        def random(inputs: int, outputs: int, gain: float = 2.0) -> Floats:
            return chance.normal(0, np.sqrt(gain / inputs), (inputs, outputs)).astype(np.float32)

        self.weights = {
            "first": random(width, shape.narrow),
            "first_bias": np.zeros(shape.narrow, np.float32),
            "second": random(near, shape.wide),
            "second_bias": np.zeros(shape.wide, np.float32),
            "third": random(shape.wide, tags, 1.0),
            "third_bias": np.zeros(tags, np.float32),
            "steps": np.zeros((tags, tags), np.float32),
            "starts": np.zeros(tags, np.float32),
        }
        self.shape = shape
        self._chance = chance
        self._moments = {name: (np.zeros_like(value), np.zeros_like(value)) for name, value in self.weights.items()}
        self._mean = {name: value.copy() for name, value in self.weights.items()}
        self._steps = 0
        self._possible = possible()

    def learn(self, lessons: Sequence[Lesson], rate: float) -> float:
        """One step of Adam on a batch; returns the loss a sentence."""
        longest = max(len(lesson.rows) for lesson in lessons)
        count, width = len(lessons), lessons[0].rows.shape[1]
        rows = np.zeros((count, longest, width), np.float32)
        right = np.zeros((count, longest, len(TAGS)), bool)
        mask = np.zeros((count, longest), bool)
        for place, lesson in enumerate(lessons):
            size = len(lesson.rows)
            rows[place, :size], right[place, :size], mask[place, :size] = lesson.rows, lesson.right, True
        right[~mask] = True
        rows *= self._drop(rows.shape, self.shape.hidden_rows)
        loss, slopes = self._slopes(rows, right, mask)
        self._adam(slopes, rate, count)
        return loss / count

    def _drop(self, shape: tuple[int, ...], share: float) -> Floats:
        kept = self._chance.random(shape, np.float32) >= np.float32(share)
        return kept.astype(np.float32) / np.float32(1 - share)

    def _slopes(self, rows: Floats, right: Flags, mask: Flags) -> tuple[float, dict[str, Floats]]:
        weights, share = self.weights, self.shape.hidden
        count, longest, _ = rows.shape
        narrow = np.maximum(rows @ weights["first"] + weights["first_bias"], 0)
        narrow *= self._drop(narrow.shape, share) * mask[:, :, None]
        padded = np.pad(narrow, ((0, 0), (AROUND, AROUND), (0, 0)))
        near = np.concatenate([padded[:, place : place + longest] for place in range(2 * AROUND + 1)], axis=2)
        wide = np.maximum(near @ weights["second"] + weights["second_bias"], 0)
        wide *= self._drop(wide.shape, share)
        fits = wide @ weights["third"] + weights["third_bias"]
        loss, d_fits, d_steps, d_starts = self._field(fits, right, mask)
        flat = d_fits.reshape(-1, len(TAGS))
        slopes = {"steps": d_steps, "starts": d_starts}
        slopes["third"] = wide.reshape(-1, self.shape.wide).T @ flat
        slopes["third_bias"] = flat.sum(axis=0)
        # A number that was hidden or cut to 0 is 0 and gets no slope; the others were scaled by the dropout.
        d_wide = (flat @ weights["third"].T) * (wide.reshape(-1, self.shape.wide) > 0) / np.float32(1 - share)
        slopes["second"] = near.reshape(len(flat), -1).T @ d_wide
        slopes["second_bias"] = d_wide.sum(axis=0)
        d_near = (d_wide @ weights["second"].T).reshape(count, longest, -1)
        d_padded = np.zeros_like(padded)
        size = self.shape.narrow
        for place in range(2 * AROUND + 1):
            d_padded[:, place : place + longest] += d_near[:, :, place * size : (place + 1) * size]
        d_narrow = d_padded[:, AROUND : AROUND + longest] * (narrow > 0) / np.float32(1 - share)
        flat_narrow = d_narrow.reshape(-1, size)
        slopes["first"] = rows.reshape(len(flat), -1).T @ flat_narrow
        slopes["first_bias"] = flat_narrow.sum(axis=0)
        return loss, slopes

    def _field(self, fits: Floats, right: Flags, mask: Flags) -> tuple[float, Floats, Floats, Floats]:
        """Loss and slopes of the random field: what all sequences expect, less what the right ones expect."""
        count = len(fits)
        likely = np.exp((fits - fits.max(axis=2, keepdims=True)).astype(np.float64))
        both = np.concatenate([likely, likely * right])
        steps = np.exp(self.weights["steps"].astype(np.float64)) * self._possible[:-1]
        starts = np.exp(self.weights["starts"].astype(np.float64)) * self._possible[-1]
        longest = fits.shape[1]
        twice = np.concatenate([mask, mask])
        ahead, back = np.zeros_like(both), np.ones_like(both)
        total = np.zeros(2 * count)
        for place in range(longest):
            row = (ahead[:, place - 1] @ steps if place else starts) * both[:, place]
            scale = row.sum(axis=1, keepdims=True)
            here = twice[:, place, None]
            ahead[:, place] = np.where(here, row / scale, ahead[:, place - 1] if place else row)
            total += np.where(twice[:, place], np.log(scale[:, 0]), 0)
        pairs = np.zeros((2, *steps.shape))
        for place in range(longest - 1, 0, -1):
            after = back[:, place] * both[:, place] * twice[:, place, None]
            row = after @ steps.T
            scale = np.maximum((ahead[:, place - 1] * row).sum(axis=1, keepdims=True), 1e-300)
            for side in range(2):
                part = slice(side * count, (side + 1) * count)
                pairs[side] += (ahead[part, place - 1] / scale[part]).T @ after[part]
            size = np.maximum(row.sum(axis=1, keepdims=True), 1e-300)
            back[:, place - 1] = np.where(twice[:, place, None], row / size, 1.0)
        shares = ahead * back
        shares /= np.maximum(shares.sum(axis=2, keepdims=True), 1e-300)
        difference = (shares[:count] - shares[count:]) * mask[:, :, None]
        loss = float((total[:count] - total[count:]).sum())
        d_steps = (pairs[0] - pairs[1]) * steps
        return (
            loss,
            difference.astype(np.float32),
            d_steps.astype(np.float32),
            difference[:, 0].sum(axis=0).astype(np.float32),
        )

    def _adam(self, slopes: dict[str, Floats], rate: float, count: int) -> None:
        self._steps += 1
        for name, total in slopes.items():
            slope = total / np.float32(count)
            first, second = self._moments[name]
            first += np.float32(0.1) * (slope - first)
            second += np.float32(0.001) * (slope * slope - second)
            moved = first / np.float32(1 - 0.9**self._steps)
            moved /= np.sqrt(second / np.float32(1 - 0.999**self._steps)) + np.float32(1e-8)
            if self.weights[name].ndim == 2 and name != "steps":
                moved += np.float32(self.shape.decay) * self.weights[name]
            self.weights[name] -= np.float32(rate) * moved
            # The mean of the last some hundred steps is steadier than the last step.
            keep = np.float32(min(0.998, self._steps / (self._steps + 10)))
            self._mean[name] = keep * self._mean[name] + (1 - keep) * self.weights[name]

    def head(self, layers: tuple[int, ...], middle: Floats, spread: Floats) -> Head:
        """The averaged weights, for rows that were not brought to mean 0 and spread 1."""
        mean = self._mean
        first = mean["first"] / spread[:, None]
        return Head(
            layers,
            (first, mean["first_bias"] - middle @ first),
            (mean["second"], mean["second_bias"]),
            (mean["third"], mean["third_bias"]),
            np.where(self._possible[:-1], mean["steps"], np.float32(-1e4)),
            np.where(self._possible[-1], mean["starts"], np.float32(-1e4)),
        )
