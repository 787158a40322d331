"""Recall benchmark: share of a question's evidence among the first k distinct events or passages."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kg.bench.common import compute_quantiles, temporary_memory, time_call
from kg.errors import InvalidInput, NotFound
from kg.memory import Memory
from kg.retrieval import FEATURE_GROUPS, Filters, RetrievalResult, retrieve
from kg.settings import Settings
from kg.types import Confidence

CUTOFFS = (5, 10, 20)
_DEPTH = 50
# Facts do not change the order of events, which is measured.
_MEASURED_KINDS = ("event",)
_RESAMPLES = 2_000
_CONFIDENCE_CUTOFF = 5
# Part of the name of a category of questions for a current value: "knowledge_update" in BEAM, "update" in our corpus.
_UPDATE_CATEGORY = "update"
_CALIBRATION_INTERVALS = 10
UNANSWERABLE_CATEGORIES = ("adversarial", "wrong-person", "negative")
"""Questions about the wrong person have evidence for whom it is true of; no message answers a negative one."""
Reporter = Callable[[str], None]


@dataclass(frozen=True)
class QuestionResult:
    """The result of one question.

    Attributes:
        folder: name of the question's folder.
        category: category of the question.
        ranks: rank of each piece of evidence, from 1; None if it was not found.
        ms: duration of the search.
        confidence: confidence that the search reported.
        probability: the probability behind it.
        newest_first: for a question about a current value, whether its newest evidence ranks before all older evidence. None
            for other questions, or if fewer than two pieces were found.
        session_ranks: rank of each session that holds evidence, among the different sessions of the hits; empty if the
            question names no sessions.
    """

    folder: str
    category: str
    ranks: tuple[int | None, ...]
    ms: float
    confidence: Confidence = "none"
    probability: float = 0.0
    newest_first: bool | None = None
    session_ranks: tuple[int | None, ...] = ()

    def recall(self, k: int) -> float:
        """Return the share of the evidence among the first k."""
        return sum(rank is not None and rank <= k for rank in self.ranks) / len(self.ranks)

    @property
    def is_answerable(self) -> bool:
        """Whether the memory has an answer: a question about the wrong person has evidence, but no answer."""
        return bool(self.ranks) and self.category not in UNANSWERABLE_CATEGORIES

    @property
    def is_answered(self) -> bool:
        """Whether there is an answer, and evidence of it is among the first five."""
        return self.is_answerable and (self.best_rank or _DEPTH + 1) <= _CONFIDENCE_CUTOFF

    @property
    def best_rank(self) -> int | None:
        """The rank of the best piece of evidence."""
        return min((rank for rank in self.ranks if rank is not None), default=None)


def measure_recall(
    folders: Sequence[Path], settings: Settings, report: Reporter, without: Sequence[str] = ()
) -> dict[str, Any]:
    """Measure recall on every folder, each in a temporary scope.

    Args:
        folders: folders with questions.jsonl, and events.jsonl or passages.jsonl.
        settings: settings of the server and the models.
        report: called with a line for each folder.
        without: groups of features to ablate; every question is asked again without each group.

    Returns:
        {"folders", "mean", "by_category", "ms", "interval", "confidence", "unanswerable", "answerable", "calibration_error",
        "newest_first", "without", "sessions"}: means are over questions with evidence, what concerns the confidence over all;
        intervals are 95 % bootstrap intervals over questions. "sessions" has {"r@5", "r@10", "all@5", "all@10", "questions"}, the
        share of the sessions with evidence among the first different sessions, and the share of questions with all of them; only
        if questions name sessions.

    Raises:
        InvalidInput: a group of features does not exist, or no question has evidence.
        NotFound: a file is missing in a folder.
    """
    for group in without:
        if group not in FEATURE_GROUPS:
            raise InvalidInput("without", group, f"one of {', '.join(FEATURE_GROUPS)}")
    results: list[QuestionResult] = []
    without_evidence: list[QuestionResult] = []
    ablated: dict[str, list[QuestionResult]] = {group: [] for group in without}
    for folder in folders:
        all_results, ablated_results = _measure_folder(folder, settings, without)
        folder_results = [result for result in all_results if result.ranks]
        without_evidence += [result for result in all_results if not result.ranks]
        if not folder_results:
            report(f"{folder.name}: no questions with evidence")
            continue
        report(f"{folder.name}: R@10 {summarise_results(folder_results)['r@10']}, {len(folder_results)} questions")
        results.extend(folder_results)
        for group, group_results in ablated_results.items():
            ablated[group].extend(group_results)
    if not results:
        raise InvalidInput("folders", [folder.name for folder in folders], "folders whose questions have evidence")
    figures: dict[str, Any] = {
        "folders": {name: summarise_results(group) for name, group in _group_by(results, "folder").items()},
        "mean": summarise_results(results),
        "by_category": {name: summarise_results(group) for name, group in _group_by(results, "category").items()},
        "ms": compute_quantiles([result.ms for result in results]),
        "interval": {f"r@{k}": bootstrap_interval([result.recall(k) for result in results]) for k in CUTOFFS},
        **summarise_confidence([*results, *without_evidence]),
        "newest_first": _compute_share([result.newest_first for result in results if result.newest_first is not None]),
    }
    if with_sessions := [result.session_ranks for result in results if result.session_ranks]:
        figures["sessions"] = _summarise_sessions(with_sessions)
    if without:
        figures["without"] = {
            group: _compare_results(results, group_results) for group, group_results in ablated.items()
        }
    return figures


def summarise_results(results: Sequence[QuestionResult]) -> dict[str, float]:
    """Return means over questions: recall at each cutoff, hit rate of the first ten, and mean reciprocal rank."""
    count = len(results)
    means = {f"r@{k}": sum(result.recall(k) for result in results) / count for k in (*CUTOFFS, _DEPTH)}
    means["hit@10"] = sum(result.best_rank is not None and result.best_rank <= 10 for result in results) / count
    means["mrr"] = sum(1 / result.best_rank for result in results if result.best_rank) / count
    return {name: round(value, 4) for name, value in means.items()} | {"questions": count}


def bootstrap_interval(values: Sequence[float]) -> list[float]:
    """Return the 95 % bootstrap interval of a mean from 2,000 seeded samples with replacement (Efron, 1979)."""
    samples = np.random.default_rng(0).choice(np.asarray(values, float), (_RESAMPLES, len(values)))
    return [round(float(bound), 4) for bound in np.quantile(samples.mean(axis=1), (0.025, 0.975))]


def _compare_results(results: Sequence[QuestionResult], ablated: Sequence[QuestionResult]) -> dict[str, Any]:
    """Return means without a group of features, and the paired difference that the group makes, with its interval."""
    comparison: dict[str, Any] = {"mean": summarise_results(ablated)}
    for k in (5, 10):
        differences = [
            result.recall(k) - ablated_result.recall(k) for result, ablated_result in zip(results, ablated, strict=True)
        ]
        low, high = bootstrap_interval(differences)
        comparison[f"r@{k}"] = {
            "brings": round(sum(differences) / len(differences), 4),
            "interval": [low, high],
            "significant": low > 0 or high < 0,
        }
    return comparison


def summarise_confidence(results: Sequence[QuestionResult]) -> dict[str, Any]:
    """Return how far the confidence can be relied on.

    Returns:
        {"confidence": {level: {"questions", "answered"}}, "unanswerable", "answerable": {"questions", "low_or_none"},
        "calibration_error"}: the share of answered questions of each level, the share of questions without and with an answer
        whose confidence is low or none, and the expected calibration error of the probability in ten intervals (Naeini et al.,
        2015).
    """
    levels = {
        name: {"questions": len(group), "answered": _compute_share([result.is_answered for result in group])}
        for name, group in _group_by(results, "confidence").items()
    }
    doubted: dict[bool, list[bool]] = {True: [], False: []}
    for result in results:
        doubted[result.is_answerable].append(result.confidence in {"low", "none"})
    error = 0.0
    for lower in range(_CALIBRATION_INTERVALS):
        group = [result for result in results if _calibration_interval(result.probability) == lower]
        error += abs(sum(result.probability - result.is_answered for result in group))
    return {
        "confidence": levels,
        **{
            name: {"questions": len(doubted[is_answerable]), "low_or_none": _compute_share(doubted[is_answerable])}
            for name, is_answerable in (("unanswerable", False), ("answerable", True))
        },
        "calibration_error": round(error / len(results), 4),
    }


def _calibration_interval(probability: float) -> int:
    return min(int(probability * _CALIBRATION_INTERVALS), _CALIBRATION_INTERVALS - 1)


def _summarise_sessions(ranks: Sequence[tuple[int | None, ...]]) -> dict[str, float]:
    """Return the mean share of the sessions among the first k, and the share of questions with all of them there."""
    figures: dict[str, float] = {}
    for k in (5, 10):
        shares = [sum(rank is not None and rank <= k for rank in row) / len(row) for row in ranks]
        figures |= {
            f"r@{k}": round(sum(shares) / len(shares), 4),
            f"all@{k}": round(sum(share == 1 for share in shares) / len(shares), 4),
        }
    return figures | {"questions": len(ranks)}


def _compute_share(values: Sequence[bool]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None


def _measure_folder(
    folder: Path, settings: Settings, without: Iterable[str]
) -> tuple[list[QuestionResult], dict[str, list[QuestionResult]]]:
    questions = read_json_lines(folder / "questions.jsonl")
    with_evidence = [row for row in questions if row.get("evidence")]
    if not with_evidence:
        return [], {}
    # Questions without evidence count where their category says that they have no answer.
    asked = [row for row in questions if row.get("evidence") or row.get("category") in UNANSWERABLE_CATEGORIES]
    with temporary_memory(settings, "recall") as memory:
        log_folder(memory, folder)
        memory.digest()
        results = [_ask_question(memory, folder.name, question) for question in asked]
        return results, {
            group: [_ask_question(memory, folder.name, question, group) for question in with_evidence]
            for group in without
        }


def log_folder(memory: Memory, folder: Path, prefix: str = "") -> None:
    """Log a folder's events or passages; a prefix separates the ids and sessions of several folders in one scope."""
    events = folder / "events.jsonl"
    if events.is_file() and not prefix:
        memory.import_files([events])
        return
    if events.is_file():
        memory.log(
            {**{name: row[name] for name in ("text", "speaker", "channel", "role")}, "at": row["ts"]}
            | {"id": f"{prefix}/{row['id']}", "session": f"{prefix}/{row['session']}"}
            for row in read_json_lines(events)
        )
        return
    passages = read_json_lines(folder / "passages.jsonl")
    # Passages are not a conversation, so each gets its own session and has no neighbours.
    memory.log(
        {
            "id": prefix + row["id"],
            "text": f"{row['title']}. {row['text']}",
            "session": f"passage:{row['id']}",
            "kind": "observation",
        }
        for row in passages
    )


def _ask_question(memory: Memory, folder: str, question: dict[str, Any], without: str | None = None) -> QuestionResult:
    ms, search_result = time_call(lambda: _search(memory, question["question"], without, _MEASURED_KINDS))
    rank_by_id = {hit.id: rank for rank, hit in enumerate(search_result.hits, start=1)}
    category = str(question.get("category", "all"))
    evidence = [str(event_id) for event_id in question.get("evidence", ())]
    newest_first = None
    evidence_hits = [hit for hit in search_result.hits if hit.id in evidence and hit.at is not None]
    if _UPDATE_CATEGORY in category and len(evidence_hits) > 1:
        newest_first = evidence_hits[0].at == max(hit.at for hit in evidence_hits if hit.at is not None)
    sessions = list(dict.fromkeys((hit.session or "").rpartition(":")[2] for hit in search_result.hits))
    rank_by_session = {session: rank for rank, session in enumerate(sessions, start=1)}
    # The confidence is that of a search as callers make it, which also finds facts.
    usual = _search(memory, question["question"], without, None)
    return QuestionResult(
        folder,
        category,
        tuple(rank_by_id.get(event_id) for event_id in evidence),
        ms,
        usual.confidence,
        usual.probability,
        newest_first,
        tuple(rank_by_session.get(str(session)) for session in question.get("sessions", ())),
    )


def _search(memory: Memory, question: str, without: str | None, kinds: Sequence[str] | None) -> RetrievalResult:
    return retrieve(
        memory.graph,
        question,
        limit=_DEPTH,
        filters=Filters.from_arguments(kinds=kinds),
        embedder=memory.embedder,
        settings=memory.settings,
        without=() if without is None else (without,),
    )


def read_json_lines(path: Path) -> list[dict[str, Any]]:
    """Return the objects of a JSON Lines file; raise NotFound if it does not exist."""
    if not path.is_file():
        raise NotFound(f"file {path}")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _group_by(results: Sequence[QuestionResult], attribute: str) -> dict[str, list[QuestionResult]]:
    groups: dict[str, list[QuestionResult]] = defaultdict(list)
    for result in results:
        groups[getattr(result, attribute)].append(result)
    return dict(sorted(groups.items()))
