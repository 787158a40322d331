"""Named-entity recognition with a small network on the embedder's hidden states, so that one pass serves both.

The features of each unit of a text are the mean of its word pieces' hidden states, its spelling, and two neighbours on each
side. The Viterbi algorithm finds the best sequence of BIO tags, in which an inside tag always follows its beginning.
The source and the accuracy of the weights are in models/entities/README.md.
"""

from __future__ import annotations

import functools
import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kg.errors import ModelUnavailable
from kg.language.observation_wording import MONTHS
from kg.language.word_units import FEATURE_COUNT, WordUnits, pool_states, spelling_features, split_units

if TYPE_CHECKING:
    from kg.language.minilm import EncodedTexts

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

FILE = Path(__file__).parent / "models" / "entities" / "head.npz"
NAME_LABELS = ("person", "org", "place", "product", "tool", "event", "project", "other")
"""The labels of names; `other` is any other kind, such as a work or an award."""
TAGS = ("O", *(f"{part}-{label}" for label in NAME_LABELS for part in "BI"))
"""The BIO tags: outside, and beginning and inside of each label."""
CONTEXT_UNITS = 2
"""The number of neighbours on each side that are features of a unit."""
_FORMAT = 1
# Texts per batch; larger batches are no faster.
_BATCH_SIZE = 32
# Words of chat that may follow a name in lower case, and months before a day.
_NO_NAMES = frozenset(
    {"ok", "okay", "lol", "haha", "pls", "please", "thx", "thanks", "btw", "tho", "though", "too", "now", "xx"}
)
_MONTHS = frozenset(MONTHS.lower().split("|"))
_NUMBER_AFTER = re.compile(r"\s+\d")
_IMPOSSIBLE = np.float32(-1e4)


@dataclass(frozen=True)
class NameSpan:
    """A name in a text.

    Attributes:
        start: offset of its first character.
        end: offset after its last character.
        text: the name as written.
        label: one of NAME_LABELS.
        score: probability of span and label, 0 to 1.
    """

    start: int
    end: int
    text: str
    label: str
    score: float


@dataclass(frozen=True, eq=False)
class TaggerWeights:
    """The weights of the tagger.

    Attributes:
        layers: the hidden layers of the embedder that it uses.
        first: (layers · 384 + FEATURE_COUNT, narrow) and its bias (narrow,).
        second: (5 · narrow, wide) and its bias (wide,).
        third: (wide, tags) and its bias (tags,).
        steps: (tags, tags), transition scores; those of impossible transitions are very small.
        starts: (tags,), scores of the first tag of a text.
    """

    layers: tuple[int, ...]
    first: tuple[Floats, Floats]
    second: tuple[Floats, Floats]
    third: tuple[Floats, Floats]
    steps: Floats
    starts: Floats

    def emissions(self, texts: Sequence[Floats]) -> list[Floats]:
        """Return the scores of each tag for each unit of each text, (units, tags).

        Args:
            texts: features of the units of each, (units, layers · 384 + FEATURE_COUNT).
        """
        # All texts are multiplied at once, separated by rows of zeros, which also pad the ends of a text.
        starts = np.cumsum([CONTEXT_UNITS, *(len(rows) + CONTEXT_UNITS for rows in texts)])
        inside = np.concatenate([np.arange(len(rows)) + start for rows, start in zip(texts, starts, strict=False)])
        padded = np.zeros((int(starts[-1]), self.first[0].shape[1]), np.float32)
        padded[inside] = np.maximum(np.concatenate(texts) @ self.first[0] + self.first[1], 0)
        size = len(padded) - 2 * CONTEXT_UNITS
        width = padded.shape[1]
        wide = np.zeros((size, self.second[0].shape[1]), np.float32)
        for index in range(2 * CONTEXT_UNITS + 1):
            wide += padded[index : index + size] @ self.second[0][index * width : (index + 1) * width]
        np.maximum(wide + self.second[1], 0, out=wide)
        scores = wide @ self.third[0] + self.third[1]
        return [
            scores[start - CONTEXT_UNITS : start - CONTEXT_UNITS + len(rows)]
            for rows, start in zip(texts, starts, strict=False)
        ]


def allowed_transitions() -> NDArray[np.bool_]:
    """Return which tag may follow which, (1 + tags, tags); the last row is the start of a text."""
    allowed = np.ones((len(TAGS) + 1, len(TAGS)), bool)
    for column, tag in enumerate(TAGS):
        if tag[0] == "I":
            allowed[:, column] = [before[2:] == tag[2:] for before in (*TAGS, "O")]
    return allowed


def load_weights(path: Path) -> TaggerWeights:
    """Return the weights in a file that `python -m training names` wrote.

    Raises:
        ModelUnavailable: the file is missing or has another format.
    """
    try:
        with np.load(io.BytesIO(path.read_bytes())) as file:
            if (
                int(file["format"]) != _FORMAT
                or int(file["marks"]) != FEATURE_COUNT
                or tuple(file["labels"]) != NAME_LABELS
            ):
                raise ModelUnavailable(
                    f"{path} has another format version.", how="Train it again with this version of kg."
                )
            parts = {name: file[name].astype(np.float32) for name in file.files if file[name].dtype == np.float16}
            layers = tuple(int(layer) for layer in file["layers"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise ModelUnavailable(f"{path} is not a file of tagger weights: {error}.", how="Reinstall kg.") from error
    allowed = allowed_transitions()
    return TaggerWeights(
        layers,
        (parts["first"], parts["first_bias"]),
        (parts["second"], parts["second_bias"]),
        (parts["third"], parts["third_bias"]),
        np.where(allowed[:-1], parts["steps"], _IMPOSSIBLE),
        np.where(allowed[-1], parts["starts"], _IMPOSSIBLE),
    )


def save_weights(path: Path, head: TaggerWeights) -> None:
    """Write the weights to a file, as 16-bit floats."""
    path.parent.mkdir(parents=True, exist_ok=True)
    parts: dict[str, Any] = {"steps": head.steps, "starts": head.starts}
    for name, (matrix, bias) in {"first": head.first, "second": head.second, "third": head.third}.items():
        parts |= {name: matrix, f"{name}_bias": bias}
    small: dict[str, Any] = {name: value.astype(np.float16) for name, value in parts.items()}
    small |= {
        "format": _FORMAT,
        "marks": FEATURE_COUNT,
        "labels": np.array(NAME_LABELS),
        "layers": np.array(head.layers),
    }
    np.savez_compressed(path, **small)


@functools.lru_cache(maxsize=1)
def bundled_weights() -> TaggerWeights:
    """Return the bundled weights, which are read at the first use.

    Raises:
        ModelUnavailable: they are missing.
    """
    return load_weights(FILE)


def required_layers() -> tuple[int, ...]:
    """Return the hidden layers that `tag_names` needs from `MiniLM.encode`.

    Raises:
        ModelUnavailable: the weights are missing.
    """
    return bundled_weights().layers


def tag_names(
    texts: Sequence[str], encoded: EncodedTexts, weights: TaggerWeights | None = None
) -> list[list[NameSpan]]:
    """Return the names in each text, in order; none overlap.

    Args:
        texts: the encoded texts. Text beyond the embedder's window is not read.
        encoded: the output of MiniLM for them, with the hidden layers `required_layers()`.
        weights: weights to use instead of the bundled ones.

    Raises:
        ModelUnavailable: the weights are missing.
        KeyError: a layer is missing in `encoded`.
    """
    weights = weights or bundled_weights()
    text_units = [split_units(text, offsets) for text, offsets in zip(texts, encoded.offsets, strict=True)]
    with_units = [index for index, each in enumerate(text_units) if each.spans]
    names: list[list[NameSpan]] = [[] for _ in texts]
    # Texts of similar length are decoded together.
    with_units.sort(key=lambda at: len(text_units[at].spans))
    for start in range(0, len(with_units), _BATCH_SIZE):
        part = with_units[start : start + _BATCH_SIZE]
        features = [
            unit_features(texts[at], text_units[at], [encoded.states[layer][at] for layer in weights.layers])
            for at in part
        ]
        scores = weights.emissions(features)
        best = decode_tags(scores, weights.steps, weights.starts)
        with_names = [index for index, tags in enumerate(best) if tags.any()]
        probabilities = _tag_probabilities([scores[index] for index in with_names], weights) if with_names else []
        for index, shares in zip(with_names, probabilities, strict=True):
            at, tags = part[index], best[index]
            names[at] = _build_spans(texts[at], text_units[at], tags, shares[np.arange(len(tags)), tags])
    return names


def unit_features(text: str, text_units: WordUnits, states: Sequence[Floats]) -> Floats:
    """Return the features of a text's units, (units, layers · 384 + FEATURE_COUNT)."""
    return np.concatenate(
        [*(pool_states(text_units, each) for each in states), spelling_features(text, text_units)], axis=1
    )


def _build_spans(text: str, text_units: WordUnits, best: Ints, probabilities: NDArray[np.float64]) -> list[NameSpan]:
    names = []
    for first, last, label in _tag_spans(best):
        end_unit = _last_of_name(text, text_units, first, last) if label == "person" else last
        start, end = text_units.spans[first][0], text_units.spans[end_unit][1]
        score = round(float(probabilities[first : last + 1].min()), 4)
        names.append(NameSpan(start, end, text[start:end], label, score))
    return names


def _last_of_name(text: str, text_units: WordUnits, first: int, last: int) -> int:
    """Return the last unit of a person's name without words that follow it: "Harriet rang", "is deborah ok", "Gil June 21"."""
    words = [text[slice(*span)] for span in text_units.spans[first : last + 1]]
    after = text[text_units.spans[last][1] :]
    if len(words) > 1 and words[-1].lower() in _MONTHS and _NUMBER_AFTER.match(after):
        words.pop()
    while (
        len(words) > 1
        and words[-1].isalpha()
        and words[-1].islower()
        and (words[0][:1].isupper() or words[-1] in _NO_NAMES)
    ):
        words.pop()
    return first + len(words) - 1


def viterbi(scores: Floats, steps: Floats, starts: Floats) -> Ints:
    """Return the best sequence of tags of one text, (units,).

    Args:
        scores: (units, tags).
        steps: (tags, tags).
        starts: (tags,).
    """
    return decode_tags([scores], steps, starts)[0]


def decode_tags(scores: Sequence[Floats], steps: Floats, starts: Floats) -> list[Ints]:
    """Return the best sequence of tags of each text, (units,), by the Viterbi algorithm over all texts in parallel.

    Args:
        scores: (units, tags) of each.
        steps: (tags, tags).
        starts: (tags,).
    """
    padded, lengths = _pad(scores)
    texts = np.arange(len(scores))
    score = starts + padded[:, 0]
    backpointers = np.zeros(padded.shape, np.int64)
    for index in range(1, padded.shape[1]):
        candidates = score[:, :, None] + steps
        backpointers[:, index] = candidates.argmax(axis=1)
        # A text that has ended keeps its score.
        is_active = (index < lengths)[:, None]
        score = np.where(is_active, candidates.max(axis=1) + padded[:, index], score)
    best = np.zeros(padded.shape[:2], np.int64)
    best[texts, lengths - 1] = score.argmax(axis=1)
    for index in range(padded.shape[1] - 1, 0, -1):
        before = backpointers[texts, index, best[:, index]]
        best[:, index - 1] = np.where(index < lengths, before, best[:, index - 1])
    return [row[:length] for row, length in zip(best, lengths, strict=True)]


def _tag_probabilities(scores: Sequence[Floats], weights: TaggerWeights) -> list[NDArray[np.float64]]:
    """Return the marginal probability of each tag at each unit of each text, by the scaled forward-backward algorithm."""
    padded, lengths = _pad(scores)
    likelihoods = np.exp((padded - padded.max(axis=2, keepdims=True)).astype(np.float64))
    steps, starts = np.exp(weights.steps.astype(np.float64)), np.exp(weights.starts.astype(np.float64))
    forward, backward = np.empty_like(likelihoods), np.ones_like(likelihoods)
    for index in range(likelihoods.shape[1]):
        row = (forward[:, index - 1] @ steps if index else starts) * likelihoods[:, index]
        forward[:, index] = row / row.sum(axis=1, keepdims=True)
    for index in range(likelihoods.shape[1] - 2, -1, -1):
        row = (backward[:, index + 1] * likelihoods[:, index + 1]) @ steps.T
        # After the end of a text all tags are equally likely.
        is_active = (index + 1 < lengths)[:, None]
        backward[:, index] = np.where(is_active, row / row.sum(axis=1, keepdims=True), 1.0)
    both = forward * backward
    shares: NDArray[np.float64] = both / both.sum(axis=2, keepdims=True)
    return [rows[:length] for rows, length in zip(shares, lengths, strict=True)]


def _pad(scores: Sequence[Floats]) -> tuple[Floats, Ints]:
    """Return the texts padded to one array, (texts, longest, tags), and the length of each."""
    lengths = np.array([len(each) for each in scores], np.int64)
    padded = np.zeros((len(scores), int(lengths.max()), scores[0].shape[1]), np.float32)
    for row, each in zip(padded, scores, strict=True):
        row[: len(each)] = each
    return padded, lengths


def _tag_spans(best: Ints) -> list[tuple[int, int, str]]:
    """Return the first unit, last unit and label of each name in a sequence of tags."""
    names: list[tuple[int, int, str]] = []
    for index, number in enumerate(best):
        tag = TAGS[number]
        if tag[0] == "B":
            names.append((index, index, tag[2:]))
        elif tag[0] == "I":
            first, _, label = names[-1]
            names[-1] = (first, index, label)
    return names
