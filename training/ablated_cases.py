"""Ablated variants of a ranking case: without token states, without vectors, or with few memories.

The ranker must also work in a small memory and without an embedding model, which complete cases alone do not teach.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kg.language import STATE_WIDTH
from kg.retrieval import Candidates, Question, compute_features, match_question
from training.ranking_cases import RankingCase

Floats = NDArray[np.float64]

_NO_TOKENS, _NO_VECTORS, _SMALL, _UNANSWERED = 0.2, 0.15, 0.3, 0.15
_LARGEST_SMALL = 5.0  # as a power of 2


@dataclass(frozen=True, eq=False)
class CaseVariant:
    """One variant of a case.

    Attributes:
        name: whole, no tokens, no vectors, small, unanswered.
        values: the features, (events, features).
        labels: the relevance of each event.
    """

    name: str
    values: Floats
    labels: NDArray[np.int64]


def build_variants(case: RankingCase, similarities: Floats, token_weights: NDArray[np.float32]) -> list[CaseVariant]:
    """Build the complete variant and a random choice of others; deterministic for a question's text.

    Args:
        case: the case.
        similarities: similarities between its candidates and its tokens.
        token_weights: learned weights of its tokens.
    """
    encoded = case.question.asked
    assert encoded is not None  # noqa: S101 - every case was embedded
    encoded_question = replace(encoded, tokens=np.zeros((0, STATE_WIDTH), np.float32), log_weights=token_weights)
    question = replace(case.question, asked=encoded_question)
    rng = random.Random(case.folder + case.question.text)  # noqa: S311
    variants = [_build_variant("whole", case, case.candidates, question, similarities)]
    if rng.random() < _NO_TOKENS:
        variants.append(_build_variant("no tokens", case, case.candidates, replace(question, asked=None), None))
    if rng.random() < _NO_VECTORS:
        without_vectors = replace(case.candidates, meaning=np.full(len(case.candidates), np.nan))
        variants.append(
            _build_variant(
                "no vectors", case, _keep_full_text_matches(without_vectors), replace(question, asked=None), None
            )
        )
    evidence = {event for event in case.candidates.event if event in case.relevance}
    if evidence and rng.random() < _SMALL:
        variants.append(_build_small_variant("small", case, evidence, question, similarities, rng))
    if evidence and rng.random() < _UNANSWERED:
        variants.append(_build_small_variant("unanswered", case, set(), question, similarities, rng))
    return [variant for variant in variants if len(variant.values)]


def _build_small_variant(
    name: str,
    case: RankingCase,
    evidence: Collection[str],
    question: Question,
    similarities: Floats,
    rng: random.Random,
) -> CaseVariant:
    """Build a variant with few events from one part of the conversation, and with this evidence only."""
    size = int(2 ** rng.uniform(0.0, _LARGEST_SMALL))
    candidates = case.candidates
    others = sorted({event for event in candidates.event if event not in case.relevance})
    start = rng.randrange(len(others)) if others else 0
    kept_events = {*evidence, *others[start : start + size]}
    rows = [row for row, event in enumerate(candidates.event) if event in kept_events]
    return _build_variant(name, case, candidates.select(rows), question, similarities[rows])


def _keep_full_text_matches(candidates: Candidates) -> Candidates:
    """Keep the candidates of full-text search, which are the only ones without vectors."""
    return candidates.select([row for row, score in enumerate(candidates.words) if not np.isnan(score)])


def _build_variant(
    name: str, case: RankingCase, candidates: Candidates, question: Question, similarities: Floats | None
) -> CaseVariant:
    feature_table = compute_features(match_question(candidates, question, similarities))
    labels = np.array([case.relevance.get(candidates.event[row], 0) for row in feature_table.row], np.int64)
    return CaseVariant(name, feature_table.values, labels)
