"""Recall: the share of a question's evidence that is found among the first k different events or passages."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kg.bench.common import quantiles, scratch, timed
from kg.errors import InvalidInput, NotFound
from kg.memory import Memory
from kg.retrieval import Filters, Found, find
from kg.retrieval.features import GROUPS
from kg.settings import Settings
from kg.types import Confidence

CUTS = (5, 10, 20)
_DEEPEST = 50
_RESAMPLES = 2_000
_ASKED = 5
_UPDATE = "knowledge_update"
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Answer:
    """One question's outcome.

    Attributes:
        folder: where it is from.
        category: what kind of question it is.
        ranks: of each piece of evidence, from 1, or None.
        ms: how long the search took.
        confidence: what the search said of itself.
        newest_first: of a question about what is current, whether its newest evidence stands before all older; None where
            it is no such question, or less than two pieces were found.
    """

    folder: str
    category: str
    ranks: tuple[int | None, ...]
    ms: float
    confidence: Confidence = "none"
    newest_first: bool | None = None

    def recall(self, k: int) -> float:
        """The share of the evidence among the first k."""
        return sum(rank is not None and rank <= k for rank in self.ranks) / len(self.ranks)

    @property
    def first(self) -> int | None:
        """The rank of the best piece of evidence."""
        return min((rank for rank in self.ranks if rank is not None), default=None)


def run(folders: Sequence[Path], settings: Settings, tell: Progress, without: Sequence[str] = ()) -> dict[str, Any]:
    """Measure every folder in a scope of its own.

    Args:
        folders: each with questions.jsonl and events.jsonl, or passages.jsonl.
        settings: the server and the models.
        tell: called with a line a folder.
        without: groups of features; with each of them taken away in turn every question is asked again.

    Returns:
        {"folders", "mean", "by_category", "ms", "interval", "confidence", "newest_first", "without"}: means are over questions
        that have evidence, `mean` over all of them; intervals are of 95 %, by bootstrap over questions.

    Raises:
        InvalidInput: no such group of features.
        NotFound: a folder lacks a file.
    """
    for group in without:
        if group not in GROUPS:
            raise InvalidInput("without", group, f"one of {', '.join(GROUPS)}")
    answers: list[Answer] = []
    lacking: dict[str, list[Answer]] = {group: [] for group in without}
    for folder in folders:
        found, less = _folder(folder, settings, without)
        tell(f"{folder.name}: R@10 {summary(found)['r@10']}, {len(found)} questions")
        answers.extend(found)
        for group, others in less.items():
            lacking[group].extend(others)
    told: dict[str, Any] = {
        "folders": {name: summary(group) for name, group in _grouped(answers, "folder").items()},
        "mean": summary(answers),
        "by_category": {name: summary(group) for name, group in _grouped(answers, "category").items()},
        "ms": quantiles([answer.ms for answer in answers]),
        "interval": {f"r@{k}": interval([answer.recall(k) for answer in answers]) for k in CUTS},
        "confidence": _by_confidence(answers),
        "newest_first": _share([answer.newest_first for answer in answers if answer.newest_first is not None]),
    }
    if without:
        told["without"] = {group: _compared(answers, others) for group, others in lacking.items()}
    return told


def summary(answers: Sequence[Answer]) -> dict[str, float]:
    """Means over questions: recall at each cut, whether any evidence is in the first ten, mean reciprocal rank."""
    n = len(answers)
    told = {f"r@{k}": sum(answer.recall(k) for answer in answers) / n for k in (*CUTS, _DEEPEST)}
    told["hit@10"] = sum(answer.first is not None and answer.first <= 10 for answer in answers) / n
    told["mrr"] = sum(1 / answer.first for answer in answers if answer.first) / n
    return {name: round(value, 4) for name, value in told.items()} | {"questions": n}


def interval(values: Sequence[float]) -> list[float]:
    """The 95 % interval of a mean, by the bootstrap: 2,000 samples with replacement (Efron, 1979). Seeded."""
    drawn = np.random.default_rng(0).choice(np.asarray(values, float), (_RESAMPLES, len(values)))
    return [round(float(bound), 4) for bound in np.quantile(drawn.mean(axis=1), (0.025, 0.975))]


def _compared(answers: Sequence[Answer], others: Sequence[Answer]) -> dict[str, Any]:
    """Means without a group, and what the group brings: the paired difference with its interval."""
    told: dict[str, Any] = {"mean": summary(others)}
    for k in (5, 10):
        gains = [one.recall(k) - other.recall(k) for one, other in zip(answers, others, strict=True)]
        low, high = interval(gains)
        told[f"r@{k}"] = {
            "brings": round(sum(gains) / len(gains), 4),
            "interval": [low, high],
            "significant": low > 0 or high < 0,
        }
    return told


def _by_confidence(answers: Sequence[Answer]) -> dict[str, Any]:
    """For each confidence how many questions, and the share with evidence among the first five."""
    return {
        name: {"questions": len(group), "answered": _share([(one.first or _DEEPEST + 1) <= _ASKED for one in group])}
        for name, group in _grouped(answers, "confidence").items()
    }


def _share(values: Sequence[bool]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None


def _folder(folder: Path, settings: Settings, without: Iterable[str]) -> tuple[list[Answer], dict[str, list[Answer]]]:
    questions = [one for one in lines(folder / "questions.jsonl") if one.get("evidence")]
    with scratch(settings, "recall") as memory:
        fill(memory, folder)
        memory.digest()
        answers = [_ask(memory, folder.name, question) for question in questions]
        return answers, {
            group: [_ask(memory, folder.name, question, group) for question in questions] for group in without
        }


def fill(memory: Memory, folder: Path, prefix: str = "") -> None:
    """Log a folder's events or passages; a prefix keeps several folders' ids and sessions apart in one scope."""
    events = folder / "events.jsonl"
    if events.is_file() and not prefix:
        memory.import_files([events])
        return
    if events.is_file():
        memory.log(
            {**{name: one[name] for name in ("text", "speaker", "channel", "role")}, "at": one["ts"]}
            | {"id": f"{prefix}/{one['id']}", "session": f"{prefix}/{one['session']}"}
            for one in lines(events)
        )
        return
    passages = lines(folder / "passages.jsonl")
    # Passages of an encyclopaedia are no conversation: each is a session of its own, so that none is another's neighbour.
    memory.log(
        {
            "id": prefix + one["id"],
            "text": f"{one['title']}. {one['text']}",
            "session": f"passage:{one['id']}",
            "kind": "observation",
        }
        for one in passages
    )


def _ask(memory: Memory, folder: str, question: dict[str, Any], without: str | None = None) -> Answer:
    ms, found = timed(lambda: _found(memory, question["question"], without))
    order = {hit.id: place for place, hit in enumerate(found.hits, start=1)}
    category = str(question.get("category", "all"))
    evidence = [str(one) for one in question["evidence"]]
    newest = None
    seen = [hit for hit in found.hits if hit.id in evidence and hit.at is not None]
    if _UPDATE in category and len(seen) > 1:
        newest = seen[0].at == max(hit.at for hit in seen if hit.at is not None)
    return Answer(folder, category, tuple(order.get(one) for one in evidence), ms, found.confidence, newest)


def _found(memory: Memory, question: str, without: str | None) -> Found:
    return find(
        memory.graph,
        question,
        limit=_DEEPEST,
        # Facts stand beside events and change nothing in their order, which is what is measured.
        filters=Filters.checked(kinds=["event"]),
        embedder=memory.embedder,
        settings=memory.settings,
        without=() if without is None else (without,),
    )


def lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines; NotFound where there is none."""
    if not path.is_file():
        raise NotFound(f"file {path}")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _grouped(answers: Sequence[Answer], by: str) -> dict[str, list[Answer]]:
    groups: dict[str, list[Answer]] = defaultdict(list)
    for answer in answers:
        groups[getattr(answer, by)].append(answer)
    return dict(sorted(groups.items()))
