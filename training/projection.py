"""Learning the projection of token states: from principal components towards what sets evidence apart, by gradient."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.language.late_interaction import WIDTH, Projection, best_matches
from kg.retrieval.lexical import occurrences, plain, rarity
from kg.retrieval.question_match import token_weights
from training.ranking_cases import Case, Corpus

Floats = NDArray[np.float32]

_EPOCHS = 6
_RATE = 1e-3
_KEEP = 0.01  # how strongly the projection is held to where it began
_TEMPERATURE = 0.1
_STEP = 16  # questions a step
_HARD, _EASY = 24, 16  # negatives a question: the best-ranked, and any
_SAMPLE = 8_000


@dataclass(frozen=True, eq=False)
class Lesson:
    """A case as the projection is learnt from it: weights of its tokens as logarithms, and the order of its rows without it."""

    case: Case
    log_weights: Floats
    order: NDArray[np.int64]
    weight: float


def lesson(case: Case, weight: float) -> Lesson:
    """Prepare a case."""
    texts = [plain(text) for text in case.found.text]
    counts = occurrences(case.question.words, texts)
    rare = rarity(counts)
    asked = case.question.asked
    assert asked is not None  # noqa: S101 - every case was embedded
    flat = type(asked)(asked.vector, asked.tokens, np.zeros(len(case.spans), np.float32), case.spans)
    weights = token_weights(type(case.question)(case.question.text, case.question.words, flat), rare)
    cosine = np.nan_to_num(case.found.meaning, nan=0.0)
    draft = (counts > 0) @ rare / max(rare.sum(), 1e-9) + cosine
    return Lesson(case, np.log(weights).astype(np.float32), np.argsort(-draft, kind="stable"), weight)


def components(corpus: Corpus) -> Floats:
    """The first principal components of a sample of all token states, (384, 64)."""
    random = np.random.default_rng(0)
    texts = sorted(corpus.states)
    chosen = random.choice(len(texts), min(_SAMPLE, len(texts)), replace=False)
    sample = np.concatenate([corpus.states[texts[place]] for place in chosen]).astype(np.float32)
    _, _, directions = np.linalg.svd(sample.T @ sample)
    return np.ascontiguousarray(directions[:WIDTH].T, dtype=np.float32)


def learn(corpus: Corpus, lessons: Sequence[Lesson], start: Floats) -> Projection:
    """Gradient descent (Adam) on the listwise cross-entropy of MaxSim over evidence and negatives.

    The score of a text is Σ_t p_t max_d cos(W q_t, W d), p the softmax of the tokens' rarity (as a logarithm) plus v·q_t; W and
    v are learnt, W from `start`.
    """
    random = np.random.default_rng(1)
    matrix, pull = start.copy(), np.zeros(start.shape[0], np.float32)
    steps = [_Adam(matrix, _RATE), _Adam(pull, 3 * _RATE)]
    usable = [one for one in lessons if any(event in one.case.relevance for event in one.case.found.event)]
    for _ in range(_EPOCHS):
        down, down_pull = np.zeros_like(matrix), np.zeros_like(pull)
        for number, place in enumerate(random.permutation(len(usable)), start=1):
            by_matrix, by_pull = _gradient(corpus, usable[place], matrix, pull, random)
            down += by_matrix
            down_pull += by_pull
            if number % _STEP == 0:
                matrix = steps[0].step(matrix, down / _STEP + _KEEP * (matrix - start))
                pull = steps[1].step(pull, down_pull / _STEP + _KEEP * pull)
                down, down_pull = np.zeros_like(matrix), np.zeros_like(pull)
    return Projection(1, matrix, pull)


class _Adam:
    """Kingma and Ba, 2015, with the usual constants."""

    def __init__(self, values: Floats, rate: float) -> None:
        self._mean, self._square, self._count, self._rate = np.zeros_like(values), np.zeros_like(values), 0, rate

    def step(self, values: Floats, gradient: Floats) -> Floats:
        self._count += 1
        self._mean = 0.9 * self._mean + 0.1 * gradient
        self._square = 0.999 * self._square + 0.001 * gradient**2
        mean, square = self._mean / (1 - 0.9**self._count), self._square / (1 - 0.999**self._count)
        stepped: Floats = (values - self._rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
        return stepped


def _gradient(
    corpus: Corpus, one: Lesson, matrix: Floats, pull: Floats, random: np.random.Generator
) -> tuple[Floats, Floats]:
    events = one.case.found.event
    wanted = [row for row, event in enumerate(events) if event in one.case.relevance]
    rows = np.unique(
        np.concatenate([wanted, one.order[:_HARD], random.choice(len(events), min(_EASY, len(events)), replace=False)])
    ).astype(np.int64)
    blocks = [corpus.states[one.case.found.text[row]] for row in rows]
    keep = [place for place, block in enumerate(blocks) if len(block)]
    rows, blocks = rows[keep], [blocks[place] for place in keep]
    texts = np.concatenate(blocks).astype(np.float32)
    starts = np.concatenate([[0], np.cumsum([len(block) for block in blocks])])
    asked, said = one.case.hidden @ matrix, texts @ matrix
    asked_length, said_length = (np.linalg.norm(part, axis=1, keepdims=True) + 1e-6 for part in (asked, said))
    asked, said = asked / asked_length, said / said_length
    likeness = said @ asked.T
    best = np.maximum.reduceat(likeness, starts[:-1], axis=0)
    raw = one.log_weights + one.case.hidden @ pull
    share = np.exp(raw - raw.max())
    share /= share.sum()
    scores = best @ share
    # Of each event the passage that fits best.
    top: dict[str, int] = {}
    for place in np.argsort(scores, kind="stable"):
        top[events[rows[place]]] = int(place)
    chosen = np.array(list(top.values()))
    target = np.array([float(event in one.case.relevance) for event in top])
    raised = np.exp((scores[chosen] - scores[chosen].max()) / _TEMPERATURE)
    push = (raised / raised.sum() - target / target.sum()) / _TEMPERATURE * one.weight
    to_asked, to_said = np.zeros_like(asked), np.zeros_like(said)
    for amount, place in zip(push, chosen, strict=True):
        token = likeness[starts[place] : starts[place + 1]].argmax(axis=0) + starts[place]
        cosine = best[place][:, None]
        to_asked += amount * share[:, None] * (said[token] - cosine * asked) / asked_length
        np.add.at(to_said, token, amount * share[:, None] * (asked - cosine * said[token]) / said_length[token])
    to_share = push @ best[chosen]
    to_raw = share * (to_share - share @ to_share)
    used = np.flatnonzero(np.abs(to_said).sum(axis=1))
    return one.case.hidden.T @ to_asked + texts[used].T @ to_said[used], one.case.hidden.T @ to_raw.astype(np.float32)


def likeness(corpus: Corpus, case: Case, projection: Projection) -> tuple[NDArray[np.float64], Floats]:
    """What the engine would find for a case with this projection: (rows, tokens), and the tokens' learnt weights."""
    states, counts = corpus.of(case)
    tokens, pull = projection.of_question(case.hidden)
    rows = projection.of_text(states.astype(np.float32))
    return best_matches(rows, counts, tokens).astype(np.float64), pull
