"""`kg bench contexts`: how much of a question's evidence a context cites, and what a message that needs no memory costs."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

from kg.bench.common import compute_quantiles, temporary_memory, time_call
from kg.bench.recall import log_folder, read_json_lines
from kg.memory import Memory
from kg.settings import Settings
from kg.types import Context

BUDGETS = (500, 1_500, 4_000)
"""Token budgets for which coverage is measured."""
IDLE_MESSAGES = (
    "ok", "lol", "thanks!", "good morning", "haha", "see you tomorrow", "nice", "brb", "Great, thank you so much!", "👍",
    "yes please", "no worries", "What is the capital of Mongolia?", "How many legs does a spider have?", "What is 17 times 23?",
    "Translate 'good evening' into Finnish.", "Write a haiku about rain.", "How do I reverse a list in Python?",
    "Who wrote Don Quixote?", "hmm, let me think",
)  # fmt: skip
"""Messages that need no memory."""
_IDLE_BUDGET = 4_000


@dataclass(frozen=True)
class _Question:
    """A question with its results.

    Attributes:
        category: its category.
        coverage: budget → share of its evidence that the context cites.
        lines: budget → number of cited lines.
        precision: budget → share of the cited lines that are evidence, or rest on it; 0 without lines.
        tokens: budget → tokens of the context.
        ms: times of the contexts.
    """

    category: str
    coverage: Mapping[int, float]
    lines: Mapping[int, int]
    precision: Mapping[int, float]
    tokens: Mapping[int, int]
    ms: Sequence[float]


def measure_contexts(
    folders: Sequence[Path], settings: Settings, report: Callable[[str], object], *, after_sleep: bool = False
) -> dict[str, Any]:
    """Build contexts for the questions of every folder, each folder in a temporary scope, and for messages that need none.

    Evidence is cited if the message itself is, or a fact or learning that rests on it.

    Args:
        folders: folders with questions.jsonl, and events.jsonl or passages.jsonl.
        settings: settings of the server and the models.
        report: called with a line for each folder.
        after_sleep: whether a deep sleep precedes the questions, which writes summaries, a diary and long-term notes.

    Returns:
        {"coverage": {budget: mean}, "by_category": {category: {budget: mean}}, "lines", "precision" and "tokens":
        {budget: mean}, "idle_tokens": the mean of the contexts of `IDLE_MESSAGES` with a budget of 4,000, "idle_most": the
        largest, "questions", "ms"}; precision is the share of the cited lines that are evidence, or rest on it.

    Raises:
        NotFound: a file is missing in a folder.
    """
    questions: list[_Question] = []
    idle: list[int] = []
    for folder in folders:
        with temporary_memory(settings, "contexts") as memory:
            log_folder(memory, folder)
            memory.digest()
            if after_sleep:
                memory.sleep.deep()
            asked = [
                _ask(memory, row["question"], str(row.get("category", "all")), row["evidence"])
                for row in read_json_lines(folder / "questions.jsonl")
                if row.get("evidence")
            ]
            idle += [memory.context(message, budget=_IDLE_BUDGET).tokens for message in IDLE_MESSAGES]
        questions += asked
        report(f"{folder.name}: {_means(asked)}, {len(asked)} questions")
    groups: dict[str, list[_Question]] = defaultdict(list)
    for question in questions:
        groups[question.category].append(question)
    return {
        "coverage": _means(questions),
        "by_category": {name: _means(group) for name, group in sorted(groups.items())},
        "lines": {str(budget): round(fmean(each.lines[budget] for each in questions), 1) for budget in BUDGETS},
        "precision": {str(budget): round(fmean(each.precision[budget] for each in questions), 4) for budget in BUDGETS},
        "tokens": {str(budget): round(fmean(each.tokens[budget] for each in questions)) for budget in BUDGETS},
        "idle_tokens": round(fmean(idle)),
        "idle_most": max(idle),
        "questions": len(questions),
        "ms": compute_quantiles([ms for question in questions for ms in question.ms]),
    }


def _ask(memory: Memory, question: str, category: str, evidence: Sequence[str]) -> _Question:
    coverage, lines, precision, tokens, times = {}, {}, {}, {}, []
    wanted = {str(event) for event in evidence}
    for budget in BUDGETS:
        ms, context = time_call(partial(memory.context, question, budget=budget))
        cited = _list_cited_events(memory, context)
        coverage[budget] = len(wanted.intersection(itertools.chain.from_iterable(cited))) / len(wanted)
        lines[budget] = len(cited)
        precision[budget] = fmean(not wanted.isdisjoint(events) for events in cited) if cited else 0.0
        tokens[budget] = context.tokens
        times.append(ms)
    return _Question(category, coverage, lines, precision, tokens, times)


def _list_cited_events(memory: Memory, context: Context) -> list[set[str]]:
    """Return of each citation of a context the events that it names itself, or through a fact or a learning."""
    cited = list(context.citations.values())
    derived = [one for one in cited if one.startswith(("fact-", "learning-"))]
    events = {row["id"]: row["events"] for row in memory.graph.run("bench/source_events", ids=derived)}
    return [{one, *events.get(one, ())} for one in cited]


def _means(questions: Sequence[_Question]) -> dict[str, float]:
    return {
        str(budget): round(fmean(each.coverage[budget] for each in questions), 4) if questions else 0.0
        for budget in BUDGETS
    }
