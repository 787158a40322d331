"""Training of the token-state projection by gradient descent, starting from principal components."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from thinc.api import Adam

from kg.language import STATE_WIDTH, Projection, best_matches
from kg.retrieval import count_occurrences, inverse_document_frequency, normalise_text, token_weights
from training.ranking_cases import RankingCase, RankingCorpus

Floats = NDArray[np.float32]

_EPOCHS = 6
_RATE = 1e-3
_START_PENALTY = 0.01  # penalty on the distance from the start
_TEMPERATURE = 0.1
_BATCH = 16  # questions per step
_HARD_NEGATIVES, _EASY_NEGATIVES = 24, 16  # negatives per question: best-ranked and random ones
_SAMPLE = 8_000


@dataclass(frozen=True, eq=False)
class ProjectionSample:
    """A training sample: a case with the logarithms of its token weights, and an order of its rows without the projection."""

    case: RankingCase
    log_weights: Floats
    order: NDArray[np.int64]
    weight: float


def build_projection_sample(case: RankingCase, weight: float) -> ProjectionSample:
    """Build the training sample of a case."""
    texts = [normalise_text(text) for text in case.candidates.text]
    counts = count_occurrences(case.question.words, texts)
    rarities = inverse_document_frequency(counts)
    encoded = case.question.asked
    assert encoded is not None  # noqa: S101 - every case was embedded
    without_bias = type(encoded)(encoded.vector, encoded.tokens, np.zeros(len(case.spans), np.float32), case.spans)
    weights = token_weights(type(case.question)(case.question.text, case.question.words, without_bias), rarities)
    cosine = np.nan_to_num(case.candidates.meaning, nan=0.0)
    first_scores = (counts > 0) @ rarities / max(rarities.sum(), 1e-9) + cosine
    return ProjectionSample(case, np.log(weights).astype(np.float32), np.argsort(-first_scores, kind="stable"), weight)


def compute_principal_components(corpus: RankingCorpus) -> Floats:
    """Return the first principal components of a sample of all token states, (384, 64)."""
    rng = np.random.default_rng(0)
    texts = sorted(corpus.states)
    text_indexes = rng.choice(len(texts), min(_SAMPLE, len(texts)), replace=False)
    state_sample = np.concatenate([corpus.states[texts[index]] for index in text_indexes]).astype(np.float32)
    _, _, directions = np.linalg.svd(state_sample.T @ state_sample)
    return np.ascontiguousarray(directions[:STATE_WIDTH].T, dtype=np.float32)


def learn_projection(corpus: RankingCorpus, samples: Sequence[ProjectionSample], start: Floats) -> Projection:
    """Minimise the listwise cross-entropy of MaxSim over evidence and negatives with Adam.

    The score of a text is Σ_t p_t max_d cos(W q_t, W d), where p is the softmax of log(rarity of token t) + v·q_t.
    W and v are learned; W starts from `start`.
    """
    rng = np.random.default_rng(1)
    matrix, token_bias = start.copy(), np.zeros(start.shape[0], np.float32)
    optimizer = Adam(_RATE, grad_clip=0)
    usable_samples = [
        sample for sample in samples if any(event in sample.case.relevance for event in sample.case.candidates.event)
    ]
    for _ in range(_EPOCHS):
        matrix_gradient, bias_gradient = np.zeros_like(matrix), np.zeros_like(token_bias)
        for number, index in enumerate(rng.permutation(len(usable_samples)), start=1):
            matrix_step, bias_step = _gradient(corpus, usable_samples[index], matrix, token_bias, rng)
            matrix_gradient += matrix_step
            bias_gradient += bias_step
            if number % _BATCH == 0:
                matrix_gradient = matrix_gradient / _BATCH + _START_PENALTY * (matrix - start)
                bias_gradient = bias_gradient / _BATCH + _START_PENALTY * token_bias
                matrix, _ = optimizer((0, "matrix"), matrix, matrix_gradient)
                token_bias, _ = optimizer((0, "bias"), token_bias, bias_gradient, lr_scale=3)
                matrix_gradient, bias_gradient = np.zeros_like(matrix), np.zeros_like(token_bias)
    return Projection(1, matrix, token_bias)


def _gradient(
    corpus: RankingCorpus, sample: ProjectionSample, matrix: Floats, token_bias: Floats, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    events = sample.case.candidates.event
    evidence_rows = [row for row, event in enumerate(events) if event in sample.case.relevance]
    rows = np.unique(
        np.concatenate(
            [
                evidence_rows,
                sample.order[:_HARD_NEGATIVES],
                rng.choice(len(events), min(_EASY_NEGATIVES, len(events)), replace=False),
            ]
        )
    ).astype(np.int64)
    blocks = [corpus.states[sample.case.candidates.text[row]] for row in rows]
    non_empty = [index for index, block in enumerate(blocks) if len(block)]
    rows, blocks = rows[non_empty], [blocks[index] for index in non_empty]
    texts = np.concatenate(blocks).astype(np.float32)
    starts = np.concatenate([[0], np.cumsum([len(block) for block in blocks])])
    question_rows, text_rows = sample.case.hidden @ matrix, texts @ matrix
    question_norms, text_norms = (
        np.linalg.norm(part, axis=1, keepdims=True) + 1e-6 for part in (question_rows, text_rows)
    )
    question_rows, text_rows = question_rows / question_norms, text_rows / text_norms
    similarities = text_rows @ question_rows.T
    best = np.maximum.reduceat(similarities, starts[:-1], axis=0)
    logits = sample.log_weights + sample.case.hidden @ token_bias
    token_shares = np.exp(logits - logits.max())
    token_shares /= token_shares.sum()
    scores = best @ token_shares
    # The best passage of each event.
    best_row_by_event: dict[str, int] = {}
    for index in np.argsort(scores, kind="stable"):
        best_row_by_event[events[rows[index]]] = int(index)
    best_rows = np.array(list(best_row_by_event.values()))
    target = np.array([float(event in sample.case.relevance) for event in best_row_by_event])
    exponentials = np.exp((scores[best_rows] - scores[best_rows].max()) / _TEMPERATURE)
    score_gradient = (exponentials / exponentials.sum() - target / target.sum()) / _TEMPERATURE * sample.weight
    question_gradient, text_gradient = np.zeros_like(question_rows), np.zeros_like(text_rows)
    for amount, index in zip(score_gradient, best_rows, strict=True):
        token = similarities[starts[index] : starts[index + 1]].argmax(axis=0) + starts[index]
        cosine = best[index][:, None]
        question_gradient += (
            amount * token_shares[:, None] * (text_rows[token] - cosine * question_rows) / question_norms
        )
        np.add.at(
            text_gradient,
            token,
            amount * token_shares[:, None] * (question_rows - cosine * text_rows[token]) / text_norms[token],
        )
    share_gradient = score_gradient @ best[best_rows]
    logit_gradient = token_shares * (share_gradient - token_shares @ share_gradient)
    used_rows = np.flatnonzero(np.abs(text_gradient).sum(axis=1))
    return sample.case.hidden.T @ question_gradient + texts[used_rows].T @ text_gradient[
        used_rows
    ], sample.case.hidden.T @ logit_gradient.astype(np.float32)


def compute_similarities(
    corpus: RankingCorpus, case: RankingCase, projection: Projection
) -> tuple[NDArray[np.float64], Floats]:
    """Return a case's similarities (rows, tokens) with this projection, and the learned biases of its tokens."""
    states, counts = corpus.get_states(case)
    tokens, token_bias = projection.encode_question(case.hidden)
    rows = projection.encode_text(states.astype(np.float32))
    return best_matches(rows, counts, tokens).astype(np.float64), token_bias
