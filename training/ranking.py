"""The training run: leave one part out in turn, measure on it, then learn from all."""

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

from kg.language.late_interaction import Projection
from kg.retrieval import tree_ranker as rankers
from kg.retrieval.confidence import SIGNS, probability, signs
from kg.retrieval.tree_ranker import Ranker, logistic
from kg.settings import Settings
from training import gradient_boosting
from training import projection as projections
from training.ablated_cases import Form, forms
from training.calibration import logistic_regression
from training.ranking_cases import Case, gather

FOLDS = 5
Floats = NDArray[np.float64]
Tell = Callable[[str], None]

_DEEPEST = 20
# A set with few questions counts more, so that none is drowned: questions of one set weigh this much together.
_SHARE = {"locomo": 1.0, "beam-100k": 0.43, "multihop": 0.2}
# Shared with the forked workers, which would otherwise each be sent a gigabyte.
_shared: dict[str, Any] = {}


Scored = dict[int, list[tuple[Form, Floats]]]
"""Of each left-out case its forms with their scores, the whole one first."""


def run(folders: Sequence[Path], settings: Settings, out: tuple[Path, Path], tell: Tell) -> dict[str, Any]:
    """Train on the folders; write the projection and the ranker; return how left-out questions fared.

    Args:
        folders: of `kg bench recall`'s form, conversations of one set beside each other.
        settings: the server, and how many candidates.
        out: where the projection (.npz) and the ranker (.json) go.
        tell: called with a line a step.
    """
    corpus = gather(folders, FOLDS, settings, tell)
    weights = _weights(corpus.cases)
    _shared.update(
        corpus=corpus, lessons=[projections.lesson(*pair) for pair in zip(corpus.cases, weights, strict=True)]
    )
    _shared["start"] = projections.components(corpus)
    learnt = _projections()
    tell(f"{len(learnt)} projections learnt")
    outcomes = [_left_out(fold, learnt, weights) for fold in range(FOLDS)]
    scored = {case: part for outcome in outcomes for case, part in outcome.items()}
    told = _report(corpus.cases, scored)
    tell(json.dumps(told))
    whole = learnt[_all_but()]
    made = _forms([(case, learnt[_all_but(case.fold)]) for case in corpus.cases])
    ranker = _calibrated(_trees(list(range(len(corpus.cases))), made, weights), corpus.cases, scored)
    told["confidence"] = _confidence_report(corpus.cases, scored, ranker)
    np.savez_compressed(
        out[0],
        version=whole.version,
        states=whole.states.astype(np.float16),
        pull=whole.pull.astype(np.float16),
    )
    lines = json.dumps(rankers.write(ranker)).replace("], [", "],\n[")
    out[1].write_text(lines + "\n", encoding="utf-8")
    return told


def _weights(cases: Sequence[Case]) -> list[float]:
    counts: dict[str, int] = defaultdict(int)
    for case in cases:
        counts[case.folder.split("/")[0]] += 1
    largest = max(counts.values())
    return [_SHARE.get(name := case.folder.split("/")[0], 0.3) * largest / counts[name] for case in cases]


def _all_but(*folds: int) -> frozenset[int]:
    return frozenset(range(FOLDS)) - set(folds)


def _projections() -> dict[frozenset[int], Projection]:
    """A projection for each set of folds that one is learnt from: all, all but one, all but two.

    The ranker that is measured on a fold learns from features whose projection saw neither that fold nor the question's own.
    """
    sets = {_all_but(first, second) for first in range(FOLDS) for second in range(FOLDS)} | {frozenset(range(FOLDS))}
    ordered = sorted(sets, key=sorted)
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
        return dict(zip(ordered, pool.map(_learn, ordered), strict=True))


def _learn(folds: frozenset[int]) -> Projection:
    lessons = [one for one in _shared["lessons"] if one.case.fold in folds]
    return projections.learn(_shared["corpus"], lessons, _shared["start"])


def _forms(pairs: Sequence[tuple[Case, Projection]]) -> list[list[Form]]:
    _shared["pairs"] = list(pairs)
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
        return list(pool.map(_forms_of, range(len(pairs)), chunksize=16))


def _forms_of(number: int) -> list[Form]:
    case, projection = _shared["pairs"][number]
    return forms(case, *projections.likeness(_shared["corpus"], case, projection))


def _trees(places: Sequence[int], made: Sequence[Sequence[Form]], weights: Sequence[float]) -> Ranker:
    usable = [
        (weights[place], form) for place, each in zip(places, made, strict=True) for form in each if form.labels.any()
    ]
    return gradient_boosting.learn(
        [form.values for _, form in usable], [form.labels for _, form in usable], [weight for weight, _ in usable]
    )


def _left_out(fold: int, learnt: dict[frozenset[int], Projection], weights: Sequence[float]) -> Scored:
    """Scores of the cases of one fold from what was learnt without it."""
    cases = _shared["corpus"].cases
    places = [place for place, case in enumerate(cases) if case.fold != fold]
    made = _forms([(cases[place], learnt[_all_but(fold, cases[place].fold)]) for place in places])
    ranker = _trees(places, made, weights)
    mine = [place for place, case in enumerate(cases) if case.fold == fold]
    theirs = _forms([(cases[place], learnt[_all_but(fold)]) for place in mine])
    return {
        place: [(form, ranker.scores(form.values, len(form.values))) for form in each]
        for place, each in zip(mine, theirs, strict=True)
    }


def _report(cases: Sequence[Case], scored: Scored) -> dict[str, Any]:
    """Recall by set and category, and the ceiling that the candidates set."""
    rows: dict[str, list[list[float]]] = defaultdict(list)
    for place, case in enumerate(cases):
        if not case.evidence:
            continue
        form, scores = scored[place][0]
        hit = form.labels[np.argsort(-scores, kind="stable")] > 0
        row = [float(hit[:k].sum()) / case.evidence for k in (5, 10, _DEEPEST, len(hit))]
        name = case.folder if case.folder.startswith("multihop") else case.folder.split("/")[0]
        for key in (name, f"{name}: {case.category}"):
            rows[key].append(row)
    names = ("r@5", "r@10", "r@20", "ceiling")
    return {
        key: {name: round(sum(row[place] for row in found) / len(found), 4) for place, name in enumerate(names)}
        | {"questions": len(found)}
        for key, found in sorted(rows.items())
    }


def _calibrated(ranker: Ranker, cases: Sequence[Case], scored: Scored) -> Ranker:
    """Platt's scaling on left-out scores, then the confidence on what they say of whole rankings."""
    pairs = [pair for each in scored.values() for pair in each]
    wanted = np.concatenate([form.labels > 0 for form, _ in pairs]).astype(np.float64)
    sizes = [np.full(len(scores), np.log(len(scores))) for _, scores in pairs]
    sums = np.column_stack([np.concatenate([scores for _, scores in pairs]), np.concatenate(sizes)])
    (slope, size), offset = logistic_regression(sums, wanted)
    ranker = replace(ranker, slope=_six(slope), size=_six(size), offset=_six(offset))
    samples = [
        (_signs(form, scores, ranker)[1], float(_answered(cases[place], form, scores)))
        for place, each in sorted(scored.items())
        for form, scores in each
    ]
    weights, base = logistic_regression(np.array([one[0] for one in samples]), np.array([one[1] for one in samples]))
    return replace(ranker, confidence=dict(zip(SIGNS, map(_six, weights), strict=True)) | {"base": _six(base)})


def _six(value: float) -> float:
    """To six digits, as it is stored."""
    return float(f"{value:.6g}")


def _signs(form: Form, scores: Floats, ranker: Ranker) -> tuple[float, Floats]:
    """The confidence's probability, where the ranker has its weights already, and the signs that it is made of."""
    order = np.argsort(-scores, kind="stable")
    base = ranker.size * np.log(len(scores)) + ranker.offset
    sure, values = list(logistic(ranker.slope * scores[order] + base)), form.values[order]
    return (probability(sure, values, ranker.confidence) if ranker.confidence else 0.0), signs(sure, values)


def _answered(case: Case, form: Form, scores: Floats) -> bool:
    """Whether evidence is among the first five. A question about the wrong person has none, whatever resembles it."""
    first = form.labels[np.argsort(-scores, kind="stable")[:5]]
    return case.category != "adversarial" and bool(first.any())


def _confidence_report(cases: Sequence[Case], scored: Scored, ranker: Ranker) -> dict[str, Any]:
    """How often evidence is among the first five, by the probability that was told, and by kind of question and form."""
    bands: dict[str, list[float]] = defaultdict(list)
    kinds: dict[str, list[float]] = defaultdict(list)
    for place, each in sorted(scored.items()):
        case = cases[place]
        for number, (form, scores) in enumerate(each):
            told = _signs(form, scores, ranker)[0]
            right = float(form.labels[np.argsort(-scores, kind="stable")[:5]].any())
            if number == 0:
                bands[f"{min(int(told * 10), 9) / 10:.1f}"].append(right)
                name = case.folder.split("/")[0]
                kinds["elsewhere" if not case.evidence else f"{name}: {case.category}"].append(told)
            else:
                kinds[f"{form.name}: {'answered' if right else 'not answered'}"].append(told)
    return {
        "bands": {band: [len(found), round(float(np.mean(found)), 3)] for band, found in sorted(bands.items())},
        "kinds": {
            kind: [len(found), *np.round(np.quantile(found, (0.1, 0.5, 0.9)), 3).tolist()]
            for kind, found in sorted(kinds.items())
        },
    }
