"""Train the confidence of searches on the corpus: `python -m training confidence`."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.bench import QuestionResult, log_folder, read_json_lines, summarise_confidence, temporary_memory
from kg.language import encode_question, get_late_version
from kg.memory import Memory
from kg.retrieval import (
    AGREEMENT_SIGNALS,
    Candidates,
    Filters,
    GraphMatches,
    Question,
    Ranker,
    compute_features,
    fetch_matches,
    load_ranker,
    match_candidates,
    rank_memories,
    rate_confidence,
    rate_matches,
)
from kg.settings import Settings
from training import gradient_boosting
from training.calibration import fit_logistic_regression
from training.unanswerable import FOREIGN, SWAPPED, move_questions, read_persons, swap_persons

FOLDS = 3
Floats = NDArray[np.float64]
Reporter = Callable[[str], object]

_LEADING, _HITS, _ANSWERS = 200, 10, 5
# Weight of a sample by its category: made questions are many, and some of them have an answer after all.
_WEIGHTS = {SWAPPED: 0.3, FOREIGN: 0.08}
# Share of questions without an answer that the probabilities are calibrated for. How many a user asks is not known: they are .13
# of the corpus's.
_UNANSWERABLE_SHARE = 0.2


@dataclass(frozen=True)
class _Case:
    """A question with what a search fetches for it."""

    folder: Path
    fold: int
    row: dict[str, Any]
    question: Question
    candidates: Candidates
    matches: GraphMatches

    @property
    def evidence(self) -> frozenset[str]:
        return frozenset(map(str, self.row["evidence"]))

    @property
    def is_made(self) -> bool:
        return self.row["category"] in _WEIGHTS


@dataclass(frozen=True)
class _Sample:
    """The signals of a case, and its result."""

    case: _Case
    signals: tuple[float, ...]
    result: QuestionResult


def train_confidence(folders: Sequence[Path], out: Path, settings: Settings, report: Reporter) -> dict[str, Any]:
    """Learn the weights from the parts train and dev of the corpus; measure those of the part train on the part dev.

    The signals come from rankers that have not seen the question's conversation: the one that ships knows the evidence of all of
    them, and its scores would be too good.

    Args:
        folders: conversations of the corpus.
        out: the file to write the weights to.
        settings: settings of the server and the models.
        report: called with a line for each folder.

    Returns:
        {"samples", "dev": the figures on confidence of `kg bench recall`}.
    """
    version = 0
    cases: list[_Case] = []
    for number, folder in enumerate(folders):
        with temporary_memory(settings, "confidence") as memory:
            version = get_late_version(memory.embedder)
            log_folder(memory, folder)
            memory.digest()
            cases += _collect(memory, folder, folders, number % FOLDS)
        report(folder.name)
    rankers = [_train_ranker(cases, fold, version) for fold in range(FOLDS)]
    samples = [sample for case in cases if (sample := _rate(case, rankers[case.fold], version))]
    parts: dict[str, list[_Sample]] = defaultdict(list)
    for sample in samples:
        about = json.loads((sample.case.folder / "about.json").read_text(encoding="utf-8"))
        parts[about["part"]].append(sample)
    figures: dict[str, Any] = {"samples": len(samples)}
    if parts["train"] and parts["dev"]:
        figures |= _measure(parts["dev"], _fit(parts["train"]))
    out.write_text(json.dumps(_fit(samples), indent=1) + "\n", encoding="utf-8")
    return figures


def _collect(memory: Memory, folder: Path, folders: Sequence[Path], fold: int) -> list[_Case]:
    choice = random.Random(folder.name)  # noqa: S311 - a sample
    own = read_json_lines(folder / "questions.jsonl")
    events = {row["id"]: row for row in read_json_lines(folder / "events.jsonl")}
    rows = [*own, *swap_persons(own, events, read_persons(folder), choice), *move_questions(folder, folders, choice)]
    texts: dict[str, str] = {}
    states: dict[bytes, bytes] = {}
    cases = []
    for row in rows:
        question = Question.parse(row["question"], encode_question(memory.embedder, row["question"]))
        candidates, matches = fetch_matches(
            memory.graph,
            question,
            Filters.from_arguments(),
            memory.settings.candidates,
            memory.settings.neighbours,
            use=lambda candidates: candidates,
        )
        # Most candidates of a conversation are the same for every question.
        candidates = replace(
            candidates,
            text=[texts.setdefault(text, text) for text in candidates.text],
            states=[None if one is None else states.setdefault(one, one) for one in candidates.states],
        )
        cases.append(_Case(folder, fold, row, question, candidates, matches))
    return cases


def _train_ranker(cases: Sequence[_Case], fold: int, version: int) -> Ranker:
    """Return a ranker of the other folds, with its scale of this one."""
    tables: dict[bool, list[tuple[Floats, NDArray[np.int64], int]]] = {True: [], False: []}
    for case in cases:
        if case.is_made or not case.evidence:
            continue
        features = compute_features(match_candidates(case.candidates.sorted_by_id(), case.question, version)[0])
        leading = features.order[:_LEADING]
        ids = case.candidates.sorted_by_id().event
        labels = np.array([int(ids[row] in case.evidence) for row in features.row[leading]], np.int64)
        if labels.any():
            tables[case.fold == fold].append((features.values[leading], labels, len(features.values)))
    ranker = gradient_boosting.train_ranker(
        [table for table, _, _ in tables[False]], [labels for _, labels, _ in tables[False]], [1.0] * len(tables[False])
    )
    scores = [(ranker.scores(table, count), labels, count) for table, labels, count in tables[True]]
    inputs = np.column_stack(
        [
            np.concatenate([one for one, _, _ in scores]),
            np.concatenate([np.full(len(one), np.log(count)) for one, _, count in scores]),
        ]
    )
    (slope, size), offset = fit_logistic_regression(
        inputs, np.concatenate([labels for _, labels, _ in scores]).astype(np.float64)
    )
    return replace(ranker, slope=slope, size=size, offset=offset, confidence=load_ranker().confidence)


def _rate(case: _Case, ranker: Ranker, version: int) -> _Sample | None:
    filters = Filters.from_arguments()
    ranked = rank_memories(case.question, case.candidates, ranker, version=version, limit=_HITS)
    found = rate_matches(case.question, ranked, case.matches, ranker, filters, limit=_HITS)
    if found.agreement is None:
        return None
    ids = [hit.id for hit in found.hits if hit.kind == "event"][:_ANSWERS]
    ranks = tuple(ids.index(event) + 1 if event in ids else None for event in sorted(case.evidence))
    category = "negative" if case.is_made else case.row["category"]
    return _Sample(case, found.agreement, QuestionResult(case.folder.name, category, ranks, 0.0))


def _fit(samples: Sequence[_Sample]) -> dict[str, float]:
    """Fit the weights on all samples, then their scale on the questions of the corpus, as many without an answer as assumed."""
    signals = np.array([sample.signals for sample in samples])
    answered = np.array([float(sample.result.is_answered) for sample in samples])
    own = np.array([not sample.case.is_made for sample in samples])
    answerable = np.array([sample.result.is_answerable for sample in samples])
    unanswered_weight = (
        _UNANSWERABLE_SHARE / (1 - _UNANSWERABLE_SHARE) * (own & answerable).sum() / (own & ~answerable).sum()
    )
    importance = np.array(
        [
            _WEIGHTS.get(sample.case.row["category"], 1.0 if sample.result.is_answerable else unanswered_weight)
            for sample in samples
        ]
    )
    weights, _ = fit_logistic_regression(signals, answered, weights=importance)
    (scale,), base = fit_logistic_regression((signals @ weights)[own, None], answered[own], weights=importance[own])
    return {name: round(float(scale * weight), 4) for name, weight in zip(AGREEMENT_SIGNALS, weights, strict=True)} | {
        "base": round(base, 4)
    }


def _measure(samples: Sequence[_Sample], weights: dict[str, float]) -> dict[str, Any]:
    rated = []
    for sample in samples:
        if sample.case.is_made:
            continue
        total = weights["base"] + float(np.dot(sample.signals, [weights[name] for name in AGREEMENT_SIGNALS]))
        probability = float(1 / (1 + np.exp(-total)))
        rated.append(replace(sample.result, probability=probability, confidence=rate_confidence(probability)))
    return {"dev": summarise_confidence(rated)}
