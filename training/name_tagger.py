"""Training of the name tagger on labelled and synthetic sentences, over the frozen states of the embedder."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kg.bench import ALL_LABELS, LabelCounts, LabelledText, count_names, read_labelled_texts
from kg.errors import InvalidInput
from kg.language import (
    TAGS,
    MiniLM,
    TaggerWeights,
    WordUnits,
    pool_states,
    save_weights,
    spelling_features,
    split_units,
    tag_names,
)
from training.synthetic_sentences import generate_sentences, replace_names
from training.tagger_network import NetworkShape, TaggerNetwork, TaggerSample

if TYPE_CHECKING:
    from kg.settings import Settings

Reporter = Callable[[str], None]
Floats = NDArray[np.float32]

SPLIT_SET = "ewt-dev"
"""Of this set the sentences with even index are trained on, those with odd index are held out."""
# How often each sentence of a set occurs in an epoch; clean and chat-like sets have higher values.
TRAINING_SETS = {
    SPLIT_SET: 3.0,
    "wnut17-train": 1.5,
    "wikigold": 1.0,
    "btc-a": 1.0,
    "btc-b": 0.7,
    "btc-e": 0.7,
    "btc-f": 0.5,
    "crossner-ai-dev": 1.5,
    "crossner-literature-dev": 0.7,
    "crossner-music-dev": 0.7,
    "crossner-politics-dev": 0.7,
    "crossner-science-dev": 0.7,
}
RENAMED_SETS = frozenset(
    {SPLIT_SET, "wikigold", "wnut17-train", "crossner-politics-dev", "crossner-science-dev", "crossner-ai-dev"}
)
"""Sets that are also trained on with replaced names."""
TEST_SETS = ("wnut17-dev", "btc-g")


@dataclass(frozen=True)
class TaggerConfig:
    """Configuration of the tagger and its training; the defaults produce the shipped weights.

    Attributes:
        layers: hidden layers of the embedder that are the input.
        epochs: passes over the sets.
        batch: sentences per step.
        peak_rate: the highest learning rate, after linear warm-up; it then falls linearly to zero.
        lower_case_share: share of sentences that are presented in lower case.
        synthetic_count: number of sentences generated from patterns.
        max_joined: maximum number of sentences with replaced names that are joined into one text.
        seed: seed of all random choices.
        shape: sizes of the network.
    """

    layers: tuple[int, ...] = (2, 4, 6)
    epochs: int = 6
    batch: int = 32
    peak_rate: float = 0.0015
    lower_case_share: float = 0.25
    synthetic_count: int = 5000
    max_joined: int = 3
    seed: int = 7
    shape: NetworkShape = field(default_factory=NetworkShape)


@dataclass(frozen=True, eq=False)
class _EncodedSentence:
    """An encoded sentence: its states (units, layers · 384) as float16, and its marks as written and in lower case."""

    states: NDArray[np.float16]
    marks: Floats
    lower_case_marks: Floats
    allowed_tags: NDArray[np.bool_]
    weight: float


def train_name_tagger(
    folder: Path, out: Path, settings: Settings, report: Reporter, config: TaggerConfig | None = None
) -> dict[str, Any]:
    """Train on a folder's sets, write the weights, and measure them on held-out sentences.

    The averaged weights at the end are written; the measurement selects nothing.

    Args:
        folder: folder with the files of TRAINING_SETS and TEST_SETS, `NAME.jsonl`, with lines {tokens, tags}.
        out: the file (.npz) that the weights are written to.
        settings: location of the embedder's weights, and its number of threads.
        report: called with a line for each step.
        config: configuration; that of the shipped weights by default.

    Returns:
        Precision, recall and F1, overall and by label, for the held-out half of SPLIT_SET (as written and in lower case) and
        for each of TEST_SETS.

    Raises:
        InvalidInput: a set is missing or malformed.
        ModelUnavailable: the embedder's weights are missing and cannot be downloaded.
    """
    config = config or TaggerConfig()
    for name in (*TRAINING_SETS, *TEST_SETS):
        if not (folder / f"{name}.jsonl").is_file():
            raise InvalidInput("folder", str(folder), f"a folder that has {name}.jsonl")
    model = MiniLM(settings)
    samples: list[_EncodedSentence] = []
    for name, weight in TRAINING_SETS.items():
        sentences = read_labelled_texts(folder / f"{name}.jsonl")
        training_sentences = sentences[::2] if name == SPLIT_SET else sentences
        samples += _encode_sentences(training_sentences, model, weight, config)
        if name in RENAMED_SETS:
            samples += _encode_sentences(
                replace_names(training_sentences, config.max_joined, config.seed), model, 1.0, config
            )
        report(f"{name}: {len(training_sentences)} sentences")
    samples += _encode_sentences(generate_sentences(config.synthetic_count, config.seed), model, 1.0, config)
    head = train_weights(samples, config, report)
    save_weights(out, head)
    return measure_tagger(folder, model, head, report)


def train_weights(samples: Sequence[_EncodedSentence], config: TaggerConfig, report: Reporter) -> TaggerWeights:
    """Train the network on encoded sentences, and return its averaged weights."""
    rng = np.random.default_rng(config.seed)
    mean, std = _compute_mean_and_std(samples)
    network = TaggerNetwork(len(mean), config.shape, rng)
    weights = np.array([sample.weight for sample in samples])
    total_steps = max(1, math.ceil(weights.sum() / config.batch)) * config.epochs
    step = 0
    for epoch in range(config.epochs):
        repetitions = np.floor(weights).astype(int) + (rng.random(len(samples)) < weights % 1)
        order = rng.permutation(np.repeat(np.arange(len(samples)), repetitions))
        losses = []
        for indexes in _batches(order, samples, config.batch, rng):
            batch = []
            for index in indexes:
                sample = samples[index]
                marks = sample.lower_case_marks if rng.random() < config.lower_case_share else sample.marks
                network_input = np.concatenate([sample.states.astype(np.float32), marks], axis=1)
                batch.append(TaggerSample((network_input - mean) / std, sample.allowed_tags))
            step += 1
            rate = config.peak_rate * min(1.0, step / 200) * max(0.01, 1 - step / total_steps)
            losses.append(network.learn(batch, rate))
        report(f"epoch {epoch + 1} of {config.epochs}: loss {float(np.mean(losses)):.3f}")
    return network.head(config.layers, mean, std)


def _batches(
    order: NDArray[np.int64], samples: Sequence[_EncodedSentence], size: int, rng: np.random.Generator
) -> list[NDArray[np.int64]]:
    """Return batches of sentences of similar length, which need little padding, in random order."""
    batches = []
    window = size * 40
    for start in range(0, len(order), window):
        part = order[start : start + window]
        part = part[np.argsort([len(samples[index].allowed_tags) for index in part], kind="stable")]
        batches += [part[offset : offset + size] for offset in range(0, len(part), size)]
    return [batches[index] for index in rng.permutation(len(batches))]


def _compute_mean_and_std(samples: Sequence[_EncodedSentence]) -> tuple[Floats, Floats]:
    """Return mean and standard deviation of each input of the network, from a sample of the sentences."""
    part = samples[:: max(1, len(samples) // 3000)]
    network_input = np.concatenate(
        [np.concatenate([sample.states.astype(np.float32), sample.marks], axis=1) for sample in part]
    )
    return network_input.mean(axis=0), np.maximum(network_input.std(axis=0), np.float32(0.05))


def _encode_sentences(
    sentences: Sequence[LabelledText], model: MiniLM, weight: float, config: TaggerConfig
) -> list[_EncodedSentence]:
    samples = []
    for start in range(0, len(sentences), 256):
        part = sentences[start : start + 256]
        encoded = model.encode([sentence.text for sentence in part], layers=config.layers)
        for index, sentence in enumerate(part):
            units = split_units(sentence.text, encoded.offsets[index])
            states = [pool_states(units, encoded.states[layer][index]) for layer in config.layers]
            samples.append(build_sample(sentence, units, np.concatenate(states, axis=1), weight))
    return [sentence for sentence in samples if len(sentence.allowed_tags)]


def build_sample(sentence: LabelledText, units: WordUnits, states: Floats, weight: float) -> _EncodedSentence:
    """Build the training sample of an encoded sentence, with the allowed tags of each unit."""
    text = sentence.text
    lower_case = text.lower()
    return _EncodedSentence(
        states.astype(np.float16),
        spelling_features(text, units),
        spelling_features(lower_case if len(lower_case) == len(text) else text, units),
        find_allowed_tags(sentence, units),
        weight,
    )


def find_allowed_tags(sentence: LabelledText, units: WordUnits) -> NDArray[np.bool_]:
    """Return the allowed tags of each unit, (units, TAGS).

    Outside of names only O is allowed. If the data set lacks some labels, a capitalised word may also have one of these.
    """
    tag_indexes = {tag: index for index, tag in enumerate(TAGS)}
    allowed = np.zeros((len(units.spans), len(TAGS)), bool)
    allowed[:, 0] = True
    unlabelled_tags = [tag_indexes[f"{part}-{label}"] for label in ALL_LABELS - sentence.known_labels for part in "BI"]
    for index, (start, _) in enumerate(units.spans):
        if sentence.text[start].isupper():
            allowed[index, unlabelled_tags] = True
    for start, end in sentence.uncertain_spans:
        allowed[_find_units(units, start, end)] = True
    for name in sentence.names:
        for position, index in enumerate(_find_units(units, name.start, name.end)):
            allowed[index] = False
            allowed[index, [tag_indexes[f"{'I' if position else 'B'}-{label}"] for label in name.labels]] = True
    return allowed


def _find_units(units: WordUnits, start: int, end: int) -> list[int]:
    return [index for index, (first, last) in enumerate(units.spans) if first < end and last > start]


def measure_tagger(folder: Path, model: MiniLM, head: TaggerWeights, report: Reporter) -> dict[str, Any]:
    """Measure the weights on held-out sentences; see `train_name_tagger`."""
    held_out = read_labelled_texts(folder / f"{SPLIT_SET}.jsonl")[1::2]
    checks = {f"{SPLIT_SET} held out": (held_out, False), f"{SPLIT_SET} held out, lower case": (held_out, True)}
    checks |= {name: (read_labelled_texts(folder / f"{name}.jsonl"), False) for name in TEST_SETS}
    figures = {}
    for name, (sentences, is_lower_case) in checks.items():
        counts = LabelCounts()
        for start in range(0, len(sentences), 256):
            part = sentences[start : start + 256]
            texts = [sentence.text.lower() if is_lower_case else sentence.text for sentence in part]
            names = tag_names(texts, model.encode(texts, layers=head.layers), head)
            for sentence, spans in zip(part, names, strict=True):
                count_names(counts, sentence, spans)
        figures[name] = counts.summarise()
        report(f"{name}: {figures[name]['micro']}")
    return figures
