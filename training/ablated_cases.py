"""Forms of a case: as it is, and as it would be with less: without token states, without vectors, in a small memory.

A ranking must not need a thousand memories, nor a model: what it learns from whole cases alone is lost in a chat of four lines.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kg.language.late_interaction import WIDTH
from kg.retrieval.candidates import Candidates
from kg.retrieval.features import table
from kg.retrieval.question import Question
from kg.retrieval.question_match import match
from training.ranking_cases import Case

Floats = NDArray[np.float64]

_NO_TOKENS, _NO_VECTORS, _SMALL, _UNANSWERED = 0.2, 0.15, 0.3, 0.15
_LARGEST_SMALL = 5.0  # as a power of 2


@dataclass(frozen=True, eq=False)
class Form:
    """One form of a case.

    Attributes:
        name: whole, no tokens, no vectors, small, unanswered.
        values: the features, (events, features).
        labels: the relevance of each event.
    """

    name: str
    values: Floats
    labels: NDArray[np.int64]


def forms(case: Case, likeness: Floats, pull: NDArray[np.float32]) -> list[Form]:
    """The case as it is, then some of the others, chosen by the question's text: the same in every run.

    Args:
        case: the case.
        likeness: of its candidates and tokens.
        pull: the learnt weights of its tokens.
    """
    asked = case.question.asked
    assert asked is not None  # noqa: S101 - every case was embedded
    seeing = replace(asked, tokens=np.zeros((0, WIDTH), np.float32), pull=pull)
    question = replace(case.question, asked=seeing)
    chosen = random.Random(case.folder + case.question.text)  # noqa: S311
    made = [_form("whole", case, case.found, question, likeness)]
    if chosen.random() < _NO_TOKENS:
        made.append(_form("no tokens", case, case.found, replace(question, asked=None), None))
    if chosen.random() < _NO_VECTORS:
        blind = replace(case.found, meaning=np.full(len(case.found), np.nan))
        made.append(_form("no vectors", case, _worded(blind), replace(question, asked=None), None))
    evidence = {event for event in case.found.event if event in case.relevance}
    if evidence and chosen.random() < _SMALL:
        made.append(_small("small", case, evidence, question, likeness, chosen))
    if evidence and chosen.random() < _UNANSWERED:
        made.append(_small("unanswered", case, set(), question, likeness, chosen))
    return [form for form in made if len(form.values)]


def _small(
    name: str, case: Case, evidence: Collection[str], question: Question, likeness: Floats, chosen: random.Random
) -> Form:
    """A memory of a few lines around some places of the conversation, with this evidence and no other."""
    size = int(2 ** chosen.uniform(0.0, _LARGEST_SMALL))
    found = case.found
    others = sorted({event for event in found.event if event not in case.relevance})
    start = chosen.randrange(len(others)) if others else 0
    kept = {*evidence, *others[start : start + size]}
    rows = [row for row, event in enumerate(found.event) if event in kept]
    return _form(name, case, found.only(rows), question, likeness[rows])


def _worded(found: Candidates) -> Candidates:
    """Those that full text finds, as there would be no others."""
    return found.only([row for row, score in enumerate(found.words) if not np.isnan(score)])


def _form(name: str, case: Case, found: Candidates, question: Question, likeness: Floats | None) -> Form:
    made = table(match(found, question, likeness))
    labels = np.array([case.relevance.get(found.event[row], 0) for row in made.row], np.int64)
    return Form(name, made.values, labels)
