"""Names in a text: who, what and where. A small network rides on the embedder's own pass, so that reading costs one pass only.

Each unit of a text is told by the mean of its word pieces' hidden states, by how it is written, and by two neighbours to each
side. The best sequence of tags is found by Viterbi's way, where a name's inside never stands without its beginning.
Where the weights come from, and how good they are, is told beside them.
"""

from __future__ import annotations

import functools
import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kg.errors import ModelUnavailable
from kg.language.word_units import MARKS, Units, marks, pooled, units

if TYPE_CHECKING:
    from kg.language.minilm import Encoded

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

FILE = Path(__file__).parent / "models" / "entities" / "head.npz"
LABELS = ("person", "org", "place", "product", "tool", "event", "project", "other")
"""What a name may be of; `other` is a name of another kind, such as a work or an award."""
TAGS = ("O", *(f"{part}-{label}" for label in LABELS for part in "BI"))
"""Outside, and beginning and inside of each label."""
AROUND = 2
"""Neighbours to each side that are looked at."""
_FORMAT = 1
# Texts that are multiplied together: more are no faster.
_AT_ONCE = 32
_NEVER = np.float32(-1e4)


@dataclass(frozen=True)
class Span:
    """A name in a text.

    Attributes:
        start: its first character.
        end: one behind its last character.
        text: what stands there.
        label: one of LABELS.
        score: how sure the recogniser is of place and label, 0 to 1.
    """

    start: int
    end: int
    text: str
    label: str
    score: float


@dataclass(frozen=True, eq=False)
class Head:
    """The weights of the recogniser.

    Attributes:
        layers: hidden layers of the embedder that it reads.
        first: (layers · 384 + MARKS, narrow) and its bias (narrow,).
        second: (5 · narrow, wide) and its bias (wide,).
        third: (wide, tags) and its bias (tags,).
        steps: (tags, tags), how well the second tag follows the first; impossible steps are very small.
        starts: (tags,), how well a text begins with a tag.
    """

    layers: tuple[int, ...]
    first: tuple[Floats, Floats]
    second: tuple[Floats, Floats]
    third: tuple[Floats, Floats]
    steps: Floats
    starts: Floats

    def emissions(self, texts: Sequence[Floats]) -> list[Floats]:
        """How well each tag fits each unit of each text, (units, tags).

        Args:
            texts: states and marks of the units of each, (units, layers · 384 + MARKS).
        """
        # All texts are multiplied at once: between them stand rows of zeros, as beyond the ends of a text.
        starts = np.cumsum([AROUND, *(len(rows) + AROUND for rows in texts)])
        inside = np.concatenate([np.arange(len(rows)) + start for rows, start in zip(texts, starts, strict=False)])
        padded = np.zeros((int(starts[-1]), self.first[0].shape[1]), np.float32)
        padded[inside] = np.maximum(np.concatenate(texts) @ self.first[0] + self.first[1], 0)
        size = len(padded) - 2 * AROUND
        width = padded.shape[1]
        wide = np.zeros((size, self.second[0].shape[1]), np.float32)
        for place in range(2 * AROUND + 1):
            wide += padded[place : place + size] @ self.second[0][place * width : (place + 1) * width]
        np.maximum(wide + self.second[1], 0, out=wide)
        fits = wide @ self.third[0] + self.third[1]
        return [fits[start - AROUND : start - AROUND + len(rows)] for rows, start in zip(texts, starts, strict=False)]


def possible() -> NDArray[np.bool_]:
    """Which tag may follow which, (1 + tags, tags); the last row is the start of a text."""
    allowed = np.ones((len(TAGS) + 1, len(TAGS)), bool)
    for column, tag in enumerate(TAGS):
        if tag[0] == "I":
            allowed[:, column] = [before[2:] == tag[2:] for before in (*TAGS, "O")]
    return allowed


def load(path: Path) -> Head:
    """The weights in a file that `python -m training names` wrote.

    Raises:
        ModelUnavailable: the file is missing or of another form.
    """
    try:
        with np.load(io.BytesIO(path.read_bytes())) as file:
            if int(file["format"]) != _FORMAT or int(file["marks"]) != MARKS or tuple(file["labels"]) != LABELS:
                raise ModelUnavailable(f"{path} is of another version.", how="Train it again with this version of kg.")
            parts = {name: file[name].astype(np.float32) for name in file.files if file[name].dtype == np.float16}
            layers = tuple(int(layer) for layer in file["layers"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise ModelUnavailable(f"{path} holds no recogniser: {error}.", how="Install kg again.") from error
    allowed = possible()
    return Head(
        layers,
        (parts["first"], parts["first_bias"]),
        (parts["second"], parts["second_bias"]),
        (parts["third"], parts["third_bias"]),
        np.where(allowed[:-1], parts["steps"], _NEVER),
        np.where(allowed[-1], parts["starts"], _NEVER),
    )


def save(path: Path, head: Head) -> None:
    """Write the weights, as numbers of 16 bits."""
    path.parent.mkdir(parents=True, exist_ok=True)
    parts: dict[str, Any] = {"steps": head.steps, "starts": head.starts}
    for name, (matrix, bias) in {"first": head.first, "second": head.second, "third": head.third}.items():
        parts |= {name: matrix, f"{name}_bias": bias}
    small: dict[str, Any] = {name: value.astype(np.float16) for name, value in parts.items()}
    small |= {"format": _FORMAT, "marks": MARKS, "labels": np.array(LABELS), "layers": np.array(head.layers)}
    np.savez_compressed(path, **small)


@functools.lru_cache(maxsize=1)
def head() -> Head:
    """The weights that ship with kg, read at the first use.

    Raises:
        ModelUnavailable: they are missing.
    """
    return load(FILE)


def layers() -> tuple[int, ...]:
    """The hidden layers that `recognise` needs: to be asked of `MiniLM.encode`.

    Raises:
        ModelUnavailable: the weights are missing.
    """
    return head().layers


def recognise(texts: Sequence[str], encoded: Encoded, using: Head | None = None) -> list[list[Span]]:
    """The names in each text, in their order; none overlap.

    Args:
        texts: what was encoded. What lies beyond the embedder's window is not looked at.
        encoded: their pass through MiniLM, with the hidden layers `layers()`.
        using: other weights than those that ship.

    Raises:
        ModelUnavailable: the weights are missing.
        KeyError: a layer is missing in `encoded`.
    """
    used = using or head()
    found = [units(text, offsets) for text, offsets in zip(texts, encoded.offsets, strict=True)]
    having = [place for place, each in enumerate(found) if each.spans]
    names: list[list[Span]] = [[] for _ in texts]
    # Texts of like length go together: they are decoded side by side.
    having.sort(key=lambda at: len(found[at].spans))
    for start in range(0, len(having), _AT_ONCE):
        part = having[start : start + _AT_ONCE]
        given = [rows(texts[at], found[at], [encoded.states[layer][at] for layer in used.layers]) for at in part]
        fits = used.emissions(given)
        best = decoded(fits, used.steps, used.starts)
        named = [place for place, tags in enumerate(best) if tags.any()]
        sure = _marginals([fits[place] for place in named], used) if named else []
        for place, shares in zip(named, sure, strict=True):
            at, tags = part[place], best[place]
            names[at] = _names(texts[at], found[at], tags, shares[np.arange(len(tags)), tags])
    return names


def rows(text: str, found: Units, states: Sequence[Floats]) -> Floats:
    """What the network is given of a text: (units, layers · 384 + MARKS)."""
    return np.concatenate([*(pooled(found, each) for each in states), marks(text, found)], axis=1)


def _names(text: str, found: Units, best: Ints, sure: NDArray[np.float64]) -> list[Span]:
    names = []
    for first, last, label in _stretches(best):
        start, end = found.spans[first][0], found.spans[last][1]
        names.append(Span(start, end, text[start:end], label, round(float(sure[first : last + 1].min()), 4)))
    return names


def viterbi(fits: Floats, steps: Floats, starts: Floats) -> Ints:
    """The best sequence of tags, (units,).

    Args:
        fits: (units, tags).
        steps: (tags, tags).
        starts: (tags,).
    """
    return decoded([fits], steps, starts)[0]


def decoded(fits: Sequence[Floats], steps: Floats, starts: Floats) -> list[Ints]:
    """The best sequence of tags of each text, (units,): all texts take each step at once.

    Args:
        fits: (units, tags) of each.
        steps: (tags, tags).
        starts: (tags,).
    """
    padded, lengths = _padded(fits)
    texts = np.arange(len(fits))
    score = starts + padded[:, 0]
    came = np.zeros(padded.shape, np.int64)
    for place in range(1, padded.shape[1]):
        ways = score[:, :, None] + steps
        came[:, place] = ways.argmax(axis=1)
        # A text that has ended keeps its score.
        going = (place < lengths)[:, None]
        score = np.where(going, ways.max(axis=1) + padded[:, place], score)
    best = np.zeros(padded.shape[:2], np.int64)
    best[texts, lengths - 1] = score.argmax(axis=1)
    for place in range(padded.shape[1] - 1, 0, -1):
        before = came[texts, place, best[:, place]]
        best[:, place - 1] = np.where(place < lengths, before, best[:, place - 1])
    return [row[:length] for row, length in zip(best, lengths, strict=True)]


def _marginals(fits: Sequence[Floats], used: Head) -> list[NDArray[np.float64]]:
    """The probability of each tag at each unit of each text, over all sequences: forward and backward, rows scaled to 1."""
    padded, lengths = _padded(fits)
    likely = np.exp((padded - padded.max(axis=2, keepdims=True)).astype(np.float64))
    steps, starts = np.exp(used.steps.astype(np.float64)), np.exp(used.starts.astype(np.float64))
    ahead, back = np.empty_like(likely), np.ones_like(likely)
    for place in range(likely.shape[1]):
        row = (ahead[:, place - 1] @ steps if place else starts) * likely[:, place]
        ahead[:, place] = row / row.sum(axis=1, keepdims=True)
    for place in range(likely.shape[1] - 2, -1, -1):
        row = (back[:, place + 1] * likely[:, place + 1]) @ steps.T
        # Behind its end nothing of a text tells against any tag.
        going = (place + 1 < lengths)[:, None]
        back[:, place] = np.where(going, row / row.sum(axis=1, keepdims=True), 1.0)
    both = ahead * back
    shares: NDArray[np.float64] = both / both.sum(axis=2, keepdims=True)
    return [rows[:length] for rows, length in zip(shares, lengths, strict=True)]


def _padded(fits: Sequence[Floats]) -> tuple[Floats, Ints]:
    """Texts side by side, (texts, longest, tags), and how long each is."""
    lengths = np.array([len(each) for each in fits], np.int64)
    padded = np.zeros((len(fits), int(lengths.max()), fits[0].shape[1]), np.float32)
    for row, each in zip(padded, fits, strict=True):
        row[: len(each)] = each
    return padded, lengths


def _stretches(best: Ints) -> list[tuple[int, int, str]]:
    """First and last unit and label of each name in a sequence of tags."""
    names: list[tuple[int, int, str]] = []
    for place, number in enumerate(best):
        tag = TAGS[number]
        if tag[0] == "B":
            names.append((place, place, tag[2:]))
        elif tag[0] == "I":
            first, _, label = names[-1]
            names[-1] = (first, place, label)
    return names
