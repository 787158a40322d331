"""Training of the ranker: cross-validation over the folds, then training on all cases."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.bench import UNANSWERABLE_CATEGORIES
from kg.language import Projection
from kg.retrieval import CONFIDENCE_SIGNALS, Ranker, answer_probability, confidence_signals, logistic, serialize_ranker
from kg.settings import Settings
from training import gradient_boosting
from training import projection as projections
from training.ablated_cases import CaseVariant, build_variants
from training.calibration import fit_logistic_regression
from training.ranking_cases import STATEMENT, RankingCase, gather_cases

FOLDS = 3
Floats = NDArray[np.float64]
Reporter = Callable[[str], None]

_DEPTH = 20
# Total weight of the questions of each set, so that small sets are not outweighed.
_SET_WEIGHTS = {"conversations": 1.0, "beam-100k": 0.43, "multihop": 0.2}
# Inherited by the forked workers; sending it to each would take a gigabyte.
_worker_data: dict[str, Any] = {}


ScoredCases = dict[int, list[tuple[CaseVariant, Floats]]]
"""Index of each held-out case → its variants with their scores, the complete variant first."""


def train_ranking(
    folders: Sequence[Path], settings: Settings, out: tuple[Path, Path], report: Reporter
) -> dict[str, Any]:
    """Train on the folders, write the projection and the ranker, and return the results on held-out questions.

    Args:
        folders: folders in the form of `kg bench recall`; conversations of one set have the same parent folder.
        settings: settings of the server and of candidate generation.
        out: files for the projection (.npz) and the ranker (.json).
        report: called with a line for each step.
    """
    corpus = gather_cases(folders, FOLDS, settings, report)
    weights = _compute_weights(corpus.cases)
    _worker_data.update(
        corpus=corpus,
        lessons=[projections.build_projection_sample(*pair) for pair in zip(corpus.cases, weights, strict=True)],
    )
    _worker_data["start"] = projections.compute_principal_components(corpus)
    projections_by_folds = _learn_projections()
    report(f"{len(projections_by_folds)} projections learned")
    outcomes = [_score_held_out(fold, projections_by_folds, weights) for fold in range(FOLDS)]
    scored = {case: part for outcome in outcomes for case, part in outcome.items()}
    figures = _summarise_recall(corpus.cases, scored)
    report(json.dumps(figures))
    full_projection = projections_by_folds[_folds_without()]
    variants = _build_all_variants([(case, projections_by_folds[_folds_without(case.fold)]) for case in corpus.cases])
    ranker = _calibrate(_train_trees(list(range(len(corpus.cases))), variants, weights), corpus.cases, scored)
    figures["confidence"] = _summarise_confidence(corpus.cases, scored, ranker)
    np.savez_compressed(
        out[0],
        version=full_projection.version,
        states=full_projection.states.astype(np.float16),
        pull=full_projection.weights.astype(np.float16),
    )
    text = json.dumps(serialize_ranker(ranker)).replace("], [", "],\n[")
    out[1].write_text(text + "\n", encoding="utf-8")
    return figures


def _compute_weights(cases: Sequence[RankingCase]) -> list[float]:
    counts: dict[str, int] = defaultdict(int)
    for case in cases:
        counts[case.folder.split("/")[0]] += 1
    largest = max(counts.values())
    return [_SET_WEIGHTS.get(name := case.folder.split("/")[0], 0.3) * largest / counts[name] for case in cases]


def _folds_without(*folds: int) -> frozenset[int]:
    return frozenset(range(FOLDS)) - set(folds)


def _learn_projections() -> dict[frozenset[int], Projection]:
    """Learn a projection for each needed set of folds: all, all but one, all but two.

    The ranker that is measured on a fold is trained on features whose projection saw neither that fold nor the fold of the
    question.
    """
    sets = {_folds_without(top_five, second) for top_five in range(FOLDS) for second in range(FOLDS)} | {
        frozenset(range(FOLDS))
    }
    ordered = sorted(sets, key=sorted)
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
        return dict(zip(ordered, pool.map(_learn_one_projection, ordered), strict=True))


def _learn_one_projection(folds: frozenset[int]) -> Projection:
    samples = [sample for sample in _worker_data["lessons"] if sample.case.fold in folds]
    return projections.learn_projection(_worker_data["corpus"], samples, _worker_data["start"])


def _build_all_variants(pairs: Sequence[tuple[RankingCase, Projection]]) -> list[list[CaseVariant]]:
    _worker_data["pairs"] = list(pairs)
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
        return list(pool.map(_build_variants_of, range(len(pairs)), chunksize=16))


def _build_variants_of(number: int) -> list[CaseVariant]:
    case, projection = _worker_data["pairs"][number]
    return build_variants(case, *projections.compute_similarities(_worker_data["corpus"], case, projection))


def _train_trees(indexes: Sequence[int], variants: Sequence[Sequence[CaseVariant]], weights: Sequence[float]) -> Ranker:
    usable_variants = [
        (weights[index], variant)
        for index, case_variants in zip(indexes, variants, strict=True)
        for variant in case_variants
        if variant.labels.any()
    ]
    return gradient_boosting.train_ranker(
        [variant.values for _, variant in usable_variants],
        [variant.labels for _, variant in usable_variants],
        [weight for weight, _ in usable_variants],
    )


def _score_held_out(
    fold: int, projections_by_folds: dict[frozenset[int], Projection], weights: Sequence[float]
) -> ScoredCases:
    """Score the cases of one fold with models that were trained without it."""
    cases = _worker_data["corpus"].cases
    indexes = [index for index, case in enumerate(cases) if case.fold != fold]
    variants = _build_all_variants(
        [(cases[index], projections_by_folds[_folds_without(fold, cases[index].fold)]) for index in indexes]
    )
    ranker = _train_trees(indexes, variants, weights)
    held_out = [index for index, case in enumerate(cases) if case.fold == fold]
    held_out_variants = _build_all_variants(
        [(cases[index], projections_by_folds[_folds_without(fold)]) for index in held_out]
    )
    return {
        index: [(variant, ranker.scores(variant.values, len(variant.values))) for variant in case_variants]
        for index, case_variants in zip(held_out, held_out_variants, strict=True)
    }


def _summarise_recall(cases: Sequence[RankingCase], scored: ScoredCases) -> dict[str, Any]:
    """Return recall by set and category, and the upper bound set by the candidates ("ceiling")."""
    rows: dict[str, list[list[float]]] = defaultdict(list)
    for index, case in enumerate(cases):
        if not case.evidence:
            continue
        variant, scores = scored[index][0]
        is_evidence = variant.labels[np.argsort(-scores, kind="stable")] > 0
        row = [float(is_evidence[:k].sum()) / case.evidence for k in (5, 10, _DEPTH, len(is_evidence))]
        name = case.folder if case.folder.startswith("multihop") else case.folder.split("/")[0]
        rows[f"{name}: {case.category}"].append(row)
        if case.category != STATEMENT:
            rows[name].append(row)
    names = ("r@5", "r@10", "r@20", "ceiling")
    return {
        key: {name: round(sum(row[index] for row in values) / len(values), 4) for index, name in enumerate(names)}
        | {"questions": len(values)}
        for key, values in sorted(rows.items())
    }


def _calibrate(ranker: Ranker, cases: Sequence[RankingCase], scored: ScoredCases) -> Ranker:
    """Fit Platt scaling on held-out scores, then the confidence on the signals of whole rankings."""
    pairs = [pair for case_variants in scored.values() for pair in case_variants]
    labels = np.concatenate([variant.labels > 0 for variant, _ in pairs]).astype(np.float64)
    log_sizes = [np.full(len(scores), np.log(len(scores))) for _, scores in pairs]
    inputs = np.column_stack([np.concatenate([scores for _, scores in pairs]), np.concatenate(log_sizes)])
    (slope, size), offset = fit_logistic_regression(inputs, labels)
    ranker = replace(ranker, slope=_round_to_six(slope), size=_round_to_six(size), offset=_round_to_six(offset))
    samples = [
        (_compute_confidence_signals(variant, scores, ranker)[1], float(_is_answered(cases[index], variant, scores)))
        for index, case_variants in sorted(scored.items())
        for variant, scores in case_variants
    ]
    weights, base = fit_logistic_regression(
        np.array([sample[0] for sample in samples]), np.array([sample[1] for sample in samples])
    )
    return replace(
        ranker,
        confidence=dict(zip(CONFIDENCE_SIGNALS, map(_round_to_six, weights), strict=True))
        | {"base": _round_to_six(base)},
    )


def _round_to_six(value: float) -> float:
    """Round to six significant digits, as stored."""
    return float(f"{value:.6g}")


def _compute_confidence_signals(variant: CaseVariant, scores: Floats, ranker: Ranker) -> tuple[float, Floats]:
    """Return the confidence (0 if the ranker has no weights for it yet) and the signals that it is computed from."""
    order = np.argsort(-scores, kind="stable")
    base = ranker.size * np.log(len(scores)) + ranker.offset
    probabilities, values = list(logistic(ranker.slope * scores[order] + base)), variant.values[order]
    return (
        answer_probability(probabilities, values, ranker.confidence) if ranker.confidence else 0.0
    ), confidence_signals(probabilities, values)


def _is_answered(case: RankingCase, variant: CaseVariant, scores: Floats) -> bool:
    """Return whether evidence is among the first five; questions that cannot be answered have none."""
    top_five = variant.labels[np.argsort(-scores, kind="stable")[:5]]
    return case.category not in UNANSWERABLE_CATEGORIES and bool(top_five.any())


def _summarise_confidence(cases: Sequence[RankingCase], scored: ScoredCases, ranker: Ranker) -> dict[str, Any]:
    """Return how often evidence is among the first five, by reported probability, and by kind of question and variant."""
    bands: dict[str, list[float]] = defaultdict(list)
    kinds: dict[str, list[float]] = defaultdict(list)
    for index, case_variants in sorted(scored.items()):
        case = cases[index]
        for number, (variant, scores) in enumerate(case_variants):
            figures = _compute_confidence_signals(variant, scores, ranker)[0]
            is_answered = float(variant.labels[np.argsort(-scores, kind="stable")[:5]].any())
            if number == 0:
                bands[f"{min(int(figures * 10), 9) / 10:.1f}"].append(is_answered)
                name = case.folder.split("/")[0]
                kinds["elsewhere" if not case.evidence else f"{name}: {case.category}"].append(figures)
            else:
                kinds[f"{variant.name}: {'answered' if is_answered else 'not answered'}"].append(figures)
    return {
        "bands": {band: [len(values), round(float(np.mean(values)), 3)] for band, values in sorted(bands.items())},
        "kinds": {
            kind: [len(values), *np.round(np.quantile(values, (0.1, 0.5, 0.9)), 3).tolist()]
            for kind, values in sorted(kinds.items())
        },
    }
