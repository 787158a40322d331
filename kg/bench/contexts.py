"""`kg bench contexts`: how much of a question's evidence a context cites, and what a message that needs no memory costs."""

from __future__ import annotations

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
        tokens: budget → tokens of the context.
        ms: times of the contexts.
    """

    category: str
    coverage: Mapping[int, float]
    tokens: Mapping[int, int]
    ms: Sequence[float]


def measure_contexts(
    folders: Sequence[Path], settings: Settings, report: Callable[[str], object], *, after_sleep: bool = False
) -> dict[str, Any]:
    """Build contexts for the questions of every folder, each folder in a temporary scope, and for messages that need none.

    Evidence is cited if the message itself is, or a fact that rests on it.

    Args:
        folders: folders with questions.jsonl, and events.jsonl or passages.jsonl.
        settings: settings of the server and the models.
        report: called with a line for each folder.
        after_sleep: whether a deep sleep precedes the questions, which writes summaries, a diary and long-term notes.

    Returns:
        {"coverage": {budget: mean}, "by_category": {category: {budget: mean}}, "tokens": {budget: mean}, "idle_tokens": the
        mean of the contexts of `IDLE_MESSAGES` with a budget of 4,000, "idle_most": the largest, "questions", "ms"}.

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
        "tokens": {str(budget): round(fmean(each.tokens[budget] for each in questions)) for budget in BUDGETS},
        "idle_tokens": round(fmean(idle)),
        "idle_most": max(idle),
        "questions": len(questions),
        "ms": compute_quantiles([ms for question in questions for ms in question.ms]),
    }


def _ask(memory: Memory, question: str, category: str, evidence: Sequence[str]) -> _Question:
    coverage, tokens, times = {}, {}, []
    for budget in BUDGETS:
        ms, context = time_call(partial(memory.context, question, budget=budget))
        cited = _cited_events(memory, context)
        coverage[budget] = fmean(str(event) in cited for event in evidence)
        tokens[budget] = context.tokens
        times.append(ms)
    return _Question(category, coverage, tokens, times)


def _cited_events(memory: Memory, context: Context) -> set[str]:
    """Return the events that a context cites itself, or through a fact."""
    cited = set(context.citations.values())
    facts = [one for one in cited if one.startswith("fact-")]
    rows = memory.graph.run("bench/fact_events", facts=facts)
    return cited | {row["id"] for row in rows}


def _means(questions: Sequence[_Question]) -> dict[str, float]:
    return {
        str(budget): round(fmean(each.coverage[budget] for each in questions), 4) if questions else 0.0
        for budget in BUDGETS
    }
