"""Training of the recogniser of names on labelled and on made sentences, over the embedder's frozen states."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kg.bench.entities import Tally, tally
from kg.bench.labelled_names import EVERY, Labelled, read
from kg.errors import InvalidInput
from kg.language.minilm import MiniLM
from kg.language.name_tagger import TAGS, Head, recognise, save
from kg.language.word_units import Units, marks, pooled, units
from training.synthetic_sentences import invented, renamed
from training.tagger_network import Lesson, Network, Shape

if TYPE_CHECKING:
    from kg.settings import Settings

Tell = Callable[[str], None]
Floats = NDArray[np.float32]

HALVED = "ewt-dev"
"""Of this set the sentences at even places are learnt from, those at odd places are held out."""
# How often an epoch meets each sentence of a set: cleaner and nearer to chat, more often.
SETS = {
    HALVED: 3.0,
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
RENAMED = frozenset(
    {HALVED, "wikigold", "wnut17-train", "crossner-politics-dev", "crossner-science-dev", "crossner-ai-dev"}
)
"""Sets that are learnt from with other names as well."""
CHECKS = ("wnut17-dev", "btc-g")


@dataclass(frozen=True)
class Plan:
    """How the recogniser is trained; the defaults made the one that ships.

    Attributes:
        layers: hidden layers of the embedder that it reads.
        epochs: passes over the sets.
        batch: sentences of a step.
        rate: the highest learning rate; it rises over the first steps and falls to zero.
        lowered: share of sentences that are met as if written in lower case.
        made: sentences made from patterns.
        joined: sentences with other names that make up one text, at most.
        seed: of everything that is left to chance.
    """

    layers: tuple[int, ...] = (2, 4, 6)
    epochs: int = 6
    batch: int = 32
    rate: float = 0.0015
    lowered: float = 0.25
    made: int = 5000
    joined: int = 3
    seed: int = 7
    shape: Shape = field(default_factory=Shape)


@dataclass(frozen=True, eq=False)
class _Read:
    """A sentence that was encoded: its states (units, layers · 384) as numbers of 16 bits, and its marks in two spellings."""

    states: NDArray[np.float16]
    written: Floats
    lowered: Floats
    right: NDArray[np.bool_]
    weight: float


def run(folder: Path, out: Path, settings: Settings, tell: Tell, plan: Plan | None = None) -> dict[str, Any]:
    """Train on a folder's sets, write the weights, and measure them on what was held out.

    Nothing is chosen by the measuring: the averaged weights at the end are what is written.

    Args:
        folder: with the files of SETS and CHECKS, `NAME.jsonl`, a line {tokens, tags}.
        out: the file (.npz) that the weights are written to.
        settings: where the embedder's weights are, and its threads.
        tell: called with a line a step.
        plan: how; the shipped weights' by default.

    Returns:
        For the held-out half of HALVED (as written, and in lower case) and each of CHECKS: p, r, f1, overall and by label.

    Raises:
        InvalidInput: a set is missing or not of that form.
        ModelUnavailable: the embedder's weights are not here and cannot be fetched.
    """
    plan = plan or Plan()
    for name in (*SETS, *CHECKS):
        if not (folder / f"{name}.jsonl").is_file():
            raise InvalidInput("folder", str(folder), f"it has no {name}.jsonl")
    model = MiniLM(settings)
    lessons: list[_Read] = []
    for name, weight in SETS.items():
        sentences = read(folder / f"{name}.jsonl")
        learnt = sentences[::2] if name == HALVED else sentences
        lessons += _encoded(learnt, model, weight, plan)
        if name in RENAMED:
            lessons += _encoded(renamed(learnt, plan.joined, plan.seed), model, 1.0, plan)
        tell(f"{name}: {len(learnt)} sentences")
    lessons += _encoded(invented(plan.made, plan.seed), model, 1.0, plan)
    head = train(lessons, plan, tell)
    save(out, head)
    return figures(folder, model, head, tell)


def train(lessons: Sequence[_Read], plan: Plan, tell: Tell) -> Head:
    """Learn from encoded sentences."""
    chance = np.random.default_rng(plan.seed)
    middle, spread = _spread(lessons)
    network = Network(len(middle), plan.shape, chance)
    weights = np.array([lesson.weight for lesson in lessons])
    steps = max(1, math.ceil(weights.sum() / plan.batch)) * plan.epochs
    done = 0
    for epoch in range(plan.epochs):
        times = np.floor(weights).astype(int) + (chance.random(len(lessons)) < weights % 1)
        order = chance.permutation(np.repeat(np.arange(len(lessons)), times))
        loss = []
        for chosen in _batches(order, lessons, plan.batch, chance):
            batch = []
            for place in chosen:
                lesson = lessons[place]
                how = lesson.lowered if chance.random() < plan.lowered else lesson.written
                given = np.concatenate([lesson.states.astype(np.float32), how], axis=1)
                batch.append(Lesson((given - middle) / spread, lesson.right))
            done += 1
            rate = plan.rate * min(1.0, done / 200) * max(0.01, 1 - done / steps)
            loss.append(network.learn(batch, rate))
        tell(f"epoch {epoch + 1} of {plan.epochs}: loss {float(np.mean(loss)):.3f}")
    return network.head(plan.layers, middle, spread)


def _batches(
    order: NDArray[np.int64], lessons: Sequence[_Read], size: int, chance: np.random.Generator
) -> list[NDArray[np.int64]]:
    """Batches of sentences of like length, in a random order: less padding."""
    batches = []
    window = size * 40
    for start in range(0, len(order), window):
        part = order[start : start + window]
        part = part[np.argsort([len(lessons[place].right) for place in part], kind="stable")]
        batches += [part[at : at + size] for at in range(0, len(part), size)]
    return [batches[place] for place in chance.permutation(len(batches))]


def _spread(lessons: Sequence[_Read]) -> tuple[Floats, Floats]:
    """Mean and spread of each number that the network is given, from a part of the sentences."""
    part = lessons[:: max(1, len(lessons) // 3000)]
    given = np.concatenate([np.concatenate([each.states.astype(np.float32), each.written], axis=1) for each in part])
    return given.mean(axis=0), np.maximum(given.std(axis=0), np.float32(0.05))


def _encoded(sentences: Sequence[Labelled], model: MiniLM, weight: float, plan: Plan) -> list[_Read]:
    found = []
    for start in range(0, len(sentences), 256):
        part = sentences[start : start + 256]
        passed = model.encode([each.text for each in part], layers=plan.layers)
        for place, each in enumerate(part):
            cut = units(each.text, passed.offsets[place])
            states = [pooled(cut, passed.states[layer][place]) for layer in plan.layers]
            found.append(lesson_of(each, cut, np.concatenate(states, axis=1), weight))
    return [each for each in found if len(each.right)]


def lesson_of(sentence: Labelled, cut: Units, states: Floats, weight: float) -> _Read:
    """A sentence that was encoded, with which tags are right for each of its units."""
    text = sentence.text
    lower = text.lower()
    return _Read(
        states.astype(np.float16),
        marks(text, cut),
        marks(lower if len(lower) == len(text) else text, cut),
        right(sentence, cut),
        weight,
    )


def right(sentence: Labelled, cut: Units) -> NDArray[np.bool_]:
    """Which tags are right for each unit, (units, TAGS).

    Outside of names that is O; where the set does not label all that we do, a word with a capital may also be of a label
    that it lacks.
    """
    numbers = {tag: place for place, tag in enumerate(TAGS)}
    allowed = np.zeros((len(cut.spans), len(TAGS)), bool)
    allowed[:, 0] = True
    unknown = [numbers[f"{part}-{name}"] for name in EVERY - sentence.known for part in "BI"]
    for place, (start, _) in enumerate(cut.spans):
        if sentence.text[start].isupper():
            allowed[place, unknown] = True
    for start, end in sentence.unsure:
        allowed[_within(cut, start, end)] = True
    for gold in sentence.gold:
        for count, place in enumerate(_within(cut, gold.start, gold.end)):
            allowed[place] = False
            allowed[place, [numbers[f"{'I' if count else 'B'}-{name}"] for name in gold.names]] = True
    return allowed


def _within(cut: Units, start: int, end: int) -> list[int]:
    return [place for place, (first, last) in enumerate(cut.spans) if first < end and last > start]


def figures(folder: Path, model: MiniLM, head: Head, tell: Tell) -> dict[str, Any]:
    """How the weights fare on what was held out; see `run`."""
    held = read(folder / f"{HALVED}.jsonl")[1::2]
    checks = {f"{HALVED} held out": (held, False), f"{HALVED} held out, lower case": (held, True)}
    checks |= {name: (read(folder / f"{name}.jsonl"), False) for name in CHECKS}
    told = {}
    for name, (sentences, lowered) in checks.items():
        total = Tally()
        for start in range(0, len(sentences), 256):
            part = sentences[start : start + 256]
            texts = [each.text.lower() if lowered else each.text for each in part]
            names = recognise(texts, model.encode(texts, layers=head.layers), head)
            for each, spans in zip(part, names, strict=True):
                tally(total, each, spans)
        told[name] = total.told()
        tell(f"{name}: {told[name]['micro']}")
    return told
