"""Recall: the share of a question's evidence that is found among the first k different events or passages."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.bench.common import quantiles, scratch, timed
from kg.errors import NotFound
from kg.memory import Memory
from kg.settings import Settings

CUTS = (5, 10, 20)
_DEEPEST = 50
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Answer:
    """One question's outcome: its category, the rank (from 1) of each piece of evidence or None, and the time it took."""

    folder: str
    category: str
    ranks: tuple[int | None, ...]
    ms: float

    def recall(self, k: int) -> float:
        """The share of the evidence among the first k."""
        return sum(rank is not None and rank <= k for rank in self.ranks) / len(self.ranks)

    @property
    def first(self) -> int | None:
        """The rank of the best piece of evidence."""
        return min((rank for rank in self.ranks if rank is not None), default=None)


def run(folders: Sequence[Path], settings: Settings, tell: Progress) -> dict[str, Any]:
    """Measure every folder in a scope of its own.

    Args:
        folders: each with questions.jsonl and events.jsonl, or passages.jsonl.
        settings: the server and the models.
        tell: called with a line a folder.

    Returns:
        {"folders", "mean", "by_category", "ms"}: means are over questions that have evidence, `mean` over all of them.

    Raises:
        NotFound: a folder lacks a file.
    """
    answers: list[Answer] = []
    for folder in folders:
        found = _folder(folder, settings)
        tell(f"{folder.name}: R@10 {summary(found)['r@10']}, {len(found)} questions")
        answers.extend(found)
    return {
        "folders": {name: summary(group) for name, group in _grouped(answers, "folder").items()},
        "mean": summary(answers),
        "by_category": {name: summary(group) for name, group in _grouped(answers, "category").items()},
        "ms": quantiles([answer.ms for answer in answers]),
    }


def summary(answers: Sequence[Answer]) -> dict[str, float]:
    """Means over questions: recall at each cut, whether any evidence is in the first ten, mean reciprocal rank."""
    n = len(answers)
    told = {f"r@{k}": sum(answer.recall(k) for answer in answers) / n for k in (*CUTS, _DEEPEST)}
    told["hit@10"] = sum(answer.first is not None and answer.first <= 10 for answer in answers) / n
    told["mrr"] = sum(1 / answer.first for answer in answers if answer.first) / n
    return {name: round(value, 4) for name, value in told.items()} | {"questions": n}


def _folder(folder: Path, settings: Settings) -> list[Answer]:
    questions = [one for one in lines(folder / "questions.jsonl") if one.get("evidence")]
    with scratch(settings, "recall") as memory:
        fill(memory, folder)
        memory.digest()
        return [_ask(memory, folder.name, question) for question in questions]


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


def _ask(memory: Memory, folder: str, question: dict[str, Any]) -> Answer:
    ms, found = timed(lambda: memory.search(question["question"], limit=_DEEPEST, kinds=["event"]))
    order = {hit.id: place for place, hit in enumerate(found, start=1)}
    category = str(question.get("category", "all"))
    return Answer(folder, category, tuple(order.get(str(one)) for one in question["evidence"]), ms)


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
